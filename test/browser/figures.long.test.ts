import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, visit } from './browser.ts'
import { stopClock } from './waiting.ts'

/** What a person reads of each figure, in each frame from the first picture of the page on: '' where nothing is seen. */
function readFigures(): void {
  const frames: string[][] = []
  Object.assign(window, { frames })
  const read = (figure: Element): string => {
    const { opacity } = getComputedStyle(figure.firstElementChild ?? figure)
    return opacity === '0' ? (figure.getAttribute('data-count') ?? '') : (figure.textContent ?? '')
  }
  const draw = (): void => {
    const figures = [...document.querySelectorAll('.figures .count-up')]
    if (figures.length > 0) frames.push(figures.map(read))
    requestAnimationFrame(draw)
  }
  draw()
}
const framesOf = (page: Page): Promise<string[][]> => page.evaluate(() => Object(window).frames)
const finalFigures = ['10', '100', '500', '1000', '5', '25']

browserTest('the figures count up once for six seconds where they are seen, and never fall', async (t) => {
  for (const [path, phone] of [
    ['/', false],
    ['/gywm', false],
    ['/mobile', true],
    ['/gongsijianjie', true],
  ] as const) {
    // High enough for the figures to be in the first picture.
    const { page } = await visit(t, { phone, viewport: { width: phone ? 390 : 1440, height: 9000 } })
    await page.addInitScript(readFigures)
    await page.clock.install()
    await goTo(page, path)
    await stopClock(page)
    for (let ran = 0; ran < 8000; ran += 100) await page.clock.runFor(100)
    const frames = await framesOf(page)
    assert.deepEqual(frames.at(-1), finalFigures, path)
    for (const [index, final] of finalFigures.entries()) {
      const shown = frames.map((frame) => frame[index] ?? '').filter((text) => text !== '')
      const falls = shown.filter((text, at) => Number(text) < Number(shown[at - 1] ?? 0))
      assert.deepEqual(falls, [], `${path}: ${final} falls to`)
      assert.ok(Number(shown[0]) < Number(final) / 2, `${path}: ${final} begins at ${shown[0]}`)
    }
  }
})
