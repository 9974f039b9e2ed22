import assert from 'node:assert/strict'
import test from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { shownTime } from '../../server/store/kind.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { newFolder } from '../server.ts'
import { type FakeService, fakeService, html, json, robotAddresses, succeed } from './fakeService.ts'
import { type Site, siteWith } from './site.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const wecomChannel = { kind: 'wecom', address: robotAddresses.wecom }

/** From now, in milliseconds: 09:00 in China so many days later, and that day. */
const nine = (days: number): number => Date.parse(`${chinaDayAfter(days)}T09:00:00+08:00`) - Date.now()
const chinaDayAfter = (days: number): string => chinaTime(startedAt + days * 24 * hour).slice(0, 10)
const startedAt = Date.now()

const isSent = ({ delivered }: Site, ...names: string[]): Promise<void> =>
  eventually(async () => {
    const rows = await delivered()
    return names.every((name) => rows[name] === 'sent')
  }, `${names.join()} are sent`)
const rowOf = async ({ call }: Site, word: string) => (await call('agent/list', { kind: 'all', word })).data.data[0]
/** Somebody asks. A channel sends one message after the other, so what was due before has come when each service has this one. */
async function knocks(site: Site, ...services: FakeService[]): Promise<void> {
  await site.ask('敲门的人')
  const isThere = ({ received }: FakeService): boolean => received.at(-1)?.body.includes('敲门的人') === true
  await eventually(() => services.every(isThere), 'the last one is sent')
}

test('an inquiry is sent at once by every channel that is older than it, and by a younger one when it is resent', async (t) => {
  const [wecom, dingtalk, feishu, hook] = await Promise.all([
    fakeService(t),
    fakeService(t),
    fakeService(t),
    fakeService(t),
  ])
  const site = await siteWith(t, { wecom, dingtalk, feishu })
  await site.ask('早来的人')
  assert.equal((await rowOf(site, '早来的人')).delivered, undefined)
  const ids = [
    await site.channel(wecomChannel),
    await site.channel({ kind: 'dingtalk', address: robotAddresses.dingtalk, secret: 'SEC1' }),
    await site.channel({ kind: 'feishu', address: robotAddresses.feishu }),
    await site.channel({ kind: 'webhook', address: hook.origin }),
  ]
  await site.channel({ ...wecomChannel, on: false })
  await site.ask('张三')
  const services = [wecom, dingtalk, feishu, hook]
  await eventually(() => services.every(({ received }) => received.length === 1), 'each has one')
  const row = await rowOf(site, '张三')
  for (const service of services.slice(0, 3)) {
    const [text = ''] = service.texts()
    assert.match(
      text,
      /^【新咨询】报价\n姓名：张三\n电话：138\*{4}\d{4}\n答复：.+前回电，法定节假日顺延\n来源：电脑\n时间：/,
    )
    assert.ok(text.endsWith(`https://www.example.com/AdminInquiry?open=${row.agentId}`))
  }
  const { type, data } = JSON.parse(hook.received[0]?.body ?? '')
  assert.deepEqual(
    [type, data.agentId, data.name, data.phone.includes('****')],
    ['inquiry.created', row.agentId, '张三', true],
  )
  const states = async (): Promise<string[]> =>
    (await rowOf(site, '张三')).delivered.map(({ state }: { state: string }) => state)
  await eventually(async () => (await states()).join() === 'sent,sent,sent,sent', 'it is marked')
  const { delivered } = await rowOf(site, '张三')
  assert.deepEqual(delivered.map(({ channelId }: { channelId: string }) => channelId).sort(), [...ids].sort())
  assert.match(delivered[0].at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)

  await site.call('agent/resend', { agentId: (await rowOf(site, '早来的人')).agentId })
  await site.call('agent/resend', { agentId: row.agentId })
  await eventually(() => services.every(({ received }) => received.length === 2), 'the early one is sent, too')
  await knocks(site, ...services)
  assert.ok(
    services.every(({ received }) => received.length === 3),
    'nobody gets the other one twice',
  )
  assert.match(wecom.texts()[1] ?? '', /早来的人/)
})

