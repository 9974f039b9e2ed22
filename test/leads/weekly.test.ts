import assert from 'node:assert/strict'
import test from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { newFolder } from '../server.ts'
import { fakeService, robotAddresses, type FakeService } from './fakeService.ts'
import { siteWith } from './site.ts'

const day = 86_400_000
const nines = Array.from({ length: 20 }, (_, index) =>
  Date.parse(`${chinaTime(Date.now() + index * day).slice(0, 10)}T09:00:00+08:00`),
).filter((time) => new Date(time).getUTCDay() === 1 && time > Date.now() + 3 * day)
/** Mondays at nine in China, the first one some days ahead, whatever day it is; and how far ahead they are. */
const [firstMonday = 0, secondMonday = 0] = nines
const first = (): number => firstMonday - Date.now()
const second = (): number => secondMonday - Date.now()
const weeks = (service: FakeService): string[] => service.texts().filter((text) => text.startsWith('【上周小结】'))

test('on Mondays at nine a channel that wants them gets last week’s numbers, once, also over a restart', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const robot = await fakeService(t)
  const site = await siteWith(t, { wecom: robot }, { now: clock.now, folder })
  const channelId = await site.channel({ kind: 'wecom', address: robotAddresses.wecom, weekly: true })
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  const { data: rows } = await site.call('channel/list')
  assert.deepEqual(
    rows.map(({ weekly }: { weekly?: boolean }) => weekly),
    [true, undefined],
  )
  // On the days before that Monday, so that both are of its last week.
  clock.advance(first() - 2 * day)
  await site.ask('张三')
  await site.ask('李四')
  const {
    data: {
      data: [lead],
    },
  } = await site.call('agent/list', { kind: 'all' })
  await site.call('agent/update', { agentId: lead.agentId, state: 'contacted' })
  await site.advance(clock, first() - 3_600_000)
  const before = robot.received.length
  await site.ask('王五')
  await eventually(() => robot.received.length > before, 'what is sent now comes')
  assert.deepEqual(weeks(robot), [])

  await site.advance(clock, first())
  await eventually(() => weeks(robot).length === 1, 'the week is sent')
  assert.match(weeks(robot)[0] ?? '', /^【上周小结】\n上周2条咨询，1条还没有人联系\n客户线索·代理加盟：/)
  await site.server.stop()
  const again = await siteWith(t, { wecom: robot }, { now: clock.now, folder })
  await again.advance(clock, first() + 3_600_000)
  await again.advance(clock, second())
  await eventually(() => weeks(robot).length === 2, 'the next week is sent')
  assert.match(weeks(robot)[1] ?? '', /上周1条咨询/, 'the first one once')
  await again.advance(clock, second() + 7 * day)
  await eventually(() => weeks(robot).length === 3, 'the week after that is sent')
  assert.match(weeks(robot)[2] ?? '', /上周没有新的咨询/)
  await again.call('channel/save', { channelId, kind: 'wecom', label: '渠道', weekly: false })
  await again.advance(clock, second() + 14 * day)
  await again.server.stop()
  assert.equal(weeks(robot).length, 3, 'off')
})
