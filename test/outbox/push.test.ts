import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { PushDetail, SearchEngineName, SearchEngineRow } from '../../contract/push.ts'
import { createPush } from '../../server/outbox/push.ts'
import { internet } from '../../server/network/outside.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { openStore } from '../../server/store/store.ts'
import { settableClock } from '../clock.ts'
import { createJobs } from '../../server/system/jobs.ts'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { type FakeService, fakeService, html, json, type Received } from './fakeService.ts'
import { type Site, siteWith } from './site.ts'

const minute = 60_000
const origin = 'https://www.example.com'
const token = 'abcdefghij123456'

/** As Baidu replies that accepts so many a day: of too many it takes none. */
function quotaOf(count: number): FakeService['reply'] {
  let remain = count
  return (res, { body }) => {
    const urls = body.split('\n').filter((line) => line !== '*')
    if (urls.length > remain) return json({ error: 400, message: 'over quota' }, 400)(res, { path: '', headers: {}, body })
    remain -= urls.length
    const reply = { remain, success: urls.length, not_same_site: [], not_valid: body === '*' ? ['*'] : [] }
    return json(reply)(res, { path: '', headers: {}, body })
  }
}
const accepted: FakeService['reply'] = (res) => void res.writeHead(202).end()
const urlsOf = ({ body }: Received): string[] => (body.startsWith('{') ? JSON.parse(body).urlList : body.split('\n'))
const pathsSent = ({ received }: FakeService): string[] =>
  received.flatMap(urlsOf).filter((url) => url !== '*').map((url) => url.replace(origin, ''))

const day = 24 * 60 * minute
const sinceMidnight = (time: number): number => (time + day / 3) % day

/** A site that both services know, a minute ahead whenever it is asked. */
async function pushingSite(t: TestContext, { folder = newFolder(t), env = {} }: { folder?: string; env?: Record<string, string> } = {}) {
  const clock = settableClock(folder)
  const [baidu, indexnow] = await Promise.all([fakeService(t, quotaOf(1000)), fakeService(t, accepted)])
  const open = (): Promise<Site> => siteWith(t, { baidu, indexnow }, { folder, env: { ...clock.env, ...env } })
  // It is noon in China, so that no day ends while a test runs.
  let time = day / 2 - sinceMidnight(Date.now())
  clock.advance(time)
  let site = await open()
  const call: Site['call'] = async (path, body) => {
    const reply = await site.call(path, body)
    assert.equal(reply.code, 200, `${path}: ${reply.msg}`)
    return reply
  }
  const detail = async (): Promise<PushDetail> => (await call('push/detail')).data
  const engine = async (name: SearchEngineName): Promise<SearchEngineRow> =>
    (await detail()).engines.find((each) => each.engine === name) ?? assert.fail()
  return {
    baidu, indexnow, call, detail, engine,
    raw: (path: string, body?: object) => site.call(path, body),
    server: () => site.server,
    on: async (name: SearchEngineName, fields: object = {}): Promise<void> =>
      void await call('push/save', { engine: name, on: true, ...(name === 'baidu' && { site: origin, token }), ...fields }),
    /** So many pages wait. A save is answered before. */
    due: (name: SearchEngineName, count: number): Promise<void> =>
      eventually(async () => (await engine(name)).waiting === count, `${count} wait for ${name}`),
    /** Sets the clock, and has the queues notice it at once instead of within 15 seconds. */
    async advance(ms: number): Promise<void> {
      time += ms
      clock.advance(time)
      await site.call('site/update', { slogan: `${time}` })
    },
    async restart(): Promise<void> {
      await site.server.stop()
      site = await open()
    },
    now: (): number => Date.now() + time,
    news: async (newTitle: string, more: object = {}): Promise<string> => (await call('news/saveNews', { newTitle, ...more })).data.newId,
  }
}
const newsAt = (id: string): string => `/xwdtDet?newId=${id}`
const quiet = (): Promise<void> => wait(300)

