import assert from 'node:assert/strict'
import { type AddressInfo, createServer } from 'node:net'
import test from 'node:test'
import { eventually } from '../../eventually.ts'
import { fakeService, robotAddresses } from '../../leads/fakeService.ts'
import { siteWith } from '../../leads/site.ts'

test('services that never answer are left after fifteen seconds, and do not keep the server from stopping', async (t) => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  t.after(() => silent.close())
  const { port } = silent.address() as AddressInfo
  // It says a line again and again, which is no silence, and never the last one.
  const endless = createServer((socket) => {
    const more = setInterval(() => socket.write('220-welcome\r\n'), 1_000)
    socket.on('error', () => {}).on('close', () => clearInterval(more))
  })
  await new Promise<void>((resolve) => endless.listen(0, '127.0.0.1', resolve))
  t.after(() => endless.close())
  const wecom = await fakeService(t, () => {})
  const site = await siteWith(t, { wecom })
  const mail = { kind: 'mail', host: '127.0.0.1', user: 'a@example.com', password: 'b', to: 'a@example.com' }
  const ids = [
    await site.channel({ ...mail, port }),
    await site.channel({ ...mail, port: (endless.address() as AddressInfo).port }),
    await site.channel({ kind: 'wecom', address: robotAddresses.wecom }),
    await site.channel({ kind: 'webhook', address: `http://127.0.0.1:${port}/` }),
  ]
  for (const { data } of await Promise.all(ids.map((channelId) => site.call('channel/test', { channelId })))) {
    assert.equal(data.ok, false)
    assert.match(data.message, /连接超时/)
  }
  await site.ask('张三')
  await eventually(() => wecom.received.length === 2, 'it is being sent')
  assert.equal(await site.server.stop(), 0)
  assert.equal(site.server.output().stderr, '')
})
