import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agentOf } from '../../server/pages/userAgents.ts'

const like = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test('the engine is the one that draws the page, with its major version', () => {
  for (const [engine, name] of [
    ['Chrome 140', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${like} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`],
    [
      'Chrome 116',
      `Mozilla/5.0 (Linux; Android 13; X) ${like} Version/4.0 Chrome/116.0.0.0 XWEB/1160065 MMWEBSDK/2 Mobile Safari/537.36`,
    ],
    ['Firefox 130', 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0'],
    [
      'Safari 17',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15',
    ],
    [
      'Safari 26',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari 16',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_7 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.50',
    ],
    [
      'Safari 18',
      'Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) AppleWebKit/605.1.15 CriOS/131.0 Mobile/15E148 Safari/604.1',
    ],
    ['IE 11', 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko'],
    ['IE 9', 'Mozilla/5.0 (compatible; MSIE 9.0; Windows NT 6.1)'],
    ['', 'Mozilla/5.0 (Linux; U; Android 4.1; X) AppleWebKit/534.30 Version/4.0 Mobile Safari/534.30'],
    ['', 'SomethingElse/1.0'],
  ] as const)
    assert.equal(agentOf(name).engine, engine, name)
})

test('phones and tablets are those with a touch screen alone: HarmonyOS also runs on computers', () => {
  for (const [phone, name] of [
    [true, `Mozilla/5.0 (Phone; OpenHarmony 5.0) ${like} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1 Mobile`],
    [
      true,
      `Mozilla/5.0 (Tablet; OpenHarmony 5.0; HarmonyOS 5.0) ${like} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1`,
    ],
    [false, `Mozilla/5.0 (PC; OpenHarmony 5.0) ${like} Chrome/114.0.0.0 Safari/537.36 ArkWeb/4.1.6.1`],
    [true, `Mozilla/5.0 (Linux; Android 12; HarmonyOS; X) ${like} Chrome/114.0.0.0 Mobile Safari/537.36`],
    [false, `Mozilla/5.0 (X11; Linux x86_64) ${like} Chrome/140.0.0.0 Safari/537.36`],
  ] as const)
    assert.equal(agentOf(name).phone, phone, name)
})
