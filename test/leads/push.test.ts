import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import type { PlatformDetail } from '../../contract/calls/platforms.ts'
import { everywhere } from '../../server/edge/outside.ts'
import { createPush } from '../../server/leads/push.ts'
import { platformCalls } from '../../server/leads/platformCalls.ts'
import { openStore } from '../../server/store/store.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { filesOnly, newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { type FakeService, fakeService, html, json } from './fakeService.ts'
import { type Site, siteWith } from './site.ts'

const minute = 60_000
const hour = 60 * minute
const origin = 'https://www.example.com'
const token = 'abcdefghij123456'
const kind = 'push'

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
const pathsSent = ({ received }: FakeService): string[] =>
  received
    .flatMap(({ body }) => body.split('\n'))
    .filter((url) => url !== '*')
    .map((url) => url.replace(origin, ''))
const newsAt = (id: string): string => `/xwdtDet?newId=${id}`

/** A site that Baidu knows. */
async function pushingSite(
  t: TestContext,
  { folder = newFolder(t), env = {} }: { folder?: string; env?: Record<string, string> } = {},
) {
  const clock = settableClock()
  const baidu = await fakeService(t, quotaOf(1000))
  const open = (): Promise<Site> => siteWith(t, { baidu }, { folder, env, now: clock.now })
  let time = 0
  let site = await open()
  const call: Site['call'] = async (path, body) => {
    const reply = await site.call(path, body)
    assert.equal(reply.code, 200, `${path}: ${reply.msg}`)
    return reply
  }
  const engine = async (): Promise<PlatformDetail> => (await call('platform/detail', { kind })).data
  return {
    baidu,
    call,
    engine,
    raw: (path: string, body?: object) => site.call(path, body),
    server: () => site.server,
    on: async (): Promise<void> => void (await call('platform/save', { kind, on: true, site: origin, token })),
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
  const baidu = await fakeService(t, quotaOf(1000))
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
    sends: true,
    stopping: new AbortController().signal,
  }
  const network = { outside: everywhere, allowHttp: true, origins: { baidu: baidu.origin } }
  const site = () => ({ pagesOn: { news: true }, inquiry: { form: true }, groups: [] }) as never
  const push = createPush({ store, site, siteUrl: origin, network, jobs, now })
  const calls = platformCalls({ push, weChatShare: {} as never, now })
  const engine = async (): Promise<PlatformDetail> => calls.platformDetail({ kind })
  return {
    baidu,
    store,
    push,
    hourly,
    engine,
    now,
    on: () => calls.platformSave({ kind, on: true, site: origin, token } as never),
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
  const { baidu, call, on, news, nextHour, engine } = await pushingSite(t)
  const early = await news('较早的')
  await on()
  const first = await news('头一篇')
  const {
    data: { productId },
  } = await call('product/saveProduct', { coverName: '塔机', locationId: 'zhgd' })
  await call('pages/save', { pageTitle: '招聘', pagePath: 'zp' })
  const draft = (await call('draft/save', { kind: 'news', fields: { newTitle: '草稿' } })).data.id
  const {
    data: { productId: without },
  } = await call('product/saveProduct', { coverName: '没有分类的' })
  assert.equal((await engine()).waiting, 4)
  assert.equal(baidu.received.length, 0, 'not at once')
  await nextHour()
  await eventually(async () => (await engine()).waiting === 0, 'it is notified')
  const sent = ['/p/zp', newsAt(first), ...[productId, without].map((id) => `/productDet?productId=${id}`)].sort()
  assert.deepEqual(pathsSent(baidu).sort(), sent)
  assert.deepEqual(
    baidu.received.map(({ path }) => path),
    Array(2).fill(`/urls?site=${encodeURIComponent(origin)}&token=${token}`),
  )
  assert.equal(baidu.received[1]?.headers['content-type'], 'text/plain')
  assert.equal((await engine()).answer?.words, '收到了4个网址，今天还可以推送996个')

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
  await eventually(() => pathsSent(baidu).length > before, 'the changes are sent')
  assert.deepEqual(pathsSent(baidu).slice(before).sort(), ['/p/zhaopin', newsAt(draft), newsAt(early)].sort())
})

