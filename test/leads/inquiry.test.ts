import assert from 'node:assert/strict'
import { cpSync } from 'node:fs'
import { after, test } from 'node:test'
import { releaseDoubtful } from '../../server/leads/leadCalls.ts'
import { heal } from '../../server/records/heal.ts'
import { chinaTime, monthsBefore } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { openSite } from '../records/interrupted.ts'
import { PowerCut } from '../records/powerCut.ts'
import { newFolder, startServer, type TestServer } from '../server.ts'
import { store, storedTexts } from '../stored.ts'
import { desktop, list } from './applications.ts'

const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })
const asked = { topic: '报价', name: '周工', phone: '13900000001' }
const ask = (body: object, on: TestServer = server) => on.post('/v1/inquiry/save', body)
const asStaff = async (path: string, body: object, on: TestServer = server) =>
  on.post(`/v1/${path}`, body, { headers: await on.signIn() })
const found = async (word: string, more: object = {}, on: TestServer = server) =>
  (await list(on, { word, ...more })).data
const models = ['T1', 'T2'].map((model) => ({ model, note: '' }))
const names = (rows: { agentName: string }[]): string[] => rows.map(({ agentName }) => agentName)

test('an inquiry lies in the list of applications with what was asked and where', async () => {
  const { productId } = (await asStaff('product/saveProduct', { coverName: '塔机监测', models })).data
  const origin = {
    landing: '/xwdt',
    referrer: 'www.baidu.com',
    campaign: 'spring',
    device: 'phone',
    page: 'elsewhere',
    more: 'x',
  }
  const typed = { phone: '＋86 139-0000 0001', company: ' 鲁中建设 ', question: ' 能接入吗？\n多少钱 ' }
  const reply = await ask({ ...asked, ...typed, productId, page: `/cpDeatail?productId=${productId}`, origin })
  assert.deepEqual([reply.status, reply.code, reply.msg], [200, 200, '已收到'])
  const [{ agentId, createDate, consent, ...row }] = await found('鲁中建设')
  assert.ok(agentId && createDate && consent.version && consent.at && !consent.ticked)
  assert.deepEqual(row, {
    agentName: '周工',
    agentInfo: '鲁中建设',
    phone: '13900000001',
    source: 'mobile',
    kind: 'inquiry',
    state: 'new',
    topic: '报价',
    question: '能接入吗？\n多少钱',
    productId,
    productName: '塔机监测 T1等2个型号',
    origin: {
      landing: '/xwdt',
      referrer: 'www.baidu.com',
      campaign: 'spring',
      device: 'phone',
      page: `/cpDeatail?productId=${productId}`,
    },
    originPages: { landing: '新闻动态（/xwdt）', page: `塔机监测（/cpDeatail?productId=${productId}）` },
  })
})

test('a wrong inquiry names its field, and nothing but what is needed is required', async () => {
  const wrong: [object, string][] = [
    [{ ...asked, topic: '别的' }, 'topic'],
    [{ ...asked, topic: undefined }, 'topic'],
    [{ ...asked, name: ' ' }, 'name'],
    [{ ...asked, phone: '12345' }, 'phone'],
    [{ ...asked, phone: '+12345' }, 'phone'],
    [{ ...asked, phone: '周工@' }, 'phone'],
    [{ ...asked, phone: null }, 'phone'],
    [{ ...asked, question: '问'.repeat(501) }, 'question'],
    [{ ...asked, company: '长'.repeat(101) }, 'company'],
  ]
  for (const [body, field] of wrong) {
    const { code, data, msg } = await ask(body)
    assert.deepEqual([code, data?.field], [400, field], JSON.stringify(body))
    assert.match(msg, /[\u4e00-\u9fa5]/)
  }
  assert.equal(
    (await ask({ ...asked, phone: '0533-1234567', question: '𠮷'.repeat(500), origin: 'odd', productId: 'gone' })).code,
    200,
  )
  const [{ phone, productName, origin }] = await found('05331234567')
  assert.deepEqual([phone, productName, origin], ['05331234567', undefined, undefined])
  const unsafe = '/x\u0000\ud800y'
  assert.equal(
    (await ask({ ...asked, phone: '13900000009', productId: unsafe, page: unsafe, origin: { landing: unsafe } })).code,
    200,
  )
  const [cleaned] = await found('13900000009')
  assert.deepEqual(
    [cleaned.productId, cleaned.origin.page, cleaned.origin.landing],
    [undefined, '/x\ufffdy', '/x\ufffdy'],
  )
})

