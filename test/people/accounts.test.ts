import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAccounts } from '../../server/people/accounts.ts'
import { hashPassword } from '../../server/people/password.ts'
import { createSessions } from '../../server/people/sessions.ts'
import { Failure } from '../../server/failure.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const unknownDevice = { address: '192.0.2.1', userAgent: undefined, device: () => undefined }

async function accountsWith(t: TestContext, name: string, password: string) {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const sessions = createSessions(store, Date.now, () => {})
  const accounts = createAccounts(store, sessions, Date.now, true)
  return { store, sessions, accounts, user: await accounts.add(name, await hashPassword(password), 'editor') }
}
const failsWith =
  (code: number) =>
  (error: unknown): boolean =>
    error instanceof Failure && error.code === code

test('a login fails if the operator sets another password while it is being checked', async (t) => {
  const { store, accounts } = await accountsWith(t, 'admin', 'old-secret')
  const hash = await hashPassword('by-the-operator')
  const early = assert.rejects(accounts.signIn('admin', 'old-secret', unknownDevice, false), failsWith(401))
  await accounts.setPassword('admin', hash)
  await early
  assert.deepEqual([...store.session.newest()], [])
  await accounts.signIn('admin', 'by-the-operator', unknownDevice, false)
})

test('a login fails if its account is removed while it is being checked', async (t) => {
  const { store, accounts } = await accountsWith(t, 'li.gong', 'old-secret')
  const early = assert.rejects(accounts.signIn('li.gong', 'old-secret', unknownDevice, false), failsWith(401))
  await accounts.remove('li.gong')
  await early
  assert.deepEqual([...store.session.newest()], [])
})

test('a password change does not overwrite a password that the operator sets meanwhile', async (t) => {
  const { accounts, user } = await accountsWith(t, 'admin', 'old-secret')
  const { session } = await accounts.signIn('admin', 'old-secret', unknownDevice, false)
  const hash = await hashPassword('by-the-operator')
  const change = assert.rejects(accounts.changePassword({ user, session }, 'old-secret', 'of-a-thief'), failsWith(400))
  await accounts.setPassword('admin', hash)
  await change
  await accounts.signIn('admin', 'by-the-operator', unknownDevice, false)
})

test('two concurrent additions of the same name create one account', async (t) => {
  const { accounts } = await accountsWith(t, 'admin', 'old-secret')
  const hash = await hashPassword('first-secret')
  const added = await Promise.allSettled([
    accounts.add('li.gong', hash, 'editor'),
    accounts.add('li.gong', hash, 'editor'),
  ])
  assert.deepEqual(
    added.map(({ status }) => status),
    ['fulfilled', 'rejected'],
  )
  assert.equal(accounts.list().length, 2)
})

test('accounts of before whose names clash are each found by their own', async (t) => {
  const { store, accounts, user } = await accountsWith(t, 'Li', 'first-secret')
  const { id: _, ...fields } = user
  const { id } = await store.user.insert({ ...fields, name: 'li', password: await hashPassword('other-secret') })
  assert.equal((await accounts.signIn('Li', 'first-secret', unknownDevice, false)).user.id, user.id)
  assert.equal((await accounts.signIn('li', 'other-secret', unknownDevice, false)).user.id, id)
  await assert.rejects(
    accounts.signIn('LI', 'other-secret', unknownDevice, false),
    failsWith(401),
    'it could be either',
  )
  await assert.rejects(accounts.add('LI', 'x', 'editor'), failsWith(400))
  await assert.rejects(accounts.remove('LI'), failsWith(404))
  await accounts.remove('li')
  assert.equal((await accounts.signIn('LI', 'first-secret', unknownDevice, false)).user.id, user.id)
})
