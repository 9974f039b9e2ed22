import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, largeLetters, ownServer, visit, visitPage } from './browser.ts'
import { boxIs, framesPass, holdScripts } from './waiting.ts'

/** The boxes of all elements that match, rounded. */
const boxes = (page: Page, selector: string): Promise<{ x: number; y: number; width: number; height: number }[]> =>
  page.locator(selector).evaluateAll((all) =>
    all.map((each) => {
      const { x, y, width, height } = each.getBoundingClientRect()
      return { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
    }),
  )

/** How many lines the text of an element shows. */
const lines = (page: Page, selector: string): Promise<number> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => Math.round(element.clientHeight / parseFloat(getComputedStyle(element).lineHeight)))

browserTest('below 640 px the scenarios are all as wide as their list', async (t) => {
  const { page } = await visit(t)
  for (const width of [639, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/yingyongchangjing')
    const [list] = await boxes(page, '.scenario-list')
    const inside =
      (list?.width ?? 0) -
      2 *
        (await page.locator('.scenario-list').evaluate((element) => parseFloat(getComputedStyle(element).paddingLeft)))
    const found = await boxes(page, '.scenario-list > *')
    assert.equal(found.length, 5)
    for (const [index, { width: own }] of found.entries()) {
      assert.ok(Math.abs(own - inside) <= 1, `at ${width} item ${index + 1} is ${own} of ${inside} wide`)
    }
  }
})

browserTest('cards of cases fill their rows at every width, three of them', async (t) => {
  const { page } = await visit(t)
  await page.goto('/huanghejiangong')
  for (const width of [1920, 1280, 895, 768, 575, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const [grid] = await boxes(page, '.cases')
    assert.ok(grid)
    const cards = await boxes(page, '.cases > .case')
    // Every point of the grid, except in the gaps, is on a card.
    for (let x = 0.06; x < 1; x += 0.11) {
      for (let y = 0.07; y < 1; y += 0.09) {
        const [left, top] = [grid.x + x * grid.width, grid.y + y * grid.height]
        const near = cards.some(
          (card) =>
            left >= card.x - 25 &&
            left <= card.x + card.width + 25 &&
            top >= card.y - 25 &&
            top <= card.y + card.height + 25,
        )
        assert.ok(near, `at ${width} has a hole ${Math.round(x * 100)} % across and ${Math.round(y * 100)} % down`)
      }
    }
    if (width < 576) {
      assert.equal(new Set(cards.map((card) => card.width)).size, 1, `at ${width}: ${cards.map((card) => card.width)}`)
    }
  }
})

browserTest('the four products of a case leave no row with one card', async (t) => {
  const { page } = await visit(t)
  await page.goto('/huanghejiangong')
  for (const width of [1920, 1280, 1024, 900, 768, 575, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const tops = (await boxes(page, '.few-products .grid > *')).map(({ y }) => y)
    assert.equal(tops.length, 4)
    assert.ok(tops.filter((top) => top === tops.at(-1)).length > 1, `at ${width}: ${tops}`)
  }
})

browserTest('at 320 px nothing of the header or the product bar overlaps, breaks or is cut off', async (t) => {
  const { page } = await visit(t, { phone: true, viewport: { width: 320, height: 568 } })
  const product = '/cpDeatail?productId=zhgd-tower-crane'
  // The list is in the header once there is something in it.
  for (const [path, isListed] of [
    ['/mobile', false],
    [product, true],
    ['/xwdt', true],
    [product, true],
  ] as const) {
    await page.goto(path)
    await hydrated(page)
    if (isListed && (await page.locator('.quote-count').count()) === 0)
      await page
        .locator('.phone-bar')
        .getByRole('link', { name: /加入询价单/ })
        .click()
    if (isListed) await page.locator('.header-quote .quote-count').waitFor()
    const all = await boxes(page, '.site-header :is(.brand, .hotline, .header-quote, .folded)')
    const parts = all.filter(({ width }) => width > 0)
    assert.equal(parts.length, isListed ? 4 : 3)
    for (const [index, part] of parts.entries()) {
      const after = parts[index + 1]
      if (after)
        assert.ok(
          part.x + part.width <= after.x,
          `${path}: part ${index + 1} of the header ends at ${part.x + part.width}, the next begins at ${after.x}`,
        )
      assert.ok(part.x + part.width <= 320)
    }
    const cut = await page
      .locator('.site-header .brand, .site-header .brand b, .site-header .hotline')
      .evaluateAll((all) =>
        all
          .filter((each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0)
          .map((each) => each.className),
      )
    assert.deepEqual(cut, [], path)
  }
  const buttons = await boxes(page, '.phone-bar .button')
  assert.equal(buttons.length, 4)
  for (const [index, { x, width, height }] of buttons.entries()) {
    assert.ok(height <= 52, `a button of the bar is ${height} high: its words break`)
    assert.ok(x >= 0 && x + width <= (buttons[index + 1]?.x ?? 320), `button ${index + 1} ends at ${x + width}`)
  }
  assert.ok(
    await page
      .locator('.phone-bar .button')
      .evaluateAll((all) => all.every((each) => each.scrollWidth <= each.clientWidth)),
  )
})

browserTest('the name in the header is complete in a window of 320 px with a scroll bar', async (t) => {
  const { page } = await visit(t, { viewport: { width: 320, height: 568 } })
  await page.goto('/')
  assert.equal(await page.locator('.site-header .brand b').evaluate((name) => name.scrollWidth - name.clientWidth), 0)
})

browserTest('the figures of a case have room between each other', async (t) => {
  const { page } = await visit(t)
  for (const width of [1920, 1280, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/huanghejiangong')
    for (const { width: column } of await boxes(page, '.project-figures > div')) {
      const widest = await page
        .locator('.project-figures dd')
        .evaluateAll((all) => Math.max(...all.map((each) => each.scrollWidth)))
      assert.ok(widest <= column, `a figure is ${widest} wide in a column of ${column} at ${width}`)
    }
  }
})

browserTest('no page of a phone scrolls sideways at 320 px with letters twice as large', async (t) => {
  const page = await largeLetters(t)
  for (const path of [
    '/mobile',
    '/zhuyingyewu',
    '/cpDeatail?productId=zhgd-tower-crane',
    '/dailijiameng',
    '/gongsijianjie',
    '/xwdt',
    '/xiangmuanli',
    '/huanghejiangong',
    '/yingyongchangjing',
    '/privacy',
    '/no-such-page',
  ]) {
    await page.goto(path)
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize), '32px')
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 320, path)
  }
})

browserTest(
  'with letters twice as large the header shows the name or the mark alone, and the banner none of its words cut',
  async (t) => {
    const page = await largeLetters(t)
    for (const width of [320, 390, 600]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto('/mobile')
      const [brand, mark, name] = await boxes(page, '.brand, .brand img, .brand b')
      assert.ok(brand && mark && name)
      assert.ok(mark.width >= 32 && mark.x + mark.width <= brand.x + brand.width, `the mark at ${width}`)
      const below = name.y >= brand.y + brand.height
      assert.ok(below || (name.y <= mark.y && name.x + name.width <= brand.x + brand.width), `the name at ${width}`)
      const [slide, words] = await boxes(
        page,
        '.carousel-slide:first-child .phone-slide, .carousel-slide:first-child .phone-slide p',
      )
      assert.ok(
        slide && words && words.y >= slide.y && words.y + words.height <= slide.y + slide.height,
        `the banner at ${width}`,
      )
    }
  },
)

browserTest('the name of a room never covers its picture, however large the letters are', async (t) => {
  const page = await largeLetters(t)
  await goTo(page, '/mobile')
  const covered = await page.locator('.phone-rooms button').evaluateAll((all) =>
    all.flatMap((room) => {
      const [picture, name] = [room.querySelector('img'), room.querySelector('span')].map((each) =>
        each?.getBoundingClientRect(),
      )
      return picture && name && picture.height > 90 && name.top >= picture.bottom - 1 ? [] : [room.textContent]
    }),
  )
  assert.deepEqual(covered, [])
})

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
    assert.ok((await lines(small.page, '.phone-cards h3')) <= 9 + 1, 'nine lines within the padding')
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

browserTest('the drawer is 12 % high however the phone is held, and its targets are large enough', async (t) => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
    { width: 768, height: 1024 },
    { width: 320, height: 568 },
  ]) {
    const { page } = await visit(t, { phone: true, viewport })
    await page.goto('/mobile')
    await page.getByRole('button', { name: '电话联系' }).click()
    await boxIs(
      page.locator('.phone-drawer'),
      ({ y, height }) => y + height === viewport.height,
      'the drawer is at the end of the screen',
    )
    const [drawer] = await boxes(page, '.phone-drawer')
    assert.ok(
      drawer && Math.abs(drawer.height / viewport.height - 0.12) < 0.005,
      `${drawer?.height} of ${viewport.height}`,
    )
    assert.equal(drawer.y + drawer.height, viewport.height)
    const targets = await boxes(page, '.phone-drawer > *')
    assert.equal(targets.length, 3)
    for (const [index, target] of targets.entries()) {
      assert.ok(target.height >= 44 && target.width >= 44, `${target.width} x ${target.height}`)
      assert.ok(
        target.x >= 0 && target.x + target.width <= viewport.width && target.y + target.height <= viewport.height,
      )
      const after = targets[index + 1]
      if (after) assert.ok(target.x + target.width <= after.x, 'they lie beside each other')
    }
  }
})

