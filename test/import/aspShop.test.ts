import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { folderOf, withoutLists, withOneKind } from '../../client/admin/moving/sources.ts'
import type { MovedRecord } from '../../contract/movedRecords.ts'
import { aspShop, contact, culture, nameOf, newsTitle } from './aspShop.ts'
import { callerNamed, oldSite } from './oldSite.ts'

const site = await oldSite({ after }, aspShop)
const admin = callerNamed('admin')
const pathsOf = (addresses: readonly string[] = []): string[] => addresses.map((each) => each.replace(site.origin, ''))

test('the first page of a frameset names its columns, a list its other pages, by words and by numbers', async () => {
  const first = await site.addresses('/')
  assert.deepEqual(pathsOf(first.lists), ['/product.asp', '/news.asp'])
  assert.ok(pathsOf(first.addresses.map(({ address }) => address)).includes('/product_view.asp?id=2'))
  assert.match(first.notes.join(), /框架 .+top\.htm 没有读成：网页不在了/)

  const list = await site.addresses('/product.asp', admin, true)
  assert.deepEqual(pathsOf(list.lists), ['/product.asp?page=1', '/product.asp?page=2', '/product.asp?page=3'])
  const products = pathsOf(list.addresses.map(({ address }) => address)).filter((path) =>
    path.startsWith('/product_view'),
  )
  assert.equal(products.length, 12)
  assert.deepEqual(list.notes, [])
  assert.deepEqual(pathsOf((await site.addresses('/news.asp', admin, true)).lists), ['/news_2.asp'])
  assert.ok(
    !site.requests.some(({ url }, index) => index > 8 && /sitemap|robots/.test(url ?? '')),
    'a list is one request',
  )
})

test('a product of a table: its name, model, class, price and picture stand above its text, which it shares with others', async () => {
  const page = await site.page('/product_view.asp?id=7', admin, '/product_view.asp?id=8')
  assert.deepEqual(
    [page.title, page.kind, page.model, page.column, page.price, pathsOf(page.pictures)],
    [nameOf(7), 'product', 'HG-7', '弯头', '面议', ['/UploadFiles/7.jpg']],
  )
  assert.match(page.html, /^<p>本产品采用优质碳钢制造.+可按图纸定做。<\/p>$/)
})

test('a title that all pages share is none, and the first sentence of a text is no way to its page', async () => {
  const page = await site.page('/news_view.asp?id=2', admin, '/news_view.asp?id=3')
  assert.deepEqual([page.title, page.kind, page.date.slice(0, 10)], [newsTitle(2), 'news', '2009-02-05'])
  assert.match(page.html, /产品质量靠人/)
  assert.doesNotMatch(page.html, /联系方式|首页/)
})

test('a page with little text is that, without the menu, the side bar and the foot', async () => {
  const [first, second] = [
    await site.page('/about.asp?id=2', admin, '/contact.asp'),
    await site.page('/contact.asp', admin, '/about.asp?id=2'),
  ]
  assert.deepEqual([first.html, second.html], [`<p>${culture}</p>`, `<p>${contact}</p>`])
  assert.deepEqual([first.pictures, first.title, second.title], [[], '企业文化', '联系我们'])
})

test('what a page is compared with is asked for once where it is read next', async () => {
  const before = site.requests.length
  for (const id of [20, 21, 22]) await site.page(`/product_view.asp?id=${id}`, admin, `/product_view.asp?id=${id + 1}`)
  assert.equal(site.requests.length - before, 4)
})

test('pages of one folder are of one kind: most of them decide, or else their address', () => {
  const record = (path: string, kind: string) => ({ key: `page-http://a.cn${path}`, kind }) as MovedRecord
  const kindsOf = (...records: MovedRecord[]): string[] => withOneKind(records).map(({ kind }) => kind)
  const news = (kind: string, id: number) => record(`/view.asp?id=${id}`, kind)
  assert.deepEqual(kindsOf(news('news', 1), news('product', 2), news('news', 3)), ['news', 'news', 'news'])
  assert.deepEqual(kindsOf(record('/cpzx/1.html', 'news'), record('/cpzx/2.html', 'page')), ['product', 'product'])
  assert.deepEqual(kindsOf(news('news', 1), record('/a/1.html', 'page')), ['news', 'page'])
})

test('a text of links to other pages that are read is a list, and not ticked', () => {
  const record = (id: number, html = '') =>
    ({ key: `page-http://a.cn/v.asp?p=1&id=${id}`, html, hidden: false, notes: [] }) as unknown as MovedRecord
  const links = [1, 2, 3].map((id) => `<p>2021-04-26<a href="http://a.cn/v.asp?p=1&amp;id=${id}">一篇文章</a></p>`)
  const hidden = (html: string): boolean | undefined =>
    withoutLists([record(1), record(2), record(3), record(4, html)]).at(-1)?.hidden
  assert.equal(hidden(links.join('')), true)
  assert.equal(hidden(`<p>${'这是一篇文章的正文。'.repeat(8)}</p>${links.join('')}`), false)
  assert.equal(hidden(links.join('').replaceAll('a.cn', 'b.cn')), false)
})

test('a folder is the part of an address that its pages have in common, in Chinese', () => {
  const folders = [
    '/a/b/one/',
    '/a/b/two/',
    '/a/b/c.html',
    '/a/b/',
    '/',
    '/%E6%96%B0%E9%97%BB/2024/%E4%B8%80/',
    '/v.asp?id=12&p=x',
  ]
  assert.deepEqual(
    folders.map((path) => folderOf(`http://a.cn${path}`)),
    ['/a/b/', '/a/b/', '/a/b/', '/a/', '/', '/新闻/*/', '/v.asp?id=*&p=*'],
  )
})