test('what visitors do not see is never sent: a page or a group that is off, what was deleted meanwhile', async (t) => {
  const { baidu, call, on, news, nextHour, engine } = await pushingSite(t)
  await on()
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
  assert.equal((await engine()).waiting, 2)
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

test('addresses are sent once an hour, from the leading server, and nothing while nothing has changed', async (t) => {
  const { baidu, hourly, on, news, nextHour, store, engine } = await pushing(t)
  assert.deepEqual(
    hourly.map(({ ms, onlyLeader }) => [ms, onlyLeader]),
    [[hour, true]],
  )
  await on()
  const first = await news()
  for (const { run } of hourly) await run()
  assert.equal(baidu.received.length, 0, 'a save of another server may still be on its way')
  await nextHour()
  await nextHour()
  assert.deepEqual(pathsSent(baidu), [first])
  await news()
  store.engine.update = () => Promise.reject(new Error('the disk is full'))
  await assert.rejects(nextHour(), /the disk is full/)
  Reflect.deleteProperty(store.engine, 'update')
  await nextHour()
  assert.equal(pathsSent(baidu).length, 2, 'on a full disk nothing is sent, and all of it afterwards')
  assert.equal((await engine()).waiting, 0)
})

test('of a quota the oldest use what is left, and the rest goes out on the next day', async (t) => {
  const { baidu, on, news, nextHour, engine } = await pushing(t)
  baidu.reply = quotaOf(2)
  await on()
  // Three have the same version.
  const changedAt = chinaTime(Date.now() + minute)
  const same = [await news({ changedAt }), await news({ changedAt }), await news({ changedAt })].sort()
  const last = await news({ changedAt: chinaTime(Date.now() + 2 * minute) })
  await nextHour()
  assert.deepEqual(pathsSent(baidu), same.slice(0, 2))
  const { waiting, answer } = await engine()
  assert.deepEqual([waiting, answer?.words], [2, '收到了2个网址，今天还可以推送0个'])
  await nextHour()
  assert.deepEqual([baidu.received.at(-1)?.body, pathsSent(baidu).length], ['*', 2])
  const used = (await engine()).answer
  assert.deepEqual([used?.words, used?.failed], ['今天的额度用完了，明天继续', undefined])
  baidu.reply = quotaOf(2)
  await nextHour()
  assert.deepEqual(pathsSent(baidu).slice(2), [same[2], last])
  assert.equal((await engine()).waiting, 0)
})

const replies: [title: string, reply: FakeService['reply'], reason: RegExp][] = [
  ['a wrong token', json({ error: 401, message: 'token is not valid' }, 401), /推送密钥不对/],
  ['another site', json({ error: 400, message: 'site error' }, 400), /没有在百度搜索资源平台验证过/],
  ['a quota that is used up meanwhile', json({ error: 400, message: 'over quota' }, 400), /额度用完了/],
  ['an error that nobody knows', json({ error: 500, message: 'internal error, please try later' }, 500), /HTTP 500/],
  ['HTML with 502', html(502), /HTTP 502/],
  ['HTML with 200', html(200), /不是百度的结果/],
  ['a closed connection', (res) => res.destroy(), /连接/],
  ['429', (res) => void res.writeHead(429).end(), /太频繁/],
]

test('after a failure the same and what is new are sent an hour later, and staff read why; a test says whether it works', async (t) => {
  const { baidu, on, news, nextHour, engine, push } = await pushing(t)
  for (const [title, reply, reason] of replies) {
    baidu.reply = reply
    await on()
    const first = await news()
    await nextHour()
    const { answer } = await engine()
    assert.match(answer?.words ?? '', reason, title)
    assert.equal(answer?.failed, true, title)
    assert.equal((await engine()).waiting, 1, title)
    assert.equal((await push.test()).ok, false, title)
    baidu.reply = quotaOf(1000)
    assert.equal((await push.test()).ok, true, title)
    assert.equal((await engine()).answer?.failed, undefined, title)
    const second = await news()
    await nextHour()
    assert.deepEqual(pathsSent(baidu).slice(-2), [first, second], title)
    const { waiting, answer: last } = await engine()
    assert.match(last?.words ?? '', /^收到了2个网址/)
    assert.deepEqual([waiting, last?.failed], [0, undefined])
  }
})

test('addresses that Baidu does not accept have failed, and are no longer sent', async (t) => {
  const { baidu, on, news, nextHour, engine } = await pushing(t)
  await on()
  const [good, foreign] = [await news(), await news()]
  baidu.reply = json({ remain: 5, success: 1, not_same_site: [origin + foreign], not_valid: [] })
  await nextHour()
  const { words = '' } = (await engine()).answer ?? {}
  const expected = `收到了1个网址，今天还可以推送5个；没有接受1个：${origin}${foreign}（百度说这个网址不属于填写的站点`
  assert.ok(words.startsWith(expected), words)
  assert.ok(!words.includes(good))
  assert.equal((await engine()).waiting, 0)
})

test('the token is never sent back, only those who may change the site push, and Baidu says what is left', async (t) => {
  const { baidu, call, raw, on, engine, server, news, nextHour } = await pushingSite(t)
  assert.deepEqual((await raw('platform/save', { kind, on: true, site: origin })).data, { field: 'token' })
  assert.deepEqual((await raw('platform/save', { kind, on: true, site: 'a b', token })).data, { field: 'site' })
  assert.equal((await raw('push/all')).code, 400)
  await on()
  assert.ok(!JSON.stringify(await engine()).includes(token))
  assert.equal((await engine()).hint, '3456')
  await call('platform/save', { kind, site: 'www.example.com', token: '' })
  assert.deepEqual((await engine()).site, 'www.example.com')
  baidu.reply = quotaOf(8)
  assert.deepEqual((await call('platform/test', { kind })).data, {
    ok: true,
    message: '连接成功，今天还可以推送8个网址',
  })
  assert.deepEqual(
    baidu.received.map(({ body }) => body),
    ['*'],
  )
  assert.equal((await server().post('/v1/platform/detail')).code, 401)
  await news('全部推送')
  assert.equal((await engine()).waiting, 1)
  await call('platform/save', { kind, on: false })
  await call('platform/save', { kind, on: true })
  assert.equal((await engine()).waiting, 0, 'what is older than the switch is not sent')
  assert.equal((await call('push/all')).data.count, 1)
  assert.equal((await engine()).waiting, 1)
  baidu.reply = json({ error: 401, message: 'token is not valid' }, 401)
  await nextHour()
  await eventually(async () => (await engine()).answer?.failed === true, 'a failure is shown')
  assert.ok(!(JSON.stringify(await engine()) + server().output().stderr).includes(token))
})

for (const SITE_URL of ['', 'http://localhost:8080', 'http://127.0.0.1']) {
  test(`nothing is sent while the address of the site is "${SITE_URL}"`, async (t) => {
    const { baidu, call, on, news, nextHour, engine, server } = await pushingSite(t, { env: { SITE_URL } })
    await on()
    await news('一篇')
    await nextHour()
    assert.equal((await call('platform/test', { kind })).data.ok, false)
    assert.match((await engine()).problem ?? '', /SITE_URL/)
    await server().stop()
    assert.equal(baidu.received.length, 0)
  })
}

test('all pages wait after one write', async (t) => {
  const { push, store, on, news } = await pushing(t)
  await Promise.all(Array.from({ length: 800 }, () => news()))
  await on()
  let writes = 0
  store.follow(() => void writes++)
  assert.equal(await push.all(), 800)
  assert.deepEqual([await push.waiting(), writes], [800, 1])
})

test('what is saved while a request is on its way decides: a reply to the settings before is not written', async (t) => {
  const { baidu, push, on, news, nextHour, engine } = await pushing(t)
  await on()
  await news()
  const reply = quotaOf(1000)
  baidu.reply = async (...request) => {
    await push.all()
    await reply(...request)
  }
  await nextHour()
  assert.deepEqual([(await engine()).waiting, (await engine()).answer], [1, undefined])
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
    const older = { on: true, since, remain: { day: '2026-01-01', count: 0 } }
    put('engine', 'indexnow', { ...older, waiting: [newsAt('one')], answer: { at: since, words: '收到了1个网址' } })
    put('engine', 'baidu', { ...older, site: origin, token, waiting: [] })
    const clock = settableClock()
    clock.advance(hour)
    const stored = await readFile(join(folder, 'data', 'engine', 'indexnow.json'), 'utf8')
    const baidu = await fakeService(t, quotaOf(1000))
    const { server, call } = await siteWith(t, { baidu }, { folder, now: clock.now })
    await eventually(() => pathsSent(baidu).length > 0, 'it is sent')
    assert.deepEqual(pathsSent(baidu), [newsAt(newId)])
    // Of an engine that is gone: it stays as it was, and is not taken for the other one.
    assert.equal((await call('platform/detail', { kind })).data.site, origin)
    assert.equal((await call('platform/save', { kind, on: true })).code, 200)
    await server.stop()
    assert.equal(await readFile(join(folder, 'data', 'engine', 'indexnow.json'), 'utf8'), stored)
  },
)
