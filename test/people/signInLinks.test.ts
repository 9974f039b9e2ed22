import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Failure } from '../../server/failure.ts'
import { createAccounts } from '../../server/people/accounts.ts'
import { hashPassword } from '../../server/people/password.ts'
import { createSessions } from '../../server/people/sessions.ts'
import { makeLinkKey } from '../../server/people/signInLinks.ts'
import { openStore } from '../../server/store/store.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const minute = 60_000

const client = { address: '192.0.2.1', userAgent: undefined, device: () => undefined }
const failsWith = (code: number) => (error: unknown) => error instanceof Failure && error.code === code

async function site(t: TestContext) {
  let time = Date.parse('2026-11-26T08:00:00Z')
  const now = (): number => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const sessions = createSessions(store, now, () => {})
  const accounts = createAccounts(store, sessions, now, true)
  const hash = await hashPassword('printed-once')
  return {
    store,
    sessions,
    accounts,
    admin: await accounts.add('admin', hash, 'admin', { firstPassword: true }),
    addAccount: (name: string, role: 'admin' | 'editor') => accounts.add(name, hash, role),
    wait: (ms: number) => void (time += ms),
    async link(name = 'admin'): Promise<string> {
      const { key, keyHash } = makeLinkKey()
      const user = accounts.find(name)
      assert.ok(user)
      await accounts.giveLink(user, keyHash)
      return key
    },
  }
}

test('a link signs in to its account once, and looking at it does not use it up', async (t) => {
  const { accounts, store, link } = await site(t)
  const key = await link()
  for (const _ of [1, 2, 3]) assert.equal((await accounts.accountOfLink(key)).name, 'admin')
  const both = await Promise.allSettled([accounts.signInByLink(key, client), accounts.signInByLink(key, client)])
  assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected'], 'two at once are one')
  await assert.rejects(accounts.signInByLink(key, client), failsWith(403))
  await assert.rejects(accounts.accountOfLink(key), failsWith(403))
  assert.equal(store.session.size, 1)
  assert.equal(store.signInLink.size, 0)
})

test('a link is good for an hour, and the store does not have its key', async (t) => {
  const { accounts, store, link, wait } = await site(t)
  const key = await link()
  assert.ok(!JSON.stringify(store.signInLink.all()).includes(key))
  wait(60 * minute - 1)
  await accounts.accountOfLink(key)
  wait(1)
  await assert.rejects(accounts.signInByLink(key, client), failsWith(403))
  wait(-3 * 60 * minute)
  await assert.rejects(accounts.signInByLink(key, client), failsWith(403), 'also not when the clock is set back')
})

test('another link, another password, a second factor or the end of the account ends a link', async (t) => {
  const { accounts, store, admin, addAccount, link } = await site(t)
  const first = await link()
  const second = await link()
  await assert.rejects(accounts.signInByLink(first, client), failsWith(403))
  await accounts.setPassword('admin', await hashPassword('by-the-operator'))
  await assert.rejects(accounts.signInByLink(second, client), failsWith(403))

  await addAccount('li.gong', 'admin')
  const third = await link('li.gong')
  await accounts.update(accounts.find('li.gong')!.id, { disabled: true })
  await assert.rejects(accounts.signInByLink(third, client), failsWith(403))

  const fourth = await link()
  await store.user.update(admin.id, (user) => ({
    ...user,
    secondFactor: { key: '', on: true as const, lastStep: 0, recoveryCodes: [] },
  }))
  await assert.rejects(accounts.signInByLink(fourth, client), failsWith(403), 'it takes the place of a password alone')
  await assert.rejects(link(), failsWith(409))
})

test('only administrators get links, and a key of one account opens no other', async (t) => {
  const { accounts, addAccount, link } = await site(t)
  await addAccount('li.gong', 'editor')
  await assert.rejects(link('li.gong'), failsWith(409))
  await addAccount('wang.gong', 'admin')
  const [ofAdmin, ofWang] = [await link(), await link('wang.gong')]
  assert.equal((await accounts.signInByLink(ofWang, client)).user.name, 'wang.gong')
  assert.equal((await accounts.signInByLink(ofAdmin, client)).user.name, 'admin')
})

test('wrong keys are refused after twenty that were used from one address, however many were looked at, and the right one waits, too', async (t) => {
  const { accounts, link, wait } = await site(t)
  const key = await link()
  for (let tries = 0; tries < 20; tries++) {
    await assert.rejects(accounts.accountOfLink('x'), failsWith(403))
    await accounts.accountOfLink(key)
  }
  for (let tries = 0; tries < 20; tries++) await assert.rejects(accounts.signInByLink('x', client), failsWith(403))
  await assert.rejects(accounts.signInByLink(key, client), failsWith(429))
  await accounts.accountOfLink(key)
  wait(16 * minute)
  await accounts.signInByLink(key, client)
})

test('who came by a link chooses a password without the old one, once and within an hour, which ends the other sessions', async (t) => {
  const { accounts, sessions, link, wait } = await site(t)
  const late = await accounts.signInByLink(await link(), client)
  wait(60 * minute)
  await assert.rejects(
    accounts.choosePassword(late, 'of-one’s-own'),
    failsWith(403),
    'an hour later the old one is asked for',
  )
  const other = await accounts.signIn('admin', 'printed-once', client, false)
  const opened = await accounts.signInByLink(await link(), client)
  const current = () => sessions.find(opened.token)!
  assert.deepEqual([sessions.choosesPassword(current()), sessions.choosesPassword(other)], [true, false])
  await assert.rejects(accounts.choosePassword(other, 'of-one’s-own'), failsWith(403))
  await assert.rejects(accounts.choosePassword(current(), '1234567890'), failsWith(400), 'a weak one')
  await accounts.choosePassword(current(), 'of-one’s-own')
  assert.equal(sessions.find(other.token), undefined)
  assert.equal(current().user.firstPassword, undefined)
  assert.equal(sessions.choosesPassword(current()), false)
  await assert.rejects(accounts.choosePassword(current(), 'yet-another-one'), failsWith(403))
  await assert.rejects(accounts.signIn('admin', 'printed-once', client, false), failsWith(401))
  await accounts.signIn('admin', 'of-one’s-own', client, false)
})
