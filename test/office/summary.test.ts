import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres, startServer } from '../server.ts'
import { storedTexts } from '../stored.ts'

const summary = '/v1/dashboard/summary'
const visitor = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130' }

const noon = Date.parse('2026-12-02T12:00:00+08:00')
/** All is counted on one day. */
const now = (): number => noon

test('the summary counts all records', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  for (let n = 0; n < 7; n++)
    await server.post('/v1/agent/saveAgent', { agentInfo: '公司', agentName: `人${n}`, phone: `1380000000${n}` })
  const { code, data } = await server.post(summary, {}, { headers: await server.signIn() })
  assert.equal(code, 200)
  assert.deepEqual([data.products, data.news, data.photos, data.cases], [20, 24, 4, 4])
  assert.deepEqual(
    [
      data.applications.count,
      data.applications.lastWeek,
      data.applications.latest.length,
      data.applications.latest[0].agentName,
    ],
    [7, 7, 5, '人6'],
  )
  await server.post('/v1/inquiry/save', { topic: '报价', name: '王工', phone: '13900000001' })
  await server.post('/v1/inquiry/save', { topic: '报价', name: '机器人', phone: '13900000002', website: 'x' })
  assert.deepEqual((await server.post(summary, {}, { headers: await server.signIn() })).data.applications.byKind, {
    dealer: { count: 7, doubtful: 0, lastWeek: 7 },
    inquiry: { count: 1, doubtful: 1, lastWeek: 1 },
  })
  assert.equal(data.visits.length, 30)
  assert.ok(data.disk.data > 10_000 && (onPostgres || (data.disk.uploads === 0 && data.disk.free > 0)))
})

test('visits are page views by people, counted without personal data, and saved', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' }, now })
  const open = (path: string, headers: Record<string, string> = visitor) => fetch(first.url + path, { headers })
  await open('/')
  await open('/')
  await open('/xwdt?utm_source=x')
  for (const [path, headers] of [
    ['/', { 'User-Agent': 'Googlebot/2.1' }],
    ['/', { ...visitor, Cookie: 'item_in=1' }],
    ['/map', { ...visitor, 'Sec-Fetch-Dest': 'iframe' }],
    ['/nowhere', visitor],
    ['/rss.xml', visitor],
    ['/media/qr.png', visitor],
  ] as [string, Record<string, string>][]) {
    await open(path, headers)
  }
  const today = async (server: typeof first) =>
    (await server.post(summary, {}, { headers: await server.signIn() })).data.visits.at(-1)
  const seen = await today(first)
  assert.equal(seen.count, 3)
  await first.stop()
  const [visits] = await storedTexts(first.folder, 'visit')
  assert.equal(visits?.name, `visit/${seen.day}`)
  const { id, createdAt, hours, ...counts } = JSON.parse(visits.text)
  assert.deepEqual(
    [id, typeof createdAt, counts],
    [
      seen.day,
      'string',
      {
        count: 3,
        visitors: 1,
        pages: { '/': 2, '/xwdt': 1 },
        sources: { 直接访问: 2, x: 1 },
        devices: { desktop: 3 },
        engines: { 'Firefox 130': 3 },
      },
    ],
  )
  assert.deepEqual(Object.values(hours), [3])
  const second = await startServer(t, { folder: first.folder, env: { SEED: 'on' }, now })
  await fetch(second.url, { headers: visitor })
  assert.deepEqual(await today(second), { day: seen.day, count: 4, visitors: 2 })
})

test('the statistics name pages, count phones with desktops, and put enquiries beside their source', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', TRUST_PROXY: '127.0.0.1' }, now })
  const headers = await server.signIn()
  const statistics = async (days?: number) => (await server.post('/v1/visits/summary', { days }, { headers })).data
  assert.equal((await server.post('/v1/visits/summary', { days: 91 }, { headers })).code, 400)
  const empty = await statistics()
  assert.deepEqual(
    [empty.days.length, empty.pages, empty.sources, empty.devices, empty.engines, empty.missed],
    [30, [], [], [], [], []],
  )

  const { productId, coverName } = (await server.post('/v1/product/list', { limit: 1 })).data.data[0]
  const { newId, newTitle } = (await server.post('/v1/news/list', { limit: 1 })).data.data[0]
  const phone = {
    'User-Agent':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1 MicroMessenger/8.0',
  }
  const open = (path: string, by: Record<string, string>, address: string) =>
    fetch(server.url + path, { headers: { ...by, 'X-Forwarded-For': `203.0.113.9, ${address}` } })
  await open(`/productDet?productId=${productId}`, { ...visitor, Referer: 'https://www.baidu.com/s' }, '198.51.100.1')
  await open(`/productDet?productId=${productId}&more=1`, { ...visitor, Referer: `${server.url}/` }, '198.51.100.1')
  await open(`/productDet?productId=${productId}`, phone, '198.51.100.2')
  await open(`/xwdtDet?newId=${newId}`, phone, '198.51.100.2')
  await open('/product?page=1', visitor, '198.51.100.3')
  for (const path of ['/zixun?topic=1', '/huanghejiangong', '/zixun'])
    await open(path, { ...visitor, Referer: server.url }, '198.51.100.3')
  await server.post('/v1/inquiry/save', {
    topic: '报价',
    name: '王工',
    phone: '13800000001',
    page: '/',
    origin: { referrer: 'm.baidu.com' },
  })
  await server.post('/v1/agent/saveAgent', {
    agentInfo: '公司',
    agentName: '李工',
    phone: '13800000002',
    origin: { referrer: '微信', campaign: '春季' },
  })
  const { days, pages, sources, devices, engines } = await statistics(7)
  assert.deepEqual([days.length, days.at(-1).count, days.at(-1).visitors], [7, 8, 3])
  assert.deepEqual(pages, [
    { path: `/productDet?productId=${productId}`, title: coverName, count: 3 },
    { path: '/zixun', title: '在线咨询', count: 2 },
    { path: `/xwdtDet?newId=${newId}`, title: newTitle, count: 1 },
    { path: '/product', title: '产品中心', count: 1 },
    { path: '/huanghejiangong', title: '沿黄产业园项目', count: 1 },
  ])
  assert.deepEqual(sources, [
    { source: '微信', count: 2, enquiries: 0 },
    { source: '百度', count: 1, enquiries: 1 },
    { source: '直接访问', count: 1, enquiries: 0 },
    { source: '春季', count: 0, enquiries: 1 },
  ])
  assert.deepEqual(devices, [
    { device: 'desktop', count: 6 },
    { device: 'phone', count: 2 },
  ])
  assert.deepEqual(engines, [
    { engine: 'Firefox 130', count: 6 },
    { engine: 'Safari 18', count: 2 },
  ])
})
