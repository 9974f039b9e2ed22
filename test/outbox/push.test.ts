import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { PushDetail, SearchEngineName, SearchEngineRow } from '../../contract/push.ts'
import { everywhere } from '../../server/network/outside.ts'
import { createPush } from '../../server/outbox/push.ts'
import { pushCalls } from '../../server/outbox/pushCalls.ts'
import { openStore } from '../../server/store/store.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { type FakeService, fakeService, html, json, type Received } from './fakeService.ts'
import { type Site, siteWith } from './site.ts'

const minute = 60_000
const hour = 60 * minute
const origin = 'https://www.example.com'
const token = 'abcdefghij123456'

/** As Baidu replies that accepts so many a day: of too many it takes none. */
function quotaOf(count: number): FakeService['reply'] {
  let remain = count
  return (res, { body }) => {
    const urls = body.split('\n').filter((line) => line !== '*')
    if (urls.length > remain)
      return json({ error: 400, message: 'over quota' }, 400)(res, { path: '', headers: {}, body })
    remain -= urls.length
    const reply = { remain, success: urls.length, not_same_site: [], not_valid: body === '*' ? ['*'] : [] }
    return json(reply)(res, { path: '', headers: {}, body })
  }
}
const accepted: FakeService['reply'] = (res) => void res.writeHead(202).end()
const urlsOf = ({ body }: Received): string[] => (body.startsWith('{') ? JSON.parse(body).urlList : body.split('\n'))
const pathsSent = ({ received }: FakeService): string[] =>
  received
    .flatMap(urlsOf)
    .filter((url) => url !== '*')
    .map((url) => url.replace(origin, ''))
const newsAt = (id: string): string => `/xwdtDet?newId=${id}`

/** A site that both services know. */
async function pushingSite(
  t: TestContext,
  { folder = newFolder(t), env = {} }: { folder?: string; env?: Record<string, string> } = {},
) {
  const clock = settableClock(folder)
  const [baidu, indexnow] = await Promise.all([fakeService(t, quotaOf(1000)), fakeService(t, accepted)])
  const open = (): Promise<Site> => siteWith(t, { baidu, indexnow }, { folder, env: { ...clock.env, ...env } })
  let time = 0
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
    baidu,
    indexnow,
    call,
    detail,
    engine,
    raw: (path: string, body?: object) => site.call(path, body),
    server: () => site.server,
    on: async (name: SearchEngineName, fields: object = {}): Promise<void> =>
      void (await call('push/save', {
        engine: name,
        on: true,
        ...(name === 'baidu' && { site: origin, token }),
        ...fields,
      })),
    /** The next run: a server that starts does not wait for the hour to end. */
    async nextHour(): Promise<void> {
      await site.server.stop()
      clock.advance((time += hour))
      site = await open()
    },
    news: async (newTitle: string, more: object = {}): Promise<string> =>
      (await call('news/saveNews', { newTitle, ...more })).data.newId,
  }
}

/** The push by itself, whose hours a test lets pass. */
async function pushing(t: TestContext) {
  const [baidu, indexnow] = await Promise.all([fakeService(t, quotaOf(1000)), fakeService(t, accepted)])
  const disk = newDisk(t, newFolder(t))
  const store = await openStore({ disk, now: Date.now, log: () => {} })
  let ahead = 0
  const now = (): number => Date.now() + ahead
  const hourly: { ms: number; onlyLeader: boolean | undefined; run: () => Promise<unknown> }[] = []
  const jobs = {
    every(ms: number, _failed: string, run: () => Promise<unknown>, { onlyLeader }: { onlyLeader?: true } = {}) {
      hourly.push({ ms, onlyLeader, run })
      return async () => void (await run())
    },
    stopping: new AbortController().signal,
  }
  const network = { outside: everywhere, allowHttp: true, origins: { baidu: baidu.origin, indexnow: indexnow.origin } }
  const site = () => ({ pagesOn: { news: true }, inquiry: { form: true }, groups: [] }) as never
  const push = createPush({ store, site, siteUrl: origin, network, jobs, now })
  const calls = pushCalls({ store, push, now })
  const engine = async (name: SearchEngineName): Promise<SearchEngineRow> =>
    (await calls.pushDetail({}, {} as never)).engines.find((each) => each.engine === name) ?? assert.fail()
  return {
    services: { baidu, indexnow },
    store,
    push,
    hourly,
    engine,
    now,
    on: (name: SearchEngineName) => calls.pushSave({ engine: name, on: true, site: origin, token }, {} as never),
    /** Returns its address. */
    async news(fields: object = {}): Promise<string> {
      const changedAt = chinaTime(now())
      const { id } = await store.news.insert({
        newTitle: '',
        newIntro: '',
        newCover: '',
        newInfo: '',
        changedAt,
        ...fields,
      } as never)
      return newsAt(id)
    },
    async nextHour(): Promise<void> {
      ahead += hour
      for (const { run } of hourly) await run()
    },
  }
}

