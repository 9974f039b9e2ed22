import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pastedRows, redirectRows, sentAddress } from '../../contract/calls/redirects.ts'
import { createRedirects } from '../../server/site/redirects.ts'
import { shippedSite } from '../../server/site/seed.ts'
import { currentSite } from '../../server/store/currentSite.ts'
import { openStore } from '../../server/store/store.ts'
import { as } from '../acts/site.ts'
import { newFolder, startServer } from '../server.ts'
import { newDisk } from '../store/help.ts'

const folder = newFolder({ after })
const server = await startServer({ after }, { folder, env: { SEED: 'on', RATE_LIMIT: 'off' } })
const headers = await server.signIn()
const call = (path: string, body: object = {}) => server.post(`/v1/${path}`, body, { headers })
const save = (...rows: [from: string, to: string][]) =>
  call('redirect/save', { rows: rows.map(([from, to]) => ({ from, to })) })

/** Asks with exactly these bytes, as a browser with an address in GBK does, and follows nothing. */
const ask = (path: string, more: Record<string, string> = {}): Promise<[status: number | undefined, to?: string]> =>
  new Promise((resolve, reject) => {
    const sent = request(
      `${server.url}/`,
      { path, headers: { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 Chrome/140', ...more } },
      ({ statusCode, headers: { location } }) =>
        resolve(location === undefined ? [statusCode] : [statusCode, location]),
    )
    sent.on('error', reject).end()
  })

test('the addresses of well-known systems lead to a page, each by its exact path and query', async () => {
  const { code, msg } = await save(
    ['/about.html', '/gywm'],
    ['/a/chanpin/2019/0102/123.html', '/product'],
    ['/?list_1/', '/xwdt'],
    ['/plus/view.php?aid=123', '/productDet?productId=zhgd-tower-crane'],
    ['/index.php?m=content&c=index&a=show&catid=6&id=28', '/dljm'],
    ['http://www.old-site.cn/honor/', '/zizhi'],
  )
  assert.deepEqual([code, msg], [200, '修改成功！'])
  assert.deepEqual(await ask('/about.html'), [301, '/gywm'])
  assert.deepEqual(await ask('/a/chanpin/2019/0102/123.html'), [301, '/product'])
  assert.deepEqual(await ask('/?list_1/'), [301, '/xwdt'])
  assert.deepEqual(await ask('/plus/view.php?aid=123'), [301, '/productDet?productId=zhgd-tower-crane'])
  assert.deepEqual(await ask('/index.php?m=content&c=index&a=show&catid=6&id=28'), [301, '/dljm'])
  assert.deepEqual(await ask('/honor/'), [301, '/zizhi'])
  assert.deepEqual(await ask('/plus/view.php?aid=124'), [404], 'another query is another address')
  assert.deepEqual(await ask('/?list_2/'), [200])
  assert.deepEqual(await ask('/about.html?id=1'), [404], 'the query counts')
})

test('an old address is found as it is shared, paid for, paged and typed', async () => {
  await save(
    ['/company/4.html', '/gywm'],
    ['/?website/10.html', '/dljm'],
    ['/lm1/', '/xwdt'],
    ['/?product/', '/product'],
    ['/blog/', '/xwdt'],
    ['/company/', '/zizhi'],
    ['/?from=shop', '/product'],
    ['/firm/', '/gywm'],
    ['/works/index.html', '/zizhi'],
    ['http://www.old-site.cn/case/7.html?id=1&from=singlemessage&isappinstalled=0', '/gywm'],
  )
  for (const [asked, to] of [
    ['/company/4.html?from=timeline&isappinstalled=0', '/gywm'],
    ['/company/4.html?utm_source=a&bd_vid=1', '/gywm?utm_source=a&bd_vid=1'],
    ['/?website/10.html&from=timeline', '/dljm'],
    ['/lm1', '/xwdt'],
    ['/?product', '/product'],
    ['/?product_2/', '/product'],
    ['/index.php?product_2/&spm=1', '/product?spm=1'],
    ['/index.php/company/4.html', '/gywm'],
    ['/blog/page/3/', '/xwdt'],
    ['/blog/?page=2', '/xwdt'],
    ['/company/index_2.html', '/zizhi'],
    ['/?from=shop', '/product'],
    ['/firm/index.html', '/gywm'],
    ['/firm/index.php?from=timeline', '/gywm'],
    ['/works/', '/zizhi'],
    ['/works/index.html', '/zizhi'],
    ['/case/7.html?id=1', '/gywm'],
    ['/case/7.html?id=1&from=timeline', '/gywm'],
  ] as const)
    assert.deepEqual(await ask(asked), [301, to], asked)
  assert.deepEqual(await ask('/company/4.html?id=4&from=timeline'), [404])
  assert.deepEqual(await ask('/gywm?from=timeline'), [200], 'a page of this site stays where it is')
  assert.deepEqual(await ask('/?from=timeline'), [200])
})

test('the beginning of addresses leads to a page, the longest first, and an exact one before it', async () => {
  assert.equal(
    (await save(['/news/*', '/xwdt'], ['/news/case/*', '/xiangmuanli'], ['/news/case/9.html', '/gywm'])).code,
    200,
  )
  assert.deepEqual(await ask('/news/1.html'), [301, '/xwdt'])
  assert.deepEqual(await ask('/news/1.html?utm_source=a&x=1'), [301, '/xwdt?utm_source=a'], 'a campaign goes on')
  assert.deepEqual(await ask('/news/case/1.html'), [301, '/xiangmuanli'])
  assert.deepEqual(await ask('/news/case/9.html'), [301, '/gywm'])
})

test('bytes of GBK, of UTF-8 and their spellings are compared as they are sent', async () => {
  assert.equal((await save(['/%b2%fa%c6%b7.html', '/product'], ['/产品.html', '/dljm'])).code, 200)
  assert.deepEqual(await ask('/%B2%FA%C6%B7.html'), [301, '/product'])
  assert.deepEqual(await ask('/%E4%BA%A7%e5%93%81%2ehtml'), [301, '/dljm'])
})

test('a page that exists comes first, and one that was switched off leads on', async () => {
  const refused = await save(['/about2.html', '/gywm'], ['/xwdt', '/gywm'])
  assert.deepEqual(
    [refused.code, refused.data, refused.msg],
    [400, { field: 'rows' }, '第2行：旧地址现在就是一个能打开的页面，不用跳转'],
  )
  assert.deepEqual(await ask('/about2.html'), [404], 'nothing of them is saved')
  const { data } = await server.post('/v1/site/detail', {})
  const pagesOn = { ...data.pagesOn, scenarios: false }
  assert.equal((await call('site/update', { pagesOn })).code, 200)
  assert.equal((await save(['/yingyongchangjing', '/product'])).code, 200)
  assert.deepEqual(await ask('/yingyongchangjing'), [302, '/product'])
  assert.equal((await call('site/update', { pagesOn: data.pagesOn })).code, 200)
  assert.deepEqual(await ask('/yingyongchangjing'), [200])
})

test('what is hostile or leads nowhere is refused, with its row', async () => {
  for (const [from, to, problem] of [
    ['/x1', 'https://evil.example/', '只能跳转到本站的页面，新地址以“/”开头'],
    ['/x1', '//evil.example/', '只能跳转到本站的页面，新地址以“/”开头'],
    ['/x1', '/\\evil.example', '只能跳转到本站的页面，新地址以“/”开头'],
    ['/x1', '/nowhere', '新地址打不开，请选一个能打开的页面'],
    ['/x1', '/login', '新地址打不开，请选一个能打开的页面'],
    ['/x1', '/x1', '新地址和旧地址相同'],
    ['/?*', '/gywm', '首页不能跳转'],
    ['/healthz', '/gywm', '这个地址由系统使用，不能跳转'],
    ['/%zz', '/gywm', '“%”后面应是两位编码'],
    ['/*', '/gywm', '“/*”会让所有不存在的地址都跳转，请写得具体一些'],
    ['/a*b', '/gywm', '“*”只能写在最后'],
    ['/', '/gywm', '首页不能跳转'],
    ['/v1/news/list', '/gywm', '这个地址由系统使用，不能跳转'],
    ['//evil.example/x', '/gywm', '旧地址应以“/”开头，或者是完整的网址'],
    ['about.html', '/gywm', '旧地址应以“/”开头，或者是完整的网址'],
    [`/${'a'.repeat(500)}`, '/gywm', '不能超过500个字符'],
    ['', '/gywm', '请填写旧地址'],
    ['/x1', '', '请填写跳转到哪一页'],
  ] as const) {
    const { code, msg } = await save([from, to])
    assert.deepEqual([code, msg], [400, `第1行：${problem}`], `${from} ${to}`)
  }
  for (const rows of [[], 'x', [null], Array(1001).fill({ from: '/x1', to: '/gywm' })])
    assert.equal((await call('redirect/save', { rows })).code, 400)
  const injected = await ask('/x1%0d%0aSet-Cookie:a')
  assert.deepEqual(injected, [404])
})

test('addresses that were moved twice are one step away, and a circle ends', async () => {
  const { data: pageId } = await call('pages/save', { pageTitle: '招聘', pagePath: 'zp' })
  assert.ok(pageId)
  assert.equal((await save(['/job.html', '/p/zp'])).code, 200)
  assert.equal((await call('pages/update', { pageId: pageId.pageId, pagePath: 'zhaopin' })).code, 200)
  assert.deepEqual(await ask('/p/zp'), [301, '/p/zhaopin'], 'an address that a record has left leads to its next one')
  assert.deepEqual(await ask('/job.html'), [301, '/p/zhaopin'])
  assert.equal((await call('pages/update', { pageId: pageId.pageId, pagePath: 'zp' })).code, 200)
  assert.deepEqual(await ask('/p/zp'), [200], 'and one that comes back needs none')
  assert.deepEqual(await ask('/p/zhaopin'), [301, '/p/zp'])
  const { data } = await call('redirect/list', { word: '/p/' })
  assert.deepEqual(data.data.map(({ from, to }: { from: string; to: string }) => [from, to]).sort(), [
    ['/job.html', '/p/zp'],
    ['/p/zhaopin', '/p/zp'],
  ])
  assert.equal((await call('pages/delete', { pageId: pageId.pageId })).code, 200)
  for (const path of ['/p/zp', '/p/zhaopin', '/job.html']) assert.deepEqual(await ask(path), [404], path)
})

test('a draft that is published under another address leads on from the old one', async () => {
  const { data } = await call('pages/save', { pageTitle: '网点', pagePath: 'wd' })
  const version = (await call('pages/detail', { pageId: data.pageId })).data.version
  const published = await call('draft/publish', {
    kind: 'page',
    id: data.pageId,
    basedOn: version,
    fields: { pageTitle: '网点', pagePath: 'wangdian' },
  })
  assert.equal(published.code, 200, published.msg)
  assert.deepEqual(await ask('/p/wd'), [301, '/p/wangdian'])
})

test('a change of address that is refused leads nowhere', async () => {
  const { data: one } = await call('pages/save', { pageTitle: '甲', pagePath: 'jia' })
  await call('pages/save', { pageTitle: '乙', pagePath: 'yi' })
  const refused = await call('pages/update', { pageId: one.pageId, pagePath: 'yi' })
  assert.equal(refused.code, 400, refused.msg)
  assert.equal((await call('redirect/list', { word: '/p/jia' })).data.count, 0)
})

test('uses that could not be saved are saved the next time', async (t) => {
  const now = () => Date.UTC(2026, 0, 1)
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now, log: () => {} })
  const shipped = shippedSite(fileURLToPath(new URL('../../data/seed', import.meta.url)))
  const site = currentSite(store, shipped, now)
  const redirects = createRedirects({ store, site, siteOrigin: () => '', now })
  await redirects.save([{ from: '/about.html', to: '/gywm' }])
  redirects.from('/about.html')
  const update = store.redirect.update.bind(store.redirect)
  store.redirect.update = async () => {
    throw new Error('no space')
  }
  const failing = redirects.flush()
  redirects.from('/about.html')
  await assert.rejects(failing, /no space/)
  store.redirect.update = update
  await redirects.flush()
  assert.equal(store.redirect.all()[0]?.hits, 2)
})