test('an identical inquiry within ten minutes is one; another question or product is another', async () => {
  const phone = '13900000003'
  const same = Array.from({ length: 10 }, () => ask({ ...asked, phone, question: '现场有两台塔机，怎么收费？' }))
  assert.ok((await Promise.all(same)).every(({ code }) => code === 200))
  await ask({ ...asked, phone, question: '可以先试用一个月吗？' })
  await ask({ ...asked, phone, question: '可以先试用一个月吗？', productId: 'p2' })
  assert.equal((await found(phone)).length, 3)
})

test('numbers from Hong Kong and abroad, of hotlines, and mail addresses are accepted, also with the same words', async () => {
  const typed: [string, string][] = [
    ['+852 2345 6789', '+85223456789'],
    ['85223456789', '+85223456789'],
    ['00853-2888 1234', '+85328881234'],
    ['＋886 2 2345 6789', '+886223456789'],
    ['+1 (415) 555-2671', '+14155552671'],
    ['400-826-1234', '4008261234'],
    ['0086 139 0000 0061', '13900000061'],
    [' zhou.gong@example.com ', 'zhou.gong@example.com'],
  ]
  for (const [phone, stored] of typed) {
    assert.equal((await ask({ ...asked, phone, question: '你好，请问塔机监测怎么收费？' })).code, 200, phone)
    assert.deepEqual(
      (await found(stored)).map((row: { phone: string }) => row.phone),
      [stored],
    )
  }
})

test('another name or company of the same telephone is another inquiry or application', async () => {
  const phone = '0533-7654321'
  for (const [name, company] of [
    ['甲', '共用总机的公司'],
    ['乙', '共用总机的公司'],
    ['乙', '改正了的公司'],
    ['乙', '改正了的公司'],
  ])
    assert.equal((await ask({ ...asked, phone, name, company })).code, 200)
  assert.deepEqual(names(await found('05337654321')), ['乙', '乙', '甲'])
})

test('what may be a robot’s is answered like the others and lies apart until somebody releases it', async () => {
  const robots: [string, object][] = [
    ['隐藏', { website: 'https://spam.example' }],
    ['隐藏二', { website: 'https://spam.example', phone: '13900000042' }],
    ['网址', { question: '点 http://spam.example 领奖', seconds: 1, phone: '13900000043' }],
    ['很快', { question: '手快的真人，想要报价', seconds: 0, phone: '13900000044' }],
  ]
  for (const [name, body] of robots) {
    const { code, msg, data } = await ask({ ...asked, phone: '13900000040', name, ...body })
    assert.deepEqual([code, msg, data.agentId.length], [200, '已收到', 21], name)
  }
  assert.equal(
    (await server.post('/v1/agent/saveAgent', { ...desktop, agentName: '假公司', website: 'x' })).msg,
    '申请成功！',
  )
  assert.equal((await server.post('/v1/agent/saveAgent', { website: 'x' })).code, 400, 'nobody is thanked for nothing')
  const doubtful = (await list(server, { doubtful: true })).data
  assert.deepEqual(names(doubtful), ['假公司', '网址', '隐藏二', '隐藏'])
  assert.ok(doubtful.every((row: { doubtful: boolean }) => row.doubtful))
  const { data: shown } = await list(server, { limit: 100 })
  assert.ok(names(shown).includes('很快'))
  assert.ok(['隐藏', '隐藏二', '网址', '假公司'].every((name) => !names(shown).includes(name)))
  const { applications } = (await asStaff('dashboard/summary', {})).data
  assert.equal(applications.doubtful, 4)

  const { agentId } = doubtful[2]
  assert.equal(
    (await asStaff('agent/update', { agentId: doubtful[1].agentId, state: 'contacted' })).code,
    404,
    'first it is released',
  )
  assert.equal((await asStaff('agent/update', { agentId, doubtful: false })).code, 200)
  assert.equal((await asStaff('agent/update', { agentId, doubtful: false })).code, 200)
  assert.deepEqual(names(await found('13900000042')), ['隐藏二'])
  assert.equal((await found('13900000042', { doubtful: true })).length, 0)
  assert.equal((await asStaff('agent/deleteAgent', { agentId: doubtful[0].agentId })).code, 200)
  assert.deepEqual(names((await list(server, { doubtful: true })).data), ['网址', '隐藏'])
})

