import assert from 'node:assert/strict'
import { browserTest, ownServer, visit } from '../../browser/browser.ts'

browserTest('the statistics of another company start after the page, once, and not for staff', async (t) => {
  const server = await ownServer(t)
  const baidu = '0123456789abcdef0123456789abcdef'
  const headers = await server.signIn()
  const statistics = { baidu, laId: 'KqXo1c2GzP8dWmTf', laCk: 'KqXo1c2GzP8dWmTa' }
  assert.equal((await server.post('/v1/site/update', { statistics }, { headers })).code, 200)
  const { page, complaints } = await visit(t, { server })
  const asked: string[] = []
  await page.route(/baidu\.com|51\.la/, async (route) => {
    const url = route.request().url()
    asked.push(url)
    const sdk = 'window.LA = { init: (ids) => void (document.documentElement.dataset.la = ids.id + " " + ids.ck) }'
    await route.fulfill({ contentType: 'text/javascript', body: url.includes('sdk') ? sdk : '' })
  })
  await page.goto(`${server.url}/xwdt`)
  await page.locator('html[data-la]').waitFor({ state: 'attached' })
  assert.equal(await page.locator('html').getAttribute('data-la'), `${statistics.laId} ${statistics.laCk}`)
  assert.deepEqual(asked.sort(), [`https://hm.baidu.com/hm.js?${baidu}`, 'https://sdk.51.la/js-sdk-pro.min.js'])
  assert.deepEqual(complaints, [])
  await page.context().addCookies([{ name: 'item_in', value: '1', url: server.url }])
  await page.reload({ waitUntil: 'networkidle' })
  assert.equal(asked.length, 2)
})
