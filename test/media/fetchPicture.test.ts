import assert from 'node:assert/strict'
import type { RequestListener } from 'node:http'
import { describe, test, type TestContext } from 'node:test'
import { type Outside, webSites } from '../../server/edge/outside.ts'
import { isPublicAddress } from '../../server/edge/publicAddress.ts'
import { fetchPicture } from '../../server/media/fetchPicture.ts'
import { outsideSite, testInternet } from './outside.ts'
import { onePixel, pngOf, webp } from './pictures.ts'

const never = new AbortController().signal
const refused = async (address: string, outside: Outside, signal = never): Promise<string> => {
  const failure = await fetchPicture(address, signal, outside).then(
    () => new Error('it was fetched'),
    (error: Error) => error,
  )
  return failure.message
}
const redirects =
  (to: string): RequestListener =>
  (_req, res) =>
    void res.writeHead(302, { Location: to }).end()

async function siteWith(t: TestContext, handle: RequestListener) {
  const site = await outsideSite(t, handle)
  return { ...site, address: `http://pictures.example:${site.port}/a.png` }
}

test('only addresses of the public internet are public', () => {
  for (const address of [
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.0.1',
    '172.32.0.1',
    '192.167.1.1',
    '223.255.255.255',
    '240e::1',
    '2400:3200::1',
    '2606:4700:4700::1111',
  ])
    assert.equal(isPublicAddress(address), true, address)
  for (const address of [
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.1',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    '2400::1%eth0',
    'localhost',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address)
})

describe('no address leads into the network of the server', () => {
  const private_ = (address: string): Outside => ({
    ...webSites,
    resolve: async () => [{ address, family: address.includes(':') ? 6 : 4 }],
  })

  test('neither written as one nor by a name', async () => {
    for (const address of [
      'http://127.0.0.1/',
      'http://2130706433/',
      'http://0x7f.1/',
      'http://[::1]/',
      'http://[::ffff:10.0.0.1]/',
      'https://192.168.0.1/a.png',
      'http://169.254.169.254/latest/meta-data/',
    ])
      assert.equal(await refused(address, webSites), '地址不允许', address)
    for (const address of ['127.0.0.1', '10.1.2.3', '::1', 'fd00::1']) {
      assert.equal(await refused('http://pictures.example/a.png', private_(address)), '地址不允许', address)
    }
  })

  test('nor where one of several addresses is private', async () => {
    const both = {
      ...webSites,
      resolve: async () => ['8.8.8.8', '10.0.0.1'].map((address) => ({ address, family: 4 })),
    }
    assert.equal(await refused('http://pictures.example/a.png', both), '地址不允许')
  })

  test('nor by a redirect', async (t) => {
    const inner = await outsideSite(t, (_req, res) => void res.end(onePixel), '127.0.0.2')
    const names = testInternet({ 'inner.example': ['127.0.0.2'] })
    for (const to of [
      `http://127.0.0.2:${inner.port}/`,
      `http://inner.example:${inner.port}/`,
      'file:///etc/passwd',
      'http://a:b@pictures.example/',
    ]) {
      const { address } = await siteWith(t, redirects(to))
      assert.equal(await refused(address, names), '地址不允许', to)
    }
    assert.equal(inner.requests.length, 0)
  })

  test('nor by a name that has another address after the check', async (t) => {
    const inner = await outsideSite(t, (_req, res) => void res.end(onePixel), '127.0.0.2')
    const { address, requests } = await siteWith(t, (_req, res) => void res.end(onePixel))
    const names = testInternet({ 'pictures.example': ['127.0.0.1', '127.0.0.2'] })
    assert.deepEqual(await fetchPicture(address, never, names), onePixel)
    assert.deepEqual([names.resolved, requests.length, inner.requests.length], [['pictures.example'], 1, 0])
  })

  test('nor with another scheme, another port, or a password', async () => {
    for (const address of [
      'ftp://pictures.example/a.png',
      'data:image/png;base64,AAAA',
      'blob:https://a/b',
      '/uploads/a.png',
      'a.png',
      '',
      'https://a:b@pictures.example/a.png',
      'http://pictures.example:22/a.png',
      'http://pictures.example:443/a.png',
    ])
      assert.equal(
        await refused(address, { ...webSites, resolve: async () => [{ address: '8.8.8.8', family: 4 }] }),
        '地址不允许',
        address,
      )
  })
})

test('a picture is fetched over redirects, without cookies or a referrer, and not as webp', async (t) => {
  const site = await siteWith(t, (req, res) => {
    const step = Number(/\d/.exec(req.url ?? '')?.[0] ?? 0)
    if (step < 3) res.writeHead(302, { Location: `/${step + 1}`, 'Set-Cookie': 'a=b' }).end()
    else res.writeHead(200, { 'Content-Type': 'text/plain' }).end(onePixel)
  })
  assert.deepEqual(await fetchPicture(site.address, never, testInternet()), onePixel)
  assert.equal(site.requests.length, 4)
  for (const { headers } of site.requests) {
    assert.deepEqual([headers.cookie, headers.referer, headers.authorization], [undefined, undefined, undefined])
    assert.doesNotMatch(headers.accept ?? '', /webp|\*/)
  }
  const far = await siteWith(t, (req, res) => void res.writeHead(301, { Location: `${req.url}1` }).end())
  assert.equal(await refused(far.address, testInternet()), '地址打不开')
  assert.equal(far.requests.length, 4)
})

test('WeChat is not asked for webp', async (t) => {
  const { port, requests } = await siteWith(t, (_req, res) => void res.end(onePixel))
  await fetchPicture(`http://mmbiz.qpic.cn:${port}/mmbiz_png/a/640?wx_fmt=png&tp=webp&wxfrom=5`, never, testInternet())
  assert.equal(requests[0]?.url, '/mmbiz_png/a/640?wx_fmt=png&wxfrom=5')
})

test('what is no picture, too large or not there says so', async (t) => {
  const largest = pngOf(2_097_151)
  const replies: Readonly<Record<string, [body: Buffer | string, reason: string, headers?: Record<string, string>]>> = {
    html: ['<!doctype html><img>', '不是图片', { 'Content-Type': 'image/png' }],
    empty: ['', '不是图片'],
    half: [onePixel.subarray(0, 30), '不是图片'],
    gif: ['GIF89a…', '不是jpg或png图片'],
    webp: [webp(1, 1), '不是jpg或png图片'],
    svg: ['<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"/>', '不是jpg或png图片'],
    large: [pngOf(2_097_152), '图片太大（超过2MB）'],
  }
  const { port } = await siteWith(t, (req, res) => {
    const [body, , headers] = replies[req.url?.slice(1) ?? ''] ?? [largest]
    if (req.url === '/none') res.writeHead(404).end(onePixel)
    else if (req.url === '/stream') {
      const more = setInterval(() => res.write(Buffer.alloc(65_536)), 1)
      res.on('close', () => clearInterval(more))
    } else res.writeHead(200, headers).end(body)
  })
  for (const [path, [, reason]] of Object.entries(replies)) {
    assert.equal(await refused(`http://pictures.example:${port}/${path}`, testInternet()), reason, path)
  }
  assert.equal(await refused(`http://pictures.example:${port}/stream`, testInternet()), '图片太大（超过2MB）')
  assert.equal(await refused(`http://pictures.example:${port}/none`, testInternet()), '地址打不开')
  assert.equal(await refused('http://none.example/', { ...testInternet(), resolve: async () => [] }), '地址打不开')
  assert.deepEqual(await fetchPicture(`http://pictures.example:${port}/largest`, never, testInternet()), largest)
})

test('a site that is slow is left, wherever it is slow', async (t) => {
  const silent = await siteWith(t, () => {})
  const slow = await siteWith(t, (_req, res) => void res.writeHead(200).write(onePixel.subarray(0, 20)))
  const lost: Outside = { ...testInternet(), resolve: () => new Promise(() => {}) }
  for (const [address, outside] of [
    [silent.address, testInternet()],
    [slow.address, testInternet()],
    ['http://pictures.example/', lost],
  ] as const)
    assert.equal(await refused(address, outside, AbortSignal.timeout(100)), '超时', address)
})