test('what is published, changed or removed is sent together a minute later, removals to IndexNow only', async (t) => {
  const { baidu, indexnow, call, on, news, due, advance, server, engine } = await pushingSite(t)
  const early = await news('较早的')
  await on('baidu')
  await on('indexnow')
  const first = await news('头一篇')
  const { data: { productId } } = await call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })
  await call('pages/save', { pageTitle: '招聘', pagePath: 'zp' })
  const draft = (await call('draft/save', { kind: 'news', fields: { newTitle: '草稿' } })).data.id
  const { data: { productId: without } } = await call('product/saveProduct', { coverName: '没有分类的' })
  await Promise.all([due('baidu', 4), due('indexnow', 4)])
  await quiet()
  assert.deepEqual([baidu.received.length, indexnow.received.length], [0, 0], 'not at once')
  await advance(minute)
  await eventually(() => pathsSent(baidu).length > 0 && pathsSent(indexnow).length > 0, 'both are notified')
  const sent = ['/p/zp', newsAt(first), ...[productId, without].map((id) => `/productDet?productId=${id}`)].sort()
  assert.deepEqual([pathsSent(baidu).sort(), pathsSent(indexnow).sort()], [sent, sent])
  assert.deepEqual(baidu.received.map(({ path }) => path), Array(2).fill(`/urls?site=${encodeURIComponent(origin)}&token=${token}`))
  assert.equal(baidu.received[1]?.headers['content-type'], 'text/plain')
  await due('baidu', 0)
  assert.match((await engine('baidu')).answer?.words ?? '', /收到了4个网址/)
  await eventually(async () => (await engine('baidu')).remain === 996, 'what is left of the quota is kept')

  const { host, key, keyLocation } = JSON.parse(indexnow.received[0]?.body ?? '')
  assert.deepEqual([host, keyLocation], ['www.example.com', `${origin}/${key}.txt`])
  const file = await fetch(`${server().url}/${key}.txt`)
  assert.deepEqual([file.status, file.headers.get('content-type'), await file.text()], [200, 'text/plain; charset=utf-8', key])

  await call('news/updateNews', { newId: early, newTitle: '改过的' })
  await call('draft/publish', { kind: 'news', id: draft })
  await call('news/deleteNews', { newId: first })
  const { data: { data: [page] } } = await call('pages/list')
  await call('pages/update', { pageId: page.pageId, pagePath: 'zhaopin' })
  await Promise.all([due('baidu', 3), due('indexnow', 5)])
  const before = [pathsSent(baidu).length, pathsSent(indexnow).length]
  await advance(minute)
  await eventually(() => pathsSent(baidu).length > 4 && pathsSent(indexnow).length > 4, 'the changes are sent')
  assert.deepEqual(pathsSent(baidu).slice(before[0]).sort(), ['/p/zhaopin', newsAt(draft), newsAt(early)].sort())
  assert.deepEqual(pathsSent(indexnow).slice(before[1]).sort(), ['/p/zhaopin', '/p/zp', newsAt(draft), newsAt(early), newsAt(first)].sort())
})

test('what visitors do not see is never sent: a page or a group that is off, what was deleted meanwhile', async (t) => {
  const { baidu, call, on, news, due, advance } = await pushingSite(t)
  await on('baidu')
  const { data: { pagesOn, groups } } = await call('site/detail')
  const offGroup = { groups: groups.map((group: { id: string }) => (group.id === 'jzbh' ? { ...group, on: false } : group)) }
  await call('site/update', offGroup)
  const shown = await news('在线的')
  await call('news/deleteNews', { newId: await news('删掉的') })
  await call('product/saveProduct', { coverName: '隐藏分类里的', locationId: 'jzbh' })
  const { data: { productId } } = await call('product/saveProduct', { coverName: '页面关闭的', locationId: 'zhgd' })
  await due('baidu', 2)
  await call('site/update', { pagesOn: { ...pagesOn, product: false } })
  await advance(minute)
  await eventually(() => pathsSent(baidu).length > 0, 'the article is sent')
  assert.deepEqual(pathsSent(baidu), [newsAt(shown)])
  await call('site/update', { pagesOn })
  await eventually(() => pathsSent(baidu).length > 1, 'what waited goes out once its page is on')
  assert.deepEqual(pathsSent(baidu).slice(1), [`/productDet?productId=${productId}`])
})

test('of a quota the newest use what is left, and the rest goes out from 00:05 on the next day', async (t) => {
  const { baidu, on, news, due, advance, now, engine, restart } = await pushingSite(t)
  baidu.reply = quotaOf(2)
  await on('baidu')
  const ids: string[] = []
  for (const title of ['一', '二', '三', '四', '五']) {
    ids.unshift(newsAt(await news(title)))
    await wait(5)
  }
  await due('baidu', 5)
  await advance(minute)
  await eventually(() => pathsSent(baidu).length > 0, 'some are sent')
  assert.deepEqual(pathsSent(baidu), ids.slice(0, 2))
  await eventually(async () => (await engine('baidu')).remain === 0, 'the quota is used up')
  assert.equal((await engine('baidu')).waiting, 3)
  await restart()
  const untilMidnight = day - sinceMidnight(now())
  const received = baidu.received.length
  await advance(untilMidnight + 4 * minute)
  await quiet()
  assert.equal(baidu.received.length, received, 'not before 00:05')
  baidu.reply = quotaOf(0)
  await advance(minute + 1000)
  await eventually(() => baidu.received.at(-1)?.body === '*' && baidu.received.length > 2, 'it asks for the quota')
  await quiet()
  assert.equal(pathsSent(baidu).length, 2)
  baidu.reply = json({ error: 400, message: 'over quota' }, 400)
  await advance(day)
  const asked = baidu.received.length
  await quiet()
  assert.ok(baidu.received.length - asked <= 1, 'it does not ask again on the same day')
  baidu.reply = quotaOf(10)
  await advance(day)
  await eventually(() => pathsSent(baidu).length === 5, 'the rest is sent')
  assert.deepEqual(pathsSent(baidu).slice(2), ids.slice(2))
})

