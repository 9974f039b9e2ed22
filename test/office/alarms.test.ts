import assert from 'node:assert/strict'
import { chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { keepHere, takeOver } from '../../server/keeping/machines.ts'
import { untried } from '../../server/keeping/offsiteState.ts'
import { createAlarms } from '../../server/office/alarms.ts'
import type { Machine } from '../../server/office/facts.ts'
import { createFaults } from '../../server/office/faults.ts'
import { readConfig } from '../../server/config.ts'
import { starterContent } from '../../server/site/seed.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import { openStore } from '../../server/store/store.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { createFreeSpace } from '../../server/system/freeSpace.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { standIn } from '../keeping/standIn.ts'
import { fakeService, robotAddresses, succeed, type FakeService } from '../leads/fakeService.ts'
import { siteWith } from '../leads/site.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const minute = 60_000
const alarmsOf = (service: FakeService): string[] => service.texts().filter((text) => /^【网站/.test(text))

const name =
  'what is wrong is sent once, also over a restart, without what a program has printed; and once more when it is well'
test(name, filesOnly, async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const [go, hook, quarantine] = [join(folder, 'go'), join(folder, 'hook'), join(folder, 'data', 'quarantine')]
  await writeFile(hook, `#!/bin/sh\nwhile [ ! -e ${go} ]; do sleep 0.1; done\necho key=secret; exit 3\n`)
  await chmod(hook, 0o755)
  const [robot, webhook] = [await fakeService(t), await fakeService(t)]
  const env = { BACKUP_DIR: join(folder, 'backups'), BACKUP_HOOK: hook }
  const site = await siteWith(t, { wecom: robot }, { env, folder, now: clock.now })
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.channel({ kind: 'webhook', address: `${webhook.origin}/hook` })
  await site.ask('张三')
  const faults = async (): Promise<string> => ((await site.call('dashboard/summary')).data.faults ?? []).join('\n')
  await writeFile(go, '')
  await mkdir(quarantine)
  await writeFile(join(quarantine, 'news.broken.1'), '')
  await eventually(async () => /key=secret/.test(await faults()), 'the hook has failed')
  await site.advance(clock, 10 * minute)
  await eventually(() => alarmsOf(robot).length === 2, 'both are sent')
  const sent = alarmsOf(robot).join('\n')
  assert.match(sent, /^【网站告警】\n/)
  assert.match(sent, /没有送到别的机器（退出码3）。请技术人员检查.*\n请到客户线索后台的首页/)
  assert.match(sent, /有1条记录已损坏.*取回.*（\d{4}-\d\d-\d\d \d\d:\d\d发现的）/)
  assert.doesNotMatch(sent, /secret/)
  assert.match(await faults(), /key=secret（\d{4}-\d\d-\d\d \d\d:\d\d发现的）/)
  await site.server.stop()

  const again = await siteWith(t, { wecom: robot }, { env, folder, now: clock.now })
  await rm(quarantine, { recursive: true })
  let time = 20 * minute
  const isOver = async (): Promise<boolean> => {
    await again.advance(clock, (time += 10 * minute))
    return alarmsOf(robot).some((text) => text.startsWith('【网站恢复】'))
  }
  await eventually(isOver, 'it is sent that it is over')
  const all = alarmsOf(robot).join('\n')
  assert.equal(all.match(/有1条记录已损坏/g)?.length, 1)
  assert.equal(all.match(/没有送到别的机器/g)?.length, 1)
  assert.match(alarmsOf(robot).at(-1) ?? '', /^【网站恢复】\n损坏的记录都处理了。（.*发现的）\n/)
  assert.ok(
    webhook.received.every(({ body }) => !body.includes('site.alarm')),
    'programs get no type that they do not know',
  )
})

