import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { eventually } from '../../eventually.ts'
import { user } from '../../accounts.ts'
import { admin, startServer, type TestServer } from '../../server.ts'
import { behindProxy, sent, signIn, wrong } from '../../people/devices.ts'

/** Keeps so many sign-in attempts in progress that some are refused, until the server has stopped. */
async function flood(server: TestServer, senders: number, addressOf: (n: number) => string): Promise<void> {
  let count = 0
  const refused = new Set<number>()
  const send = async (sender: number): Promise<void> => {
    for (;;) {
      const n = count++
      if ((await signIn(server, { ...wrong, username: `who${n}` }, addressOf(n))).code !== 429) continue
      refused.add(sender)
      // As a browser would; at once again, the refusals alone would keep the machine busy.
      await pause(1000)
    }
  }
  const gone = Promise.all(Array.from({ length: senders }, (_, sender) => send(sender))).catch(() => {})
  await Promise.race([eventually(() => refused.size > 0, 'some are refused'), gone])
}

test('a flood from one network does not keep others from signing in', async (t) => {
  const server = await startServer(t, { env: { ...behindProxy, RATE_LIMIT: 'off' } })
  await flood(server, 130, (n) => `2001:db8:0:${(n % 65_536).toString(16)}::1`)
  assert.equal((await signIn(server, admin, '2001:db8:1::1')).code, 200)
})

test('a flood from everywhere delays neither known devices nor the operator’s commands', async (t) => {
  const server = await startServer(t, { env: behindProxy })
  const browser = sent(await signIn(server, admin, '192.0.2.1'))
  await flood(server, 330, (n) => `2001:${(n % 65_536).toString(16)}:1::1`)
  assert.equal((await signIn(server, admin, '192.0.2.1', browser)).code, 200)
  assert.match((await user(server.folder, ['list'])).output, /^admin\t/)
  const { code, output } = await user(server.folder, ['password', 'admin', '--password-stdin'], 'by-the-operator')
  assert.equal(code, 0)
  assert.match(output, /^已修改账号“admin”的密码，该账号已在所有设备上退出登录\n/)
  assert.equal(
    (await signIn(server, { ...admin, password: 'by-the-operator' }, '192.0.2.9')).code,
    200,
    'from a new computer',
  )
})
