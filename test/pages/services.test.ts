import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()
const update = (sent: object) => server.post('/v1/site/update', sent, { headers })
const open = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { 'User-Agent': 'Chrome' } })
  const policy = response.headers.get('content-security-policy') ?? ''
  const sources = (name: string): string[] => new RegExp(`${name} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
  const html = await response.text()
  return {
    policy,
    scripts: sources('script-src'),
    reports: sources('connect-src'),
    html,
    tag: /<script[^>]*services[^>]*>/.exec(html)?.[0],
  }
}
const none = { baidu: '', laId: '', laCk: '' }
const baidu = '0123456789abcdef0123456789abcdef'

test('statistics of others are named by an id, and the policy grows by their hosts alone', async () => {
  const before = await open('/')
  assert.deepEqual([before.scripts, before.reports, before.tag], [["'self'"], ["'self'"], undefined])
  for (const wrong of ['abc', `${baidu}"><script>`, baidu.toUpperCase()]) {
    const { status, data } = await update({ statistics: { ...none, baidu: wrong } })
    assert.deepEqual([status, data.field], [400, 'statistics'], wrong)
  }

  assert.equal((await update({ statistics: { ...none, baidu } })).code, 200)
  const { scripts, reports, tag } = await open('/')
  assert.deepEqual(
    [scripts, reports],
    [
      ["'self'", 'https://hm.baidu.com'],
      ["'self'", 'https://hm.baidu.com'],
    ],
  )
  assert.match(String(tag), new RegExp(`^<script src="/assets/services-\\w+\\.js" defer data-baidu="${baidu}">$`))
  assert.equal((await fetch(server.url + /src="([^"]+)/.exec(String(tag))?.[1])).status, 200)
  for (const path of ['/login', '/map', '/zixun?applied=1']) assert.equal((await open(path)).tag, undefined, path)
  for (const path of ['/login', '/robots.txt'])
    assert.doesNotMatch((await open(path)).policy.replace('robots', ''), /51\.la/, path)
  assert.doesNotMatch((await open('/login')).policy, /baidu/)

  assert.equal((await update({ statistics: { ...none, laId: 'KqXo1c2GzP8dWmTf' } })).code, 200)
  assert.deepEqual((await open('/')).scripts, ["'self'"], 'it needs both')
  assert.equal(
    (await update({ statistics: { ...none, laId: 'KqXo1c2GzP8dWmTf', laCk: 'KqXo1c2GzP8dWmTa' } })).code,
    200,
  )
  const la = await open('/xwdt')
  assert.deepEqual(
    [la.scripts, la.reports],
    [
      ["'self'", 'https://sdk.51.la'],
      ["'self'", 'https://collect-v6.51.la'],
    ],
  )
  assert.match(String(la.tag), /data-la="KqXo1c2GzP8dWmTf KqXo1c2GzP8dWmTa"/)
  await update({ statistics: none })
  assert.equal((await open('/')).policy, before.policy)
})

test('微信客服 is a link beside the other ways to ask, and leads to 企业微信 only', async () => {
  for (const wrong of [
    'https://work.weixin.qq.com.evil.example/kfid/kfc0123456789',
    'http://work.weixin.qq.com/kfid/kfc0123456789',
    'kfc01234',
  ]) {
    assert.equal((await update({ wecomService: wrong })).status, 400, wrong)
  }
  const wecomService = 'https://work.weixin.qq.com/kfid/kfc0123456789abcdef?enc_scene=ENC1'
  assert.equal((await update({ wecomService })).code, 200)
  const links = async (path: string): Promise<number> =>
    (await open(path)).html.split(`href="${wecomService}"`).length - 1
  const { productId } = (await server.post('/v1/product/list', { limit: 1 })).data.data[0]
  assert.equal(
    await links(`/productDet?productId=${productId}`),
    3,
    'beside the page, in its band, in the drawer of phones',
  )
  assert.equal(await links('/privacy'), 1)
  await update({ wecomService: '' })
  assert.equal(await links('/privacy'), 0)
})

test('the privacy notice has to name what gets data of visitors', async () => {
  const { privacy } = (await server.post('/v1/site/detail')).data
  const verdict = async (body = ''): Promise<string> => {
    await update({ privacy: { ...privacy, date: '2026-12-01', body: privacy.body + body } })
    const checks = (await server.post('/v1/check/list', {}, { headers })).data
    const { state, why } = checks.find(({ id }: { id: string }) => id === 'privacy')
    return `${state} ${why}`
  }
  assert.match(await verdict(), /^ok/)
  await update({ statistics: { ...none, baidu }, wecomService: 'https://work.weixin.qq.com/kfid/kfc0123456789abcdef' })
  assert.match(await verdict(), /^problem 没有写明：使用百度统计、使用微信客服/)
  assert.match(await verdict('<p>本站使用百度统计和企业微信的微信客服。</p>'), /^ok/)
  await update({ statistics: none, wecomService: '' })
  const account = { kind: 'wechat', on: true, appId: 'wx0123456789abcdef', secret: '0123456789abcdef'.repeat(2) }
  assert.equal((await server.post('/v1/platform/save', account, { headers })).code, 200)
  assert.match(await verdict(), /^problem 没有写明：使用微信分享/)
  assert.match(await verdict('<p>在微信里打开时使用微信分享。</p>'), /^ok/)
})
