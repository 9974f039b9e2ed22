import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { productPage } from '../../contract/kinds/recordPages.ts'
import { as } from '../acts/site.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on', RATE_LIMIT: 'off' } })
const headers = await server.signIn()
const call = async (path: string, body: object = {}) => {
  const { code, msg, data } = await server.post(`/v1/${path}`, body, { headers })
  assert.equal(code, 200, `${path}: ${msg}`)
  return data
}
const desktop = 'Mozilla/5.0 Chrome/140'
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const ask = async (path: string, agent = desktop): Promise<[number, string | null]> => {
  const { status, headers } = await fetch(server.url + path, {
    redirect: 'manual',
    headers: { Accept: 'text/html', 'User-Agent': agent },
  })
  if (status !== 200) assert.equal(headers.get('cache-control'), 'no-cache', `browsers keep where ${path} leads`)
  return [status, headers.get('location')]
}
const rowsOf = async (word: string): Promise<{ from: string; to: string; unused?: true }[]> =>
  (await call('redirect/list', { word })).data

test('the page of a product that goes leads on, also for phones and from a shared link, and is back when it is restored', async () => {
  const { productId } = await call('product/saveProduct', { coverName: '旧塔机', locationId: 'zhgd' })
  const page = productPage(productId)
  const to = '/product?locationId=zhgd'
  await call('product/deleteProduct', { productId, redirectTo: to })
  assert.deepEqual(await ask(page), [302, to])
  assert.deepEqual(await ask(`/cpDeatail?productId=${productId}`, phone), [302, to])
  assert.deepEqual(await ask(`${page}&from=singlemessage`), [302, to])
  assert.equal((await rowsOf(productId))[0]?.unused, undefined)
  await call('act/restore', { kind: 'product', ids: [productId] })
  assert.equal((await ask(page))[0], 200)
  assert.deepEqual(await rowsOf(productId), [], 'an address that comes back needs none')
})

test('what is taken off and published again has no old address any more', async () => {
  const { newId } = await call('news/saveNews', { newTitle: '旧闻' })
  const page = `/xwdtDet?newId=${newId}`
  await call('act/unpublish', { kind: 'news', id: newId, redirectTo: '/xwdt' })
  assert.deepEqual(await ask(page), [302, '/xwdt'])
  await call('draft/publish', { kind: 'news', id: newId })
  assert.equal((await ask(page))[0], 200)
  assert.deepEqual(await rowsOf(newId), [])
})

test('what cannot go, or leads where nothing is, stays, and no old address is left of it', async () => {
  const { productId } = await call('product/saveProduct', { coverName: '留下', locationId: 'zhgd' })
  const refused = async (path: string, body: object) => (await server.post(`/v1/${path}`, body, { headers })).code
  assert.equal(await refused('product/deleteProduct', { productId, redirectTo: '/nowhere' }), 400)
  assert.equal(await refused('act/unpublish', { kind: 'product', id: productId, redirectTo: 'https://a.cn/' }), 400)
  assert.equal((await ask(productPage(productId)))[0], 200)
  assert.equal(await refused('act/unpublish', { kind: 'product', id: 'gone', redirectTo: '/product' }), 409)
  assert.deepEqual(await rowsOf(productId), [])
})

test('a program may set where the visitors of a page are led before it goes', async () => {
  const { newId } = await call('news/saveNews', { newTitle: '先设好' })
  const page = `/xwdtDet?newId=${newId}`
  await call('redirect/save', { rows: [{ from: page, to: '/xwdt' }], leaving: true })
  assert.equal((await ask(page))[0], 200, 'it comes first while it is there')
  assert.deepEqual((await rowsOf(newId))[0]?.unused, true)
  await call('news/deleteNews', { newId })
  assert.deepEqual(await ask(page), [302, '/xwdt'])
})

test('an address leads on for good only when no page can be there again', async () => {
  const made = await call('pages/save', { pageTitle: '招聘', pagePath: 'hr' })
  await call('redirect/save', { rows: [{ from: '/job.html', to: '/p/hr' }] })
  assert.deepEqual(await ask('/job.html'), [301, '/p/hr'])
  await call('pages/delete', { pageId: made.pageId, redirectTo: '/gywm' })
  assert.deepEqual(await ask('/p/hr'), [302, '/gywm'])
  assert.deepEqual(await ask('/job.html'), [302, '/gywm'], 'it is led over a page that may return')
  await call('trash/delete', { kind: 'page', ids: [made.pageId] })
  assert.deepEqual(await ask('/p/hr'), [301, '/gywm'])
})

test('the products of a group that is closed lead on, and it is opened without them', async () => {
  const { groups } = await call('site/detail')
  const { data } = await call('product/list', { locationId: 'cpxt', limit: 99 })
  const pages = (data as { productId: string }[]).map(({ productId }) => productPage(productId))
  const withRobots = (on: boolean) => ({
    groups: groups.map((group: { id: string }) => (group.id === 'cpxt' ? { ...group, on } : group)),
  })
  const { names, addresses } = await call('site/closing', withRobots(false))
  assert.deepEqual([names, addresses.sort()], [['建筑机器人'], [...pages].sort()])
  await call('redirect/save', { rows: pages.map((from) => ({ from, to: '/product' })), leaving: true })
  const { operation } = await call('site/update', withRobots(false))
  for (const page of pages) assert.deepEqual(await ask(page), [302, '/product'])
  await (await as(server)).undo({ id: operation })
  for (const page of pages) assert.equal((await ask(page))[0], 200)
  assert.equal((await rowsOf('productDet')).length, 0)
})

test('a page that goes leads to none that goes with it, and to none that is not there', async () => {
  const save = (rows: object[]) => server.post('/v1/redirect/save', { rows, leaving: true }, { headers })
  const both = await save([
    { from: '/xwdt', to: '/dljm' },
    { from: '/dljm', to: '/gywm' },
  ])
  assert.deepEqual([both.code, both.msg], [400, '/dljm自己也要跳走，请选别的页面'])
  assert.equal((await save([{ from: '/xwdt', to: '/nowhere' }])).code, 400)
  assert.equal((await save([{ from: '/', to: '/gywm' }])).code, 400)
  const { code } = await server.post('/v1/redirect/save', { rows: [{ from: '/xwdt', to: '/gywm' }] }, { headers })
  assert.equal(code, 400, 'a page that stays needs none')
})
