import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createAlarms } from '../../server/office/alarms.ts'
import { proofFaults } from '../../server/office/proofFaults.ts'
import { openStore } from '../../server/store/store.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { fakeService, robotAddresses } from '../leads/fakeService.ts'
import { siteWith } from '../leads/site.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const timeOn = (day: string, time = '10:00:00'): number => Date.parse(`${day}T${time}+08:00`)
const certificate = { image: '/uploads/01.png', type: 'test', number: '', issuer: '', from: '', document: '' }
const robotText = (text: string): boolean => text.startsWith('【到期提醒】')

test('a certificate is announced before its end, and at midnight it is on no page any more', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  clock.stand(timeOn('2027-03-01'))
  const robot = await fakeService(t)
  const { server, call, channel, ask } = await siteWith(t, { wecom: robot }, { now: clock.now, folder })
  await channel({ kind: 'wecom', address: robotAddresses.wecom })
  await ask('张三')
  const { agentId } = (await call('agent/list', { kind: 'all' })).data.data[0]
  /** The outbox notices it at once. */
  const stand = async (time: number): Promise<void> => {
    clock.stand(time)
    await call('agent/update', { agentId, note: `${time}` })
  }
  const certificates = [
    { ...certificate, name: '扬尘检测报告', number: 'JC-77', until: '2027-03-14' },
    { ...certificate, name: '塔机检测报告', until: '2027-04-29' },
    // A sample of the starter content.
    { ...certificate, image: '/media/certificate/01.png', name: '商标注册证', type: 'trademark', until: '2026-05-20' },
    { ...certificate, name: '体系证书', type: 'certificate', until: '2027-06-01' },
  ]
  const update = async (sent: object): Promise<void> => assert.equal((await call('site/update', sent)).code, 200)
  await update({ honours: [], certificates })
  const proofs = ['扬尘检测报告', '没有这一项', '商标注册证']
  const { productId } = (await call('product/saveProduct', { coverName: '监测仪', locationId: 'zhgd', proofs })).data
  const read = async (path: string, agent = 'Chrome'): Promise<string> =>
    (await (await fetch(server.url + path, { headers: { 'User-Agent': agent } })).text()).replace(
      /<wbr[^>]*>|<!-- -->|<script[^]*?<\/script>/g,
      '',
    )
  const product = `/productDet?productId=${productId}`

  const all = await read('/zizhi')
  assert.match(all, /JC-77.*2027年3月14日.*2027年4月29日.*商标注册证/s)
  assert.match(await read('/zizhi?type=trademark'), /商标注册证/)
  assert.doesNotMatch(await read('/zizhi?type=trademark'), /检测报告<\/h2>/)
  assert.match(await read(product), /扬尘检测报告 <small>检测报告 · JC-77<.*商标注册证 <small>商标</s)
  assert.doesNotMatch(await read(product), /没有这一项/)

  await stand(timeOn('2027-03-01', '10:10:00'))
  await eventually(
    () =>
      robot
        .texts()
        .filter(robotText)
        .join()
        .match(/扬尘.*塔机|塔机[^]*扬尘/s) !== null,
    'both are announced',
  )
  assert.ok(
    robot.texts().every((text) => !text.includes('体系证书')),
    'this one has more than 60 days',
  )

  await stand(timeOn('2027-03-14', '23:59:59'))
  assert.match(
    (await read('/zizhi')) + (await read(product)),
    /扬尘检测报告.*扬尘检测报告/s,
    'its last day is not over',
  )
  await stand(timeOn('2027-03-15', '00:00:00'))
  for (const [path, agent] of [['/zizhi'], ['/zizhi?type=test'], [product], ['/gongsijianjie', 'iPhone']] as const) {
    assert.doesNotMatch(await read(path, agent), /扬尘检测报告/, path)
  }
  assert.match(await read(product), /商标注册证/)
  const { faults } = (await call('dashboard/summary')).data
  assert.match(faults.join('\n'), /“扬尘检测报告”已在2027年3月14日到期/)
  const check = (await call('check/list')).data.find(({ id }: { id: string }) => id === 'proofs')
  assert.deepEqual([check.state, check.findings.length], ['warning', 2])

  assert.match(await read('/sitemap.xml'), /\/zizhi</)
  await update({ certificates: [] })
  assert.doesNotMatch(await read('/sitemap.xml'), /\/zizhi</, 'there is nothing to see')
  assert.equal(
    robot
      .texts()
      .filter(robotText)
      .join()
      .match(/塔机检测报告/g)?.length,
    1,
  )
})

test('each of the two announcements is made once, and a renewal is none', async (t) => {
  let time = timeOn('2027-01-01')
  let until = '2027-03-10'
  const now = () => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const faults = async () =>
    proofFaults({ honours: [], certificates: [{ ...certificate, type: 'test', name: '报告', until }] }, now()).map(
      (fault) => ({ ...fault, ended: '' }),
    )
  const alarms = createAlarms({ store, faults, now })
  /** Those that are sent and not withdrawn, an hour later. */
  const announced = async (day: string): Promise<string[]> => {
    for (const clock of ['08:00:00', '09:30:00']) {
      time = timeOn(day, clock)
      await alarms.run()
    }
    return store.alarm.all().map(({ id, over }) => `${id.split('-')[0]}${over ? ' over' : ''}`)
  }
  assert.deepEqual(await announced('2027-01-08'), [], '61 days before')
  assert.deepEqual(await announced('2027-01-10'), ['proof60'])
  assert.deepEqual(await announced('2027-02-23'), ['proof60'])
  assert.deepEqual(await announced('2027-02-25'), ['proof14'])
  assert.deepEqual(await announced('2027-03-11'), ['proof14'], 'staff have known it')
  until = '2030-03-10'
  assert.deepEqual(await announced('2027-03-12'), [])
})
