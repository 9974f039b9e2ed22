import assert from 'node:assert/strict'
import type { NetworkInterfaceInfo, networkInterfaces } from 'node:os'
import { test } from 'node:test'
import { deviceOrigin } from '../../server/edge/deviceOrigin.ts'

const of = (address: string): NetworkInterfaceInfo[] => [
  { address, family: 'IPv4', internal: address.startsWith('127.'), netmask: '', mac: '', cidr: null },
]
const interfaces = (): ReturnType<typeof networkInterfaces> => ({
  lo: of('127.0.0.1'),
  docker0: of('172.17.0.1'),
  eth1: of('10.0.0.8'),
  wlan0: of('192.168.3.20'),
})
const originOf = (host: string, siteUrl?: string, isContained = false): string | undefined =>
  deviceOrigin({ siteUrl, host, port: 8080, isContained }, interfaces)

test('another device reaches the server by SITE_URL, or in the local network where HOST allows it', () => {
  assert.equal(originOf('127.0.0.1', 'https://www.haiyou.cn'), 'https://www.haiyou.cn')
  assert.equal(originOf('127.0.0.1'), undefined)
  assert.equal(originOf('0.0.0.0'), 'http://192.168.3.20:8080')
  assert.equal(originOf('::'), 'http://192.168.3.20:8080')
  assert.equal(originOf('10.0.0.8'), 'http://10.0.0.8:8080')
  assert.equal(originOf('0.0.0.0', undefined, true), undefined, 'a container does not know it')
  const alone = { siteUrl: undefined, host: '0.0.0.0', port: 80, isContained: false }
  const noNetwork = (): ReturnType<typeof networkInterfaces> => ({})
  assert.equal(deviceOrigin(alone, noNetwork), undefined)
})
