import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { isKind, type KindName, kindNames, kinds, pagedKinds } from '../../contract/kinds/kinds.ts'
import { completeValue, type SiteField } from '../../contract/site/siteFieldKinds.ts'
import { calls } from '../../contract/calls/calls.ts'
import type { Call } from '../../contract/calls/callRow.ts'
import { feedPaths, manifestPath, routesOf } from '../../contract/site/sitePages.ts'
import { siteFields } from '../../contract/site/siteFields.ts'
import { routes } from '../../client/site/routes.ts'
import { recordOf } from '../records.ts'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'

const shipped: Record<string, unknown> = JSON.parse(
  readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'),
)
Object.assign(shipped.english as object, { title: 'E' })
shipped.dealerTerms = [{ term: 'T', description: 'D' }]
const createdAt = '2026-01-01T00:00:00.000+08:00'
/** The texts of a company, in the pieces that a page may show: of five characters or more, as shorter ones are also words of the interface. */
const pieces = new Set([
  '筑站',
  '淄博',
  ...textsIn(shipped)
    .flatMap((text) => text.split(/<[^>]*>|\{[^}]*\}|[\s，。、：；！？“”（）《》]+/))
    // The name of a kind of certificate is the interface's.
    .filter((piece) => /[\u3400-\u9fff]{5}/.test(piece) && piece !== '软件著作权'),
])

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const written = new Set(['text', 'paragraph', 'richText', 'icp', 'police', 'creditCode', 'day'])

/** The value with every text replaced by Latin letters. */
function marked(field: SiteField, value: unknown, path: string): unknown {
  if (field.kind === 'list')
    return (value as unknown[]).map((item, index) => marked(field.of, item, `${path}.${index}`))
  if (field.kind !== 'object') return written.has(field.kind) && value !== '' ? `x${path.replaceAll('.', '-')}x` : value
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, each]) => [
      name,
      marked(each, (value as Record<string, unknown>)[name], `${path}.${name}`),
    ]),
  )
}

const first = await startServer({ after })
await first.stop()
const record = Object.fromEntries(
  Object.entries<SiteField>(siteFields).map(([name, field]) => [
    name,
    marked(field, completeValue(field, shipped[name]), name),
  ]),
)
Object.assign(record.privacy as object, { date: '2026-01-01' })
await store(first.folder, 'site', { id: 'site', createdAt, ...record })
const put = (collection: KindName, id: string, fields: object): Promise<void> =>
  store(first.folder, collection, { ...recordOf(collection, {}), ...fields, id, createdAt })
const models = [
  { model: 'M', note: 'N', price: '1' },
  { model: 'M', note: '' },
]
const product = { coverName: 'P', locationId: 'zhgd', models }
for (let index = 0; index < 61; index++) await put('product', `p${index}`, product)
for (let index = 0; index < 20; index++) await put('news', `n${index}`, { newTitle: 'N' })
const link = '<p><a href="/productDet?productId=p1">B</a></p>'
await put('product', 'zhgd-tower-crane', { ...product, productCon: link })
await put('page', 'page', { pageTitle: 'T', pagePath: 't' })
for (const [casePath = ''] of routesOf('cases').slice(1, -1))
  await put('case', casePath.slice(1), { caseName: 'C', casePath, products: ['p1'] })
/** Of each kind one with every text that it can have, before all others. */
const filled: object[] = []
for (const kind of kindNames) {
  const fields = Object.entries<SiteField>(kinds[kind].described)
  const texts = Object.fromEntries(fields.map(([name, field]) => [name, filledWith(field, `${kind}-${name}`)]))
  const place = { locationId: 'zhgd', casePath: '/xiangmuanli/filled', pagePath: 'filled', products: ['filled'] }
  filled.push(texts)
  await put(kind, 'filled', { ...texts, ...place, pinned: true, unpublishAt: '2099-01-01T00:00:00.000+08:00' })
}
const server = await startServer({ after }, { folder: first.folder })
const htmlOf = async (path: string, agent: string): Promise<string> => {
  const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
  assert.equal(response.status, path === '/none' ? 404 : 200, path)
  return response.text()
}