const replies: [name: SearchEngineName, title: string, reply: FakeService['reply'], reason: RegExp, outcome: 'paused' | 'waiting'][] = [
  ['baidu', 'a wrong token', json({ error: 401, message: 'token is not valid' }, 401), /推送密钥不对/, 'paused'],
  ['baidu', 'another site', json({ error: 400, message: 'site error' }, 400), /没有在百度搜索资源平台验证过/, 'paused'],
  ['baidu', 'an error that nobody knows', json({ error: 500, message: 'internal error, please try later' }, 500), /HTTP 500/, 'waiting'],
  ['baidu', 'HTML with 502', html(502), /HTTP 502/, 'waiting'],
  ['baidu', 'HTML with 200', html(200), /不是百度的结果/, 'waiting'],
  ['baidu', 'a closed connection', (res) => res.destroy(), /连接/, 'waiting'],
  ['indexnow', '403', (res) => void res.writeHead(403).end(), /没有读到密钥.*\.txt/, 'paused'],
  ['indexnow', '422', (res) => void res.writeHead(422).end(), /域名不符/, 'paused'],
  ['indexnow', '429', (res) => void res.writeHead(429).end(), /太频繁/, 'waiting'],
  ['indexnow', '400', (res) => void res.writeHead(400).end(), /HTTP 400/, 'paused'],
]

test('an error that lasts pauses a service until a test succeeds, any other is tried again; no save fails', async (t) => {
  const { baidu, indexnow, call, on, news, due, advance, engine } = await pushingSite(t)
  const services = { baidu, indexnow }
  const works = { baidu: quotaOf(1000), indexnow: accepted }
  for (const [name, title, reply, reason, outcome] of replies) {
    services[name].reply = reply
    await on(name)
    await news(title)
    await due(name, 1)
    await advance(minute)
    const reasonOf = async (): Promise<string | undefined> => {
      const { paused, answer } = await engine(name)
      return outcome === 'paused' ? paused?.reason : answer?.failed && answer.words
    }
    await eventually(async () => (await reasonOf()) !== undefined, `${name}, ${title}: a reason`)
    assert.match((await reasonOf()) ?? '', reason, title)
    assert.equal((await engine(name)).waiting, 1, title)
    services[name].reply = works[name]
    const { data } = await call('push/test', { engine: name })
    assert.equal(data.ok, true, title)
    await advance(2 * minute)
    await eventually(async () => (await engine(name)).waiting === 0, `${name}, ${title}: sent in the end`)
    const { paused, answer } = await engine(name)
    assert.deepEqual([paused, answer?.words, answer?.failed], [undefined, '收到了1个网址', undefined])
    await call('push/save', { engine: name, on: false })
  }
})

test('addresses that Baidu does not accept have failed, and are no longer sent', async (t) => {
  const { baidu, on, news, due, advance, engine } = await pushingSite(t)
  await on('baidu')
  await on('indexnow')
  const [good, foreign] = [newsAt(await news('好')), newsAt(await news('别处'))]
  await due('baidu', 2)
  baidu.reply = json({ remain: 5, success: 1, not_same_site: [origin + foreign], not_valid: [] })
  await advance(minute)
  await due('baidu', 0)
  const { words = '' } = (await engine('baidu')).answer ?? {}
  assert.ok(words.startsWith(`收到了1个网址，没有接受1个：${origin}${foreign}（百度说这个网址不属于填写的站点`), words)
  assert.ok(!words.includes(good))
})

