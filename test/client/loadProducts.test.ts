import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ProductRow } from '../../contract/kinds/entities.ts'
import { loadProducts, productLink } from '../../client/site/products.ts'
import type { MakeCall, PageRequest } from '../../client/site/route.ts'

const row = {
  productId: 'a',
  coverName: '塔机监测',
  coverDescribe: '',
  jumpUrl: '',
  coverUrl: '/a.png',
  locationId: 'zhgd',
  productType: '智慧工地产品',
  createDate: '2026-01-01 00:00:00',
} as ProductRow

test('the products that a page names are loaded by one call for rows without bodies', async () => {
  const sent: unknown[] = []
  const call = (async (name: string, input: object) => {
    sent.push([name, input])
    return { data: [row], count: 1 }
  }) as unknown as MakeCall
  const request = { call, site: { pagesOn: { product: true } } as PageRequest['site'] }
  const { productId, coverName, coverDescribe, coverUrl, productType } = row
  const [card, ...more] = await loadProducts(request, ['a', 'gone', '', 'a'])
  assert.deepEqual(more, [])
  // Without what the reply does not have.
  assert.deepEqual(JSON.parse(JSON.stringify(card)), { productId, coverName, coverDescribe, coverUrl, productType })
  assert.deepEqual(sent, [['productList', { productIds: ['a', 'gone'], limit: 2 }]])
  assert.deepEqual([await loadProducts(request), await loadProducts(request, [])], [[], []])
  const off = { call, site: { pagesOn: { product: false } } as PageRequest['site'] }
  assert.deepEqual(await loadProducts(off, ['a']), [], 'products that have no page')
  assert.equal(sent.length, 1)
})

test('the address of a product on a phone contains what its card shows, whatever the characters', () => {
  const coverName = '塔机 100% A&B #1 + 2'
  const address = new URL(
    productLink({ productId: 'a', coverName, coverDescribe: '第一行\n=第二行', coverUrl: '/a.png', productType: '' }),
    'http://x',
  )
  assert.deepEqual(Object.fromEntries(address.searchParams), {
    productId: 'a',
    desc: '第一行\n=第二行',
    title: coverName,
    imgUrl: '/a.png',
  })
})
