import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerIn } from '../../server/pages/offer.ts'

test('a price with a number is an offer', () => {
  const offer = (price: number) => ({ '@type': 'Offer', price, priceCurrency: 'CNY' })
  const from = (lowPrice: number, highPrice?: number) => ({
    '@type': 'AggregateOffer',
    lowPrice,
    ...(highPrice && { highPrice }),
    priceCurrency: 'CNY',
  })
  for (const [price, expected] of [
    ['32000元', offer(32_000)],
    ['￥4,800.50', offer(4800.5)],
    ['3.3万元/台', offer(33_000)],
    ['26.8万元/台，也可按平方米租用', offer(268_000)],
    ['1.65万元/箱起，可租', from(16_500)],
    ['3.2万元/台起', from(32_000)],
    ['96元/片起', from(96)],
    ['3～5万元', from(30_000, 50_000)],
    ['800-1200元/套', from(800, 1200)],
    ['9800元～1.2万元/台', from(9800, 12_000)],
  ] as const)
    assert.deepEqual(offerIn(price), expected, price)
})

test('words, rents and prices by area are none', () => {
  for (const price of [
    '',
    '面议',
    '按月租',
    '按配置报价',
    '4800元/台·月',
    '4800元/月',
    '6元/m²起',
    '0元',
    '3台起订',
    '2026',
  ])
    assert.equal(offerIn(price), undefined, price)
})
