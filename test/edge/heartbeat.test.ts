import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { heartbeat } from '../../server/edge/heartbeat.ts'
import { warnOnce } from '../../server/system/log.ts'
import { eventually } from '../eventually.ts'
import { freePort } from '../programs.ts'
import { startServer } from '../server.ts'

async function listener(t: TestContext) {
  const asked: string[] = []
  let status = 200
  const server: Server = createServer((req, res) => {
    asked.push(req.url ?? '')
    if (status === 0) return void res.destroy()
    res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  t.after(() => server.close())
  const { port } = server.address() as AddressInfo // a TCP server's address is never a string
  return { asked, url: `http://127.0.0.1:${port}/ping/secret`, reply: (next: number) => void (status = next) }
}

test('HEARTBEAT_URL is asked for by a server that has started', async (t) => {
  const { asked, url } = await listener(t)
  await startServer(t, { env: { HEARTBEAT_URL: url } })
  await eventually(() => asked.length > 0, 'it is asked for')
  assert.equal(asked[0], '/ping/secret')
})

test('one that fails is logged without its address, and the site goes on', async (t) => {
  const url = `http://127.0.0.1:${await freePort()}/ping/secret`
  const server = await startServer(t, { env: { HEARTBEAT_URL: url } })
  await eventually(() => server.output().stderr.includes('HEARTBEAT_URL could not be reached'), 'the log says so')
  assert.ok(!server.output().stderr.includes('secret'))
  assert.equal((await fetch(`${server.url}/healthz`)).status, 200)
})

test('it is not asked for while the server is not healthy, and is logged once, however it fails', async (t) => {
  const { asked, url, reply } = await listener(t)
  const logged: string[] = []
  let isHealthy = false
  const send = warnOnce(
    (_, message) => logged.push(message),
    'not reached',
    heartbeat(url, async () => isHealthy),
  )
  await send()
  assert.deepEqual([asked.length, logged.length], [0, 0])
  isHealthy = true
  for (const status of [500, 0, 404]) {
    reply(status)
    await send()
  }
  assert.deepEqual([asked.length, logged.length], [3, 1])
  reply(200)
  await send()
  reply(500)
  await send()
  assert.equal(logged.length, 2, 'it is logged again when it fails again')
})