test('a filled trap is kept or refused, never thanked and dropped; robots take nothing from customers', async (t) => {
  const limited = await startServer(t, { env: { TRUST_PROXY: '1', APPLICATIONS_PER_HOUR: '20' } })
  let number = 0
  const from = (address: string, body: object): ReturnType<typeof ask> => {
    const phone = `139${String(++number).padStart(8, '0')}`
    return limited.post('/v1/inquiry/save', { ...asked, phone, ...body }, { headers: { 'X-Forwarded-For': address } })
  }
  const network = (n: number): string => `10.${n}.0.1`
  const trap = { website: 'https://spam.example' }
  const quick = { question: '看 www.example.com 上的这种，多少钱？', seconds: 1 }
  const waits = async (address: string, body: object): Promise<void> => {
    const { status, headers, msg, data } = await from(address, body)
    assert.deepEqual([status, Number(headers.get('retry-after')), /约\d+分钟后/.test(msg)], [429, data.seconds, true])
  }
  for (let n = 0; n < 5; n++) assert.equal((await from(network(0), {})).code, 200)
  for (const body of [quick, trap, {}]) await waits(network(0), body)

  const burst = await Promise.all(Array.from({ length: 60 }, (_, n) => from(network(1 + n), trap)))
  const thanked = burst.filter(({ code }) => code === 200).length
  assert.equal(thanked, 20)
  assert.equal((await list(limited, { doubtful: true })).count, thanked)
  await waits(network(201), quick)
  assert.equal((await from(network(201), {})).code, 200)
  await limited.stop()
  const again = await startServer(t, { folder: limited.folder, env: { TRUST_PROXY: '1', APPLICATIONS_PER_HOUR: '20' } })
  assert.equal((await ask({ ...asked, phone: '13700000000', ...trap }, again)).code, 429, 'a restart does not reset it')
})

test('of filled traps the newest three hundred are kept, and of the rest of 隔离 all', async (t) => {
  const own = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const post = (n: number, body: object) =>
    ask({ ...asked, phone: `138${String(n).padStart(8, '0')}`, name: `第${n}位`, ...body }, own)
  assert.equal((await post(0, { question: '看 www.example.com', seconds: 1 })).code, 200)
  for (let n = 1; n <= 302; n++) assert.equal((await post(n, { website: 'x' })).code, 200)
  const { count } = await list(own, { doubtful: true })
  assert.equal(count, 301)
  for (const [word, expected] of [
    ['第0位', 1],
    ['第2位', 0],
    ['第3位', 1],
    ['第302位', 1],
  ] as const)
    assert.equal((await list(own, { doubtful: true, word })).count, expected, word)
})

test('what is due today in China, of whom, and in the order of its day', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const own = await startServer(t, { folder, env: { RATE_LIMIT: 'off' }, now: clock.now })
  // Nearly midnight in China.
  clock.stand(Date.parse('2026-11-27T23:59:00+08:00'))
  const leads: [name: string, changes: object][] = [
    ['甲', { owner: '小林', nextAt: '2026-11-28' }],
    ['乙', { owner: '小林', nextAt: '2026-11-25 10:00' }],
    ['丙', { owner: '小林林', nextAt: '2026-11-27' }],
    ['丁', { owner: '小王' }],
    ['戊', { owner: '小林', nextAt: '2026-11-20', state: 'invalid' }],
  ]
  for (const [index, [name]] of leads.entries())
    assert.equal((await ask({ ...asked, name, phone: `1390000008${index}` }, own)).code, 200)
  const headers = await own.signIn()
  for (const [name, changes] of leads) {
    const [{ agentId }] = (await list(own, { agentName: name })).data
    assert.equal((await own.post('/v1/agent/update', { agentId, ...changes }, { headers })).code, 200)
  }
  const named = async (query: object): Promise<string> => names((await list(own, query)).data).join('')
  const byDay = { sort: 'nextAt', order: 'asc' }
  assert.equal(await named({ due: true, ...byDay }), '乙丙')
  assert.equal(await named({ due: true, owner: '小林' }), '乙')
  assert.equal(await named({ owner: '小林', ...byDay }), '戊乙甲')
  assert.equal(await named({ word: '小林', ...byDay }), '戊乙丙甲')
  assert.equal(await named(byDay), '戊乙丙甲丁', 'those without a day come last')
  assert.equal(await named({ sort: 'owner', order: 'desc', word: '小王' }), '丁')
  clock.stand(Date.parse('2026-11-28T00:01:00+08:00'))
  assert.equal(await named({ due: true, ...byDay }), '乙丙甲', 'the next day has come in China')
})

