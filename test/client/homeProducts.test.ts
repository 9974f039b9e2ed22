import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { test } from 'node:test'
import type { ProductGroups, ProductRow, PublicSite } from '../../contract/kinds/entities.ts'
import { loadPage } from '../../client/site/loadPage.ts'
import type { MakeCall } from '../../client/site/route.ts'
import { shippedSite } from '../../server/site/seed.ts'

const shipped = shippedSite(fileURLToPath(new URL('../../data/seed/', import.meta.url)))

const row = (productId: string) =>
  ({
    productId,
    coverName: productId,
    coverDescribe: '',
    jumpUrl: '',
    coverUrl: '',
    locationId: '',
    productType: '',
    createDate: '',
  }) as ProductRow
const rows = (group: string, count: number): ProductRow[] =>
  Array.from({ length: count }, (_, index) => row(`${group}${index + 1}`))

interface Shown {
  ids: string[]
  hasMore: boolean
}

/** What a home page shows of so many products in each group, of which the reply has the robots in the opposite order. */
async function shown(path: '/' | '/mobile', counts: Readonly<Record<string, number>>): Promise<Shown> {
  const { zhgd = 0, cpxt = 0, jzbh = 0, ...others } = counts
  const more = Object.entries(others).map(([id, count]) => ({ id, name: id, list: rows(id, count) }))
  const reply: ProductGroups = {
    zhgdList: rows('zhgd', zhgd),
    cpxtList: rows('cpxt', cpxt).reverse(),
    jzbhList: rows('jzbh', jzbh),
    more,
  }
  const call = (async (name: string) =>
    name === 'productGroups' ? reply : { data: [], count: 0 }) as unknown as MakeCall
  const groups = [...shipped.groups, ...more.map(({ id, name }) => ({ id, name, parent: '', intro: '', on: true }))]
  const site: PublicSite = {
    ...shipped,
    groups,
    pagePaths: [],
    emptyPages: ['news', 'cases', 'proofs'],
    today: '2026-01-01',
    hoursText: '',
    quoteListOn: false,
  }
  const { facts } = await loadPage(path, '', call, site)
  const {
    products,
    groups: shownGroups,
    hasMoreProducts,
  } = facts as { products?: ProductRow[]; groups?: { products: ProductRow[] }[]; hasMoreProducts: boolean }
  const all = products ?? (shownGroups ?? []).flatMap((group) => group.products)
  return { ids: all.map(({ productId }) => productId), hasMore: hasMoreProducts }
}

/** How many products of each group are shown. */
function countsOf(ids: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const id of ids) {
    const group = id.replace(/\d+$/, '')
    counts[group] = (counts[group] ?? 0) + 1
  }
  return counts
}

test('robots are shown in the opposite order of the reply, and the first of them stay', async () => {
  assert.deepEqual((await shown('/', { cpxt: 3 })).ids, ['cpxt1', 'cpxt2', 'cpxt3'])
  const { ids } = await shown('/mobile', { cpxt: 200 })
  assert.deepEqual([ids[0], ids.at(-1), ids.length], ['cpxt1', 'cpxt4', 4])
})

test('a page has at most 30 products, of large groups fewer', async () => {
  for (const [path, counts, expected] of [
    ['/', { zhgd: 200, cpxt: 6, jzbh: 6 }, { zhgd: 18, cpxt: 6, jzbh: 6 }],
    ['/', { zhgd: 200, cpxt: 200, jzbh: 1 }, { zhgd: 14, cpxt: 14, jzbh: 1 }],
    ['/mobile', { zhgd: 200, cpxt: 200, jzbh: 200 }, { zhgd: 4, cpxt: 4, jzbh: 4 }],
    ['/mobile', { zhgd: 200, cpxt: 20, jzbh: 20, more: 20 }, { zhgd: 4, cpxt: 4, jzbh: 4, more: 4 }],
  ] as const) {
    assert.deepEqual(countsOf((await shown(path, counts)).ids), expected, `${path} ${JSON.stringify(counts)}`)
  }
  for (const zhgd of [20, 200]) assert.equal((await shown('/', { zhgd })).hasMore, zhgd > 30)
})