test('any old address that is listed can be deleted, and text that is none does no harm', async () => {
  const long = `/${'产品'.repeat(200)}.html`
  assert.equal((await save([long, '/product'])).code, 200)
  const { data } = await call('redirect/list', { word: '产品产品' })
  assert.equal((await call('redirect/delete', { froms: [data.data[0].from] })).code, 200)
  assert.equal((await call('redirect/list', { word: '产品产品' })).data.count, 0)
  assert.equal((await call('redirect/delete', { froms: ['/\ud800'] })).code, 200)
})

test('an old address leads to a draft once that is published, and until then where its beginning leads', async () => {
  const addresses = ['/moved/1.html', '/?p=77', '/gywm'].map((from) => ({ from, to: '' }))
  const redirects = [...addresses, { from: '/moved/2.html', to: '/nowhere' }]
  const staged = { key: 'moved', title: '', fields: { newTitle: '搬来的', newInfo: '<p>x</p>' }, group: '', redirects }
  const { ended, operation } = await as(server)
  const rows = [{ kind: 'news', id: '', staged }]
  const { words } = await ended(await operation('start', { what: 'import', rows }))
  assert.deepEqual(
    words.map((each) => each.split('：')[1]),
    ['/gywm', '/moved/2.html'],
  )
  const [{ newId: id }] = (await call('news/list', { newTitle: '搬来的', show: 'drafts' })).data.data
  const to = `/xwdtDet?newId=${id}`
  assert.deepEqual([await ask('/moved/1.html'), await ask('/?p=77')], [[404], [200]], 'as if it were not there')
  assert.equal((await save(['/moved/*', '/xwdt'])).code, 200)
  assert.deepEqual(await ask('/moved/1.html'), [301, '/xwdt'])
  assert.equal((await call('draft/publish', { kind: 'news', id })).code, 200)
  assert.deepEqual(
    [await ask('/moved/1.html'), await ask('/?p=77')],
    [
      [301, to],
      [301, to],
    ],
  )
  assert.equal((await call('redirect/delete', { froms: ['/moved/*', '/moved/1.html', '/?p=77'] })).code, 200)

  const draft = await call('draft/save', { kind: 'page', fields: { pageTitle: '招聘', pagePath: 'moved-zp' } })
  assert.equal((await save(['/zp.html', '/p/moved-zp'])).code, 200)
  assert.deepEqual(await ask('/zp.html'), [404])
  assert.equal((await call('draft/publish', { kind: 'page', id: draft.data.id })).code, 200)
  assert.deepEqual(await ask('/zp.html'), [301, '/p/moved-zp'])
})