test('follow-up: states, notes with who and when, filters, search by name, company, telephone and number', async () => {
  await ask({ ...asked, name: '孙经理', company: '胶东路桥', phone: '13900000051' })
  const [{ agentId }] = await found('胶东路桥')
  const update = (changes: object) => asStaff('agent/update', { agentId, ...changes })
  assert.equal(
    (await update({ state: 'interested', owner: ' 小李 ', nextAt: '2026-12-01', note: '已通电话，\n要看方案' })).code,
    200,
  )
  assert.equal((await update({ note: '已通电话，\n要看方案' })).code, 200, 'a repeated request')
  assert.equal((await update({ note: '方案已发', nextAt: '2026-12-03T14:30' })).code, 200)
  const [{ state, owner, nextAt, notes }] = await found('139 0000 0051')
  assert.deepEqual([state, owner, nextAt], ['interested', '小李', '2026-12-03 14:30:00'])
  assert.deepEqual(
    notes.map(({ by, text }: Record<string, string>) => [by, text]),
    [
      ['admin', '已通电话，\n要看方案'],
      ['admin', '方案已发'],
    ],
  )
  assert.match(notes[0].at, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  const taken = await update({ owner: '小林', nextAt: '2026-12-24', note: '我来跟', ownerBefore: '' })
  assert.deepEqual([taken.code, taken.msg, taken.data.field], [409, '负责人已经是小李了', 'owner'])
  assert.equal((await found('孙经理'))[0].notes.length, 2, 'nothing of it is stored')
  assert.equal((await update({ owner: '小李', ownerBefore: '小李' })).code, 200)
  const moved = await update({ state: 'invalid', note: '不要了', stateBefore: 'new' })
  assert.match(moved.msg, /^admin已把状态改为“有意向”（\d\d-\d\d \d\d:\d\d）$/)
  assert.deepEqual([moved.code, moved.data.now], [409, 'interested'])
  assert.equal((await found('孙经理'))[0].notes.length, 2)
  for (const stateBefore of ['new', 'interested'])
    assert.equal((await update({ state: 'interested', stateBefore })).code, 200, 'nothing is overwritten')
  const later = await update({ nextAt: '2026-12-05', nextAtBefore: '2026-12-04' })
  assert.deepEqual([later.code, later.msg, later.data.field], [409, '下次联系已经改为2026-12-03了', 'nextAt'])
  assert.equal((await update({ nextAt: '', nextAtBefore: nextAt })).code, 200)
  assert.equal((await found(agentId.slice(-6)))[0].nextAt, '')
  for (const wrong of [
    { state: 'happy' },
    { nextAt: '2026-13-01' },
    { note: '长'.repeat(1001) },
    { owner: '长'.repeat(51) },
  ]) {
    assert.deepEqual([(await update(wrong)).code, (await update(wrong)).data.field], [400, Object.keys(wrong)[0]])
  }
  for (const changes of [{ state: 'new' }, { doubtful: false }, {}]) {
    assert.equal((await asStaff('agent/update', { agentId: 'never', ...changes })).code, 404)
  }
  assert.deepEqual(names((await list(server, { state: 'interested' })).data), ['孙经理'])
  assert.equal((await list(server, { state: 'interested', kind: 'dealer' })).count, 0)
  assert.equal((await list(server, { agentName: '胶东' })).count, 0, 'agentName searches names, as before')
  await server.post('/v1/agent/saveAgent', { ...desktop, agentName: '只在加盟里' })
  assert.deepEqual(names((await list(server, { kind: 'dealer' })).data), ['只在加盟里'])
})

test('the dashboard counts by week and by source', async (t) => {
  const folder = newFolder(t)
  const days = (ago: number): string => chinaTime(Date.now() - ago * 86_400_000)
  const origin = { landing: '/', referrer: 'www.so.com', campaign: '', device: '', page: '' }
  const made = (id: string, ago: number, more: object) =>
    store(folder, 'agent', { id, createdAt: days(ago), ...desktop, source: 'desktop', ...more })
  await made('old', 200, {})
  await made('a', 40, { origin })
  await made('b', 8, { origin })
  await made('c', 1, { origin: { ...origin, campaign: '春季 / 抖音' }, state: 'signed' })
  await made('d', 0, {})
  const own = await startServer(t, { folder })
  const { applications } = (await asStaff('dashboard/summary', {}, own)).data
  assert.deepEqual([applications.count, applications.lastWeek], [5, 2])
  assert.deepEqual(
    new Map(applications.sources.map(({ source, count }: Record<string, unknown>) => [source, count])),
    new Map([
      ['春季 / 抖音', 1],
      ['360搜索', 1],
      ['直接访问', 1],
    ]),
  )
  const weeks: { week: string; count: number }[] = applications.weeks
  assert.equal(weeks.length, 12)
  assert.equal(
    weeks.reduce((sum, { count }) => sum + count, 0),
    4,
  )
  for (const { week } of weeks) assert.equal(new Date(`${week}T00:00:00Z`).getUTCDay(), 1, week)
})

test('forgetting a number erases all of it, and old ones are erased where the settings say so', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const first = await startServer(t, { folder, env: { RATE_LIMIT: 'off' }, now: clock.now })
  const phone = '13900000061'
  await ask({ ...asked, phone, name: '忘记一' }, first)
  await ask({ ...asked, phone, name: '忘记二', question: '机器人', website: 'x' }, first)
  await ask({ ...asked, phone, name: '忘记三', question: '删掉的一条' }, first)
  await ask({ ...asked, phone: '13900000062', name: '留下' }, first)
  const [{ agentId }] = await found('忘记三', {}, first)
  await asStaff('agent/deleteAgent', { agentId }, first)
  const { code, data } = await asStaff('agent/forget', { phone: '+86 139 0000 0061' }, first)
  assert.deepEqual([code, data], [200, { count: 3 }])
  const left = await Promise.all(['agent', 'doubtful', 'trash/agent'].map((name) => storedTexts(folder, name)))
  assert.doesNotMatch(JSON.stringify(left), /忘记|13900000061/)
  assert.equal((await ask({ ...asked, phone, name: '又来了' }, first)).code, 200)
  assert.equal((await found(phone, {}, first)).length, 1, 'it is no repeat')

  const { inquiry } = (await first.post('/v1/site/detail')).data
  assert.equal((await asStaff('site/update', { inquiry: { ...inquiry, retentionMonths: 24 } }, first)).code, 200)
  const [{ agentId: kept }] = await found('留下', {}, first)
  clock.advance(300 * 86_400_000)
  await first.stop()
  const second = await startServer(t, { folder, now: clock.now })
  await asStaff('agent/update', { agentId: kept, note: '还在谈' }, second)
  await second.stop()
  // Nothing is erased for a day after such a leap.
  for (const days of [740, 741.5]) {
    clock.advance(days * 86_400_000)
    await (await startServer(t, { folder, now: clock.now })).stop()
  }
  const third = await startServer(t, { folder, now: clock.now })
  assert.deepEqual(names((await list(third)).data), ['留下'], 'the time counts from the last follow-up')
})

