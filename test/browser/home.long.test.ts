import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest, hydrated, ownServer, seriousFaults, visit } from './browser.ts'

interface Box {
  x: number
  y: number
  width: number
  height: number
}

async function boxOf(element: Locator): Promise<Box> {
  const box = await element.boundingBox()
  assert.ok(box, `${element} is drawn`)
  return box
}

/** How many of the elements stand in each row. */
async function rowsOf(elements: Locator): Promise<number[]> {
  const tops = await elements.evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
  return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
}

const isInside = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect()
      return top >= 0 && bottom <= innerHeight && left >= 0 && right <= innerWidth
    })

browserTest('the first screen says who, what, for whom and what to do', async (t) => {
  for (const [phone, path, width, height, parts] of [
    [false, '/', 1366, 768, ['.hero-company', 'h1', '.hero-lead', '.actions', '.figures']],
    [true, '/mobile', 390, 844, ['.brand', 'h1', '.phone-hero .lead', '.actions', '.phone-shortcuts']],
  ] as const) {
    const { page, complaints } = await visit(t, { phone, viewport: { width, height }, reducedMotion: 'reduce' })
    await page.goto(path)
    for (const part of parts) assert.ok(await isInside(page, part), `${part} of ${path}`)
    assert.deepEqual(complaints, [])
  }
})

browserTest('no text of a card is cut with the starter’s words, at any width', async (t) => {
  for (const [phone, widths, paths] of [
    [false, [1920, 1280, 768], ['/', '/product', '/xwdt']],
    [true, [820, 390, 320], ['/mobile', '/zhuyingyewu', '/xwdt']],
  ] as const) {
    const { page } = await visit(t, { phone })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of paths) {
        await page.goto(path)
        const cut = await page
          .locator('main :is(li, a, article) :is(h2, h3, h4, p)')
          .evaluateAll((all) =>
            all
              .filter(
                (each) =>
                  each.clientWidth > 1 &&
                  getComputedStyle(each).overflow !== 'visible' &&
                  each.scrollHeight > each.clientHeight + 2,
              )
              .map(({ textContent }) => textContent),
          )
        assert.deepEqual(cut, [], `${path} at ${width}`)
      }
    }
  }
})

browserTest('the products drift, stand still for who wants no motion, and are reached with the keyboard', async (t) => {
  const strip = (page: Page) => page.locator('.product-strip')
  const moved = (page: Page): Promise<number> => strip(page).evaluate((element) => element.scrollLeft)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page } = await visit(t, { reducedMotion })
    await page.goto('/')
    await page.locator('html.running').waitFor()
    await strip(page).scrollIntoViewIfNeeded()
    assert.equal((await rowsOf(strip(page).locator('li'))).length, 1)
    if (reducedMotion === 'no-preference') {
      await page.waitForFunction(() => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > 2)
      await page.getByRole('button', { name: '暂停滚动' }).click()
    } else {
      await page.getByRole('button', { name: '开始滚动' }).waitFor()
      assert.equal(await moved(page), 0)
    }
    const before = await moved(page)
    await strip(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(
      (start) => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > start + 10,
      before,
    )
    await page.getByRole('button', { name: '向后翻看产品' }).click()
    await page.waitForFunction(
      (start) => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > start + 500,
      before,
    )
    assert.deepEqual(await seriousFaults(page), [])
  }
})

browserTest(
  'three products fill their row without buttons, and a name of eleven characters is in the header of phones',
  async (t) => {
    const server = await ownServer(t)
    const headers = await server.signIn()
    await server.post('/v1/site/update', { siteName: '海右智能建造科技工程队' }, { headers })
    const { data } = await server.post('/v1/product/list', { page: 1, limit: 100 }, { headers })
    for (const { productId } of data.data.slice(3))
      await server.post('/v1/product/deleteProduct', { productId }, { headers })

    const { page } = await visit(t, { server, viewport: { width: 1440, height: 900 } })
    await page.goto('/')
    const [first, last, line] = await Promise.all([
      boxOf(page.locator('.product-strip li').first()),
      boxOf(page.locator('.product-strip li').last()),
      boxOf(page.locator('.strip-head .section-head')),
    ])
    assert.ok(Math.abs(first.x - line.x) < 2 && Math.abs(last.x + last.width - line.x - line.width) < 2)
    assert.equal(await page.locator('.strip-buttons').count(), 0)

    const phone = await visit(t, { server, phone: true })
    for (const width of [390, 320]) {
      await phone.page.setViewportSize({ width, height: 568 })
      await phone.page.goto('/mobile')
      const [name, header] = [
        await boxOf(phone.page.locator('.brand b')),
        await boxOf(phone.page.locator('.site-header')),
      ]
      assert.ok(name.y >= 0 && name.y + name.height <= header.height, `${width}: ${JSON.stringify(name)}`)
    }
  },
)