test('the telephone number is whole where the site says so', async (t) => {
  const wecom = await fakeService(t)
  const site = await siteWith(t, { wecom }, { env: { SITE_URL: '' } })
  const {
    data: { inquiry },
  } = await site.call('site/detail')
  assert.deepEqual([inquiry.maskPhone, inquiry.hideQuestion], [true, true])
  await site.call('site/update', { inquiry: { ...inquiry, maskPhone: false } })
  await site.channel(wecomChannel)
  await site.ask('张三')
  await eventually(() => wecom.received.length === 1, 'it is sent')
  const { phone, agentId, reminds } = await rowOf(site, '张三')
  assert.equal(reminds, true, 'a channel is on')
  assert.match(
    wecom.texts()[0] ?? '',
    new RegExp(`电话：${phone}\\n[^]*\\n客户线索编号：${agentId.slice(-6).toUpperCase()}$`),
  )
})

/** Replies when it is released. */
function held(service: FakeService): () => void {
  const waiting: (() => void)[] = []
  service.reply = (res, request) => void waiting.push(() => succeed(res, request))
  return () => {
    service.reply = succeed
    waiting.forEach((release) => release())
  }
}

test('more than three that wait are one message, a webhook gets one each, and a channel that hangs holds up no other', async (t) => {
  const [wecom, feishu, hook] = await Promise.all([fakeService(t), fakeService(t), fakeService(t)])
  const site = await siteWith(t, { wecom, feishu })
  await site.channel({ kind: 'feishu', address: robotAddresses.feishu })
  for (const fields of [wecomChannel, { kind: 'webhook', address: hook.origin }]) await site.channel(fields)
  const release = [held(wecom), held(hook)]
  await site.ask('头一个')
  await eventually(() => wecom.received.length === 1 && hook.received.length === 1, 'both hang')
  for (const name of ['甲', '乙', '丙', '丁']) {
    await site.ask(name)
    await eventually(
      () => feishu.texts().some((text) => text.includes(`姓名：${name}`)),
      'the other channel is not held up',
    )
  }
  assert.deepEqual([wecom.received.length, hook.received.length], [1, 1], 'one request at a time')
  release.forEach((each) => each())
  await eventually(() => hook.received.length === 5, 'one each')
  await eventually(() => wecom.received.length === 2, 'one for all')
  assert.match(wecom.texts()[1] ?? '', /^【新咨询】4条\n甲、乙、丙、丁\n/)
  await eventually(
    async () =>
      (await site.call('agent/list', { kind: 'all', limit: 50 })).data.data.every(
        (row: { delivered: { state: string }[] }) =>
          row.delivered.length === 3 && row.delivered.every(({ state }) => state === 'sent'),
      ),
    'all are marked',
  )
  assert.equal(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size, 5)
})

test('a failure is tried again, also after a restart, and what was deleted meanwhile is not sent', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const wecom = await fakeService(t, html(502))
  const first = await siteWith(t, { wecom }, { folder, now: clock.now })
  await first.channel(wecomChannel)
  await first.ask('张三')
  const reasonOf = async (site: Site): Promise<string | undefined> => (await rowOf(site, '张三')).delivered[0].reason
  await eventually(async () => (await reasonOf(first)) !== undefined, 'the failure is marked')
  assert.match((await reasonOf(first)) ?? '', /502/)
  assert.equal(wecom.received.length, 1)
  await first.advance(clock, 6 * second)
  await eventually(() => wecom.received.length === 2, 'it is tried again after five seconds')
  const ahead = shownTime(chinaTime(Date.now()))
  await eventually(async () => (await rowOf(first, '张三')).delivered[0].at > ahead, 'it is marked')
  await first.ask('李四')
  await first.call('agent/deleteAgent', { agentId: (await rowOf(first, '李四')).agentId })
  await first.server.stop()

  wecom.reply = succeed
  clock.advance(2 * minute)
  const second_ = await siteWith(t, { wecom }, { folder, now: clock.now })
  await isSent(second_, '张三')
  await second_.server.stop()
  assert.equal(wecom.received.length, 3)
  assert.equal(
    wecom.texts().some((text) => text.includes('李四')),
    false,
  )
  assert.doesNotMatch(first.server.output().stderr + second_.server.output().stderr, /5aaa/)
})