test('what is published or changed is sent together within the hour, and once', async (t) => {
  const { baidu, indexnow, call, on, news, nextHour, server, engine } = await pushingSite(t)
  const early = await news('较早的')
  await on('baidu')
  await on('indexnow')
  const first = await news('头一篇')
  const {
    data: { productId },
  } = await call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })
  await call('pages/save', { pageTitle: '招聘', pagePath: 'zp' })
  const draft = (await call('draft/save', { kind: 'news', fields: { newTitle: '草稿' } })).data.id
  const {
    data: { productId: without },
  } = await call('product/saveProduct', { coverName: '没有分类的' })
  assert.deepEqual([(await engine('baidu')).waiting, (await engine('indexnow')).waiting], [4, 4])
  assert.deepEqual([baidu.received.length, indexnow.received.length], [0, 0], 'not at once')
  await nextHour()
  await eventually(
    async () => (await engine('baidu')).waiting + (await engine('indexnow')).waiting === 0,
    'both are notified',
  )
  const sent = ['/p/zp', newsAt(first), ...[productId, without].map((id) => `/productDet?productId=${id}`)].sort()
  assert.deepEqual([pathsSent(baidu).sort(), pathsSent(indexnow).sort()], [sent, sent])
  assert.deepEqual(
    baidu.received.map(({ path }) => path),
    Array(2).fill(`/urls?site=${encodeURIComponent(origin)}&token=${token}`),
  )
  assert.equal(baidu.received[1]?.headers['content-type'], 'text/plain')
  assert.equal((await engine('baidu')).answer?.words, '收到了4个网址，今天还可以推送996个')

  const { host, key, keyLocation } = JSON.parse(indexnow.received[0]?.body ?? '')
  assert.deepEqual([host, keyLocation], ['www.example.com', `${origin}/${key}.txt`])
  const file = await fetch(`${server().url}/${key}.txt`)
  assert.deepEqual(
    [file.status, file.headers.get('content-type'), await file.text()],
    [200, 'text/plain; charset=utf-8', key],
  )

  await call('news/updateNews', { newId: early, newTitle: '改过的' })
  await call('draft/publish', { kind: 'news', id: draft })
  await call('news/deleteNews', { newId: first })
  const {
    data: {
      data: [page],
    },
  } = await call('pages/list')
  await call('pages/update', { pageId: page.pageId, pagePath: 'zhaopin' })
  const before = pathsSent(baidu).length
  await nextHour()
  await eventually(
    () => pathsSent(baidu).length > before && pathsSent(indexnow).length > before,
    'the changes are sent',
  )
  const changed = ['/p/zhaopin', newsAt(draft), newsAt(early)].sort()
  assert.deepEqual(
    [pathsSent(baidu).slice(before).sort(), pathsSent(indexnow).slice(before).sort()],
    [changed, changed],
  )
})

