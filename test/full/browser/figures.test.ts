import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, hydrated, visit, visitPage } from '../../browser/browser.ts'
import { stopClock } from '../../browser/waiting.ts'

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
    await stopClock(page)
    await page.goto(path)
    // They are seen some time after the page has come, however long the clock stands.
    await page.locator('.figures-large .count-up:not([data-count])').first().waitFor({ state: 'detached' })
    await page.clock.runFor(1000)
    assert.ok(Number((await framesOf(page)).at(-1)?.[3]) >= 999, path)
    await page.clock.runFor(7000)
    await page.clock.resume()
    await hydrated(page)
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

browserTest('figures keep their left edge and move nothing else while they count up', async (t) => {
  const { page } = await visitPage(t, '/')
  // Each frame that the browser draws is looked at: on a busy machine there are few.
  const { during, after } = await page.locator('.figures').evaluate(async (figures) => {
    const places = (): number[][] =>
      [...figures.querySelectorAll('dl > div')].map((each) => {
        const { x = 0, y = 0 } = each.querySelector('dt')?.getBoundingClientRect() ?? {}
        const left = each.querySelector('.count-up')?.getBoundingClientRect().x ?? 0
        return [x, y, left, each.clientHeight].map(Math.round)
      })
    const count = (): string | null | undefined =>
      document.querySelector('.figures-large div:last-child .count-up')?.getAttribute('data-count')
    figures.scrollIntoView({ block: 'center' })
    const during: number[][][] = []
    for (; count() !== ''; await new Promise(requestAnimationFrame)) if (count()) during.push(places())
    return { during, after: places() }
  })
  assert.ok(during.length > 0)
  for (const places of during) assert.deepEqual(places, after)
})

browserTest(
  'company figures are printed as their final numbers, whether not yet visible or still counting',
  async (t) => {
    const { page } = await visit(t, { viewport: { width: 1280, height: 640 } })
    await goTo(page, '/')
    const printed = async (): Promise<string> => {
      await page.emulateMedia({ media: 'print' })
      const text = await page.locator('.figures .figures-large').innerText()
      const clear = await page
        .locator('.figures .figures-large .count-up')
        .evaluateAll((all) => all.every((each) => getComputedStyle(each.firstElementChild ?? each).opacity === '1'))
      assert.ok(clear, 'the final number is seen')
      await page.emulateMedia({ media: 'screen' })
      return text.replace(/\s+/g, '')
    }
    const finalText = '10年创新积淀100+精英团队500+服务客户1000+落地项目'
    const sorted = (text: string): string => [...text].sort().join('')
    assert.equal(sorted(await printed()), sorted(finalText), 'not yet seen')
    await page.locator('.figures .count-up').evaluateAll((all) => {
      for (const each of all) each.setAttribute('data-count', '7')
    })
    assert.equal(sorted(await printed()), sorted(finalText), 'still counting')
  },
)
