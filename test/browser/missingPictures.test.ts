import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, visit } from './browser.ts'
import { holdScripts } from './waiting.ts'

const noFile = (page: Page, address: string): Promise<unknown> =>
  page.route(address, (route) => route.fulfill({ status: 404 }))
const card = (page: Page) =>
  page.locator('.product-card[href*=zhgd-unloading-platform], .phone-cards a[href*=zhgd-unloading-platform]')
async function showsNone(page: Page): Promise<void> {
  await card(page).scrollIntoViewIfNeeded()
  await card(page).locator('.thumbnail > .icon').waitFor()
  assert.equal(await card(page).locator('img').isVisible(), false)
  const [box, icon] = await Promise.all(
    ['.thumbnail', '.thumbnail > .icon'].map((part) => card(page).locator(part).boundingBox()),
  )
  assert.ok(box && icon)
  assert.ok(Math.abs(box.y + box.height / 2 - icon.y - icon.height / 2) < 2, 'the icon is in the middle')
  const others = page.locator('.thumbnail:visible').filter({ has: page.locator('img:visible') })
  assert.ok(Math.abs(box.height - ((await others.first().boundingBox())?.height ?? 0)) < 2, 'as high as with a picture')
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
    await page.locator('.rich').first().waitFor()
    await page.locator('.product-cover, .phone-product-top img').waitFor({ state: 'hidden' })
  }
})

browserTest(
  'pictures of a gallery whose files are missing are left out, and without any there is no gallery',
  async (t) => {
    for (const phone of [false, true]) {
      const { page } = await visit(t, { phone })
      const path = `/${phone ? 'cpDeatail' : 'productDet'}?productId=zhgd-cloud-platform`
      await goTo(page, path)
      const shown = page.locator('.gallery .carousel-slide img')
      const addresses = await shown.evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''))
      assert.equal(addresses.length, 5)
      const remove = (address: string): Promise<unknown> => noFile(page, `**${address.split('.', 2).join('.')}.*`)
      await remove(addresses[0] ?? '')
      await remove(addresses[2] ?? '')
      await remove(addresses[4] ?? '')
      await goTo(page, path)
      await page.getByRole('group', { name: '1 / 2' }).locator('img').waitFor()
      assert.deepEqual(await shown.evaluateAll((images) => images.map((image) => image.getAttribute('src'))), [
        addresses[1],
        addresses[3],
      ])
      for (const nth of [0, 1]) await page.locator('.carousel-thumbnails img').nth(nth).waitFor()
      assert.equal(await page.locator('.carousel-thumbnails button').count(), 2)
      await page.locator('.gallery .carousel-slide.current button').click()
      await page.getByRole('dialog', { name: '查看大图' }).getByText('1 / 2').waitFor()
      await remove(addresses[1] ?? '')
      await goTo(page, path)
      await page.locator('.gallery').waitFor({ state: 'detached' })
      await page.locator(`:is(.product-head, .phone-product-top) img[src="${addresses[3]}"]`).waitFor()
      await remove(addresses[3] ?? '')
      await goTo(page, path)
      await page.locator('.gallery').waitFor({ state: 'detached' })
      await page.locator('.product-cover, .phone-product-top img').waitFor({ state: 'hidden' })
    }
  },
)

browserTest(
  'photos of the carousel whose files are missing are left out, and without any the picture of the page is shown',
  async (t) => {
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
  },
)

browserTest(
  'before the scripts run, and where they never do, a missing picture is not shown as a broken one',
  async (t) => {
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
  },
)