browserTest(
  'the phone button is hidden beside a bar or panel that offers the same, a message and a form in use',
  async (t) => {
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
    await page.locator('form.apply [type=submit]').scrollIntoViewIfNeeded()
    await page.locator('.phone-button').waitFor({ state: 'hidden' })
    await page.evaluate(() => scrollTo(0, 0))
    await page.locator('.phone-button').waitFor()
    await page
      .locator('form.apply input')
      .first()
      .evaluate((input: HTMLElement) => input.focus({ preventScroll: true }))
    await page.locator('.phone-button').waitFor({ state: 'hidden' })
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    await page.locator('.phone-button').waitFor()

    await page.route('**/v1/**', (route) => route.abort())
    await page.locator('.site-footer').getByRole('link', { name: '新闻动态' }).click()
    await page.locator('.load-error').waitFor()
    assert.equal(await seen(page), false, 'a message lies there')
  },
)

browserTest('figures keep their left edge and move nothing else while they count up', async (t) => {
  const { page } = await visitPage(t, '/')
  // Each frame that the browser draws is looked at: on a busy machine there are few.
  const { during, after } = await page.locator('.figures').evaluate(async (figures) => {
    const places = (): number[][] =>
      [...figures.querySelectorAll('dl > div')].map((each) => {
        const { x = 0, y = 0 } = each.querySelector('dt')?.getBoundingClientRect() ?? {}
        const left = each.querySelector('.count-up')?.getBoundingClientRect().x ?? 0
        return [x, y, left, each.clientHeight].map(Math.round)
      })
    const count = (): string | null | undefined =>
      document.querySelector('.figures-large div:last-child .count-up')?.getAttribute('data-count')
    figures.scrollIntoView({ block: 'center' })
    const during: number[][][] = []
    for (; count() !== ''; await new Promise(requestAnimationFrame)) if (count()) during.push(places())
    return { during, after: places() }
  })
  assert.ok(during.length > 0)
  for (const places of during) assert.deepEqual(places, after)
})

browserTest('the picture of a product is beside its name, aligned with it', async (t) => {
  const { page } = await visit(t)
  await page.goto('/productDet?productId=zhgd-tower-crane')
  const [title, cover] = await Promise.all(
    ['.product-title', '.gallery'].map((each) => page.locator(each).boundingBox()),
  )
  assert.ok(title && cover)
  assert.ok(
    cover.x >= title.x + title.width,
    `the picture begins at ${cover.x}, the words end at ${title.x + title.width}`,
  )
  assert.ok(cover.y < title.y + title.height && title.y < cover.y + cover.height)
})
