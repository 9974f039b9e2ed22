import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type Accounts, createAccounts } from '../../server/people/accounts.ts'
import { hashPassword, isPasswordCorrect, makePassword, weaknessOf } from '../../server/people/password.ts'
import { createSessions } from '../../server/people/sessions.ts'
import { Failure } from '../../server/failure.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { newPassword } from '../../contract/calls/rules.ts'
import type { Role } from '../../contract/calls/roles.ts'

async function accountsOf(t: TestContext, roles: Readonly<Record<string, Role>>) {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const sessions = createSessions(store, Date.now, () => {})
  const accounts = createAccounts(store, sessions, Date.now, false)
  const ids: Record<string, string> = {}
  for (const [name, role] of Object.entries(roles)) ids[name] = (await accounts.add(name, 'x', role)).id
  return { store, sessions, accounts, id: (name: string): string => ids[name] ?? '' }
}
const administrators = (accounts: Accounts): string[] =>
  accounts
    .list()
    .filter(({ role = 'admin', disabled }) => role === 'admin' && !disabled)
    .map(({ name }) => name)
const isRefused = (error: unknown): boolean => error instanceof Failure && error.code === 409

test('the last administrator who can sign in stays, whatever is tried', async (t) => {
  const { accounts, id } = await accountsOf(t, { one: 'admin', other: 'admin', li: 'editor' })
  await accounts.update(id('other'), { disabled: true })
  for (const attempt of [
    () => accounts.update(id('one'), { disabled: true }),
    () => accounts.update(id('one'), { role: 'editor' }),
    () => accounts.update(id('one'), { role: 'service', disabled: true }),
    () => accounts.remove('one'),
  ])
    await assert.rejects(attempt, isRefused)
  assert.deepEqual(administrators(accounts), ['one'])
  await accounts.update(id('other'), { disabled: false })
  await accounts.remove('one')
  assert.deepEqual(administrators(accounts), ['other'])
})

test('of attempts at the same moment to take every administrator away, one fails', async (t) => {
  const ways: ((accounts: Accounts, id: string, name: string) => Promise<void>)[] = [
    (accounts, id) => accounts.update(id, { disabled: true }),
    (accounts, id) => accounts.update(id, { role: 'editor' }),
    (accounts, _, name) => accounts.remove(name),
  ]
  for (const first of ways)
    for (const second of ways) {
      const { accounts, id } = await accountsOf(t, { one: 'admin', other: 'admin' })
      const tried = await Promise.allSettled([
        first(accounts, id('one'), 'one'),
        second(accounts, id('other'), 'other'),
      ])
      assert.deepEqual(tried.map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
      assert.equal(administrators(accounts).length, 1)
    }
})

test('an account that is older than roles is an administrator who can be the last', async (t) => {
  const { store, accounts, id } = await accountsOf(t, { old: 'admin' })
  await store.user.update(id('old'), ({ role: _, ...user }) => user)
  await assert.rejects(accounts.update(id('old'), { disabled: true }), isRefused)
  assert.deepEqual(administrators(accounts), ['old'])
})

test('a disabled account has no sessions, also where another server has disabled it, and none come back', async (t) => {
  const { store, sessions, accounts, id } = await accountsOf(t, { one: 'admin', li: 'editor' })
  const open = async () => sessions.open(store.user.get(id('li')) ?? assert.fail(), true)
  const { token } = await open()
  await accounts.update(id('li'), { disabled: true })
  await accounts.update(id('li'), { disabled: false })
  assert.equal(sessions.find(token), undefined)
  // As another server has written it, which has not ended the session yet.
  const other = await open()
  await store.user.update(id('li'), (user) => ({ ...user, disabled: true }))
  assert.equal(sessions.find(other.token), undefined)
  await sessions.sweep()
  assert.deepEqual([...store.session.newest()], [])
})

test('a change of role or access leaves the other, and what 0.5.0 asks of an account', async (t) => {
  const { store, accounts, id } = await accountsOf(t, { one: 'admin', li: 'editor' })
  await accounts.update(id('li'), { role: 'service' })
  await accounts.update(id('li'), { disabled: true })
  const { role, disabled, ...others } = store.user.get(id('li')) ?? assert.fail()
  assert.deepEqual([role, disabled], ['service', true])
  assert.equal(Reflect.get(others, 'auth'), '', 'without it 0.5.0 would set the account aside after a rollback')
})

test('a hash is read as it is made, and as 0.5.0 has closed it', async () => {
  const hash = await hashPassword('secret-of-tests')
  const closed = hash.replace(/\$(?=[^$]+$)/, '$$$$')
  assert.notEqual(closed, hash)
  for (const form of [hash, closed]) {
    assert.deepEqual(
      [await isPasswordCorrect('secret-of-tests', form), await isPasswordCorrect('secret-of-test', form)],
      [true, false],
    )
  }
})

test('an administrator who becomes an editor is signed out, an editor with another role is not', async (t) => {
  const { store, sessions, accounts, id } = await accountsOf(t, { one: 'admin', two: 'admin', li: 'editor' })
  const tokens = await Promise.all(
    ['two', 'li'].map(async (name) => {
      const user = store.user.get(id(name)) ?? assert.fail()
      return (await sessions.open(user, true)).token
    }),
  )
  await accounts.update(id('two'), { role: 'editor' })
  await accounts.update(id('li'), { role: 'admin' })
  assert.deepEqual(
    tokens.map((token) => sessions.find(token)?.user.name),
    [undefined, 'li'],
  )
})

test('a password that is made is one that the account may have', () => {
  for (const name of ['a', 'ab', '李工', 'admin']) {
    const made = Array.from({ length: 50 }, () => makePassword(name))
    assert.equal(new Set(made).size, 50)
    for (const password of made)
      assert.equal(newPassword.validate(password) ?? weaknessOf(password, name), undefined, password)
  }
})
