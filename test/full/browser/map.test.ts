import assert from 'node:assert/strict'
import type { Frame, FrameLocator, Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest, goTo, visit, visitPage } from '../../browser/browser.ts'
import { framesPass } from '../../browser/waiting.ts'

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
      return {
        z: Number(searchParams.get('z')),
        scale: Number(searchParams.get('scale')),
        drawn: Math.round(tile.getBoundingClientRect().width * devicePixelRatio),
      }
    }),
  )

browserTest('the marker is in the middle of the map, clear of the card, on every page that has one', async (t) => {
  for (const phone of [false, true]) {
    const { page, server } = await visit(t, { phone })
    for (const viewport of phone
      ? [
          { width: 390, height: 844 },
          { width: 320, height: 568 },
          { width: 844, height: 390 },
        ]
      : [
          { width: 1920, height: 1080 },
          { width: 700, height: 700 },
        ]) {
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
        const [pin, card, credit] = await Promise.all(
          ['.map-pin .icon', '.map-card', '.map-credit'].map((name) => frame.locator(name).boundingBox()),
        )
        assert.ok(pin && card && credit)
        const apart = (a: typeof pin, b: typeof pin): boolean =>
          a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y
        assert.ok(apart(pin, card), `${where}: the card covers the marker`)
        assert.ok(apart(card, credit), `${where}: the card covers the credit`)
      }
    }
  }
})

/** Where the marker's tip is. */
const tip = (page: Page): Promise<{ x: number; y: number }> =>
  page.locator('.map-pin').evaluate((pin) => {
    const { left, top } = pin.getBoundingClientRect()
    return { x: Math.round(left), y: Math.round(top) }
  })
const tileSize = async (page: Page): Promise<number | undefined> => (await tilesAt(page))[0]?.drawn

browserTest(
  'the map is dragged, zoomed and pinched exactly, goes no further than zoom 20, and helps without tiles',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/map?zoom=18', {
      viewport: { width: 1000, height: 700 },
      hasTouch: true,
    })
    const sized = (size: number): Promise<void> =>
      eventually(async () => (await tileSize(page)) === size, `tiles are drawn at ${size}`)
    const tipAt = async (x: number, y: number): Promise<void> => {
      const at = await tip(page)
      assert.ok(Math.abs(at.x - x) <= 1 && Math.abs(at.y - y) <= 1, `the marker is at ${at.x}, ${at.y}, not ${x}, ${y}`)
    }
    const [closer, farther] = [page.getByRole('button', { name: '放大' }), page.getByRole('button', { name: '缩小' })]
    await closer.click()
    await sized(512)
    await closer.click()
    await sized(1024)
    assert.equal(await closer.getAttribute('aria-disabled'), 'true')
    await closer.click({ force: true })
    await page.locator('.map-ground').press('+')
    await framesPass(page)
    assert.equal(await tileSize(page), 1024)
    await tipAt(500, 350)

    await page.mouse.move(300, 200)
    await page.mouse.down()
    await page.mouse.move(420, 140, { steps: 4 })
    await page.mouse.up()
    await framesPass(page)
    await tipAt(620, 290)

    const turn = async (by: number): Promise<void> => {
      const turned = page.evaluate(
        () => new Promise<void>((resolve) => addEventListener('wheel', () => resolve(), { once: true })),
      )
      await page.mouse.wheel(0, by)
      await turned
      await framesPass(page)
    }
    await page.mouse.move(400, 250)
    await turn(-100)
    assert.equal(await tileSize(page), 1024)
    await tipAt(620, 290)
    await turn(100)
    await sized(512)
    await tipAt(510, 270)
    await turn(-100)
    await sized(1024)
    await tipAt(620, 290)

    const session = await page.context().newCDPSession(page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart?: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints:
          apart === undefined
            ? []
            : [
                { x: 400 - apart, y: 250, id: 0 },
                { x: 400 + apart, y: 250, id: 1 },
              ],
      })
    const pinch = async (from: number, to: number): Promise<void> => {
      await touch('touchStart', from)
      for (let step = 1; step <= 8; step++) await touch('touchMove', from + ((to - from) * step) / 8)
      await touch('touchEnd')
      await framesPass(page)
    }
    await pinch(50, 100)
    assert.equal(await tileSize(page), 1024, 'fingers apart')
    await tipAt(620, 290)
    await pinch(100, 50)
    await sized(512)
    await tipAt(510, 270)
    await farther.click()
    await sized(256)
    await page.getByRole('button', { name: '回到标记处' }).click()
    await eventually(async () => (await tip(page)).x === 500, 'the marker is in the middle again')
    assert.deepEqual(complaints, [])

    await page.context().route(/autonavi/, (route) => route.abort())
    await page.reload()
    await page.getByText('地图暂时无法显示').waitFor()
    assert.equal(await page.getByRole('link', { name: '高德地图' }).isVisible(), true)
  },
)

browserTest(
  'a page loads its map when that comes near the screen, as no entry of its history; without a script it links to it',
  async (t) => {
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
  },
)
