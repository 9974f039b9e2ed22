import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { openStore } from '../../server/store/store.ts'
import { visitorId, Visitors } from '../../server/visits/visitors.ts'
import { createVisits, namesPerson } from '../../server/visits/visits.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const agent = { phone: false, app: '', engine: 'Chrome 140' }
const desktop = { page: '/', agent, address: '203.0.113.7', search: '', headers: { 'user-agent': 'A' } }

type Changes = Partial<Parameters<ReturnType<typeof createVisits>['count']>[0]>

async function visitsAt(t: TestContext, time: number) {
  const now = () => time
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const start = () => createVisits(store, () => 'https://www.example.com', now)
  const visits = start()
  const count = (changes: Changes = {}) => visits.count({ ...desktop, ...changes })
  return { store, ...visits, count, start, at: (ms: number) => void (time = ms) }
}

test('many visits cause only a few writes', async (t) => {
  const { store, count, flush, last } = await visitsAt(t, Date.UTC(2026, 0, 1))
  let writes = 0
  const upsert = store.visit.change.bind(store.visit)
  store.visit.change = (id, change) => {
    writes++
    return upsert(id, change)
  }
  for (let n = 0; n < 10_000; n++) count()
  assert.deepEqual(last(1), [{ day: '2026-01-01', count: 10_000, visitors: 1 }], 'they count before they are saved')
  await flush()
  await flush()
  assert.equal([...store.visit.newest()][0]?.count, 10_000)
  assert.ok(writes > 0 && writes <= 3, `${writes} writes`)
})

test('a visit that arrives while the count is being saved is shown at once, and saved the next time', async (t) => {
  const { store, count, flush, last, named } = await visitsAt(t, Date.UTC(2026, 0, 1))
  count()
  const writing = flush()
  count()
  assert.deepEqual([last(1)[0]?.count, named('pages', 1).get('/')], [2, 2])
  await writing
  await flush()
  assert.deepEqual([store.visit.get('2026-01-01')?.count, last(1)[0]?.count, named('pages', 1).get('/')], [2, 2, 2])
})

test('a save that fails loses nothing and counts nothing twice', async (t) => {
  const { store, count, flush, last, named } = await visitsAt(t, Date.UTC(2026, 0, 1))
  const upsert = store.visit.change.bind(store.visit)
  store.visit.change = async () => {
    throw new Error('no space')
  }
  count()
  const failing = flush()
  count()
  await assert.rejects(failing, /no space/)
  assert.deepEqual([last(1), named('pages', 1).get('/')], [[{ day: '2026-01-01', count: 2, visitors: 1 }], 2])
  store.visit.change = upsert
  await flush()
  assert.deepEqual([store.visit.get('2026-01-01')?.count, last(1)[0]?.count], [2, 2])
})

test('visits are counted by the days of China, also when the clock goes back', async (t) => {
  const { count, last, at } = await visitsAt(t, Date.UTC(2026, 0, 1, 15, 59))
  const counts = () => last(2).map(({ day, count }) => [day, count])
  count()
  at(Date.UTC(2026, 0, 1, 16))
  count()
  count()
  at(Date.UTC(2026, 0, 1, 15, 59))
  count()
  at(Date.UTC(2026, 0, 1, 16))
  assert.deepEqual(counts(), [
    ['2026-01-01', 2],
    ['2026-01-02', 2],
  ])
})

test('a visitor counts once a day, by address and browser; a day in China later, and after a restart, again', async (t) => {
  const { store, count, last, flush, at, start } = await visitsAt(t, Date.UTC(2026, 0, 1, 15, 59))
  const visitors = () => last(2).map(({ visitors }) => visitors)
  count()
  count({ page: '/product' })
  count({ address: '203.0.113.8' })
  count({ headers: { 'user-agent': 'B' } })
  assert.deepEqual(visitors(), [undefined, 3])
  at(Date.UTC(2026, 0, 1, 16))
  count()
  assert.deepEqual(visitors(), [3, 1])
  await flush()
  const restarted = start()
  restarted.count(desktop)
  assert.deepEqual(restarted.last(1), [{ day: '2026-01-02', count: 2, visitors: 2 }])
  await restarted.flush()
  assert.equal(store.visit.get('2026-01-02')?.visitors, 2)
  assert.doesNotMatch(JSON.stringify(store.visit.all()), /203\.0\.113|user-agent/)
})

test('the id of a visitor is an HMAC of what is not stored', () => {
  const key = Buffer.from('000102030405060708090a0b0c0d0e0f', 'hex')
  assert.equal(visitorId(key, 'www.example.com', '203.0.113.7', 'Mozilla/5.0'), 'k3sh9sQKsZA')
})

test('a day has no more visitors than the limit, and the next one begins with none', () => {
  const visitors = new Visitors(2)
  const isNew = (address: string) => visitors.isNew('www.example.com', address, 'A')
  assert.deepEqual(['1', '2', '1', '3'].map(isNew), [true, true, false, false])
  visitors.forgetAddresses()
  assert.equal(isNew('2'), false)
  visitors.newDay()
  assert.equal(isNew('2'), true)
})

