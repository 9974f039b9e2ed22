import assert from 'node:assert/strict'
import { test } from 'node:test'
import { offerIn, postalAddress } from '../../server/pages/structuredData.ts'

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

test('an address has its province and its city apart where it begins with them', () => {
  for (const [address, ...parts] of [
    ['山东省淄博市高新区智筑路1号', '山东省', '淄博市', '高新区智筑路1号'],
    ['内蒙古自治区呼伦贝尔市海拉尔区胜利大街', '内蒙古自治区', '呼伦贝尔市', '海拉尔区胜利大街'],
    ['新疆维吾尔自治区阿克苏地区温宿县', '新疆维吾尔自治区', '阿克苏地区', '温宿县'],
    ['贵州省黔东南苗族侗族自治州凯里市', '贵州省', '黔东南苗族侗族自治州', '凯里市'],
    ['北京市海淀区北市路2号', undefined, '北京市', '海淀区北市路2号'],
    ['淄博市高新区', undefined, '淄博市', '高新区'],
    ['高新区北市路3号', undefined, undefined, '高新区北市路3号'],
    ['12 Hill Road', undefined, undefined, '12 Hill Road'],
  ] as const) {
    const { addressRegion, addressLocality, streetAddress } = postalAddress(address) as Record<string, string>
    assert.deepEqual([addressRegion, addressLocality, streetAddress], parts, address)
  }
})
