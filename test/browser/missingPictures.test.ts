import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, visit } from './browser.ts'
import { holdScripts } from './waiting.ts'

const noFile = (page: Page, address: string): Promise<unknown> => page.route(address, (route) => route.fulfill({ status: 404 }))
const card = (page: Page) => page.locator('.product-card[href*=zhgd-unloading-platform], .phone-cards a[href*=zhgd-unloading-platform]')
async function showsNone(page: Page): Promise<void> {
  await card(page).scrollIntoViewIfNeeded()
  await card(page).locator('.thumbnail > .icon').waitFor()
  assert.equal(await card(page).locator('img').isVisible(), false)
}

browserTest('a cover whose file is missing shows what stands for no cover', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone })
    await noFile(page, '**/media/product/zhgd-unloading-platform.*')
    const list = phone ? '/zhuyingyewu' : '/product'
    await goTo(page, '/xwdt')
    await page.evaluate((path) => {
      const link = Object.assign(document.createElement('a'), { href: path, id: 'to-list' })
      document.querySelector('main')?.append(link)
      link.click()
    }, list)
    await page.waitForURL(`**${list}`)
    await showsNone(page)
    assert.equal(await page.locator('.thumbnail:visible > .icon:visible').count(), 1, 'the others show their pictures')
    await goTo(page, list)
    await showsNone(page)
    await card(page).click()
    await page.locator('.rich').waitFor()
    await page.locator('.product-cover, .phone-product-top img').waitFor({ state: 'hidden' })
  }
})

browserTest('photos of the carousel whose files are missing are left out, and without any the picture of the page is shown', async (t) => {
  const { page } = await visit(t)
  const photos = page.locator('.banner-photos .carousel-slide')
  await noFile(page, '**/media/carousel/robots.*')
  await goTo(page, '/product')
  await page.waitForFunction(() => document.querySelectorAll('.banner-photos .carousel-slide').length === 3)
  assert.equal(await photos.locator('img[src*="/robots."]').count(), 0)
  await noFile(page, '**/media/carousel/*')
  await goTo(page, '/product')
  await page.locator('.banner:not(.banner-photos) > picture img').waitFor()
  assert.ok(await page.locator('.banner h1').isVisible())
})

browserTest('before the scripts run, and where they never do, a missing picture is not shown as a broken one', async (t) => {
  const { page } = await visit(t)
  await noFile(page, '**/media/product/zhgd-unloading-platform.*')
  await noFile(page, '**/media/carousel/*')
  const release = await holdScripts(page)
  await page.goto('/product', { waitUntil: 'commit' })
  await showsNone(page)
  await page.locator('.banner img[data-missing]').first().waitFor({ state: 'attached' })
  assert.equal(await page.locator('.banner img').first().isVisible(), false)
  release()
  await hydrated(page)
  await showsNone(page)
  await page.locator('.banner:not(.banner-photos) > picture img').waitFor()
})
