import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createAccounts } from '../../server/people/accounts.ts'
import { hashPassword } from '../../server/people/password.ts'
import { createSessions } from '../../server/people/sessions.ts'
import { openStore } from '../../server/store/store.ts'
import { codeAt } from '../secondFactor.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const time = 1_800_000_000_000
const unknownDevice = { address: '192.0.2.1', userAgent: undefined, device: () => undefined }

async function accountsWithCodes(t: TestContext) {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: () => time, log: () => {} })
  const sessions = createSessions(
    store,
    () => time,
    () => {},
  )
  const newServer = () => createAccounts(store, sessions, () => time, true)
  const accounts = newServer()
  const user = await accounts.add('admin', await hashPassword('secret'), 'admin')
  return { store, sessions, accounts, newServer, user }
}

test('of two servers that are sent the same code at once, one signs in', async (t) => {
  const { store, accounts, newServer, user } = await accountsWithCodes(t)
  const secret = await accounts.secondFactor.begin(user, 'secret')
  const [recovery = ''] = await accounts.secondFactor.confirm(user, codeAt(time - 30_000, secret), '')
  for (const code of [codeAt(time, secret), recovery]) {
    const both = [accounts, newServer()].map((server) => server.signIn('admin', 'secret', unknownDevice, false, code))
    assert.deepEqual((await Promise.allSettled(both)).map(({ status }) => status).sort(), ['fulfilled', 'rejected'])
  }
  assert.equal(store.session.size, 2)
  assert.equal(store.user.get(user.id)?.secondFactor?.recoveryCodes.length, 9)
})

test('a sign-in by the password alone fails when a second factor is switched on meanwhile', async (t) => {
  const { store, sessions, accounts, newServer, user } = await accountsWithCodes(t)
  const secret = await accounts.secondFactor.begin(user, 'secret')
  const { session } = await sessions.open(user, false)
  // The password takes longer than all the rest.
  const early = assert.rejects(accounts.signIn('admin', 'secret', unknownDevice, false), /账号或密码错误/)
  await newServer().secondFactor.confirm(user, codeAt(time, secret), session.id)
  await early
  assert.deepEqual(
    store.session.all().map(({ id }) => id),
    [session.id],
  )
})
