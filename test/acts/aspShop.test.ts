import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import {
  findPages,
  folderOf,
  readPages,
  startReading,
  withoutLists,
  withOneKind,
} from '../../client/admin/import/sources.ts'
import { noChoices, stageMoved, withLists } from '../../client/admin/import/stageMoved.ts'
import type { MovedRecord } from '../../contract/kinds/movedRecords.ts'
import { ownGroupList } from '../../contract/calls/operations.ts'
import { user } from '../../client/admin/session/session.ts'
import type { UserInfo } from '../../contract/kinds/entities.ts'
import type { Caller } from '../../server/call.ts'
import { eventually } from '../eventually.ts'
import { inProcess } from './inProcess.ts'
import { newFolder } from '../server.ts'
import { aspShop, contact, culture, nameOf, newsTitle } from './aspShop.ts'
import { callerNamed, oldSite } from './oldSite.ts'

const site = await oldSite({ after }, aspShop)
const admin = callerNamed('admin')
const pathsOf = (addresses: readonly string[] = []): string[] => addresses.map((each) => each.replace(site.origin, ''))

test('a frameset names its frames, the first one its columns, a list its other pages, by words and by numbers', async () => {
  assert.deepEqual(pathsOf((await site.addresses('/')).lists), ['/top.htm', '/main.asp'])
  const first = await site.addresses('/main.asp', admin, true)
  assert.deepEqual(pathsOf(first.lists), ['/product.asp', '/news.asp'])
  assert.ok(pathsOf(first.addresses.map(({ address }) => address)).includes('/product_view.asp?id=2'))

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

test('pages of one folder are of one kind, but for those that say theirs: most of them decide', () => {
  const record = (path: string, kind: string) => ({ key: `page-http://a.cn${path}`, kind }) as MovedRecord
  const kindsOf = (...records: MovedRecord[]): string[] => withOneKind(records).map(({ kind }) => kind)
  const news = (kind: string, id: number) => record(`/view.asp?id=${id}`, kind)
  assert.deepEqual(kindsOf(news('news', 1), news('product', 2), news('news', 3)), ['news', 'news', 'news'])
  assert.deepEqual(kindsOf(news('news', 1), record('/a/1.html', 'page')), ['news', 'page'])
  const told = { ...news('news', 1), isTold: true }
  assert.deepEqual(kindsOf(told, news('product', 2), news('product', 3)), ['news', 'product', 'product'])
})

test('what only a page of the menu leads to is found, lists lead to where their pages go, and what came first is first', async (t) => {
  const page = (title: string, way: string, links = ''): string =>
    `<title>${title}_某某</title><p class="crumbs">首页 > ${way} > ${title}</p>${links}<div class="content"><p>${culture.repeat(5)}</p></div>`
  const link = (address: string, words = '甲'): string => `<a href="${address}">${words}</a>`
  const small = await oldSite(t, {
    '/': link('/about.html') + link('/list.php?catid=6', '产品中心') + link('/show.php?catid=6&id=1'),
    '/about.html': page('公司简介', '关于我们', link('/honor.html')),
    '/honor.html': page('专利证书', '关于我们'),
    '/list.php?catid=6': link('/show.php?catid=6&id=1') + link('/show.php?catid=6&id=2'),
    '/show.php?catid=6&id=1': page('隔膜压力表', '产品中心 > 压力表'),
    '/show.php?catid=6&id=2': page('耐震压力表', '产品中心 > 压力表'),
  })
  const root = newFolder(t)
  const room = () => inProcess(t, root, undefined, undefined, small.readPage)
  let running = await room()
  const overNetwork = globalThis.fetch
  t.after(() => void (globalThis.fetch = overNetwork))
  globalThis.fetch = async (path, init) => {
    const input = JSON.parse(String(init?.body))
    const { operationStart: start, operationDetail: detail, operationPages: pages } = running.calls
    const [, name = ''] = /operation\/(\w+)/.exec(String(path)) ?? []
    const own = ({ start, detail, pages } as Record<string, (input: unknown, caller: Caller) => unknown>)[name]
    const data = own ? own(input, running.caller) : small.addresses(input.address, admin, input.list)
    return Response.json({ code: 200, msg: '', data: await data })
  }
  user.value = { name: 'admin' } as UserInfo
  const { signal } = new AbortController()
  const found = await findPages([`${small.origin}/`], signal, () => {})
  const whole = small.pages['/honor.html'] ?? ''
  let isAsked = false
  small.pages['/honor.html'] = () => void (isAsked = true)
  const begun = await startReading(found.addresses)
  user.value = undefined
  await eventually(() => isAsked, 'a page is asked for while nobody looks')
  await running.close()
  small.pages['/honor.html'] = whole
  running = await room()
  const read = await running.resumed(begun?.id ?? '')
  assert.deepEqual([read.state, read.done, read.failed, read.canUndo], ['done', 4, [], false])
  const { records, lists } = await readPages(read, signal)
  small.pages['/honor.html'] = () => {}
  const { id = '' } = (await startReading(found.addresses)) ?? {}
  const stopped = await running.calls.operationStop({ id }, running.caller)
  assert.match((await readPages(stopped, signal)).notes.join(), /^停止了，还有\d个网页没有读$/)
  assert.deepEqual(
    records.map(({ title, kind }) => [title, kind]),
    [
      ['专利证书', 'page'],
      ['耐震压力表', 'product'],
      ['隔膜压力表', 'product'],
      ['公司简介', 'page'],
    ],
  )
  const known = { existing: {}, examples: new Set<string>(), paths: {}, leading: new Set<string>(), groups: [] }
  const rows = withLists(
    stageMoved(records, noChoices, known, () => undefined),
    lists,
  ).rows
  assert.deepEqual(
    rows.map((row) => row.lists),
    [undefined, [{ from: '/list.php?catid=6', to: ownGroupList }], undefined, undefined],
  )
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
  assert.equal(hidden(links.join('').replaceAll('"', '.pdf"')), false)
  const unread = withoutLists([record(4, links.join(''))])
  assert.match(unread[0]?.notes.join() ?? '', /这一页是列表，里面有3个网页没有读/)
})

test('a folder is the part of an address that its pages have in common, in Chinese', () => {
  const folders = [
    '/a/b/one/',
    '/news/2019/12.html',
    '/?list_1/',
    '/a/b/c.html',
    '/a/b/',
    '/',
    '/%E6%96%B0%E9%97%BB/2024/%E4%B8%80/',
    '/v.asp?id=12&p=x',
    '/index.php?a=show&catid=16&id=1',
  ]
  assert.deepEqual(
    folders.map((path) => folderOf(`http://a.cn${path}`)),
    [
      '/a/b/',
      '/news/*/',
      '/?list_*/',
      '/a/b/',
      '/a/',
      '/',
      '/新闻/*/',
      '/v.asp?id=*&p=*',
      '/index.php?a=*&catid=16&id=*',
    ],
  )
})
