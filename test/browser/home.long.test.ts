import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, seriousFaults, visit } from './browser.ts'

const isInside = (page: Page, selector: string): Promise<boolean> =>
  page.locator(selector).first().evaluate((element) => {
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
    [false, [1920, 1280, 768], ['/', '/product', '/xwdt']], [true, [820, 390, 320], ['/mobile', '/zhuyingyewu', '/xwdt']],
  ] as const) {
    const { page } = await visit(t, { phone })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 844 })
      for (const path of paths) {
        await page.goto(path)
        const cut = await page.locator('main :is(li, a, article) :is(h2, h3, h4, p)').evaluateAll((all) => all
          .filter((each) => each.clientWidth > 1 && getComputedStyle(each).overflow !== 'visible' && each.scrollHeight > each.clientHeight + 2)
          .map(({ textContent }) => textContent))
        assert.deepEqual(cut, [], `${path} at ${width}`)
      }
    }
  }
})

browserTest('the logos drift in one row, stand still for who wants no motion, and are reached with the keyboard', async (t) => {
  const row = (page: Page) => page.locator('.partners')
  const moved = (page: Page): Promise<number> => row(page).evaluate((strip) => strip.scrollLeft)
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page } = await visit(t, { reducedMotion })
    await page.goto('/')
    await page.locator('html.running').waitFor()
    await row(page).scrollIntoViewIfNeeded()
    const tops = await page.locator('.partners li').evaluateAll((all) => new Set(all.map((each) => each.getBoundingClientRect().top)).size)
    assert.equal(tops, 1)
    if (reducedMotion === 'no-preference') {
      await page.waitForFunction(() => (document.querySelector('.partners')?.scrollLeft ?? 0) > 2)
      await page.locator('.partners-band').getByRole('button', { name: '暂停滚动' }).click()
    } else {
      await page.locator('.partners-band').getByRole('button', { name: '开始滚动' }).waitFor()
      assert.equal(await moved(page), 0)
    }
    const before = await moved(page)
    await row(page).focus()
    await page.keyboard.press('ArrowRight')
    await page.waitForFunction((start) => (document.querySelector('.partners')?.scrollLeft ?? 0) > start + 10, before)
    assert.deepEqual(await seriousFaults(page), [])
  }
})

browserTest('the home page takes at most six screens of a laptop', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto('/')
  assert.ok((await page.evaluate(() => document.documentElement.scrollHeight)) < 5400)
})