test('a source is the campaign, else the site or the app; a link of the site itself is none', async (t) => {
  const { count, named } = await visitsAt(t, Date.UTC(2026, 0, 1))
  const sourceOfOne = (changes: Changes): string[] => {
    const before = new Map(named('sources', 1))
    count(changes)
    return [...named('sources', 1)].flatMap(([name, sum]) => (sum > (before.get(name) ?? 0) ? [name] : []))
  }
  const from = (referer: string, more: Changes = {}) =>
    sourceOfOne({ ...more, headers: { host: 'localhost:8080', referer } })
  assert.deepEqual(sourceOfOne({}), ['直接访问'])
  assert.deepEqual(from('https://www.baidu.com/link?url=x'), ['百度'])
  assert.deepEqual(from('https://m.so.com/'), ['360搜索'])
  assert.deepEqual(from('https://notbaidu.com/'), ['notbaidu.com'])
  assert.deepEqual(from('https://www.Partner.cn:8443/links'), ['partner.cn'])
  for (const own of ['https://www.example.com/xwdt', 'https://example.com/', 'http://localhost:8080/'])
    assert.deepEqual(from(own), [], own)
  assert.deepEqual(from('no address'), ['直接访问'])
  assert.deepEqual(sourceOfOne({ agent: { ...agent, app: '微信' } }), ['微信'])
  assert.deepEqual(from('https://www.baidu.com/', { search: '?utm_source=baidu&utm_medium=cpc' }), ['baidu / cpc'])
  assert.deepEqual(from('https://www.example.com/', { search: '?utm_source=%E6%98%A5%00%E5%AD%A3' }), ['春季'])
  assert.deepEqual(sourceOfOne({ search: `?utm_source=${'长'.repeat(500)}` }), ['长'.repeat(60)])
})

test('names are limited, also where a record of another server is full, and everything is still counted', async (t) => {
  const { store, count, missed, flush, named, start } = await visitsAt(t, Date.UTC(2026, 0, 1))
  for (let n = 0; n < 310; n++) count({ search: `?utm_source=a${n}` })
  for (let n = 0; n < 110; n++) missed(`词${n}`)
  await flush()
  const other = start()
  other.count({ ...desktop, search: '?utm_source=b' })
  other.count({ ...desktop, search: '?utm_source=a7' })
  await other.flush()
  const { sources = {}, missed: words = {}, count: all } = store.visit.get('2026-01-01') ?? {}
  assert.deepEqual([Object.keys(sources).length, sources['其他'], sources.a7, all], [301, 11, 2, 312])
  assert.deepEqual([Object.keys(words).length, words['其他']], [101, 10])
  assert.equal(
    [...named('sources', 1).values()].reduce((sum, each) => sum + each),
    312,
  )
})

test('missed words are counted in one spelling and cut, but no telephone numbers', async (t) => {
  const { missed, named } = await visitsAt(t, Date.UTC(2026, 0, 1))
  for (const word of ['塔吊BIM', ' 塔吊bim ', '__proto__', '长'.repeat(60), '王工 138 0000 0001', '', ' \n'])
    missed(word)
  assert.deepEqual(
    [...named('missed', 1)],
    [
      ['塔吊bim', 2],
      ['__proto__', 1],
      ['长'.repeat(40), 1],
    ],
  )
})

test('of words that nobody found none names a person: no number of a telephone or an identity card, no mail address', () => {
  const refused = [
    '13800000001',
    '王工13800000001',
    '138 0000 0001',
    '138-0000-0001',
    '138.0000.0001',
    '１３８００００１２３４',
    '+86 138 0000 0001',
    '(+86)13800000001',
    '一三八零零零零一二三四',
    '幺三八 〇〇〇〇 壹贰叁肆',
    '13八0000一二3四',
    '①③⑧①②③④⑤⑥⑦⑧',
    '١٣٨١٢٣٤٥٦٧٨',
    '138\u200b0000\u200b0001',
    '138,0000,0001',
    '138/0000/0001',
    '0533-1234567',
    '（0533）123 4567',
    '010-6282 1234',
    '6282 1234',
    '400-123-4567',
    'tel 138-2012 3456',
    '370303199001011234',
    '37030319900101123X',
    '370303 19900101 123x',
    '三七零三零三一九九零零一零一一二三四',
    'wang@example.com',
    'WANG＠example.com',
    'wang @ qq.com',
  ]
  const kept = [
    '塔吊',
    '塔吊bim',
    'qtz63',
    'qtz-6013 塔机',
    'c30混凝土',
    '三一重工',
    '2026年3月12日',
    '第一、二、三期',
    'hrb400 φ25',
    '50×100',
    'gb50300-2013',
    'gb/t 50300-2013',
    'jgj 59-2011',
    '一二三四五六',
  ]
  assert.deepEqual(
    refused.filter((word) => !namesPerson(word)),
    [],
  )
  assert.deepEqual(kept.filter(namesPerson), [])
})

test('a record from before visitors were counted stays as it is, and is added to', async (t) => {
  const { store, count, flush, last } = await visitsAt(t, Date.UTC(2026, 0, 2))
  for (const id of ['2026-01-01', '2026-01-02'])
    await store.visit.put({ id, createdAt: chinaTime(Date.UTC(2026, 0, 1)), count: 5 })
  count()
  await flush()
  assert.deepEqual(last(2), [
    { day: '2026-01-01', count: 5 },
    { day: '2026-01-02', count: 6, visitors: 1 },
  ])
})
