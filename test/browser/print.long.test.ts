import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, visit } from './browser.ts'
import { ofDesktop, ofPhone } from './paths.ts'

const product = '/productDet?productId=zhgd-tower-crane'
const article = '/xwdtDet?newId=20250514-dealer-conference'
const desktop = [...ofDesktop, '/xwdt', article, '/xiangmuanli', '/huanghejiangong', '/yingyongchangjing', '/privacy']

/** Text too pale for print: about 4.4:1 on white or less. */
const pale = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found = new Set<string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement
      if (!element || !node.nodeValue?.trim() || element.closest('script, svg, button')) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      if (range.getClientRects().length === 0 || !element.checkVisibility({ checkVisibilityCSS: true })) continue
      const [r = 0, g = 0, b = 0] = (getComputedStyle(element).color.match(/[\d.]+/g) ?? []).map(
        (value) => (Number(value) / 255) ** 2.2,
      )
      if (0.2126 * r + 0.7152 * g + 0.0722 * b > 0.19)
        found.add(`${node.nodeValue.trim().slice(0, 20)} ${getComputedStyle(element).color}`)
    }
    return [...found]
  })

browserTest('printed pages are dark on white in both colour schemes, without what only a screen needs', async (t) => {
  for (const [paths, isPhone] of [
    [desktop, false],
    [ofPhone, true],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page } = await visit(t, { phone: isPhone, colorScheme })
      for (const path of paths) {
        await page.emulateMedia({ media: 'screen', colorScheme })
        await page.goto(path)
        await page.emulateMedia({ media: 'print', colorScheme })
        assert.deepEqual(await pale(page), [], `${path}, ${colorScheme}`)
        for (const selector of [
          '.skip',
          '.phone-button',
          '.site-header',
          '.site-footer nav',
          '.footer-qr',
          '.footer-legal',
          '.hero-sheet',
          '.carousel-bar',
          '.phone-bar',
          'form',
          '.film-play',
          '.strip-buttons',
        ]) {
          const shown = await page
            .locator(selector)
            .evaluateAll((all) => all.some((each) => each.checkVisibility({ checkVisibilityCSS: true })))
          assert.equal(shown, false, `${path} prints ${selector}`)
        }
      }
    }
  }
})

browserTest(
  'at the foot of what is printed are the name, how to reach the company, and the address of the page',
  async (t) => {
    for (const javaScriptEnabled of [true, false]) {
      const { page } = await visit(t, { javaScriptEnabled })
      for (const path of ['/', article, '/gywm']) {
        await page.goto(path)
        assert.equal(await page.locator('.printed').isVisible(), false)
        await page.emulateMedia({ media: 'print' })
        const foot = (await page.locator('.site-footer').innerText()).split('\n').filter(Boolean)
        assert.equal(foot[0], '山东筑站智慧科技有限公司')
        assert.equal(foot[foot.length - 1], await page.locator('link[rel=canonical]').getAttribute('href'))
        const reached = await page.locator(path === '/gywm' ? '.contact' : '.site-footer address').innerText()
        assert.match(reached, /400-000-0000[^]+筑站路/)
        await page.emulateMedia({ media: 'screen' })
      }
    }
  },
)

browserTest('no picture is printed out of shape, and none below the words of the home page', async (t) => {
  const { page } = await visit(t, { viewport: { width: 794, height: 1123 } })
  for (const path of ['/', product, '/xwdtDet?newId=20260629-safety-hall-family-day', '/huanghejiangong', '/gywm']) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    const wrong = await page.locator('main img').evaluateAll((all) =>
      all.flatMap((each) => {
        const image = each as HTMLImageElement
        const { width, height } = image.getBoundingClientRect()
        const own = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
        const fits = getComputedStyle(image).objectFit !== 'fill' || Math.abs(width / height / own - 1) < 0.02
        return image.checkVisibility() && width > 0 && !fits
          ? [`${image.className} ${image.currentSrc}: ${width} x ${height}`]
          : []
      }),
    )
    assert.deepEqual(wrong, [], path)
  }
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  for (const selector of ['.hero img', '.hero .button']) {
    assert.equal(
      await page
        .locator(selector)
        .first()
        .evaluate((each) => each.checkVisibility()),
      false,
      `${selector} is printed`,
    )
  }
})

browserTest('no fixed element is printed over the pages, such as the skip link or the line of the hero', async (t) => {
  const { page } = await visit(t)
  for (const path of ['/', product, article]) {
    await page.goto(path)
    await page.emulateMedia({ media: 'print' })
    // Fixed elements are printed on every page.
    const stamped = await page.evaluate(() =>
      [...document.querySelectorAll('body *')]
        .filter((each) => getComputedStyle(each).position === 'fixed' && each.checkVisibility())
        .map((each) => each.className),
    )
    assert.deepEqual(stamped, [], path)
  }
  await page.goto('/')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.hero').evaluate((hero) => getComputedStyle(hero, '::after').display), 'none')
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