test('one that is taken while the clock is behind is not old when the clock is right', async (t) => {
  const folder = newFolder(t)
  const clock = settableClock()
  const during = async (days: number, work: (own: TestServer) => Promise<unknown>): Promise<void> => {
    clock.advance(days * 86_400_000)
    const own = await startServer(t, { folder, now: clock.now })
    await work(own)
    await own.stop()
  }
  const inquiries = async (own: TestServer): Promise<string[]> => names((await list(own)).data).sort()
  await during(0, async (own) => {
    const { inquiry } = (await own.post('/v1/site/detail')).data
    assert.equal((await asStaff('site/update', { inquiry: { ...inquiry, retentionMonths: 12 } }, own)).code, 200)
  })
  await during(-500, async (own) => {
    assert.equal((await ask({ ...asked, phone: '13900000081', name: '慢了' }, own)).code, 200)
  })
  for (const days of [0, 1.5, 100]) {
    await during(days, async (own) => assert.deepEqual(await inquiries(own), ['慢了'], `after ${days} days`))
  }
  // The time counts from the newest that was seen when it came.
  await during(380, async () => {})
  await during(381.5, async (own) => assert.deepEqual(await inquiries(own), []))
})

test('how many more a retention erases is known before it is saved', async (t) => {
  const folder = newFolder(t)
  const months = (ago: number): string => chinaTime(Date.now() - ago * 30.5 * 86_400_000)
  const made = (collection: string, id: string, record: object) =>
    store(folder, collection, { id, createdAt: months(0), ...record })
  const lead = { ...desktop, source: 'desktop' }
  await made('agent', 'old', { ...lead, createdAt: months(40) })
  await made('agent', 'middle', { ...lead, createdAt: months(20) })
  await made('agent', 'followed', { ...lead, createdAt: months(40), changedAt: months(2), changedBy: 'admin' })
  await made('trash/agent', 'deleted', {
    record: { ...lead, id: 'deleted', createdAt: months(20) },
    deletedBy: 'admin',
  })
  // The clock has not leapt.
  await made('meta', 'clock', { seenAt: months(0), until: months(0) })
  const own = await startServer(t, { folder })
  const erases = async (months: number) => (await asStaff('agent/expired', { months }, own)).data.count
  assert.deepEqual([await erases(0), await erases(60), await erases(24), await erases(12)], [0, 0, 1, 3])
  const { inquiry } = (await own.post('/v1/site/detail')).data
  await asStaff('site/update', { inquiry: { ...inquiry, retentionMonths: 24 } }, own)
  assert.deepEqual(
    [await erases(0), await erases(24), await erases(12)],
    [0, 0, 2],
    'beside those that the present one erases',
  )
  await asStaff('site/update', { inquiry: { ...inquiry, retentionMonths: 12 } }, own)
  await own.stop()
  const again = await startServer(t, { folder })
  assert.deepEqual(
    (await list(again)).data.map(({ agentId }: { agentId: string }) => agentId),
    ['followed'],
  )
})

