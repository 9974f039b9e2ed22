import assert from 'node:assert/strict'
import { user } from '../accounts.ts'
import { settableClock } from '../clock.ts'
import { newFolder, startServer, type TestServer } from '../server.ts'
import { postgresTest } from './cluster.ts'

const keyIn = (text: string): string => {
  const [, key] = /^begin \S+\?key=([\w-]{43})$/m.exec(text) ?? []
  return key ?? assert.fail(`there is no link in: ${text}`)
}
const open = async (server: TestServer, key: string): Promise<number> =>
  (await fetch(`${server.url}/begin?key=${key}`, { redirect: 'manual' })).status
const press = async (server: TestServer, key: string): Promise<number> =>
  (await fetch(`${server.url}/begin`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ key }) }))
    .status

postgresTest('a link to begin is good once, for an hour, on either of two servers', async (t, cluster) => {
  const address = await cluster.newDatabase()
  const clock = settableClock(newFolder(t))
  const env = { DATABASE_URL: address, ADMIN_PASSWORD: '', RATE_LIMIT: 'off', ...clock.env }
  const start = () => startServer(t, { env })
  const one = await start()
  const two = await start()
  const printed = keyIn(one.output().stderr)
  assert.doesNotMatch(two.output().stderr, /^begin /m, 'the account is there already')
  assert.deepEqual([await open(one, printed), await open(two, printed)], [200, 200])
  const pressed = await Promise.all([one, two, one, two].map((server) => press(server, printed)))
  assert.deepEqual(pressed.sort(), [303, 403, 403, 403], 'one of those who press at once begins')
  assert.deepEqual([await open(one, printed), await open(two, printed)], [403, 403])

  const link = async (): Promise<string> => {
    const { code, output } = await user(newFolder(t), ['link'], '', { env: { DATABASE_URL: address, ...clock.env } })
    assert.equal(code, 0, output)
    return keyIn(output)
  }
  const first = await link()
  assert.equal(await open(two, first), 200)
  const second = await link()
  assert.deepEqual([await open(one, first), await open(two, first)], [403, 403], 'a newer one replaces it')
  clock.advance(59 * 60_000)
  assert.equal(await open(one, second), 200)
  clock.advance(61 * 60_000)
  assert.deepEqual([await press(one, second), await press(two, second)], [403, 403])
  const third = await link()
  assert.equal(await press(two, third), 303)
  assert.deepEqual([await press(one, third), await press(two, third)], [403, 403])
})