/** The field with every text a mark. */
function filledWith(field: SiteField, path: string): unknown {
  if (field.kind === 'list') return [filledWith(field.of, path)]
  if (field.kind === 'object')
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, each]) => [name, filledWith(each, `${path}-${name}`)]),
    )
  if (field.kind === 'picture' || field.kind === 'document') return '/media/og.png'
  return written.has(field.kind) ? `x${path}x` : completeValue(field, undefined)
}

test('every word of the company comes from the site record, and is shown', async () => {
  // The page for checks of the design, and the agreement of the back office, are not the company's.
  const paths = routes
    .map(({ path }) => path)
    .filter(
      (path) =>
        !['/demo', '/agreement', '/productDet', '/xwdtDet', '/cpDeatail', '/xiangmuanli/*', '/p/*'].includes(path),
    )
  const found = new Set<string>()
  let all = ''
  for (const path of [
    ...paths,
    '/productDet?productId=p1',
    '/productDet?productId=zhgd-tower-crane',
    '/cpDeatail?productId=p1',
    '/product/compare?ids=p1',
    '/product/compare?ids=p1,zhgd-tower-crane',
    '/xwdtDet?newId=n1',
    '/xwdt?page=2',
    '/product?page=2',
    '/p/t',
    '/none',
    '/search?word=P',
    '/search?word=N',
    '/search?word=T',
    '/search?word=c',
    '/search?word=nothing',
  ]) {
    for (const agent of ['Chrome', 'iPhone']) {
      const html = await htmlOf(path, agent)
      const shown = html.replace(/<script[^]*?<\/script>|<wbr[^>]*>/g, '')
      all += shown
      for (const piece of pieces) if (shown.includes(piece)) found.add(`${piece}: ${path}`)
    }
  }
  assert.deepEqual([...found], [])
  // Not what has no page or product here, nor days, which are none when they are marked.
  const isShown = /^x(?!synonyms|menus|groups|aboutTexts-press)[\w-]+(?<!-from|-until)x$/
  const marks = textsIn(record).filter((text) => isShown.test(text))
  assert.deepEqual(
    marks.filter((mark) => !all.includes(mark)),
    [],
    'what staff have written is to be seen somewhere',
  )
})

const inputs: Readonly<Record<string, readonly object[]>> = {
  productList: [{}, { productIds: ['filled'] }],
  productDetail: [{ productId: 'filled' }],
  productRelated: [{ productId: 'zhgd-tower-crane' }, { productId: 'filled' }],
  newsDetail: [{ newId: 'filled' }],
  caseDetail: [{ caseId: 'filled' }],
  pageDetail: [{ pageId: 'filled' }],
  carouselDetail: [{ photoId: 'filled' }],
  siteSearch: [{ word: 'x' }],
}
const queries: Readonly<Record<string, string>> = {
  '/productDet': '?productId=filled',
  '/cpDeatail': '?productId=filled',
  '/product/compare': '?ids=filled,p1',
  '/xwdtDet': '?newId=filled',
  '/zixun': '?productId=filled',
  '/xunjia': '?p=filled',
  '/search': '?word=x',
}

const marks = [record, ...filled].flatMap(textsIn).filter((text) => /^x[\w-]+x$/.test(text))
/** What a text says of records and of the settings; of these the names of their fields. */
const saidIn = (text: string): string[] => {
  const shown = text.replaceAll(/<wbr[^>]*>/g, '')
  const names = marks.filter((mark) => shown.includes(mark)).map((mark) => mark.slice(1, -1))
  return [...new Set(names.map((name) => (isKind(name.replace(/-.*/, '')) ? name : name.replace(/-.*/, ''))))]
}
const allOf = (...of: KindName[]): string =>
  saidIn(marks.join())
    .filter((name) => of.some((kind) => name.startsWith(`${kind}-`)))
    .join(' ')
    // An only model has one price.
    .replace(' product-price', '')
const company = 'companyName creditCode siteName slogan address'
const card = 'product-coverName product-coverDescribe product-models-model product-models-price groups'
const figures = 'case-figures-before case-figures-suffix case-figures-label case-figures-done'
const structured =
  'product-coverName product-coverDescribe product-models-model product-warranty product-specs-term product-specs-value groups pageNames'