test('after the last try it has failed, and can be resent', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const wecom = await fakeService(t, json({ errcode: -1, errmsg: 'system busy' }))
  const site = await siteWith(t, { wecom }, { folder, now: clock.now })
  await site.channel(wecomChannel)
  await site.ask('张三')
  const delivery = async () => (await rowOf(site, '张三')).delivered[0]
  let [ahead, at] = [0, '']
  for (const [index, delay] of [
    0,
    5 * second,
    minute,
    5 * minute,
    30 * minute,
    2 * hour,
    6 * hour,
    24 * hour,
  ].entries()) {
    if (delay > 0) {
      await site.advance(clock, ahead + delay / 2)
      assert.equal(wecom.received.length, index, `not before ${delay}`)
      await site.advance(clock, (ahead += delay + second))
    }
    await eventually(async () => (await delivery()).at > at, `try ${index + 1} is marked`)
    assert.equal(wecom.received.length, index + 1)
    const { state, reason, at: last } = await delivery()
    assert.deepEqual([state, reason], [index < 7 ? 'waiting' : 'failed', '企业微信的系统繁忙（-1），稍后自动重试'])
    at = last
  }
  wecom.reply = succeed
  await site.advance(clock, ahead + 48 * hour)
  await site.call('agent/resend', { agentId: (await rowOf(site, '张三')).agentId })
  await isSent(site, '张三')
  const sent = wecom.texts().filter((text) => text.includes('张三'))
  assert.equal(sent.length, 9, 'once, when it was asked for')
})

test('an error that lasts pauses the channel, until a test succeeds or it is saved again; nothing is lost', async (t) => {
  const wecom = await fakeService(t)
  const site = await siteWith(t, { wecom })
  const channelId = await site.channel({ ...wecomChannel, label: '销售群' })
  const paused = async () => (await site.call('channel/list')).data[0].paused
  const dashboard = async () => (await site.call('dashboard/summary')).data.channels
  // Names of their own: an earlier round's are sent already.
  for (const [early, late, mend, sent] of [
    ['张三', '李四', () => site.call('channel/test', { channelId }), 5],
    ['王五', '赵六', () => site.call('channel/save', { channelId, kind: 'wecom', label: '销售群', on: true }), 4],
  ] as const) {
    assert.equal(await dashboard(), undefined)
    wecom.reply = json({ errcode: 93000, errmsg: 'invalid webhook url' })
    wecom.received.length = 0
    await site.ask(early)
    await eventually(async () => (await paused()) !== undefined, 'it is paused')
    await site.ask(late)
    assert.deepEqual(await dashboard(), { paused: [{ label: '销售群', reason: (await paused()).reason }] })
    const { delivered } = await rowOf(site, late)
    assert.deepEqual([delivered[0].state, delivered[0].reason], ['waiting', (await paused()).reason])
    assert.equal((await site.call('channel/test', { channelId })).data.ok, false)
    assert.notEqual(await paused(), undefined, 'a test that fails changes nothing')
    wecom.reply = succeed
    assert.equal((await mend()).code, 200)
    assert.equal(await paused(), undefined)
    await isSent(site, early, late)
    assert.equal(
      wecom.received.length,
      sent,
      'a try and a test that fail, and what mends it; nothing while it was paused',
    )
  }
})

test('a channel that becomes one of who keeps the machine sends nothing that waits, nor afterwards what came meanwhile', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const busy = json({ errcode: -1, errmsg: 'system busy' })
  const [wecom, dingtalk] = await Promise.all([fakeService(t, busy), fakeService(t)])
  const site = await siteWith(t, { wecom, dingtalk }, { folder, now: clock.now })
  const channelId = await site.channel(wecomChannel)
  const keep = async (operator: boolean): Promise<void> =>
    assert.equal((await site.call('channel/save', { channelId, kind: 'wecom', label: '渠道', operator })).code, 200)
  await site.ask('张三')
  const { agentId } = await rowOf(site, '张三')
  await site.call('agent/update', { agentId, nextAt: chinaDayAfter(1) })
  await eventually(async () => (await rowOf(site, '张三')).delivered[0].reason !== undefined, 'it waits')
  await keep(true)
  await site.channel({ kind: 'dingtalk', address: robotAddresses.dingtalk })
  wecom.reply = succeed
  wecom.received.length = 0
  await site.ask('李四')
  await site.advance(clock, nine(1) + second)
  await eventually(() => dingtalk.received.length === 2, 'the other channel has the inquiry and the reminder')
  assert.deepEqual(wecom.texts(), [])
  assert.equal((await rowOf(site, '张三')).delivered, undefined, 'nothing is said to wait that will not be sent')

  await keep(false)
  await knocks(site, wecom)
  assert.ok(wecom.texts().every((text) => !text.includes('李四')))
})

