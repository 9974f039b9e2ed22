import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { newFolder, startServer } from '../server.ts'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X)'
const folder = newFolder({ after })
const clock = settableClock()
const server = await startServer({ after }, { folder, env: { SEED: 'on' }, now: clock.now })
const headers = await server.signIn()
const call = (path: string, body: object = {}) => server.post(`/v1/${path}`, body, { headers })
const save = async (fields: object): Promise<string> => (await call('pages/save', fields)).data.pageId
const get = async (path: string, agent = '') => {
  const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
  return { status: response.status, text: await response.text() }
}
const refusal = ({ code, data }: { code: number | ''; data: { field?: string } | null }) => [code, data?.field]

test('a page is saved, read by its id or its address, changed and deleted', async () => {
  const fields = {
    pageTitle: '招聘',
    pagePath: 'zhaopin',
    pageBanner: '',
    pageBody: '<p>我们在<strong>招</strong>人</p>',
  }
  const saved = await call('pages/save', { ...fields, pageBody: `${fields.pageBody}<script>x()</script>` })
  assert.deepEqual([saved.code, saved.msg], [200, '添加成功！'])
  const { pageId } = saved.data
  const { data } = await server.post('/v1/pages/detail', { pageId })
  assert.deepEqual(data, { pageId, ...fields, createDate: data.createDate, version: data.version })
  assert.deepEqual((await server.post('/v1/pages/detail', { pagePath: 'zhaopin' })).data, data)
  const { pageBody: _body, ...row } = fields
  assert.deepEqual((await server.post('/v1/pages/list', { limit: 1 })).data, {
    data: [{ pageId, ...row, createDate: data.createDate }],
    count: 3,
  })
  assert.equal((await call('pages/update', { pageId, pageTitle: '加入我们' })).code, 200)
  assert.equal((await server.post('/v1/pages/detail', { pagePath: 'zhaopin' })).data.pageTitle, '加入我们')
  assert.equal((await call('pages/delete', { pageId })).code, 200)
  for (const query of [{ pageId }, { pagePath: 'zhaopin' }, {}])
    assert.equal((await server.post('/v1/pages/detail', query)).code, 404)
})

test('a title and an address are needed, and the address has small letters, digits and hyphens', async () => {
  assert.deepEqual(refusal(await call('pages/save', { pagePath: 'a' })), [400, 'pageTitle'])
  for (const pagePath of [undefined, '', 'Zhaopin', '招聘', 'a/b', 'a b', '-a', 'a'.repeat(61)]) {
    assert.deepEqual(refusal(await call('pages/save', { pageTitle: '页', pagePath })), [400, 'pagePath'], pagePath)
  }
})

test('no two published pages have the same address, however they are published', async () => {
  const pageId = await save({ pageTitle: '网点', pagePath: 'wd' })
  const other = await save({ pageTitle: '证书', pagePath: 'zs' })
  const taken = await call('pages/save', { pageTitle: '又一页', pagePath: 'wd' })
  assert.deepEqual(
    [taken.code, taken.data, taken.msg],
    [400, { field: 'pagePath' }, '地址“wd”已被“网点”使用，请先修改其中一个'],
  )
  assert.deepEqual(refusal(await call('pages/update', { pageId: other, pagePath: 'wd' })), [400, 'pagePath'])
  assert.equal((await call('pages/update', { pageId, pagePath: 'wd', pageTitle: '服务网点' })).code, 200)

  const { id } = (await call('draft/save', { kind: 'page', fields: { pageTitle: '草稿', pagePath: 'wd' } })).data
  assert.deepEqual(refusal(await call('draft/publish', { kind: 'page', id })), [400, 'pagePath'])
  const { id: empty } = (await call('draft/save', { kind: 'page', fields: { pageTitle: '没有地址' } })).data
  assert.deepEqual(refusal(await call('draft/publish', { kind: 'page', id: empty })), [400, 'pagePath'])

  await call('pages/delete', { pageId })
  assert.equal((await call('draft/publish', { kind: 'page', id })).code, 200)
  const restored = await call('act/restore', { kind: 'page', ids: [pageId] })
  assert.equal(restored.msg, '地址“wd”已被“草稿”使用，请先修改其中一个')
  await call('pages/update', { pageId: id, pagePath: 'wd-2' })
  assert.equal((await call('act/restore', { kind: 'page', ids: [pageId] })).code, 200)
  assert.equal((await server.post('/v1/pages/detail', { pagePath: 'wd' })).data.pageId, pageId)
})

