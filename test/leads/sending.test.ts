import '../keeping/quickKeys.cjs'
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { command } from '../keeping/commands.ts'
import { standIn } from '../keeping/standIn.ts'
import { filesOnly, newFolder, startServer } from '../server.ts'
import { fakeService, html, json, robotAddresses, succeed } from './fakeService.ts'
import { siteWith } from './site.ts'

const weChat = { kind: 'wechat', on: true, appId: 'wx0123456789abcdef', secret: '0123456789abcdef0123456789abcdef' }

test('with SEND=off nothing leaves the server, and nothing of it is lost or has failed', filesOnly, async (t) => {
  const [folder, bucket, clock] = [newFolder(t), await standIn(t), settableClock()]
  const [wecom, baidu, wechat, heartbeat] = await Promise.all([
    fakeService(t),
    fakeService(t, json({ remain: 9, success: 1 })),
    fakeService(t, json({ errcode: 1 })),
    fakeService(t),
  ])
  const [backups, hook, ran] = [join(folder, 'backups'), join(folder, 'hook'), join(folder, 'hook-ran')]
  await writeFile(hook, `#!/bin/sh\ntouch ${ran}\n`)
  await chmod(hook, 0o755)
  const env = { ...bucket.env, BACKUP_DIR: backups, BACKUP_HOOK: hook, HEARTBEAT_URL: `${heartbeat.origin}/ping` }
  const start = (more: Record<string, string> = {}) =>
    siteWith(t, { wecom, baidu, wechat }, { folder, env: { ...env, ...more }, now: clock.now })
  const { server, call, channel, ask, delivered } = await start({ SEND: 'off' })
  const channelId = await channel({ kind: 'wecom', address: robotAddresses.wecom })
  await call('platform/save', { kind: 'push', site: 'https://www.example.com', on: true, token: 'abcdefghij123456' })
  await call('platform/save', weChat)
  await call('news/saveNews', { newTitle: '一篇' })
  await ask('张三')
  for (const kind of ['', 'push', 'wechat']) {
    const { data } = await (kind ? call('platform/test', { kind }) : call('channel/test', { channelId }))
    assert.match(data.message, /不对外发送（SEND=off）/, kind)
  }
  // One whose result is recorded after the clock has moved would be the newer one.
  await eventually(async () => (await call('dashboard/summary')).data.backup.verified !== null, 'it backs up')
  const later = 3 * 24 * 3_600_000
  clock.advance(later)
  await ask('李四')
  await eventually(
    async () => (await readdir(backups)).filter((name) => name.startsWith('zhuzhan-')).length > 1,
    'twice',
  )
  const sent = [wecom, baidu, wechat, heartbeat].map(({ received }) => received.length)
  assert.deepEqual([sent, bucket.asked, existsSync(ran)], [[0, 0, 0, 0], [], false])
  assert.deepEqual(await delivered(), { 张三: 'waiting', 李四: 'waiting' })
  assert.equal((await call('indexLogin/userInfo')).data.sendsNothing, true)
  assert.equal((await call('platform/detail', { kind: 'push' })).data.answer, undefined)
  const { output } = await command('status', folder, [], { env: { ...env, SEND: 'off' } })
  assert.match(output, /^! 对外发送：这台服务器不对外发送（SEND=off）/m)
  assert.doesNotMatch(output, /没有把备份送到异地存储/)
  await server.stop()

  const real = await start()
  await eventually(async () => Object.values(await real.delivered()).join() === 'sent,sent', 'what waited is sent')
  await eventually(() => heartbeat.received.length > 0 && bucket.asked.length > 0, 'and the others are reached')
  assert.equal((await real.call('indexLogin/userInfo')).data.sendsNothing, undefined)
})

test(
  'a store that is started elsewhere says so and goes on sending, until an administrator decides',
  filesOnly,
  async (t) => {
    const [folder, copy, wecom] = [newFolder(t), newFolder(t), await fakeService(t)]
    const first = await siteWith(t, { wecom }, { folder })
    await first.channel({ kind: 'wecom', address: robotAddresses.wecom })
    const summaryOf = async ({ call }: Pick<typeof first, 'call'>) => (await call('dashboard/summary')).data
    assert.deepEqual([(await summaryOf(first)).faults, (await summaryOf(first)).undecided], [undefined, undefined])
    await first.server.stop()
    await cp(folder, copy, { recursive: true })
    const again = await siteWith(t, { wecom }, { folder })
    assert.equal((await summaryOf(again)).undecided, undefined, 'it is where it was')

    const moved = await siteWith(t, { wecom }, { folder: copy })
    const words = /这个网站原来在 \S+\/data，现在在 \S+\/data，照常对外发送.*点“这台是正式的”.*SEND=off/
    const { faults, undecided } = await summaryOf(moved)
    assert.deepEqual([undecided, faults.length], [true, 1])
    assert.match(faults[0], words)
    assert.match((await command('status', copy, [])).output, /^✗ 对外发送：.*这个网站原来在/m)
    await moved.ask('张三')
    await eventually(() => wecom.texts().some((text) => text.includes('张三')), 'it sends')

    assert.equal((await moved.server.post('/v1/machine/keep')).code, 401)
    await moved.server.stop()
    const silent = await startServer(t, { folder: copy, env: { SEND: 'off' } })
    const { data } = await silent.post('/v1/dashboard/summary', {}, { headers: await silent.signIn() })
    assert.deepEqual([data.faults, data.undecided], [undefined, undefined])
    await silent.stop()

    const kept = await siteWith(t, { wecom }, { folder: copy })
    assert.equal((await summaryOf(kept)).undecided, true)
    assert.equal((await kept.call('machine/keep')).code, 200)
    assert.deepEqual([(await summaryOf(kept)).faults, (await summaryOf(kept)).undecided], [undefined, undefined])
  },
)

test(
  'what has waited in a channel for half an hour is said on 首页, in status and by the others',
  filesOnly,
  async (t) => {
    const [folder, clock, wecom, dingtalk] = [
      newFolder(t),
      settableClock(),
      await fakeService(t, html(502)),
      await fakeService(t),
    ]
    const site = await siteWith(t, { wecom, dingtalk }, { folder, now: clock.now })
    const [wecomId] = [await site.channel({ kind: 'wecom', label: '销售群', address: robotAddresses.wecom })]
    await site.channel({ kind: 'dingtalk', label: '值班群', address: robotAddresses.dingtalk })
    const faults = async (): Promise<string[]> => (await site.call('dashboard/summary')).data.faults ?? []
    await site.ask('张三')
    await eventually(() => wecom.received.length > 0, 'it is tried')
    assert.deepEqual(await faults(), [])
    let ahead = 31 * 60_000
    const words = /有通知等了30分钟还没有发出去：“销售群”1条（.+HTTP 502.*）/
    const advanced = (done: () => boolean | Promise<boolean>, what: string): Promise<void> =>
      eventually(async () => {
        await site.advance(clock, (ahead += 60_000))
        return done()
      }, what)
    await advanced(() => dingtalk.texts().some((text) => words.test(text)), 'the other channel says so')
    assert.match((await faults()).join(), /“销售群”/)
    assert.match((await command('status', folder, [])).output, /^✗ 对外发送：有通知等了30分钟.*“销售群”/m)
    wecom.reply = succeed
    await site.call('channel/test', { channelId: wecomId })
    await advanced(async () => (await faults()).length === 0, 'it is well again')
  },
)