test('fifteen messages a minute are not exceeded, also over a restart', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const wecom = await fakeService(t)
  const first = await siteWith(t, { wecom }, { folder, now: clock.now })
  const channelId = await first.channel(wecomChannel)
  for (let n = 1; n <= 15; n++) {
    await first.ask(`第${n}位`)
    await eventually(() => wecom.received.length === n, `${n} are sent`)
  }
  await first.ask('第16位')
  await first.server.stop()
  assert.equal(wecom.received.length, 15)
  const next = await siteWith(t, { wecom }, { folder, now: clock.now })
  assert.equal((await next.call('channel/test', { channelId })).data.message, '一分钟内发送太多，请稍后再试')
  assert.equal(wecom.received.length, 15)
  assert.equal((await next.delivered())['第16位'], 'waiting')
  await next.advance(clock, minute)
  await eventually(() => wecom.received.length === 16, 'a minute later it is sent')
})

test('at nine on its day in China a record is a reminder, once, and again when it has another day', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const [wecom, hook] = await Promise.all([fakeService(t), fakeService(t)])
  const site = await siteWith(t, { wecom }, { folder, now: clock.now })
  await site.ask('张三')
  await site.ask('李四')
  const [zhang, li] = [await rowOf(site, '张三'), await rowOf(site, '李四')]
  await site.channel(wecomChannel)
  await site.channel({ kind: 'webhook', address: hook.origin })
  const update = async (agentId: string, more: object): Promise<void> =>
    assert.equal((await site.call('agent/update', { agentId, ...more })).code, 200)
  await update(zhang.agentId, { nextAt: chinaDayAfter(2), owner: '王五' })
  await update(li.agentId, { nextAt: `${chinaDayAfter(2)} 15:30:00` })
  await site.advance(clock, nine(2) - minute)
  await knocks(site, wecom, hook)
  assert.deepEqual([wecom.received.length, hook.received.length], [1, 1])

  await site.advance(clock, nine(2) + second)
  await eventually(() => wecom.received.length === 2 && hook.received.length === 3, 'it is nine')
  assert.match(
    wecom.texts()[1] ?? '',
    /^【跟进提醒】今天要联系2位客户\n(张三（王五跟进）、李四|李四、张三（王五跟进）)\n/,
  )
  assert.deepEqual(
    hook.received.map(({ body }) => JSON.parse(body).type),
    ['inquiry.created', 'inquiry.reminder', 'inquiry.reminder'],
  )
  await update(zhang.agentId, { note: '已联系' })

  await update(zhang.agentId, { nextAt: chinaDayAfter(3) })
  await update(li.agentId, { nextAt: '' })
  await site.advance(clock, nine(3) + second)
  await eventually(() => wecom.received.length === 3, 'it is another day')
  assert.match(wecom.texts()[2] ?? '', /1位客户\n张三/, 'each day once')
  await site.server.stop()
  const again = await siteWith(t, { wecom }, { folder, now: clock.now })
  await again.channel(wecomChannel)
  await again.server.stop()
  assert.deepEqual(
    [wecom.received.length, hook.received.length],
    [3, 4],
    'neither after a restart nor by a channel that is younger',
  )
})

test('a reminder whose 09:00 is over waits for the next one, also over a restart, unless the server has just missed it', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const wecom = await fakeService(t)
  const site = await siteWith(t, { wecom }, { folder, now: clock.now })
  await site.ask('张三')
  const { agentId } = await rowOf(site, '张三')
  await site.channel(wecomChannel)
  await site.advance(clock, nine(2) + minute)
  await site.call('agent/update', { agentId, nextAt: chinaDayAfter(2) })
  await site.server.stop()
  assert.equal(wecom.received.length, 0, 'somebody has just typed it')

  const restarted = await siteWith(t, { wecom }, { folder, now: clock.now })
  await restarted.advance(clock, nine(3) - minute)
  await knocks(restarted, wecom)
  assert.equal(wecom.received.length, 1)
  await restarted.advance(clock, nine(3) + second)
  await eventually(() => wecom.received.length === 2, 'it is the next nine')
  await restarted.call('agent/update', { agentId, nextAt: chinaDayAfter(5) })
  await restarted.server.stop()

  clock.advance(nine(5) + 2 * minute)
  const updated = await siteWith(t, { wecom }, { folder, now: clock.now })
  await eventually(() => wecom.received.length === 3, 'it was down at nine')
  await updated.call('agent/update', { agentId, nextAt: chinaDayAfter(7) })
  await updated.server.stop()
  clock.advance(nine(7) + 12 * hour)
  const late = await siteWith(t, { wecom }, { folder, now: clock.now })
  await late.server.stop()
  assert.equal(wecom.received.length, 3, 'nobody is called in the evening')
})