test('what visitors do not see is never sent: a page or a group that is off, what was deleted meanwhile', async (t) => {
  const { baidu, call, on, news, nextHour, engine } = await pushingSite(t)
  await on('baidu')
  const {
    data: { pagesOn, groups },
  } = await call('site/detail')
  const offGroup = {
    groups: groups.map((group: { id: string }) => (group.id === 'jzbh' ? { ...group, on: false } : group)),
  }
  await call('site/update', offGroup)
  const {
    data: { productId },
  } = await call('product/saveProduct', { coverName: '页面关闭的', locationId: 'zhgd' })
  const shown = await news('在线的')
  await call('news/deleteNews', { newId: await news('删掉的') })
  await call('product/saveProduct', { coverName: '隐藏分类里的', locationId: 'jzbh' })
  assert.equal((await engine('baidu')).waiting, 2)
  await call('site/update', { pagesOn: { ...pagesOn, product: false } })
  await nextHour()
  await eventually(() => pathsSent(baidu).length > 0, 'the article is sent')
  assert.deepEqual(pathsSent(baidu), [newsAt(shown)])
  await call('site/update', { pagesOn })
  assert.equal((await call('push/all')).data.count, 2)
  await nextHour()
  await eventually(() => pathsSent(baidu).length > 1, 'all pages are sent, now also the product')
  assert.deepEqual(pathsSent(baidu).slice(1), [`/productDet?productId=${productId}`, newsAt(shown)])
})

test('each search engine gets one request an hour, from the leading server, and none while nothing has changed', async (t) => {
  const {
    services: { indexnow },
    hourly,
    on,
    news,
    nextHour,
    store,
    engine,
  } = await pushing(t)
  assert.deepEqual(
    hourly.map(({ ms, onlyLeader }) => [ms, onlyLeader]),
    [
      [hour, true],
      [hour, true],
    ],
  )
  await on('indexnow')
  const first = await news()
  for (const { run } of hourly) await run()
  assert.equal(indexnow.received.length, 0, 'a save of another server may still be on its way')
  await nextHour()
  await nextHour()
  assert.deepEqual(pathsSent(indexnow), [first])
  await news()
  store.engine.update = () => Promise.reject(new Error('the disk is full'))
  await assert.rejects(nextHour(), /the disk is full/)
  Reflect.deleteProperty(store.engine, 'update')
  await nextHour()
  const [, second] = indexnow.received
  assert.equal(indexnow.received[2]?.body, second?.body, 'what could not be written down is sent again')
  assert.equal((await engine('indexnow')).waiting, 0)
})

test('of a quota the oldest use what is left, and the rest goes out on the next day', async (t) => {
  const {
    services: { baidu },
    on,
    news,
    nextHour,
    engine,
  } = await pushing(t)
  baidu.reply = quotaOf(2)
  await on('baidu')
  // Three have the same version.
  const changedAt = chinaTime(Date.now() + minute)
  const same = [await news({ changedAt }), await news({ changedAt }), await news({ changedAt })].sort()
  const last = await news({ changedAt: chinaTime(Date.now() + 2 * minute) })
  await nextHour()
  assert.deepEqual(pathsSent(baidu), same.slice(0, 2))
  const { waiting, answer } = await engine('baidu')
  assert.deepEqual([waiting, answer?.words], [2, '收到了2个网址，今天还可以推送0个'])
  await nextHour()
  assert.deepEqual([baidu.received.at(-1)?.body, pathsSent(baidu).length], ['*', 2])
  const used = (await engine('baidu')).answer
  assert.deepEqual([used?.words, used?.failed], ['今天的额度用完了，明天继续', undefined])
  baidu.reply = quotaOf(2)
  await nextHour()
  assert.deepEqual(pathsSent(baidu).slice(2), [same[2], last])
  assert.equal((await engine('baidu')).waiting, 0)
})

