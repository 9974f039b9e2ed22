import assert from 'node:assert/strict'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { browserTest, goTo, visit, visitPage } from './browser.ts'
import { framesPass } from './waiting.ts'

/** How far the marker's tip is from the middle of the map. */
const offMiddle = (page: Page | Frame) =>
  page.evaluate(() => {
    const pin = document.querySelector('.map-pin')?.getBoundingClientRect()
    return pin ? [Math.round(pin.left - innerWidth / 2), Math.round(pin.top - innerHeight / 2)] : []
  })
const tilesAt = (page: Page | FrameLocator) =>
  page.locator('.map-tile').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { searchParams } = new URL((tile as HTMLImageElement).src)
      return { z: Number(searchParams.get('z')), scale: Number(searchParams.get('scale')), drawn: Math.round(
        tile.getBoundingClientRect().width * devicePixelRatio,
      ) }
    }),
  )

browserTest('the marker is in the middle of the map, clear of the card, on every page that has one', async (t) => {
  for (const phone of [false, true]) {
    const { page, server } = await visit(t, { phone })
    for (const viewport of phone ? [
      { width: 390, height: 844 }, { width: 320, height: 568 }, { width: 844, height: 390 },
    ] : [{ width: 1920, height: 1080 }, { width: 700, height: 700 }]) {
      await page.setViewportSize(viewport)
      for (const path of ['/map', ...(phone ? ['/gongsijianjie', '/mobile'] : ['/gywm'])]) {
        await goTo(page, path)
        const framed = path !== '/map'
        if (framed) await page.locator('iframe').scrollIntoViewIfNeeded()
        const frame = framed ? page.frameLocator('iframe') : page
        await frame.locator('.map-tile').first().waitFor()
        const where = `${path} at ${viewport.width}x${viewport.height}`
        const inside = framed ? page.frames().find((each) => each.url().startsWith(`${server.url}/map`)) : page
        assert.ok(inside)
        assert.deepEqual(await offMiddle(inside), [0, 0], where)
        const [pin, card, credit] =
          await Promise.all(['.map-pin .icon', '.map-card', '.map-credit'].map((name) => frame.locator(name).boundingBox()))
        assert.ok(pin && card && credit)
        const apart = (a: typeof pin, b: typeof pin): boolean =>
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        assert.ok(apart(pin, card), `${where}: the card covers the marker`)
        assert.ok(apart(card, credit), `${where}: the card covers the credit`)
      }
    }
  }
})

browserTest('tiles cover the map without gaps', async (t) => {
  const { page } = await visitPage(t, '/map', { viewport: { width: 1000, height: 700 } })
  await page.locator('.map-tile').first().waitFor()
  const uncovered = await page.evaluate(() => {
    const tiles = Array.from(document.querySelectorAll('.map-tile'), (tile) => tile.getBoundingClientRect())
    const points = [1, 250, 500, 750, 999].flatMap((x) => [1, 175, 350, 525, 699].map((y) => ({ x, y })))
    return points.filter(({ x, y }) => !tiles.some(({ left, right, top, bottom }) => left <= x && x <= right && top <= y && y <= bottom))
  })
  assert.deepEqual(uncovered, [])
})

browserTest('no tile is drawn larger than its pixels, whatever zoom is requested', async (t) => {
  for (const [deviceScaleFactor, finest] of [[1, 19], [2, 18]] as const) {
    const { page } = await visit(t, { deviceScaleFactor, viewport: { width: 1000, height: 700 } })
    for (const zoom of [15, 18, 19, 20]) {
      await goTo(page, `/map?zoom=${zoom}`)
      await page.locator('.map-tile').first().waitFor()
      const tiles = await tilesAt(page)
      for (const { z, scale, drawn } of tiles) {
        assert.ok(z <= 18, 'there are no finer ones')
        assert.ok(drawn <= 256 * scale, `at ${deviceScaleFactor} and ${zoom} a tile of ${256 * scale} is drawn at ${drawn}`)
      }
      assert.equal(await page.getByRole('button', { name: '放大' }).isDisabled(), zoom >= finest)
    }
    for (let turn = 0; turn < 4; turn++) {
      await page.mouse.move(500, 300)
      const turned = page.evaluate(() => new Promise<void>((resolve) => addEventListener('wheel', () => resolve(), { once: true })))
      await page.mouse.wheel(0, -100)
      await turned
      await framesPass(page)
    }
    for (const { scale, drawn } of await tilesAt(page)) assert.ok(drawn <= 256 * scale, 'nor after turning the wheel')
  }
})

browserTest('a page loads its map when that comes near the screen, as no entry of its history; without a script it links to it', async (t) => {
  for (const path of ['/zhuyingyewu', '/gongsijianjie']) {
    const { page } = await visit(t, { phone: true })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
    await goTo(page, path)
    const length = await page.evaluate(() => history.length)
    assert.ok(!asked.includes('/map'), `${path}: ${asked.join()}`)
    await page.locator('.contact iframe').scrollIntoViewIfNeeded()
    await page.frameLocator('.contact iframe').locator('.map-tile').first().waitFor()
    assert.equal(await page.evaluate(() => history.length), length)
    assert.equal(await page.getByRole('link', { name: '查看地图' }).isVisible(), false)
  }
  const { page } = await visit(t, { phone: true, javaScriptEnabled: false })
  await page.goto('/zhuyingyewu')
  assert.equal(await page.locator('.contact iframe').isVisible(), false)
  await page.getByRole('link', { name: '查看地图' }).click()
  await page.waitForURL('**/map?**')
  await page.getByRole('link', { name: '高德地图' }).waitFor()
})
