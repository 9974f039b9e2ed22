import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, ownServer, visit, visitPage } from '../../browser/browser.ts'
import { framesPass, holdScripts } from '../../browser/waiting.ts'

/** How many lines the text of an element shows. */
const lines = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)))

/** Faults of the header of a company of this name with so many products in its list; `from` is where its parts begin. */
const headerOf = (page: Page, name: string, count: number): Promise<{ faults: string[]; from: number[] }> =>
  page.evaluate(
    ([name, count]) => {
      const part = (selector: string): HTMLElement | null => document.querySelector(`.site-header ${selector}`)
      const brand = part('.brand')
      const words = part('.brand b')
      const status = part('.header-quote [role=status]')
      if (!brand || !words || !status) return { faults: ['parts are missing'], from: [] }
      brand.classList.toggle('long-name', name.length > 6)
      words.textContent = name
      status.innerHTML = count > 0 ? `<span class="quote-count">${count}</span>` : ''
      const range = document.createRange()
      range.selectNodeContents(words)
      const text = range.getBoundingClientRect()
      const [box, mark] = [brand.getBoundingClientRect(), brand.querySelector('img')?.getBoundingClientRect()]
      const boxes = [...(brand.parentElement?.children ?? [])]
        .map((each) => each.getBoundingClientRect())
        .filter(({ width }) => width > 0)
      const faults = {
        'the mark is squeezed': (mark?.width ?? 0) < 32,
        'the name is cut': text.top < box.top || text.bottom > box.bottom || text.right > box.right + 1,
        'a short name has two lines': name.length <= 6 && text.height > 40,
        'parts lie on each other': boxes.some(({ left }, at) => left < (boxes[at - 1]?.right ?? 0) - 0.5),
        'the page is too wide': document.documentElement.scrollWidth > innerWidth,
      }
      return {
        faults: Object.entries(faults).flatMap(([fault, is]) =>
          is ? [`${name}, ${count}, ${innerWidth}: ${fault}`] : [],
        ),
        from: boxes.map(({ left }) => Math.round(left)),
      }
    },
    [name, count] as const,
  )

for (const phone of [false, true])
  browserTest(
    `mark and name of the company stay in the header ${phone ? 'of phones' : 'of desktops'} from 320 to 1920, and its list moves nothing`,
    async (t) => {
      const { page } = await visitPage(t, '/xwdt', { phone })
      const faults: string[] = []
      for (const name of ['筑站科技', '海右建筑科技', '洛阳豫钼轴承滚子制造公司'])
        for (let width = 320; width <= 1920; width += 8) {
          await page.setViewportSize({ width, height: 900 })
          const [empty, one] = [await headerOf(page, name, 0), await headerOf(page, name, 1)]
          faults.push(...empty.faults, ...one.faults)
          if (`${empty.from}` !== `${one.from}`) faults.push(`${name}, ${width}: the first product moves it`)
        }
      assert.deepEqual(faults, [])
    },
  )

browserTest(
  'a title of 200 characters stays a title: on cards, the product’s page and the featured article',
  async (t) => {
    const server = await ownServer(t)
    const staff = await server.signIn()
    const endless = '塔机与升降机及卸料平台一体化安全监测预警与远程运维管理系统'.repeat(7).slice(0, 200)
    const { data: product } = await server.post(
      '/v1/product/saveProduct',
      {
        coverName: endless,
        coverDescribe: '说明',
        locationId: 'zhgd',
        coverUrl: '',
        jumpUrl: '',
        productCon: '',
      },
      { headers: staff },
    )
    await server.post(
      '/v1/news/saveNews',
      { newTitle: endless, newIntro: endless.repeat(5), newCover: '', newInfo: '<p>文</p>' },
      { headers: staff },
    )

    const { page } = await visit(t, { server })
    await page.goto(`/productDet?productId=${product.productId}`)
    assert.ok((await lines(page, '.product-title h1')) <= 9)
    await page.goto('/xwdt')
    assert.ok((await lines(page, '.news-first h2')) <= 3)
    assert.ok((await lines(page, '.news-first p')) <= 4)
    assert.ok((await lines(page, '.news-side h3')) <= 3)

    const small = await visit(t, { server, phone: true })
    await small.page.goto('/zhuyingyewu')
    assert.ok((await lines(small.page, '.phone-cards h3')) <= 10)
    await small.page.goto('/mobile')
    assert.ok((await lines(small.page, '.phone-highlights li:first-child h4')) <= 9)
    await small.page.goto(`/cpDeatail?productId=${product.productId}`)
    assert.ok((await lines(small.page, '.phone-product h1')) <= 9)

    await server.post(
      '/v1/product/updateProduct',
      { productId: product.productId, coverName: endless.slice(0, 80) },
      { headers: staff },
    )
    for (const [one, path, width] of [
      [page, '/productDet', 1024],
      [small.page, '/cpDeatail', 320],
    ] as const) {
      await one.setViewportSize({ width, height: 844 })
      await one.goto(`${path}?productId=${product.productId}`)
      const hidden = await one.locator('h1').evaluate((title) => title.scrollHeight - title.clientHeight)
      assert.ok(hidden < 12, `${path} shows a title of 80 characters whole, not without ${hidden} px`)
    }
    await small.page.goto('/xwdt')
    assert.ok((await lines(small.page, '.news-first h2')) <= 3)
  },
)

browserTest('nothing on the product page moves when its scripts arrive after the first paint', async (t) => {
  const { page } = await visit(t)
  await page.addInitScript(() => {
    const moved: string[] = []
    Object.assign(window, { moved })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: { node: Node | null }[] }
        moved.push(...sources.map(({ node }) => (node instanceof Element ? node.className : String(node?.nodeName))))
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  for (const [width, height] of [
    [1280, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const release = await holdScripts(page)
    await page.goto('/product', { waitUntil: 'commit' })
    await page.waitForFunction(
      () => document.readyState !== 'loading' && performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    // A busy machine paints the page while its end, and with it the scroll bar, is still on the way.
    await framesPass(page)
    await page.evaluate(() => (window as unknown as { moved: string[] }).moved.splice(0))
    release()
    await hydrated(page)
    await page.locator('.carousel.live [data-prefetch]').first().waitFor({ state: 'attached' })
    await page.waitForLoadState('networkidle')
    assert.deepEqual(await page.evaluate(() => (window as unknown as { moved: string[] }).moved), [], `at ${width}`)
  }
})

browserTest('the phone button is hidden beside a bar or panel that offers the same and a message', async (t) => {
  const desktop = await visit(t)
  const seen = (page: Page): Promise<boolean> => page.locator('.phone-button').isVisible()
  await desktop.page.goto('/productDet?productId=zhgd-tower-crane')
  assert.equal(await seen(desktop.page), false, 'beside a product the panel offers it')
  await desktop.page.setViewportSize({ width: 1024, height: 800 })
  assert.equal(await seen(desktop.page), true, 'where there is no panel')

  const { page } = await visit(t, { phone: true })
  await page.goto('/cpDeatail?productId=zhgd-tower-crane')
  assert.equal(await seen(page), false, 'the bar offers it')
  await goTo(page, '/dailijiameng')
  assert.equal(await seen(page), true)
  await page.route('**/v1/**', (route) => route.abort())
  await page.locator('.site-footer').getByRole('link', { name: '新闻动态' }).click()
  await page.locator('.load-error').waitFor()
  assert.equal(await seen(page), false, 'a message lies there')
})