const replies: [name: SearchEngineName, title: string, reply: FakeService['reply'], reason: RegExp][] = [
  ['baidu', 'a wrong token', json({ error: 401, message: 'token is not valid' }, 401), /推送密钥不对/],
  ['baidu', 'another site', json({ error: 400, message: 'site error' }, 400), /没有在百度搜索资源平台验证过/],
  ['baidu', 'a quota that is used up meanwhile', json({ error: 400, message: 'over quota' }, 400), /额度用完了/],
  [
    'baidu',
    'an error that nobody knows',
    json({ error: 500, message: 'internal error, please try later' }, 500),
    /HTTP 500/,
  ],
  ['baidu', 'HTML with 502', html(502), /HTTP 502/],
  ['baidu', 'HTML with 200', html(200), /不是百度的结果/],
  ['baidu', 'a closed connection', (res) => res.destroy(), /连接/],
  ['indexnow', '403', (res) => void res.writeHead(403).end(), /没有读到密钥.*\.txt/],
  ['indexnow', '422', (res) => void res.writeHead(422).end(), /域名不符/],
  ['indexnow', '429', (res) => void res.writeHead(429).end(), /太频繁/],
  ['indexnow', '400', (res) => void res.writeHead(400).end(), /HTTP 400/],
]

test('after a failure the same and what is new are sent an hour later, and staff read why; a test says whether it works', async (t) => {
  const { services, on, news, nextHour, engine, push } = await pushing(t)
  const works = { baidu: quotaOf(1000), indexnow: accepted }
  for (const [name, title, reply, reason] of replies) {
    services[name].reply = reply
    await on(name)
    const first = await news()
    await nextHour()
    const { answer } = await engine(name)
    assert.match(answer?.words ?? '', reason, title)
    assert.equal(answer?.failed, true, title)
    assert.equal((await engine(name)).waiting, 1, title)
    assert.equal((await push.test(name)).ok, false, title)
    services[name].reply = works[name]
    assert.equal((await push.test(name)).ok, true, title)
    assert.equal((await engine(name)).answer?.failed, undefined, title)
    const second = await news()
    await nextHour()
    assert.deepEqual(pathsSent(services[name]).slice(-2), [first, second], title)
    const { waiting, answer: last } = await engine(name)
    assert.match(last?.words ?? '', /^收到了2个网址/)
    assert.deepEqual([waiting, last?.failed], [0, undefined])
  }
})

test('addresses that Baidu does not accept have failed, and are no longer sent', async (t) => {
  const {
    services: { baidu },
    on,
    news,
    nextHour,
    engine,
  } = await pushing(t)
  await on('baidu')
  await on('indexnow')
  const [good, foreign] = [await news(), await news()]
  baidu.reply = json({ remain: 5, success: 1, not_same_site: [origin + foreign], not_valid: [] })
  await nextHour()
  const { words = '' } = (await engine('baidu')).answer ?? {}
  const expected = `收到了1个网址，今天还可以推送5个；没有接受1个：${origin}${foreign}（百度说这个网址不属于填写的站点`
  assert.ok(words.startsWith(expected), words)
  assert.ok(!words.includes(good))
  assert.equal((await engine('baidu')).waiting, 0)
})

test('the token is never sent back, only those who may change the site push, and Baidu says what is left', async (t) => {
  const { baidu, call, raw, on, detail, engine, server, news, nextHour } = await pushingSite(t)
  assert.deepEqual((await raw('push/save', { engine: 'baidu', on: true, site: origin })).data, { field: 'token' })
  assert.deepEqual((await raw('push/save', { engine: 'baidu', on: true, site: 'a b', token })).data, { field: 'site' })
  assert.equal((await raw('push/all')).code, 400)
  await on('baidu')
  assert.ok(!JSON.stringify(await detail()).includes(token))
  assert.equal((await engine('baidu')).hint, '3456')
  await call('push/save', { engine: 'baidu', site: 'www.example.com', token: '' })
  assert.deepEqual((await engine('baidu')).site, 'www.example.com')
  baidu.reply = quotaOf(8)
  assert.deepEqual((await call('push/test', { engine: 'baidu' })).data, {
    ok: true,
    message: '连接成功，今天还可以推送8个网址',
  })
  assert.deepEqual(
    baidu.received.map(({ body }) => body),
    ['*'],
  )
  assert.equal((await server().post('/v1/push/detail')).code, 401)
  await news('全部推送')
  assert.equal((await engine('baidu')).waiting, 1)
  await call('push/save', { engine: 'baidu', on: false })
  await call('push/save', { engine: 'baidu', on: true })
  assert.equal((await engine('baidu')).waiting, 0, 'what is older than the switch is not sent')
  assert.equal((await call('push/all')).data.count, 1)
  assert.equal((await engine('baidu')).waiting, 1)
  baidu.reply = json({ error: 401, message: 'token is not valid' }, 401)
  await nextHour()
  await eventually(async () => (await engine('baidu')).answer?.failed === true, 'a failure is shown')
  assert.ok(!(JSON.stringify(await detail()) + server().output().stderr).includes(token))
})

