import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deviceWords, networkWords } from '../../server/people/clientWords.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const android = 'Mozilla/5.0 (Linux; U; Android 14; X)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test('a device is named by its machine and its browser', () => {
  for (const [words, userAgent] of [
    ['Windows电脑 · Chrome', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36`],
    [
      'Windows电脑 · Edge',
      `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    ],
    [
      'Windows电脑 · 企业微信',
      `Mozilla/5.0 (Windows NT 10.0; WOW64) ${like} Chrome/116.0.0.0 Safari/537.36 wxwork/4.1 MicroMessenger/7.0`,
    ],
    ['Windows电脑 · IE', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
    ['Mac电脑 · Safari', `${mac} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15`],
    ['Linux电脑 · Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
    ['iPhone · 微信', `${iPhone} Mobile/15E148 MicroMessenger/8.0.50`],
    ['iPhone · Chrome', `${iPhone} CriOS/131.0 Mobile/15E148 Safari/604.1`],
    [
      '安卓手机 · 微信',
      `Mozilla/5.0 (Linux; Android 13; X) ${like} Version/4.0 Chrome/116.0.0.0 Mobile Safari/537.36 MicroMessenger/8.0`,
    ],
    [
      '安卓手机 · 小米浏览器',
      `${android} ${like} Version/4.0 Chrome/119.0.0.0 Mobile Safari/537.36 XiaoMi/MiuiBrowser/18.3`,
    ],
    ['安卓手机 · 浏览器', `${android} AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30`],
    ['安卓平板 · Chrome', `Mozilla/5.0 (Linux; Android 13; SM-X700) ${like} Chrome/140.0.0.0 Safari/537.36`],
    [
      '鸿蒙设备 · 华为浏览器',
      `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${like} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1 Mobile HuaweiBrowser/5.1`,
    ],
    ['其他设备 · 浏览器', 'Mozilla/5.0 (<b>x</b>)'],
    ['程序', 'curl/8.5.0'],
    ['程序', ''],
    ['程序', undefined],
  ] as const)
    assert.equal(deviceWords(userAgent), words, userAgent)
  assert.equal(deviceWords(`Mozilla/5.0 ${'x'.repeat(100_000)}Windows`), '其他设备 · 浏览器')
})

test('of an address nothing is kept but what kind of network it is of', () => {
  for (const [words, address] of [
    ['本机', '127.0.0.1'],
    ['本机', '0:0:0:0:0:0:0:1'],
    ['内网', '192.168.3.7'],
    ['内网', '10.1.2.3'],
    ['内网', 'fd00:0:0:0:0:0:0:1'],
    ['113.120.*.*', '113.120.9.8'],
    ['240e:3b2:*', '240e:3b2:1:2:3:4:5:6'],
    ['', 'unknown'],
  ] as const)
    assert.equal(networkWords(address), words, address)
})