test(
  'a channel for who keeps the machine gets the alarms, and the customers go to the others alone',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const clock = settableClock()
    const quarantine = join(folder, 'data', 'quarantine')
    const [sales, operator] = [await fakeService(t), await fakeService(t)]
    const site = await siteWith(t, { wecom: sales, dingtalk: operator }, { now: clock.now, folder })
    await site.channel({ kind: 'wecom', address: robotAddresses.wecom, weekly: true })
    const channelId = await site.channel({ kind: 'dingtalk', address: robotAddresses.dingtalk, operator: true })
    const rows = (await site.call('channel/list')).data
    assert.deepEqual(
      rows.map((row: { operator?: boolean }) => row.operator),
      [undefined, true],
    )
    await site.ask('张三')
    await eventually(() => sales.texts().some((text) => text.includes('张三')), 'the customer is sent')
    await eventually(async () => (await site.delivered())['张三'] === 'sent', 'and is waited for by no other channel')
    await mkdir(quarantine)
    await writeFile(join(quarantine, 'news.broken.1'), '')
    await site.advance(clock, 10 * minute)
    await eventually(() => alarmsOf(operator).length === 1, 'the alarm is sent')
    await site.ask('李四')
    await eventually(() => sales.texts().some((text) => text.includes('李四')), 'the next customer is sent')
    assert.deepEqual(alarmsOf(sales), [])
    assert.ok(operator.texts().every((text) => !/张三|李四/.test(text)))

    // Nobody is left for it: everybody gets what is wrong.
    assert.equal((await site.call('channel/delete', { channelId })).code, 200)
    await eventually(() => alarmsOf(sales).length === 1, 'the others get it then')
  },
)

test('what comes and goes is one alarm, until it has been away for an hour', async (t) => {
  let time = Date.parse('2026-11-25T10:00:00+08:00')
  const now = () => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const disk = { id: 'diskLow', text: '磁盘满了。', ended: '磁盘够了。' }
  let found: (typeof disk)[] = []
  const look = async (minutes: number, isThere: boolean) => {
    time += minutes * minute
    found = isThere ? [disk] : []
    await alarms.run()
    return store.alarm.get('diskLow')
  }
  const alarms = createAlarms({ store, faults: async () => found, now })
  assert.equal(await look(0, false), undefined)
  const begun = await look(5, true)
  const at = '2026-11-25T10:05:00.000+08:00'
  assert.deepEqual([begun?.since, begun?.createdAt, begun?.over], [at, at, undefined])
  await store.alarm.update('diskLow', (record) => ({ ...record, delivered: { robot: { state: 'sent' } } }))
  for (let n = 0; n < 10; n++) for (const isThere of [false, false, true]) await look(29, isThere)
  assert.deepEqual(store.alarm.get('diskLow')?.delivered, { robot: { state: 'sent' } })
  await look(5, false)
  assert.equal((await look(59, false))?.over, undefined)
  const over = await look(1, false)
  assert.deepEqual([over?.over, over?.since, over?.delivered], [true, begun?.since, undefined])
  const next = await look(5, true)
  assert.deepEqual(
    [next?.over, next?.delivered, next !== undefined && next.since > (begun?.since ?? '')],
    [undefined, undefined, true],
  )
})

/** What a server looks at, without one. */
async function machineWith(t: TestContext, now: () => number, free: () => number, settings: NodeJS.ProcessEnv = {}) {
  const [folder, log] = [newFolder(t), () => {}]
  const store = await openStore({ disk: newDisk(t, folder), now, log })
  const readStats = async () => ({ bavail: free(), bsize: 1_048_576 })
  const space = createFreeSpace({ folder, reserve: 0, refused: '', now, log, readStats })
  const config = readConfig({ UPLOADS_DIR: folder, ...settings })
  const starter = starterContent(fileURLToPath(new URL('../../data/seed/', import.meta.url)))
  const none = () => undefined
  const unknown = { certificateEnd: none, cdn: none, quiet: none, absent: () => [], waiting: () => [] }
  const machine: Machine = {
    config,
    store,
    site: currentSite(store, starter.site, now),
    starter,
    space: { data: space, uploads: space, proxy: space },
    now,
    ...unknown,
  }
  const faults = createFaults(machine, log)
  return { store, faults, alarms: createAlarms({ store, faults, now }) }
}

