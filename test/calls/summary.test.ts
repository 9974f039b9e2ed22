import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onPostgres, startServer } from '../server.ts'
import { storedTexts } from '../stored.ts'

const summary = '/v1/dashboard/summary'
const visitor = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/130' }

test('the summary counts all records, for staff only', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
  assert.equal((await server.post(summary)).code, 401)
  for (let n = 0; n < 7; n++) await server.post('/v1/agent/saveAgent', { agentInfo: '公司', agentName: `人${n}`, phone: `1380000000${n}` })
  const { code, data } = await server.post(summary, {}, { headers: await server.signIn() })
  assert.equal(code, 200)
  assert.deepEqual([data.products, data.news, data.photos], [20, 24, 4])
  assert.deepEqual([
    data.applications.count, data.applications.lastWeek, data.applications.latest.length, data.applications.latest[0].agentName,
  ], [7, 7, 5, '人6'])
  assert.equal(data.visits.length, 30)
  assert.ok(data.disk.data > 10_000 && (onPostgres || (data.disk.uploads === 0 && data.disk.free > 0)))
})

test('visits are page views by people, counted without personal data, and saved', async (t) => {
  const first = await startServer(t, { env: { SEED: 'on' } })
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
  const today = async (server: typeof first) => (await server.post(summary, {}, { headers: await server.signIn() })).data.visits.at(-1)
  const seen = await today(first)
  assert.equal(seen.count, 3)
  await first.stop()
  const [visits] = await storedTexts(first.folder, 'visit')
  assert.equal(visits?.name, `visit/${seen.day}`)
  assert.deepEqual(Object.keys(JSON.parse(visits.text)).sort(), ['count', 'createdAt', 'id'])
  const second = await startServer(t, { folder: first.folder, env: { SEED: 'on' } })
  await fetch(second.url, { headers: visitor })
  assert.deepEqual(await today(second), { day: seen.day, count: 4 })
})