test('a month is cut at its last day, in China', () => {
  const before = (at: string, months: number): string => chinaTime(monthsBefore(Date.parse(at), months)).slice(0, 16)
  for (const [at, months, expected] of [
    ['2026-03-31T12:00+08:00', 1, '2026-02-28T12:00'],
    ['2026-03-31T00:30+08:00', 1, '2026-02-28T00:30'],
    ['2026-04-01T00:30+08:00', 1, '2026-03-01T00:30'],
    ['2028-03-31T12:00+08:00', 1, '2028-02-29T12:00'],
    ['2028-02-29T12:00+08:00', 12, '2027-02-28T12:00'],
    ['2026-01-31T12:00+08:00', 2, '2025-11-30T12:00'],
    ['2026-01-15T12:00+08:00', 24, '2024-01-15T12:00'],
  ] as const)
    assert.equal(before(at, months), expected)
})

test('killed before any system call of a release, it lies in one of the two places', async (t) => {
  const template = newFolder(t)
  const first = await openSite(t, template)
  await first.store.doubtful.insert({ ...desktop, source: 'desktop' }, 'd')
  await first.store.close()
  const outcomes = new Set<string>()
  const releasedUntil = async (at: number): Promise<number> => {
    const root = newFolder(t)
    cpSync(template, root, { recursive: true })
    const power = new PowerCut(at)
    const site = await openSite(t, root, power)
    await releaseDoubtful(site.store, 'd').catch((error: unknown) => assert.notEqual(at, Infinity, String(error)))
    const restarted = await openSite(t, root)
    await heal(restarted.store)
    outcomes.add(`${restarted.store.agent.size} ${restarted.store.doubtful.size}`)
    return power.calls
  }
  const calls = await releasedUntil(Infinity)
  assert.ok(calls > 5)
  for (let at = 0; at < calls; at++) await releasedUntil(at)
  assert.deepEqual([...outcomes].sort(), ['0 1', '1 0'])
})