test('of several saves of the same address at once, one succeeds', async () => {
  const others = await Promise.all(['x1', 'x2', 'x3'].map((pagePath) => save({ pageTitle: pagePath, pagePath })))
  const { id } = (await call('draft/save', { kind: 'page', fields: { pageTitle: '草稿', pagePath: 'same' } })).data
  const replies = await Promise.all([
    ...[1, 2, 3].map((n) => call('pages/save', { pageTitle: `${n}`, pagePath: 'same' })),
    ...others.map((pageId) => call('pages/update', { pageId, pagePath: 'same' })),
    call('draft/publish', { kind: 'page', id }),
  ])
  assert.deepEqual(replies.map(({ code }) => code).sort(), [200, 400, 400, 400, 400, 400, 400])
  const { data } = (await server.post('/v1/pages/list', { limit: 9999 })).data
  assert.equal(data.filter(({ pagePath }: { pagePath: string }) => pagePath === 'same').length, 1)
  // A save that is repeated finds its own record.
  const body = { pageTitle: '再', pagePath: 'once', requestId: 'r1' }
  assert.deepEqual((await call('pages/save', body)).data, (await call('pages/save', body)).data)
})

test('visitors read a page on every device and in the sitemap; a draft and any other address do not exist', async () => {
  const fields = { pageTitle: '资料下载', pagePath: 'zlxz', pageBody: '<p>一 &amp; 二</p>' }
  const { id } = (await call('draft/save', { kind: 'page', fields })).data
  assert.equal((await get('/p/zlxz')).status, 404)
  assert.doesNotMatch((await get('/sitemap.xml')).text, /zlxz/)
  await call('draft/publish', { kind: 'page', id })
  for (const agent of ['', phone]) {
    const { status, text } = await get('/p/zlxz?utm=x', agent)
    assert.equal(status, 200)
    assert.match(text, /<h1[^>]*>(?:资料|<wbr[^>]*>|下载)+<\/h1>/)
    assert.match(text, /<p>一 &amp; 二<\/p>/)
    assert.match(text, /<link rel="canonical" href="[^"]+\/p\/zlxz">/)
    assert.match(text, /<meta name="description" content="一 &#38; 二">/)
    assert.match(text, /"BreadcrumbList".*"item":"[^"]+\/p\/zlxz"/)
  }
  assert.match((await get('/sitemap.xml')).text, /<loc>[^<]+\/p\/zlxz<\/loc><lastmod>/)
  await call('pages/update', { pageId: id, pageBanner: '/media/banner-about.webp' })
  const { text } = await get('/p/zlxz')
  assert.equal(text.match(/<h1/g)?.length, 1)
  assert.match(text, /class="banner /)
  for (const path of [
    '/p/',
    '/p',
    '/p/zlxz/',
    '/p/a/zlxz',
    '/p/ZLXZ',
    '/p/%7Alxz',
    '/p/..%2fzlxz',
    `/p/${'z'.repeat(5_000)}`,
  ]) {
    assert.equal((await get(path)).status, 404, path)
  }
})

test('the sitemap says when each record was changed last', async () => {
  const { newId } = (await call('news/saveNews', { newTitle: '旧闻', createDate: '2026-01-02' })).data
  const lastmod = async (): Promise<string | undefined> =>
    new RegExp(`newId=${newId}</loc><lastmod>([^<]+)`).exec((await get('/sitemap.xml')).text)?.[1]
  assert.equal(await lastmod(), '2026-01-02')
  assert.equal((await call('news/updateNews', { newId, newTitle: '改过的旧闻' })).code, 200)
  const { version } = (await call('news/detailNews', { newId })).data
  assert.notEqual(version.slice(0, 10), '2026-01-02')
  assert.equal(await lastmod(), version.slice(0, 10))
})

test('a draft opens by its link, and the form has its preview', async () => {
  const fields = { pageTitle: '预览的页', pagePath: 'yl', pageBody: '<p>还没有发布</p>' }
  const { id } = (await call('draft/save', { kind: 'page', fields })).data
  const { url } = (await call('draft/link', { kind: 'page', id })).data
  assert.match((await get(new URL(url).pathname + new URL(url).search)).text, /还没有发布/)
  const { html } = (await call('page/preview', { kind: 'page', device: 'phone', ...fields, pagePath: '' })).data
  assert.match(html, /还没有发布/)
})

test('a scheduled page whose address was taken meanwhile stays a draft, and the dashboard says why', async () => {
  const time = Math.ceil(Date.now() / 1000) * 1000
  clock.stand(time)
  const soon = chinaTime(time + 1000).slice(0, 19)
  const { id } = (
    await call('draft/save', { kind: 'page', fields: { pageTitle: '定时', pagePath: 'ds' }, publishAt: soon })
  ).data
  await save({ pageTitle: '先来', pagePath: 'ds' })
  clock.advance(5000)
  await eventually(async () => {
    const { coming } = (await call('dashboard/summary')).data
    return (
      coming.find((change: { id: string }) => change.id === id)?.problem === '地址“ds”已被“先来”使用，请先修改其中一个'
    )
  }, 'the dashboard says it')
})