test('the token is never sent back, only those who may change the site push, and Baidu says what is left', async (t) => {
  const { baidu, call, raw, on, detail, engine, server, news, due, advance } = await pushingSite(t)
  assert.deepEqual((await raw('push/save', { engine: 'baidu', on: true, site: origin })).data, { field: 'token' })
  assert.deepEqual((await raw('push/save', { engine: 'baidu', on: true, site: 'a b', token })).data, { field: 'site' })
  assert.equal((await raw('push/all')).code, 400)
  await on('baidu')
  assert.ok(!JSON.stringify(await detail()).includes(token))
  assert.equal((await engine('baidu')).hint, '3456')
  await call('push/save', { engine: 'baidu', site: 'www.example.com', token: '' })
  assert.deepEqual(((await engine('baidu')).site), 'www.example.com')
  baidu.reply = quotaOf(8)
  assert.deepEqual((await call('push/test', { engine: 'baidu' })).data, { ok: true, message: '连接成功，今天还可以推送8个网址' })
  assert.deepEqual(baidu.received.map(({ body }) => body), ['*'])
  assert.equal((await server().post('/v1/push/detail')).code, 401)
  await news('全部推送')
  await due('baidu', 1)
  await call('push/save', { engine: 'baidu', on: false })
  await call('push/save', { engine: 'baidu', on: true })
  assert.equal((await engine('baidu')).waiting, 0, 'what is older than the switch is not sent')
  assert.equal((await call('push/all')).data.count, 1)
  await due('baidu', 1)
  await advance(minute)
  await eventually(() => pathsSent(baidu).length === 1, 'all are sent')
})

for (const SITE_URL of ['', 'http://localhost:8080', 'http://127.0.0.1']) {
  test(`nothing is sent while the address of the site is "${SITE_URL}"`, async (t) => {
    const { baidu, indexnow, call, on, news, advance, detail } = await pushingSite(t, { env: { SITE_URL } })
    await on('baidu')
    await on('indexnow')
    await news('一篇')
    await advance(minute)
    assert.equal((await call('push/test', { engine: 'indexnow' })).data.ok, false)
    await quiet()
    assert.deepEqual([baidu.received.length, indexnow.received.length], [0, 0])
    assert.match((await detail()).problem ?? '', /SITE_URL/)
  })
}

test('all pages wait after one write, and those that wait already are not written again', filesOnly, async (t) => {
  const root = newFolder(t)
  let writes = 0
  const disk = newDisk(t, root, async (ops) => {
    writes += ops.filter(({ collection }) => collection === 'engine').length
    return commitBatch(root, ops)
  })
  const facts = { now: Date.now, log: () => {} }
  const store = await openStore({ disk, ...facts })
  const network = { outside: internet, allowHttp: false, origins: {} }
  const site = () => ({ pagesOn: { news: true }, inquiry: { form: true }, groups: [] }) as never
  const jobs = createJobs({ ...facts, leads: async () => true })
  const push = createPush({ store, site, siteUrl: origin, network, jobs, ...facts })
  const at = new Date().toISOString()
  const article = (newTitle: string) => ({ newTitle, newIntro: '', newCover: '', newInfo: '', changedAt: at })
  await Promise.all(Array.from({ length: 800 }, (_, n) => store.news.insert(article(`${n}`) as never)))
  await store.engine.put({ id: 'indexnow', createdAt: at, on: true, since: '2020-01-01T00:00:00.000+08:00' })
  assert.equal(await push.all(), 800)
  assert.deepEqual([push.waiting('indexnow'), writes], [800, 2])
  assert.equal(await push.all(), 800)
  assert.equal(writes, 2)
})

test('what waited in the records of an older release is sent once, and these are removed', filesOnly, async (t) => {
  const folder = newFolder(t)
  const first = await siteWith(t, {}, { folder })
  const newId = (await first.call('news/saveNews', { newTitle: '等着的' })).data.newId
  const sentId = (await first.call('news/saveNews', { newTitle: '推送过的' })).data.newId
  await first.server.stop()
  const createdAt = '2026-01-01T12:00:00.000+08:00'
  const put = (collection: string, id: string, fields: object): void => {
    mkdirSync(join(folder, 'data', collection), { recursive: true })
    writeFileSync(join(folder, 'data', collection, `${id}.json`), JSON.stringify({ id, createdAt, ...fields }))
  }
  put('secret', 'indexnow', { key: 'a'.repeat(32) })
  put('engine', 'indexnow', { on: true, since: createdAt, testedAt: createdAt })
  for (const [id, state] of [[newId, 'waiting'], [sentId, 'sent']]) {
    put('push', `of${id}`, {
      kind: 'news', recordId: id, address: newsAt(id), version: createdAt, changedAt: createdAt, marks: { indexnow: { state } },
    })
  }
  const indexnow = await fakeService(t, accepted)
  const again = await siteWith(t, { indexnow }, { folder })
  await eventually(() => indexnow.received.length > 0, 'it is sent')
  assert.deepEqual(pathsSent(indexnow), [newsAt(newId)])
  await eventually(() => readdirSync(join(folder, 'data', 'push')).length === 0, 'the old records are gone')
  await again.server.stop()
})