test('a machine that another one replaces says so at once, and again for the next one', async (t) => {
  let time = Date.parse('2026-11-25T10:00:00+08:00')
  const { store, faults, alarms } = await machineWith(
    t,
    () => time,
    () => 9999,
    { BACKUP_DIR: newFolder(t), ...(await standIn(t)).env },
  )
  for (const other of ['20261125-1100-a', '20261125-1200-b']) {
    const bucket = { list: async () => [{ name: `machine-/${other}`, size: 1 }], put: async () => {} }
    const { message: failure } = await takeOver(bucket, '', '20261125-1000-own').catch((error) => error)
    time += minute
    const since = chinaTime(time)
    await store.offsite.put({ ...untried, id: 'minute', createdAt: since, since, failure })
    await alarms.run()
    const [{ id = '', text = '' } = {}, ...others] = await faults()
    assert.deepEqual([others, store.alarm.get(id)?.since], [[], since])
    assert.ok(text.startsWith(hostname()) && text.includes(other), text)
    assert.match(text, /通知都照常发出.*SEND=off.*首页/)
    await keepHere(store, (time += minute))
    await alarms.run()
    assert.deepEqual([await faults(), store.alarm.get(id)?.over], [[], undefined])
  }
  for (const place of ['web:/data#0123456789abcdef', 'web:/data#0123456789abcde0']) {
    const at = chinaTime((time += minute))
    await store.offsite.put({
      ...untried,
      id: 'machine',
      createdAt: at,
      place,
      movedFrom: 'old:/data#0123456789abcdef',
    })
    await alarms.run()
    assert.equal(store.alarm.get('moved')?.since, at, 'a copy of what has moved before is announced, too')
  }
})

test('a disk at the edge is scarce until there is clearly more', async (t) => {
  let time = Date.parse('2026-11-25T10:00:00+08:00')
  let megabytes = 0
  const { faults, alarms } = await machineWith(
    t,
    () => time,
    () => megabytes,
  )
  const isScarceAt = async (free: number): Promise<boolean> => {
    megabytes = free
    time += 5 * minute
    await alarms.run()
    assert.equal(alarms.next(), time + minute, 'a disk that fills is looked at again before forms are refused')
    return (await faults()).some(({ id }) => id === 'diskScarce')
  }
  const seen: boolean[] = []
  for (const free of [1_100, 1_023, 1_030, 1_200, 1_281]) seen.push(await isScarceAt(free))
  assert.deepEqual(seen, [false, true, true, true, false])
})

test('an alarm that is over before its service has replied is sent as over, too', filesOnly, async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const robot = await fakeService(t)
  const site = await siteWith(t, { wecom: robot }, { now: clock.now, folder })
  await site.channel({ kind: 'wecom', address: robotAddresses.wecom })
  await site.ask('张三')
  await eventually(async () => (await site.delivered()).张三 === 'sent', 'the robot works')
  let reply = (): void => {}
  robot.reply = (res, request) =>
    /网站告警[^]*损坏/.test(request.body) ? void (reply = () => void succeed(res, request)) : succeed(res, request)
  let time = 0
  const advanceUntil = (done: () => boolean | Promise<boolean>) =>
    eventually(async () => {
      await site.advance(clock, (time += 10 * minute))
      return done()
    }, `this is so: ${done}`)
  const [quarantine, record] = [
    join(folder, 'data', 'quarantine'),
    join(folder, 'data', 'alarm', 'recordsDamaged.json'),
  ]
  await mkdir(quarantine)
  await writeFile(join(quarantine, 'news.broken.1'), '')
  await advanceUntil(() => alarmsOf(robot).length === 1)
  await rm(quarantine, { recursive: true })
  await advanceUntil(async () => (await readFile(record, 'utf8')).includes('"over": true'))
  reply()
  await advanceUntil(() => alarmsOf(robot).at(-1)?.startsWith('【网站恢复】') === true)
})
