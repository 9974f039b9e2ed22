import assert from 'node:assert/strict'
import { test } from 'node:test'
import { postalAddress } from '../../server/pages/postalAddress.ts'

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