test('the products of an inquiry are in its row for staff as they were called, and twice the same is one', async () => {
  const product = async (coverName: string): Promise<string> =>
    (await asStaff('product/saveProduct', { coverName, models })).data.productId
  const [shown, gone] = [await product('升降机监测'), await product('将要下架')]
  const {
    data: { id: draft },
  } = await asStaff('draft/save', { kind: 'product', fields: { coverName: '未发布的产品' } })
  await asStaff('product/deleteProduct', { productId: gone })
  const items = [
    { productId: shown, model: ' SC200 ', quantity: 20, unit: '台', note: '含安装' },
    { productId: shown, quantity: '3' },
    { productId: gone, model: 'T9' },
    { productId: draft },
    { productId: 'made-up', note: '随便' },
  ]
  const many = { ...asked, phone: '13900000081', question: '整个项目' }
  const before = (await found('13900000081')).length
  for (let time = 0; time < 2; time++) assert.equal((await ask({ ...many, items })).code, 200)
  const rows = await found('13900000081')
  assert.equal(rows.length, before + 1)
  assert.deepEqual(rows[0].items, [
    { productId: shown, productName: '升降机监测', model: 'SC200', quantity: 20, unit: '台', note: '含安装' },
    { productId: shown, productName: '升降机监测', quantity: 3 },
    { productId: gone, productName: '将要下架', model: 'T9' },
    { productId: draft, productName: '未发布的产品' },
    { productId: 'made-up', note: '随便' },
  ])
  assert.deepEqual([rows[0].question, rows[0].productId], ['整个项目', undefined])
  const { agentId } = rows[0]
  await asStaff('agent/deleteAgent', { agentId })
  assert.equal((await asStaff('act/restore', { kind: 'agent', ids: [agentId] })).code, 200)
  assert.deepEqual((await found('13900000081'))[0].items, rows[0].items, 'also from the trash')
  assert.deepEqual(names(await found('升降机')), ['周工'], 'it is found by a product')
  assert.deepEqual(names(await found('sc200')), ['周工'], 'and by a model')
  await ask({ ...many, items: items.slice(0, 1) })
  assert.equal((await found('13900000081')).length, before + 2, 'another list is another inquiry')
  for (const none of [undefined, null, []]) await ask({ ...many, items: none })
  const plain = await found('13900000081')
  assert.deepEqual([plain.length, plain[0].items], [before + 3, undefined])

  for (const wrong of [
    'x',
    [{}],
    [{ productId: 'a', quantity: 0 }],
    [{ productId: 'a', quantity: '三台' }],
    Array.from({ length: 31 }, () => ({ productId: 'a' })),
  ]) {
    const reply = await ask({ ...many, items: wrong })
    assert.deepEqual([reply.status, reply.data.field], [400, 'items'], JSON.stringify(wrong))
  }
  const most = Array.from({ length: 30 }, () => ({
    productId: 'a'.repeat(80),
    model: '型'.repeat(60),
    note: '备'.repeat(100),
  }))
  assert.equal((await ask({ ...many, items: most })).code, 200)
  assert.equal((await asStaff('agent/forget', { phone: '13900000081' })).data.count, before + 4)
  assert.deepEqual(await found('sc200'), [], 'they are erased with it')
})

test('what inquiries are about is counted, each product once for an inquiry', async (t) => {
  const own = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const { productId } = (await asStaff('product/saveProduct', { coverName: '塔机监测', models }, own)).data
  await ask(
    {
      ...asked,
      phone: '13900000091',
      items: [
        { productId, model: 'A' },
        { productId, model: 'B' },
      ],
    },
    own,
  )
  await ask({ ...asked, phone: '13900000092', productId, items: [{ productId: 'other' }] }, own)
  const { data } = await asStaff('dashboard/summary', {}, own)
  assert.deepEqual(data.applications.products, [
    { product: '塔机监测', count: 2 },
    { product: 'other', count: 1 },
  ])
})
