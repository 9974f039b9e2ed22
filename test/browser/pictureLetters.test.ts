import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import type { Frame } from 'playwright-core'
import { browserTest, openPage } from './browser.ts'

const pictures = new URL('../../scripts/renders/pictures/product/', import.meta.url)

/** The width of a picture in a story on a phone of 390 px. */
const onPhone = 358
const smallest = 11

browserTest('on a phone, no letter of a picture that is a page is below 11 px', async (t) => {
  const { page } = await openPage(t, 'about:blank', {})
  const files = readdirSync(pictures).filter((file) => file.endsWith('.html'))
  assert.ok(files.length > 25, `${files.length} pages`)
  const small: string[] = []
  for (const file of files) {
    const [, width = 0, height = 0] = /(\d+)x(\d+)\.html$/.exec(file)?.map(Number) ?? []
    await page.setViewportSize({ width, height })
    await page.goto(new URL(file, pictures).href)
    for (const frame of page.frames())
      for (const { size, words } of await letters(frame)) {
        const shown = (size * (await scaleOf(frame)) * onPhone) / width
        if (shown < smallest) small.push(`${file}: ${words} ${shown.toFixed(1)}`)
      }
  }
  assert.deepEqual(small, [])
})

/** By how much a page within a picture is drawn smaller. */
async function scaleOf(frame: Frame): Promise<number> {
  if (frame.parentFrame() === null) return 1
  return await (await frame.frameElement()).evaluate(
    (node) => (node as HTMLElement).getBoundingClientRect().width / (node as HTMLElement).offsetWidth,
  )
}

/** What is written in it, and the size that it has there. */
function letters(frame: Frame): Promise<{ size: number; words: string }[]> {
  return frame.evaluate(() =>
    [...document.body.querySelectorAll('*:not(style)')]
      .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim()))
      .map((element) => {
        // A drawing has a scale of its own: that of its view box.
        const drawn = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null
        const box = element.closest<HTMLElement>('div, body') ?? document.body
        const scale = drawn ? Math.hypot(drawn.a, drawn.b) : box.getBoundingClientRect().width / box.offsetWidth
        return { size: Number.parseFloat(getComputedStyle(element).fontSize) * scale, words: element.textContent ?? '' }
      }),
  )
}
