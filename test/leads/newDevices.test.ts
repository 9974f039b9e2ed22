import assert from 'node:assert/strict'
import test from 'node:test'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { admin, newFolder, type TestServer } from '../server.ts'
import { fakeService, html, robotAddresses, succeed } from './fakeService.ts'
import { siteWith } from './site.ts'

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const signIn = (server: TestServer, userAgent: string, cookie = '') =>
  server.post('/v1/indexLogin/loginAuth', admin, { headers: { 'User-Agent': userAgent, Cookie: cookie } })

test('a sign-in from a new device is sent by robots and no webhook, once, and also after a restart', async (t) => {
  const [wecom, hook] = await Promise.all([fakeService(t), fakeService(t)])
  const folder = newFolder(t)
  const clock = settableClock()
  const site = await siteWith(t, { wecom }, { folder, now: clock.now })
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.channel({ kind: 'webhook', address: hook.origin })
  const { headers } = await signIn(site.server, chrome)
  await eventually(() => wecom.received.length === 1, 'it is sent')
  assert.match(
    wecom.texts()[0] ?? '',
    new RegExp(
      '^【新设备登录】\\n账号：admin，Windows电脑 · Chrome，本机，[\\d-]+ [\\d:]+\\n' +
        '不是本人登录的，请到客户线索后台的“我的账号”修改密码：https://www.example.com/account$',
    ),
  )
  const cookie =
    headers
      .getSetCookie()
      .find((each) => each.startsWith('item_device_'))
      ?.split(';')[0] ?? ''
  await signIn(site.server, chrome, cookie)
  await site.ask('张三')
  await eventually(() => wecom.received.length === 2 && hook.received.length === 1, 'the inquiry is sent')
  assert.match(wecom.texts()[1] ?? '', /张三/)

  // Or it would be tried again before the server has stopped.
  clock.stand(Date.now())
  wecom.reply = html(502)
  await signIn(site.server, chrome)
  await eventually(() => wecom.received.length === 3, 'it is tried')
  await site.server.stop()
  wecom.reply = succeed
  clock.advance(60_000)
  const next = await siteWith(t, { wecom }, { folder, now: clock.now })
  await eventually(() => wecom.received.length === 4, 'it is sent by the next server')
  assert.match(wecom.texts()[3] ?? '', /^【新设备登录】/)
  await next.server.stop()
  assert.deepEqual([wecom.received.length, hook.received.length], [4, 1])
})