/** The logos in their rows, after making sure that nothing has to be moved to see one. */
async function rowsOfLogos(page: Page): Promise<number[]> {
  await page.locator('#partners').scrollIntoViewIfNeeded()
  assert.equal(await page.locator('#partners button').count(), 0)
  assert.equal(await page.locator('.partners').evaluate((list) => list.scrollWidth - list.clientWidth), 0)
  for (const logo of await page.locator('.partners img').all()) {
    const { x, width } = await boxOf(logo)
    assert.ok(x >= 0 && x + width <= (page.viewportSize()?.width ?? 0) && width > 60, `a logo from ${x}, ${width} wide`)
  }
  return rowsOf(page.locator('.partners li'))
}

browserTest(
  'all logos are seen at once: three in a row on phones, nine on desktops, with motion and without',
  async (t) => {
    for (const [phone, path, widths, inRow] of [
      [true, '/mobile', [430, 390, 320], 3],
      [false, '/', [1920, 1440, 1366, 1280], 9],
    ] as const) {
      const { page } = await visit(t, { phone })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 844 })
        await page.goto(path)
        await hydrated(page)
        assert.deepEqual(
          await rowsOfLogos(page),
          Array.from({ length: 27 / inRow }, () => inRow),
          `${path} at ${width}`,
        )
      }
    }
  },
)

/** Whether two boxes share some area. */
const overlap = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

browserTest(
  'the pictures of the showroom are whole, and neither their names nor the buttons lie on them',
  async (t) => {
    const { page } = await visit(t, { reducedMotion: 'reduce' })
    for (const width of [1920, 1440, 1366, 1280, 1024, 768, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/')
      await hydrated(page)
      const slide = page.locator('.showroom .carousel-slide.current')
      await slide.scrollIntoViewIfNeeded()
      const picture = await boxOf(slide.locator('img'))
      assert.ok(
        Math.abs(picture.width / picture.height - 1.5) < 0.01,
        `${picture.width} x ${picture.height} at ${width}`,
      )
      const [name, bar] = [
        await boxOf(slide.locator('figcaption')),
        await boxOf(page.locator('.showroom .carousel-bar')),
      ]
      assert.deepEqual(
        [overlap(picture, name), overlap(picture, bar), overlap(name, bar)],
        [false, false, false],
        `at ${width}`,
      )
      const { x, width: wide } = await boxOf(page.locator('.showroom .carousel'))
      assert.ok(bar.x >= x && bar.x + bar.width <= x + wide + 1, `the buttons at ${width}`)
    }
    const { page: phone } = await visit(t, { phone: true })
    await phone.goto('/mobile')
    const fits = await phone
      .locator('.phone-rooms img')
      .evaluateAll((all) => all.map((each) => getComputedStyle(each).objectFit))
    assert.deepEqual(
      fits,
      Array.from({ length: 9 }, () => 'contain'),
    )
  },
)

browserTest(
  'four policies stand in one row or two by two at every width; three and five leave none alone in a row',
  async (t) => {
    const { page, server } = await visit(t, { own: true, reducedMotion: 'reduce' })
    const headers = await server.signIn()
    const { policies } = (await server.post('/v1/site/detail')).data
    const policy = (index: number) => ({ ...policies[index % 4], title: `政策${index + 1}` })
    for (const count of [4, 3, 5]) {
      const sent = { policies: Array.from({ length: count }, (_, index) => policy(index)) }
      assert.equal((await server.post('/v1/site/update', sent, { headers })).code, 200)
      await page.goto('/dljm')
      for (let width = 1920; width >= 320; width -= 32) {
        await page.setViewportSize({ width, height: 900 })
        const rows = await rowsOf(page.locator('.section.tinted .point'))
        const stacked = Array.from({ length: count }, () => 1).join()
        const right = { 3: ['3', stacked], 4: ['4', '2,2'], 5: ['5', '3,2', stacked] }[count]
        assert.ok(right?.includes(rows.join()), `${count} policies stand as ${rows.join()} at ${width}`)
      }
    }
  },
)

browserTest('three logos, sixty, and pictures of another shape look right', async (t) => {
  const { page, server } = await visit(t, { own: true, reducedMotion: 'reduce' })
  const headers = await server.signIn()
  const { partners, showroom } = (await server.post('/v1/site/detail')).data
  const square = '/media/qr.png'
  for (const [count, rows] of [
    [3, [3]],
    [60, [9, 9, 9, 9, 9, 9, 6]],
  ] as const) {
    const logos = Array.from({ length: count }, (_, index) => ({ ...partners[index % 27], name: `伙伴${index + 1}` }))
    const sent = {
      partners: [{ image: square, name: '方形' }, ...logos.slice(1)],
      showroom: [{ image: square, name: '方形' }, ...showroom],
    }
    assert.equal((await server.post('/v1/site/update', sent, { headers })).code, 200)
    await page.goto('/')
    assert.deepEqual(await rowsOfLogos(page), rows)
    const heights = await page
      .locator('.partners li')
      .evaluateAll((all) => new Set(all.map((each) => each.clientHeight)).size)
    assert.equal(heights, 1, 'a square logo makes its row no higher')
    const { width, height } = await boxOf(page.locator('.showroom .carousel-slide img').first())
    assert.ok(Math.abs(width / height - 1.5) < 0.01, 'a square picture makes the showroom no higher')
  }
})

browserTest('the home page takes at most six screens of a laptop', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto('/')
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 5400)
})
