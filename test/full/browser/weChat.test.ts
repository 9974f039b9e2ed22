import assert from 'node:assert/strict'
import { signatureOf } from '../../../server/leads/weChat.ts'
import { freePort } from '../../programs.ts'
import { fakeService, json } from '../../leads/fakeService.ts'
import { startServer } from '../../server.ts'
import { browserTest, hydrated, openPage, phoneAgent } from '../../browser/browser.ts'

const ticket = 'TICKET_abc-123'
/** Keeps what a page gives it. */
const sdk = `window.given = []
window.wx = {
  config: (signed) => given.push(signed),
  ready: (listener) => listener(),
  updateAppMessageShareData: (card) => given.push(card),
  updateTimelineShareData: (card) => given.push(card),
}`

browserTest('in WeChat each page gives its own card, and elsewhere nothing is loaded', async (t) => {
  const weChat = await fakeService(t, (res, request) =>
    json({ access_token: 'TOKEN', ticket, expires_in: 7200 })(res, request),
  )
  const port = String(await freePort())
  const siteUrl = `http://www.localhost:${port}`
  const env = { SEED: 'on', PORT: port, SITE_URL: siteUrl, NOTIFY_WECHAT_ORIGIN: weChat.origin }
  const server = await startServer(t, { env })
  const headers = await server.signIn()
  const call = (path: string, body: object = {}) =>
    server.post(`/v1/platform/${path}`, { kind: 'wechat', ...body }, { headers })
  await call('save', { on: true, appId: 'wx0123456789abcdef', secret: '0123456789abcdef'.repeat(2) })
  assert.equal((await call('test')).data.ok, true)

  const userAgent = `${phoneAgent} MicroMessenger/8.0.50`
  const { page, complaints } = await openPage(t, siteUrl, { phone: true, userAgent })
  const asked: string[] = []
  let isFirstDown = false
  await page.route(/wx\.qq\.com/, (route) => {
    const { host } = new URL(route.request().url())
    asked.push(host)
    return isFirstDown && host === 'res.wx.qq.com'
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: sdk })
  })
  const given = async () => {
    await page.waitForFunction(() => Reflect.get(window, 'given')?.length === 3)
    const [signed, card, same] = await page.evaluate(() => Reflect.get(window, 'given'))
    assert.deepEqual(card, same)
    const { nonceStr, timestamp, signature } = signed
    assert.equal(signature, signatureOf({ ticket, nonceStr, timestamp, url: page.url() }))
    assert.equal(card.title, await page.title())
    return card
  }
  const { productId, coverName } = (await server.post('/v1/product/list', { limit: 1 })).data.data[0]
  const shared = `/cpDeatail?productId=${productId}&from=singlemessage&isappinstalled=0`
  await page.goto(shared)
  const product = await given()
  await hydrated(page)
  assert.ok(page.url().endsWith(shared), 'the address stays as it was signed')
  assert.ok(product.title.includes(coverName))
  assert.notEqual(product.desc, '')
  assert.equal(product.link, `${siteUrl}/productDet?productId=${productId}`)
  assert.match(product.imgUrl, new RegExp(`^${siteUrl}/media/.+\\.(jpg|png)$`))
  assert.equal((await fetch(product.imgUrl.replace(siteUrl, server.url))).status, 200)

  const loaded = page.waitForEvent('load')
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('a[href="/xwdt"]')?.click())
  await loaded
  const news = await given()
  assert.equal(news.link, `${siteUrl}/xwdt`)
  assert.deepEqual(new Set(asked), new Set(['res.wx.qq.com']))
  assert.deepEqual(
    complaints.filter((each) => !each.includes('wx.qq.com')),
    [],
  )

  isFirstDown = true
  await page.reload()
  await given()
  assert.equal(asked.at(-1), 'res2.wx.qq.com')

  const elsewhere = await openPage(t, siteUrl, { phone: true })
  await elsewhere.page.goto(shared, { waitUntil: 'networkidle' })
  await elsewhere.page.waitForURL((url) => !url.searchParams.has('from'))
  assert.deepEqual([elsewhere.complaints, elsewhere.calls.filter((path) => path.includes('wechat'))], [[], []])
})
