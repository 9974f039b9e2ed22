import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { calls } from '../../../contract/calls/calls.ts'
import type { Call } from '../../../contract/calls/callRow.ts'
import { type KindName, kindNames, kinds, type RecordKind } from '../../../contract/kinds/kinds.ts'
import { customPage, newsPage, productPage } from '../../../contract/kinds/recordPages.ts'
import { routes } from '../../../client/site/routes.ts'
import { chinaTime } from '../../../server/system/chinaTime.ts'
import { startServer } from '../../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()
const staff = async (path: string, body: object = {}) => (await server.post(path, body, { headers })).data

/** Each record has an address of its own. */
const addresses: string[] = []
function newAddress(word: string): string {
  addresses.push(`${Buffer.from(word).toString('hex')}-${addresses.length}`)
  return addresses.at(-1) ?? ''
}

/** Every text of a record, each with the word; what it links to, too. */
function textsWith(kind: KindName, word: string): Record<string, string> {
  const { title, body, filter, fields }: RecordKind = kinds[kind]
  const address = `/uploads/news/${Buffer.from(word).toString('hex').padEnd(32, '0').slice(0, 32)}.png`
  const valueOf = (field: string): string => {
    if (field === title) return word
    if (field === filter) return 'zhgd'
    if (field === body) return `<p>${word}</p>`
    if (field === 'pagePath') return newAddress(word)
    return /Url|Cover|Banner$/.test(field) ? address : word
  }
  return Object.fromEntries(Object.keys(fields).map((field) => [field, valueOf(field)]))
}
const traces = (word: string): string[] => [word, textsWith('news', word).newCover ?? '']

const agents = {
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0',
  phone: 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)',
}
interface Saved {
  kind: KindName
  id: string
}
/** All that a visitor, and a program with an account that does not know drafts, can ask for; `word` and `records` are what they search for. */
async function everything(word: string, records: readonly Saved[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  const idsOf = (kind: string): string[] => records.flatMap((record) => (record.kind === kind ? [record.id] : []))
  const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
  const listed = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)/g)].map(([, path = '']) => path)
  const pages = new Set([
    ...routes.map(({ path }) => path.replace('/*', '/1')),
    ...listed,
    ...addresses.map(customPage),
    '/sitemap.xml',
    '/rss.xml',
    '/robots.txt',
    '/xwdt?page=2',
    '/product?locationId=zhgd',
    ...idsOf('product').flatMap((id) => [productPage(id), `/cpDeatail?productId=${id}`]),
    ...idsOf('news').map(newsPage),
    ...records.map(({ kind, id }) => `/preview?kind=${kind}&id=${id}&until=9999999999999&sign=x`),
  ])
  for (const [device, agent] of Object.entries(agents)) {
    for (const path of pages) {
      const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
      found.set(`${device} ${path}`, await response.text())
    }
  }
  for (const { path, who, changes } of Object.values<Call>(calls)) {
    if (who !== 'everyone' || changes) continue
    const bodies = [
      {},
      { limit: 9999 },
      { limit: 9999, show: 'all' },
      { limit: 9999, show: 'drafts', sort: 'createDate' },
      ...Object.entries<RecordKind>(kinds).flatMap(([kind, { id, title }]) => [
        { [title]: word },
        ...idsOf(kind).map((each) => ({ [id]: each })),
      ]),
      { productIds: idsOf('product') },
    ]
    for (const body of bodies) {
      found.set(`${path} ${JSON.stringify(body)}`, JSON.stringify(await server.post(path, body)))
      // The words of staff are for the back office.
      if (!('show' in body))
        found.set(`staff ${path} ${JSON.stringify(body)}`, JSON.stringify(await server.post(path, body, { headers })))
    }
  }
  for (const kind of ['news', 'product']) {
    found.set(
      `page of ${kind}`,
      (await staff('/v1/page/preview', { kind, device: 'desktop', ...textsWith(kind as KindName, '另一篇') })).html,
    )
  }
  return found
}
const placesOf = (word: string, found: ReadonlyMap<string, string>): string[] =>
  [...found].filter(([, text]) => traces(word).some((trace) => text.includes(trace))).map(([place]) => place)

test('no visitor, program, page, feed, search or cache shows a draft, or what was unpublished, deleted or replaced', async () => {
  const [open, hidden] = ['人人可见的字', '不可示人的字']
  const unseen: Saved[] = []
  const published: Saved[] = []
  const gone: { kind: KindName; unpublished: string; deleted: string }[] = []
  for (const kind of kindNames) {
    const { id: idName, paths }: RecordKind = kinds[kind]
    const publish = async (word: string): Promise<string> => (await staff(paths.save, textsWith(kind, word)))[idName]
    const draft = async (more: object): Promise<string> =>
      (await staff('/v1/draft/save', { kind, fields: textsWith(kind, hidden), ...more })).id
    const id = await publish(open)
    published.push({ kind, id })
    await draft({ id })
    const replaced = await publish(hidden)
    await staff(paths.update, { [idName]: replaced, ...textsWith(kind, open) })
    const unpublished = await publish(hidden)
    const deleted = await publish(hidden)
    gone.push({ kind, unpublished, deleted })
    const scheduled = await draft({ publishAt: chinaTime(Date.now() + 3_600_000).slice(0, 19) })
    for (const each of [await draft({}), scheduled, unpublished, deleted]) unseen.push({ kind, id: each })
  }
  // Pages that show them are in the cache.
  const before = placesOf(hidden, await everything(hidden, unseen))
  assert.ok(before.length > 40, 'what is published is found by these requests')
  for (const { kind, unpublished, deleted } of gone) {
    const { id: idName, paths }: RecordKind = kinds[kind]
    await staff('/v1/act/unpublish', { kind, id: unpublished })
    await staff(paths.delete, { [idName]: deleted })
  }
  for (const round of ['drawn', 'from the cache'])
    assert.deepEqual(placesOf(hidden, await everything(hidden, unseen)), [], round)

  const places = placesOf(open, await everything(open, published))
  assert.ok(places.length > 40, 'what is published is found by the same requests')
  for (const place of ['desktop /xwdt', 'phone /mobile', 'desktop /rss.xml', '/v1/product/selectAllList {}']) {
    assert.ok(places.includes(place), place)
  }
  for (const path of ['/sitemap.xml', '/rss.xml', '/xwdt', '/product']) {
    const text = await (await fetch(server.url + path)).text()
    assert.ok(
      unseen.every(({ id }) => !text.includes(id)),
      `${path} names no draft`,
    )
  }
})