const doors: Readonly<Record<string, string>> = {
  productList: card,
  'productList by ids': card,
  productDetail: `${allOf('product')} groups`,
  productGroups: card,
  productRelated: `${card} case-caseName ${figures}`,
  newsList: 'news-newTitle news-newIntro',
  newsDetail: allOf('news'),
  caseList: `case-caseName case-caseIntro ${figures}`,
  caseDetail: allOf('case'),
  carouselList: allOf('carousel'),
  carouselDetail: allOf('carousel'),
  carouselAll: allOf('carousel'),
  pageList: 'page-pageTitle',
  pageDetail: allOf('page'),
  siteSearch: `${card} product-productCon product-platforms-province ${allOf('case').replace(/ case-(?:figures|details|films|share)\S+/g, '')} page-pageTitle page-pageBody address caseTexts contactTitle descriptions pageNames`,
  siteDetail: saidIn(JSON.stringify(record)).join(' '),
  siteAgreement: 'companyName siteName',
  'what is found': allOf(...pagedKinds).replace(/ \w+-share\w+/g, ''),
  '/xiangmuanli': 'case-caseName',
  '/xiangmuanli/*': 'case-caseName pageNames',
  '/product': 'product-coverName',
  '/zhuyingyewu': 'product-coverName',
  '/productDet': structured,
  '/cpDeatail': structured,
  '/xwdt': 'news-newTitle',
  '/xwdtDet': 'news-newTitle news-newIntro pageNames',
  '/p/*': 'page-pageTitle pageNames',
  ...Object.fromEntries(
    routesOf('cases')
      .slice(1, -1)
      .map(([path]) => [path, 'pageNames']),
  ),
  '/rss.xml': 'news-newTitle news-newIntro pageNames siteName slogan',
  '/site.webmanifest': 'companyName siteName',
}

test('each text of a record and of the settings leaves by these doors, and by no other', async () => {
  const namesByDoor = new Map<string, Set<string>>()
  const note = (door: string, text: string): void =>
    void namesByDoor.set(door, new Set([...(namesByDoor.get(door) ?? []), ...saidIn(text)]))
  for (const [name, { path, who, done, upload }] of Object.entries<Call>(calls)) {
    // What is sent, and what has nothing of them.
    if (who !== 'everyone' || done !== undefined || upload || name === 'weChatSign') continue
    for (const input of inputs[name] ?? [{}]) {
      const { status, data } = await server.post(path, input)
      assert.equal(status, 200, name)
      note(name + ('productIds' in input ? ' by ids' : ''), JSON.stringify(data))
    }
  }
  const called = new Set([...namesByDoor.values()].flatMap((each) => [...each]))
  for (const { path, frame } of routes) {
    const own = path.replace('/*', '/filled') + (queries[path] ?? '')
    const html = await htmlOf(own, frame === 'phone' ? 'iPhone' : 'Chrome')
    const [, json = ''] = /<script type="application.ld.json">([^]*?)<.script>/.exec(html) ?? []
    const more = saidIn(html.replace(json, '')).filter((name) => !called.has(name))
    assert.deepEqual(more, [], `${path} says what no call replies`)
    note(path, json)
    for (const name of company.split(' ')) assert.ok(namesByDoor.get(path)?.delete(name), path)
  }
  for (const path of [...feedPaths, manifestPath]) note(path, await htmlOf(path, 'Chrome'))
  for (const mark of marks.filter((each) => isKind(each.slice(1).replace(/-.*/, '')))) {
    const { data } = await server.post(calls.siteSearch.path, { word: mark })
    if (data.count > 0 && !data.near) note('what is found', mark)
  }
  const rows = (of: Iterable<readonly [string, Iterable<string>]>): object =>
    Object.fromEntries(
      Array.from(of, ([door, names]) => [door, [...names].sort().join(' ')]).filter(([, names]) => names),
    )
  assert.deepEqual(
    rows(namesByDoor),
    rows(Object.entries(doors).map(([door, names]) => [door, new Set(names.split(' '))])),
  )
})