test('uses are counted and outlive a restart; a row is deleted', async () => {
  await ask('/about.html')
  const rowOf = async (at: typeof call) =>
    (await at('redirect/list', { word: 'about.html' })).data.data.find(
      ({ from }: { from: string }) => from === '/about.html',
    )
  const { hits, lastAt } = await rowOf(call)
  assert.ok(hits >= 2 && /^20\d\d-/.test(lastAt), `${hits} ${lastAt}`)
  await server.stop()
  const again = await startServer({ after }, { folder, env: { SEED: 'on', RATE_LIMIT: 'off' } })
  const callAgain: typeof call = async (path, body = {}) =>
    again.post(`/v1/${path}`, body, { headers: await again.signIn() })
  assert.equal((await rowOf(callAgain)).hits, hits)
  assert.equal((await fetch(`${again.url}/news/1.html`, { redirect: 'manual' })).status, 301, 'beginnings, too')
  assert.equal((await callAgain('redirect/delete', { froms: ['/about.html'] })).code, 200)
  assert.equal((await fetch(`${again.url}/about.html`, { redirect: 'manual' })).status, 404)
})

test('what visitors ask for in vain is counted, without robots, and with the page that is meant', async (t) => {
  const other = await startServer(t, { env: { SEED: 'on' } })
  const visit = (path: string, agent: string, accept = 'text/html') =>
    fetch(other.url + path, { headers: { Accept: accept, 'User-Agent': agent } })
  const browser = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0'
  for (const path of ['/old/contact.html', '/old/contact.html', '/chanpin/yangchen.html', '/zzz/?id=9'])
    await visit(path, browser)
  await visit('/old/robot.html', 'Mozilla/5.0 (compatible; Baiduspider/2.0)')
  await visit('/old/picture.jpg', browser, 'image/webp')
  await visit('/old/?mail=a@b.cn', browser)
  const { data } = await other.post('/v1/visits/summary', { days: 7 }, { headers: await other.signIn() })
  assert.deepEqual(
    data.absent.map(({ address, count, guess }: { address: string; count: number; guess?: { path: string } }) => [
      address,
      count,
      guess?.path,
    ]),
    [
      ['/old/contact.html', 2, '/gywm'],
      ['/chanpin/yangchen.html', 1, '/productDet?productId=zhgd-dust-noise'],
      ['/zzz/?id=9', 1, undefined],
    ],
  )
  for (let n = 0; n < 4; n++) await visit('/old/contact.html', browser)
  const signedIn = { headers: await other.signIn() }
  const check = async () =>
    (await other.post('/v1/check/list', {}, signedIn)).data.find(({ id }: { id: string }) => id === 'absent')
  const { state, findings } = await check()
  assert.deepEqual(
    [state, findings],
    [
      'warning',
      [{ text: '/old/contact.html，近30天有6次', link: '/settings?group=redirects&from=%2Fold%2Fcontact.html&to=' }],
    ],
  )
  await other.post('/v1/redirect/save', { rows: [{ from: '/old/*', to: '/gywm' }] }, signedIn)
  const after = await other.post('/v1/visits/summary', { days: 7 }, signedIn)
  assert.equal(after.data.absent.length, 2, 'what leads somewhere by now is in order')
  assert.equal((await check()).state, 'ok')
})

test('two columns are read as they are pasted', () => {
  assert.deepEqual(pastedRows('旧地址\t新地址\n/a.html\t/gywm\r\n\r\n/b.html\t\t/xwdt'), [
    { from: '/a.html', to: '/gywm' },
    { from: '/b.html', to: '/xwdt' },
  ])
  assert.deepEqual(pastedRows('/a.html /gywm\n/b.html，/xwdt'), [
    { from: '/a.html', to: '/gywm' },
    { from: '/b.html', to: '/xwdt' },
  ])
  assert.deepEqual(pastedRows('/a.html'), [{ from: '/a.html', to: '' }])
  assert.equal(redirectRows.validate(pastedRows('/a.html')), '第1行：请填写跳转到哪一页')
  for (const [written, sent] of [
    ['http://www.x.cn/a/?b=1#c', '/a/?b=1'],
    ['https://www.x.cn', '/'],
    ['/%7euser/%2f', '/~user/%2F'],
    ['/a b', '/a%20b'],
    ['/100%', '/100%'],
  ] as const)
    assert.equal(sentAddress(written), sent)
})