for (const SITE_URL of ['', 'http://localhost:8080', 'http://127.0.0.1']) {
  test(`nothing is sent while the address of the site is "${SITE_URL}"`, async (t) => {
    const { baidu, indexnow, call, on, news, nextHour, detail, server } = await pushingSite(t, { env: { SITE_URL } })
    await on('baidu')
    await on('indexnow')
    await news('一篇')
    await nextHour()
    assert.equal((await call('push/test', { engine: 'indexnow' })).data.ok, false)
    assert.match((await detail()).problem ?? '', /SITE_URL/)
    await server().stop()
    assert.deepEqual([baidu.received.length, indexnow.received.length], [0, 0])
  })
}

test('all pages wait after one write', async (t) => {
  const { push, store, on, news } = await pushing(t)
  await Promise.all(Array.from({ length: 800 }, () => news()))
  await on('indexnow')
  let writes = 0
  store.follow(() => void writes++)
  assert.equal(await push.all(), 800)
  assert.deepEqual([await push.waiting('indexnow'), await push.waiting('baidu'), writes], [800, 0, 1])
})

test('what is saved while a request is on its way decides: a reply to the settings before is not written', async (t) => {
  const {
    services: { indexnow },
    push,
    on,
    news,
    nextHour,
    engine,
  } = await pushing(t)
  await on('indexnow')
  await news()
  indexnow.reply = async (res) => {
    await push.all()
    res.writeHead(202).end()
  }
  await nextHour()
  assert.deepEqual([(await engine('indexnow')).waiting, (await engine('indexnow')).answer], [1, undefined])
})

test(
  'records of an older program lie unread in their folder, and what has changed since is sent',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const first = await siteWith(t, {}, { folder })
    await first.call('news/saveNews', { newTitle: '推送过的' })
    await wait(5)
    const since = chinaTime(Date.now())
    await wait(5)
    const newId = (await first.call('news/saveNews', { newTitle: '还没有推送的' })).data.newId
    await first.server.stop()
    const createdAt = '2026-01-01T12:00:00.000+08:00'
    const put = (collection: string, id: string, fields: object): void => {
      mkdirSync(join(folder, 'data', collection), { recursive: true })
      writeFileSync(join(folder, 'data', collection, `${id}.json`), JSON.stringify({ id, createdAt, ...fields }))
    }
    put('secret', 'indexnow', { key: 'a'.repeat(32) })
    const paused = { reason: '暂停', at: createdAt }
    put('engine', 'indexnow', { on: true, since, paused, waiting: [], remain: { day: '2026-01-01', count: 0 } })
    put('push', 'one', { kind: 'news', marks: 'not even a record' })
    const clock = settableClock(folder)
    clock.advance(hour)
    const indexnow = await fakeService(t, accepted)
    const again = await siteWith(t, { indexnow }, { folder, env: clock.env })
    await eventually(() => indexnow.received.length > 0, 'it is sent')
    assert.deepEqual(pathsSent(indexnow), [newsAt(newId)])
    assert.deepEqual(readdirSync(join(folder, 'data', 'push')), ['one.json'])
    assert.equal((await fetch(`${again.server.url}/healthz`)).status, 200)
  },
)
