import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { seriousFaults, browserTest, goTo, visit } from './browser.ts'

const widePages = [
  '/xwdt',
  '/xiangmuanli',
  '/huanghejiangong',
  '/yingyongchangjing',
  '/zizhi',
  '/zixun',
  '/search?word=塔吊',
  '/p/jiaru',
  '/nowhere',
]
const products = ['zhgd-tower-crane', 'zhgd-cloud-platform', 'jzbh-safety-hall']

/** Addresses of the pictures that a page shows, also those in its drawers, without small ones that only mark what a link leads to. */
const shownPictures = (page: Page): Promise<{ source: string; beside: boolean }[]> =>
  // A strip that runs around repeats its own for people who see only.
  page.locator('img:not([inert] img, .carousel-thumbnails img, .scenario-products img)').evaluateAll((all) =>
    all
      .filter((picture) => picture.closest('[popover]') || picture.getClientRects().length > 0)
      .map((picture) => ({
        source: picture.getAttribute('src') ?? '',
        beside: picture.closest('a[href^="/xwdtDet"], .scenario-list') !== null,
      })),
  )

/** The most buttons in the accent that lead to the form and are on the screen together, wherever the page is scrolled to. */
const mostAccentedAtOnce = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const accented = [...document.querySelectorAll<HTMLElement>('a.button:not(.outline)[href^="/zixun"]')]
    const isSeen = (link: HTMLElement): boolean => {
      const { top, bottom, height } = link.getBoundingClientRect()
      return link.checkVisibility() && height > 0 && bottom > 0 && top < innerHeight
    }
    let most = 0
    for (let y = 0; y < document.documentElement.scrollHeight; y += innerHeight / 3) {
      scrollTo(0, y)
      await new Promise(requestAnimationFrame)
      most = Math.max(most, accented.filter(isSeen).length)
    }
    return most
  })

browserTest('a page has one accented way to ask on the screen, one QR code, and no picture twice', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone, ...(!phone && { viewport: { width: 1440, height: 900 } }) })
    const ownPages = phone
      ? ['/mobile', '/zhuyingyewu', '/gongsijianjie', '/dailijiameng']
      : ['/', '/product', '/gywm', '/dljm']
    const productPages = products.map((id) => `${phone ? '/cpDeatail' : '/productDet'}?productId=${id}`)
    for (const path of [...ownPages, ...widePages, ...productPages]) {
      await page.goto(path)
      assert.ok((await mostAccentedAtOnce(page)) <= 1, path)
      const pictures = await shownPictures(page)
      // An article and a scenario have the picture of what they are about, which may be large on the page as well.
      for (const isBeside of [false, true]) {
        const sources = pictures.filter(({ beside }) => beside === isBeside).map(({ source }) => source)
        assert.deepEqual(
          sources.filter((source, index) => sources.indexOf(source) !== index),
          [],
          path,
        )
      }
      assert.equal(pictures.filter(({ source }) => source.endsWith('/qr.png')).length, 1, `codes on ${path}`)
    }
    // Where the panel of a product has no room, the code is in the footer.
    if (phone) continue
    await page.setViewportSize({ width: 1024, height: 900 })
    assert.equal(await page.locator('.footer-qr').isVisible(), true)
    assert.equal(await page.locator('.floating').isVisible(), false)
  }
})

