import assert from 'node:assert/strict'
import { browserTest, goTo, phoneAgent, visit, visitPage } from './browser.ts'
import { hold, restsAt, scrollSaved } from './waiting.ts'

for (const [path, cards] of [
  ['/zhuyingyewu', '.phone-cards a'],
  ['/mobile', '.phone-highlights a'],
] as const) {
  browserTest(
    `a product card of ${path} links with what it shows, and the product is rendered from it at once`,
    async (t) => {
      const { page, server, complaints } = await visitPage(t, path, { phone: true })
      const card = page.locator(cards).first()
      const href = (await card.getAttribute('href')) ?? ''
      const { pathname, searchParams } = new URL(href, server.url)
      const { data } = await server.post('/v1/product/detailProduct', { productId: searchParams.get('productId') })
      assert.equal(pathname, '/cpDeatail')
      assert.equal(searchParams.get('title'), data.coverName)
      assert.equal(searchParams.get('desc'), data.coverDescribe)
      assert.equal(searchParams.get('imgUrl'), data.coverUrl)

      const release = await hold(page, '**/v1/**')
      await card.tap()
      const product = page.locator('.phone-product')
      await product.waitFor()
      assert.equal(await product.locator('h1').innerText(), data.coverName)
      assert.ok((await product.innerText()).includes(data.coverDescribe))
      assert.equal(await product.locator('img').first().getAttribute('src'), data.coverUrl)
      assert.equal(await page.locator('.rich').count(), 0)
      assert.match(await page.title(), new RegExp(data.coverName))
      assert.equal(await page.evaluate(() => scrollY), 0)
      await page.locator('.progress').waitFor()
      assert.ok(
        Number(await page.locator('main').evaluate((main) => getComputedStyle(main).opacity)) === 1,
        'what is known already is not dimmed',
      )

      release()
      await page.locator('.rich').first().waitFor()
      await page.locator('.progress').waitFor({ state: 'detached' })
      assert.equal(await product.locator('h1').innerText(), data.coverName)
      await page.goBack()
      await page.locator(cards).first().waitFor()
      assert.deepEqual(complaints, [])
    },
  )
}

browserTest(
  'a product whose record cannot be loaded shows a message, keeps the placeholder, and can be retried',
  async (t) => {
    const { page } = await visitPage(t, '/zhuyingyewu', { phone: true })
    await page.route('**/v1/**', (route) => route.abort())
    await page.locator('.phone-cards a').first().tap()
    await page.getByText('页面加载失败').waitFor()
    assert.equal(await page.locator('.phone-product h1').count(), 1)
    await page.unroute('**/v1/**')
    await page.getByRole('button', { name: '重试' }).tap()
    await page.locator('.rich').first().waitFor()
    assert.equal(await page.getByText('页面加载失败').count(), 0)
  },
)

browserTest('a long name is cut in the link, and whole in the title of the loaded page', async (t) => {
  const { page, server } = await visit(t, { own: true, phone: true })
  const coverName = '塔机安全监控系统'.repeat(10)
  const { data } = await server.post(
    '/v1/product/saveProduct',
    { coverName, locationId: 'zhgd', productCon: '<p>正文</p>' },
    { headers: await server.signIn() },
  )
  await goTo(page, '/zhuyingyewu')
  await page.locator(`.phone-cards a[href*="${data.productId}"]`).tap()
  await page.locator('.rich').first().waitFor()
  assert.ok((await page.title()).startsWith(coverName), await page.title())
})

browserTest('Back to a product restores the scroll position in the full text', async (t) => {
  const { page } = await visitPage(t, '/zhuyingyewu', { phone: true })
  await page.locator('.phone-cards a').first().tap()
  await page.locator('.rich').first().waitFor()
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }))
  const left = await scrollSaved(page)
  await page.evaluate(() => document.querySelector<HTMLElement>('.site-footer a[href="/dailijiameng"]')?.click())
  await page.locator('form.apply').waitFor()
  await page.goBack()
  await page.locator('.rich').first().waitFor()
  await restsAt(page, left)
})

browserTest(
  'the server renders the record, whatever else the link says, and caches one page for all such links',
  async (t) => {
    const { server } = await visit(t)
    const open = async (query: string) => {
      const response = await fetch(`${server.url}/cpDeatail?${query}`, { headers: { 'User-Agent': phoneAgent } })
      return { status: response.status, etag: response.headers.get('etag'), html: await response.text() }
    }
    const plain = await open('productId=zhgd-tower-crane')
    const dressed = await open(
      'desc=%E5%81%87&title=%E5%81%87%E7%9A%84&imgUrl=%2Fmedia%2Fqr.png&productId=zhgd-tower-crane',
    )
    assert.equal(dressed.etag, plain.etag)
    assert.equal(dressed.html, plain.html)
    assert.match(dressed.html, /<link rel="canonical" href="[^"]*\/productDet\?productId=zhgd-tower-crane">/)
    assert.doesNotMatch(dressed.html, /假的/)
    assert.equal((await open('title=x&productId=no-such-product')).status, 404)
  },
)
