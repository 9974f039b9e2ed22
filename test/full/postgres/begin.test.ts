import assert from 'node:assert/strict'
import { startProgram, type TestProgram } from '../../server.ts'
import { postgresTest } from '../../postgres/cluster.ts'

const keyIn = (text: string): string => {
  const [, key] = /^begin \S+\?key=([\w-]{43})$/m.exec(text) ?? []
  return key ?? assert.fail(`there is no link in: ${text}`)
}
const open = async (server: TestProgram, key: string): Promise<number> =>
  (await fetch(`${server.url}/begin?key=${key}`, { redirect: 'manual' })).status
const press = async (server: TestProgram, key: string): Promise<number> =>
  (await fetch(`${server.url}/begin`, { method: 'POST', redirect: 'manual', body: new URLSearchParams({ key }) }))
    .status

postgresTest('a link to begin is good once, on either of two servers', async (t, cluster) => {
  const address = await cluster.newDatabase()
  const env = { DATABASE_URL: address, ADMIN_PASSWORD: '', RATE_LIMIT: 'off' }
  const start = () => startProgram(t, { env })
  const one = await start()
  const two = await start()
  const printed = keyIn(one.output().stderr)
  assert.doesNotMatch(two.output().stderr, /^begin /m, 'the account is there already')
  assert.deepEqual([await open(one, printed), await open(two, printed)], [200, 200])
  const pressed = await Promise.all([one, two, one, two].map((server) => press(server, printed)))
  assert.deepEqual(pressed.sort(), [303, 403, 403, 403], 'one of those who press at once begins')
  assert.deepEqual([await open(one, printed), await open(two, printed)], [403, 403])
})
