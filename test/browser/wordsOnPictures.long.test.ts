import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, visit } from './browser.ts'
import { drawn } from './drawing.ts'

const large = 24

/** The relative luminance of WCAG 2. */
function luminance(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) =>
    value <= 10 ? value / 3294.6 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The least contrast between the letters of an element and what is drawn under them, from the pixels of the screen. */
async function contrastOf(page: Page, selector: string): Promise<{ contrast: number; size: number }> {
  const element = page.locator(selector).filter({ visible: true }).first()
  await element.scrollIntoViewIfNeeded()
  const { lines, color, size } = await element.evaluate((node) => {
    const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
    const rects: DOMRect[] = []
    while (walker.nextNode()) {
      const range = document.createRange()
      range.selectNode(walker.currentNode)
      rects.push(...range.getClientRects())
    }
    const { color, fontSize } = getComputedStyle(node)
    return {
      lines: rects
        .filter(({ width, height }) => width > 4 && height > 4)
        .map(({ x, y, width, height }) => ({ x: x + 1, y: y + 1, width: width - 2, height: height - 2 })),
      color: (color.match(/\d+/g) ?? []).map(Number),
      size: parseFloat(fontSize),
    }
  })
  assert.notEqual(lines.length, 0, `${selector} has no words`)
  const hidden = await page.addStyleTag({
    content: `${selector}, ${selector} * { color: transparent !important; fill: none; stroke: none }`,
  })
  let contrast = 21
  for (const clip of lines) {
    const shot = (await page.screenshot({ clip })).toString('base64')
    const under = await page.evaluate(async (bytes) => {
      const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${bytes}`)).blob())
      const context = new OffscreenCanvas(picture.width, picture.height).getContext('2d')
      if (!context) throw new Error('no canvas')
      context.drawImage(picture, 0, 0)
      const { data } = context.getImageData(0, 0, picture.width, picture.height)
      const colours = new Set<number>()
      for (let at = 0; at < data.length; at += 4)
        colours.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0))
      return [...colours]
    }, shot)
    const own = luminance(color)
    for (const colour of under) {
      const other = luminance([colour >> 16, (colour >> 8) & 255, colour & 255])
      contrast = Math.min(contrast, (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05))
    }
  }
  await hidden.evaluate((style) => (style as HTMLElement).remove())
  return { contrast, size }
}

const hero = [
  '.hero-company',
  '.hero h1',
  '.hero-lead',
  '.hero .outline',
  '.hero .more',
  '.case-quote blockquote',
  '.lead-scene .more',
]
const banner = ['.banner-text h1', '.banner-text .lead']
const cases = [
  ...[1440, 1000, 768, 390].flatMap((width) => [
    { path: '/', width, phone: false, words: hero },
    {
      path: '/product',
      width,
      phone: false,
      words: ['.carousel-slide.current .banner-title', '.carousel-slide.current .lead'],
    },
    { path: '/gywm', width, phone: false, words: banner },
  ]),
  { path: '/mobile', width: 390, phone: true, words: ['.phone-slide p'] },
  { path: '/mobile', width: 820, phone: true, words: ['.phone-slide p'] },
  { path: '/gongsijianjie', width: 390, phone: true, words: banner },
]

for (const colorScheme of ['light', 'dark'] as const) {
  browserTest(`words on a white picture can be read in the ${colorScheme} scheme`, async (t) => {
    const faint: string[] = []
    for (const phone of [false, true]) {
      const { page } = await visit(t, { phone, colorScheme, bypassCSP: true, reducedMotion: 'reduce' })
      const white = await drawn(page, { width: 32, height: 16, type: 'image/png', ground: '#fff' })
      await page.route(/\/(uploads|media)\//, (route) => route.fulfill({ body: white, contentType: 'image/png' }))
      for (const { path, width, words } of cases.filter((each) => each.phone === phone)) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(path)
        await page.waitForLoadState('load')
        for (const selector of words) {
          const { contrast, size } = await contrastOf(page, selector)
          if (contrast < (size >= large ? 3 : 4.5)) faint.push(`${path} ${width} ${selector} ${contrast.toFixed(2)}`)
        }
      }
    }
    assert.deepEqual(faint, [])
  })
}
