import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, visit } from './browser.ts'

const article = '/xwdtDet?newId=20260629-safety-hall-family-day'

/** The lines of each element, as they are broken on the screen. */
const linesOf = (page: Page, selector: string): Promise<string[][]> =>
  page.locator(selector).evaluateAll((elements) =>
    elements.map((element) => {
      const lines = new Map<number, string>()
      const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      const range = document.createRange()
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        for (const [index, letter] of [...(node.nodeValue ?? '')].entries()) {
          range.setStart(node, index)
          range.setEnd(node, index + 1)
          const line = Math.round(range.getBoundingClientRect().bottom)
          lines.set(line, (lines.get(line) ?? '') + letter)
        }
      }
      return [...lines.values()]
    }),
  )

const box = async (page: Page, selector: string): Promise<{ y: number; width: number; height: number }> => {
  const found = await page.locator(selector).first().boundingBox()
  assert.ok(found, selector)
  return found
}

browserTest('leads break behind punctuation in a wide window', async (t) => {
  const { page } = await visit(t, { reducedMotion: 'reduce' })
  for (const width of [1920, 1280, 800]) {
    await page.setViewportSize({ width, height: 900 })
    for (const path of ['/', '/dljm', '/gywm', '/product']) {
      await page.goto(path)
      const inside = (await linesOf(page, '.hero-lead, .section-head p, .banner-text > p'))
        .flatMap((lines) => lines.slice(0, -1))
        .filter((line) => !/[，。、：；？！”]$/.test(line))
      assert.deepEqual(inside, [], `${path} at ${width}`)
    }
  }
})

const dictionary = new Intl.Segmenter('zh', { granularity: 'word' })

/** The words of a text that were broken over two of its lines. */
function brokenWords(lines: string[]): string[] {
  const ends = new Set(lines.map((_, index) => lines.slice(0, index + 1).join('').length))
  return [...dictionary.segment(lines.join(''))].flatMap(({ segment, index }) =>
    [...segment].some((_, at) => at > 0 && ends.has(index + at)) ? [segment] : [],
  )
}

browserTest('no title or caption breaks within a word, on narrow screens too', async (t) => {
  for (const [phone, width, paths] of [
    [true, 320, ['/mobile', '/zhuyingyewu', '/gongsijianjie', '/dailijiameng', '/xwdt', article]],
    [true, 768, ['/mobile', '/gongsijianjie', '/dailijiameng', '/xwdt']],
    [false, 1280, ['/', '/product', '/gywm', '/xwdt']],
    [false, 320, ['/', '/dljm']],
  ] as const) {
    const { page } = await visit(t, { phone, viewport: { width, height: 844 } })
    for (const path of paths) {
      await page.goto(path)
      const titles = await linesOf(
        page,
        'main :is(h1, h2, h3, h4, [role="tab"], .honour span, .phone-certificates span, .neighbours a > span)',
      )
      assert.deepEqual(
        titles.filter((lines) => brokenWords(lines).length > 0),
        [],
        `${path} at ${width}`,
      )
    }
  }
})

browserTest('no paragraph ends with a line of one character', async (t) => {
  const { page } = await visit(t, { reducedMotion: 'reduce' })
  for (const path of ['/gywm', '/privacy', article, '/productDet?productId=zhgd-tower-crane']) {
    await page.goto(path)
    const short = (await linesOf(page, 'main p, main .rich li')).filter(
      (lines) => lines.length > 1 && /^.[，。、：；？！”]?$/.test(lines.at(-1) ?? ''),
    )
    assert.deepEqual(short, [], path)
  }
})

browserTest('no cell, caption or address ends with a line of one character in a narrow window', async (t) => {
  const { page } = await visit(t, { viewport: { width: 320, height: 844 }, reducedMotion: 'reduce' })
  for (const path of ['/gywm', '/productDet?productId=cpxt-measuring', '/productDet?productId=jzbh-safety-hall']) {
    await page.goto(path)
    const short = (await linesOf(page, ':is(td, figcaption, address span)')).filter(
      (lines) => lines.length > 1 && /^.[）。]?$/.test(lines.at(-1) ?? ''),
    )
    assert.deepEqual(short, [], path)
  }
})

browserTest(
  'the privacy page and the agreement begin below the header with room, and the lead is apart from the title',
  async (t) => {
    for (const phone of [false, true]) {
      const { page } = await visit(t, { phone })
      for (const [path, first] of [
        ['/privacy', 'article h1'],
        ['/agreement', '.rich > :first-child'],
      ] as const) {
        await page.goto(path)
        const header = await box(page, '.site-header')
        const heading = await box(page, first)
        assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, path)
        assert.ok(
          heading.y - header.y - header.height >= 24,
          `${path}: ${heading.y} below the header of ${header.height}`,
        )
      }
      await page.goto('/privacy')
      const title = await box(page, 'article h1')
      const lead = await box(page, '.article-intro')
      assert.ok(
        lead.y - title.y - title.height >= 12,
        `the lead begins ${lead.y - title.y - title.height} below the title`,
      )
      const text = await box(page, '.rich')
      assert.ok(text.y - lead.y - lead.height >= 40, `the text begins ${text.y - lead.y - lead.height} below the lead`)
    }
  },
)

browserTest('the titles beside the featured article are complete, on small phones too', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const width of [768, 390, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/xwdt')
    const cut = await page
      .locator('.news-side h3')
      .evaluateAll((all) =>
        all.filter((each) => each.scrollHeight > each.clientHeight + 2).map((each) => each.textContent),
      )
    assert.deepEqual(cut, [], `at ${width}`)
  }
})

browserTest('the links to the articles before and after begin at one height', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone })
    await page.goto(article)
    const tops = await page
      .locator('.neighbours small')
      .evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().top)))
    assert.equal(tops.length, 2)
    assert.equal(tops[0], tops[1])
  }
})

browserTest('a telephone number in a text stays on one line', async (t) => {
  const { page } = await visit(t, { phone: true })
  for (const width of [390, 360, 320]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/privacy')
    for (const lines of await linesOf(page, '.rich a[href^="tel:"]'))
      assert.equal(lines.length, 1, `${width}: ${lines.join('|')}`)
  }
})

browserTest('no text of a scenario is on its page twice', async (t) => {
  const { page } = await visit(t)
  await page.goto('/yingyongchangjing')
  const texts = await page.locator('main p, main figcaption span').allInnerTexts()
  assert.deepEqual(
    texts.filter((text, index) => text && texts.indexOf(text) !== index),
    [],
  )
})

browserTest('the buttons of the not-found page are in the middle, on a phone too', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone })
    await page.goto('/no-such-page')
    const middle = await page
      .locator('.not-found h1')
      .evaluate((heading) => heading.getBoundingClientRect().left + heading.getBoundingClientRect().width / 2)
    const rows = await page.locator('.not-found .button').evaluateAll((all) => {
      const found = new Map<number, { left: number; right: number }>()
      for (const { top, left, right } of all.map((each) => each.getBoundingClientRect())) {
        const row = found.get(Math.round(top)) ?? { left, right }
        found.set(Math.round(top), { left: Math.min(row.left, left), right: Math.max(row.right, right) })
      }
      return [...found.values()]
    })
    for (const { left, right } of rows)
      assert.ok(Math.abs((left + right) / 2 - middle) < 2, `from ${left} to ${right} around ${middle}`)
  }
})
