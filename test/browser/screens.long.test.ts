import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, visit, visitPage } from './browser.ts'

const textsOf = async (all: Locator): Promise<string[]> => (await all.allTextContents()).map((text) => text.trim())
const hrefsOf = (links: Locator): Promise<(string | null)[]> => links.evaluateAll((all) => all.map((each) => each.getAttribute('href')))
const sourcesOf = (pictures: Locator): Promise<(string | null)[]> => pictures.evaluateAll((all) => all.map((each) => each.getAttribute('src')))

const slide = (carousel: Locator): Promise<number> =>
  carousel.locator('.carousel-slide').evaluateAll((all) => all.findIndex((each) => each.classList.contains('current')))

/** Stops the page's clock: from then on only the test moves it, however busy the machine is. */
async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
}

/** How many milliseconds of the page's clock, which is stopped, one slide of a carousel is shown. */
async function shownFor(page: Page, carousel: Locator): Promise<number> {
  const untilNext = async (): Promise<number> => {
    const before = await slide(carousel)
    for (let ms = 50; ms < 20_000; ms += 50) {
      await page.clock.runFor(50)
      if ((await slide(carousel)) !== before) return ms
    }
    throw new Error('it does not advance')
  }
  await untilNext()
  return untilNext()
}

browserTest('the company’s facts are on the pages that tell of it', async (t) => {
  const figures = ['创新积淀 10年', '精英团队 100+', '服务客户 500+', '落地项目 1000+', '注册商标 5项', '软件著作权 25项']
  for (const [phone, paths] of [[false, ['/', '/gywm']], [true, ['/mobile', '/gongsijianjie']]] as const) {
    const { page } = await visit(t, { phone, reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(path)
      const shown = await page.locator('.figures dl > div').evaluateAll((all) =>
        all.map((each) => [...each.children].map(({ textContent }) => textContent).join(' ')))
      assert.deepEqual(shown, figures, path)
      assert.equal(await page.locator('.figures img').count(), 0, 'as text that counts, not as a picture')
      assert.deepEqual(await hrefsOf(page.locator('.site-header .hotline')), ['tel:400-000-0000'], path)
    }
    await page.goto(phone ? '/dailijiameng' : '/dljm')
    const words = await page.locator('main').innerText()
    assert.match(words, /15\s*%/)
    assert.match(words, /8\s*%/)
  }
  const { page } = await visit(t)
  await page.goto('/gywm')
  assert.match(await page.locator('.company').innerText(), /只占15%左右/)
  assert.ok(await page.locator('.site-header .hotline').isVisible())
  assert.match(await page.locator('.hotline').innerText(), /服务热线\s*400-000-0000/)
})

browserTest('each entry of the menu has a banner of its own, and the product centre the photos of the carousel', async (t) => {
  const { page, server } = await visit(t, { reducedMotion: 'reduce' })
  const banners = new Set<string | null>()
  for (const path of ['/', '/xwdt', '/dljm', '/gywm']) {
    await page.goto(path)
    const [source = ''] = await sourcesOf(page.locator(':is(.hero, .banner) > picture img'))
    banners.add(source)
  }
  assert.equal(banners.size, 4)
  await page.goto('/product')
  const { data } = await server.post('/v1/carousel/selectAllList')
  const photos = data.map(({ photoUrl }: { photoUrl: string }) => photoUrl)
  assert.equal(photos.length, 4)
  assert.deepEqual(await sourcesOf(page.locator('.banner-photos .carousel-slide img')), photos)
})

browserTest('the home page of desktops has its six parts', async (t) => {
  const { page } = await visit(t)
  await page.goto('/')
  assert.deepEqual(await textsOf(page.locator('.one-stop h3')), ['咨询规划', '研发生产', '安装实施', '运维保障'])
  assert.deepEqual(
    await textsOf(page.locator('.technique .points h3')), ['多源感知', '视觉识别', '机器人控制', '模型融合', '数据分析', '安全防护'])
  assert.equal(await page.locator('.technique .points li > .icon').count(), 6)
  assert.equal(await page.locator('.showroom .carousel-slide img').count(), 9)
  assert.equal(await page.locator('.partners img').count(), 27)
  await page.locator('.product-strip').scrollIntoViewIfNeeded()
  await page.waitForFunction(() => (document.querySelector('.product-strip')?.scrollLeft ?? 0) > 2)
  const showroom = page.locator('.showroom .carousel')
  await showroom.getByRole('button', { name: '下一张' }).click()
  await eventually(async () => (await slide(showroom)) === 1, 'the next room is shown')
})

browserTest('honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds', async (t) => {
  const { page } = await visit(t)
  await page.clock.install()
  await goTo(page, '/gywm')
  const honours = page.locator('.honours .carousel')
  await honours.scrollIntoViewIfNeeded()
  await honours.locator('[data-prefetch]').first().waitFor({ state: 'attached' })
  assert.equal(await honours.locator('.carousel-slide img').count(), 8)
  await stopClock(page)
  assert.equal(await shownFor(page, honours), 3000)

  await honours.getByRole('button', { name: '暂停轮播' }).click()
  await page.clock.resume()
  const inView = (): Promise<number[]> => honours.locator('.carousel-slide:not([inert])').evaluateAll((all) => all
    .map((each) => each.getBoundingClientRect())
    .map(({ left, width }) => left + width / 2)
    .sort((one, other) => one - other))
  const box = await honours.boundingBox()
  assert.ok(box)
  const middle = box.x + box.width / 2
  const currentRests = (): Promise<void> => eventually(async () => {
    const places = await inView()
    const { x = 0, width = 0 } = (await honours.locator('.current').boundingBox()) ?? {}
    const isCentred = Math.abs((places[2] ?? 0) - middle) < 1 && Math.abs(x + width / 2 - middle) < 1
    return isCentred && places.length === 5 && places.every((place) => place > box.x && place < box.x + box.width)
  }, 'five are in view, the current one in the middle')
  await currentRests()
  await honours.getByRole('button', { name: '第8张' }).click()
  assert.equal(await slide(honours), 7)
  await currentRests()
  await honours.getByRole('button', { name: '下一张' }).click()
  assert.equal(await slide(honours), 0, 'the first follows the last')
  await currentRests()
  await honours.getByRole('button', { name: '上一张' }).click()
  assert.equal(await slide(honours), 7)
})

browserTest('the five scenarios follow each other every four seconds', async (t) => {
  const { page } = await visit(t)
  await page.clock.install()
  await goTo(page, '/yingyongchangjing')
  const carousel = page.locator('.scenario-carousel .carousel')
  assert.deepEqual(await textsOf(carousel.locator('figcaption')), ['智慧工地', '智慧校园', '智慧工厂', '智慧社区', '智慧停车场'])
  await stopClock(page)
  assert.equal(await shownFor(page, carousel), 4000)
})

browserTest('the figures count up for six seconds', async (t) => {
  const { page } = await visit(t)
  await page.clock.install()
  await goTo(page, '/gywm')
  await stopClock(page)
  await page.locator('.figures').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const counting = page.locator('.figures .counting')
  await eventually(async () => (await counting.count()) === 6, 'all are counted')
  await page.clock.runFor(5950)
  assert.equal(await counting.count(), 6)
  await page.clock.runFor(100)
  assert.equal(await counting.count(), 0)
  assert.deepEqual(await textsOf(page.locator('.figures dd')), ['10年', '100+', '500+', '1000+', '5项', '25项'])
})