browserTest('figures leave none alone in a row, nor past their line, nor below the telephone of a phone', async (t) => {
  const { page } = await visit(t)
  for (const [path, widths] of [
    ['/', [1920, 1440, 1280, 1024, 992]],
    ['/gywm', [1440, 1280, 1024, 992, 768]],
    ['/mobile', [900, 768, 600, 512, 430, 390, 360, 320]],
  ] as const) {
    await page.goto(path)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      const figures = await page.locator('.figures dl > div').evaluateAll((all) =>
        all.map((each) => {
          const range = document.createRange()
          range.selectNodeContents(each)
          const { top, right } = each.getBoundingClientRect()
          return { top: Math.round(top), past: range.getBoundingClientRect().right - right }
        }),
      )
      const past = Math.max(...figures.map((each) => each.past))
      assert.ok(past < 1, `${path} at ${width}: a number is ${past} px past its line`)
      // There the four large ones and the two small ones have rows of their own.
      if (path === '/gywm') continue
      const tops = figures.map(({ top }) => top)
      const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
      assert.ok(
        rows.every((count) => count === rows[0]),
        `${path} at ${width}: ${rows}`,
      )
    }
  }
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    const start = await page.locator('.phone-button').evaluate((button) => button.getBoundingClientRect().left)
    const words = await page.locator('.figures dl > div > *').evaluateAll((all) =>
      all.map((each) => {
        const range = document.createRange()
        range.selectNodeContents(each)
        return range.getBoundingClientRect().right
      }),
    )
    assert.ok(Math.max(...words) + 2 <= start, `${Math.max(...words)} of ${start} at ${width}`)
  }
})

browserTest('what has the focus on a phone is not below what floats there', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const path of ['/xwdt', '/cpDeatail?productId=zhgd-tower-crane']) {
    await goTo(page, path)
    // Until a carousel is ready its buttons are laid out, but hidden: nobody gets to them.
    await page.locator('.gallery .carousel:not(.live)').waitFor({ state: 'detached' })
    const covered = await page.evaluate(() => {
      const found: string[] = []
      const links = document.querySelectorAll<HTMLElement>(':is(main, footer) :is(a[href], button, summary)')
      for (const link of links) {
        if (link.closest('[inert], .phone-bar, [popover]') || link.getClientRects().length === 0) continue
        link.focus()
        const { left, width, bottom } = link.getBoundingClientRect()
        const above = document.elementFromPoint(left + width / 2, bottom - 2)?.closest('.phone-bar, .phone-button')
        if (above) found.push(`${link.textContent} ${above.className}`)
      }
      return found
    })
    assert.deepEqual(covered, [], path)
  }
  const { height = 0 } = (await page.locator('.site-header .hotline').boundingBox()) ?? {}
  assert.ok(height >= 44, `the telephone number in the header is ${height} px high`)
})

browserTest('the marks of quotes hang in the margin, and the scenarios begin where all else does', async (t) => {
  const { page } = await visit(t)
  await page.goto('/')
  const startOf = (selector: string): Promise<number> =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => Math.round(element.getBoundingClientRect().left))
  for (const width of [1920, 1600, 1440, 1024]) {
    await page.setViewportSize({ width, height: 900 })
    const starts = ['.lead-scene h2', '.lead-scene .more', '.case-quote blockquote', '.scenario-band h2']
    const found = await Promise.all(starts.map(startOf))
    assert.deepEqual(new Set(found), new Set([await startOf('.technique h2')]), `${width}: ${found}`)
    const mark = await page.locator('.case-quote blockquote').evaluate((quote) => {
      const { insetInlineEnd, position } = getComputedStyle(quote, '::before')
      return { position, hangs: Math.abs(parseFloat(insetInlineEnd) - quote.clientWidth) < 1 }
    })
    assert.deepEqual(mark, { position: 'absolute', hangs: true })
  }
})

browserTest('forced colours leave each mark of a carousel to be seen', async (t) => {
  const { page } = await visit(t, { forcedColors: 'active' })
  await goTo(page, '/')
  const lines = await page
    .locator('.showroom .carousel-dots button:not([aria-current])')
    .evaluateAll((all) => all.map((each) => getComputedStyle(each, '::before').borderBlockEndStyle))
  assert.ok(lines.length > 1 && lines.every((line) => line === 'solid'), lines.join())
})

browserTest('a wide table of an article is scrolled by the keyboard', async (t) => {
  const { page } = await visit(t, { phone: true, bypassCSP: true })
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await goTo(page, '/xwdtDet?newId=20260820-tile-robot-trial')
    const table = page.locator('.rich table[tabindex]')
    await table.focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction(() => (document.querySelector('.rich table')?.scrollLeft ?? 0) > 0)
    assert.deepEqual(await seriousFaults(page), [])
  }
})
