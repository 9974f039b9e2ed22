import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { FoldedText } from '../../client/site/pages/product/FoldedText.tsx'
import { browserTest, goTo, seriousFaults, visit, visitPage } from './browser.ts'
import { withGallery } from './paths.ts'

browserTest('the QR code beside a product is shown by mouse, key and finger', async (t) => {
  for (const hasTouch of [false, true]) {
    const { page } = await visitPage(t, `/productDet?${withGallery}`, { hasTouch, bypassCSP: true })
    const beside = page.getByRole('complementary', { name: '联系方式' })
    const [code, button] = [beside.locator('img'), beside.getByText('公众号')]
    const shown = (is: boolean): Promise<void> => code.waitFor({ state: is ? 'visible' : 'hidden' })
    if (hasTouch) await button.tap()
    else {
      await shown(false)
      await button.hover()
      await shown(true)
      await page.mouse.move(0, 0)
      await shown(false)
      await beside.getByRole('button').focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
    }
    await shown(true)
    assert.deepEqual(await seriousFaults(page), [])
    if (hasTouch) await button.tap()
    else await page.keyboard.press('Enter')
    await shown(false)
  }
})

browserTest('without a script the pictures are a row that scrolls, and the bar leads to the parts', async (t) => {
  const { page } = await visit(t, { phone: true, javaScriptEnabled: false })
  await page.goto(`/cpDeatail?${withGallery}`)
  const strip = page.locator('.gallery .carousel-strip')
  const { width, content } = await strip.evaluate((row) => ({ width: row.clientWidth, content: row.scrollWidth }))
  assert.ok(content > 3 * width)
  await page.getByRole('navigation', { name: '本页内容' }).getByRole('link', { name: '参数' }).click()
  const top = await page.locator('#specs').evaluate((part) => part.getBoundingClientRect().top)
  assert.ok(top > 0 && top < 250, String(top))
})

browserTest('on paper a product has all its pictures and technical data, and no bar', async (t) => {
  const { page } = await visitPage(t, `/productDet?${withGallery}`)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.locator('.gallery img:visible').count(), 5)
  assert.equal(await page.locator('#specs dd:visible').count(), 9)
  assert.equal(await page.locator('.page-bar').isVisible(), false)
})

browserTest('a page with a story speaks with two voices, and its parts stand beside each other', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { phone, ...(!phone && { viewport: { width: 1440, height: 900 } }) })
    for (const id of ['zhgd-tower-crane', 'zhgd-cloud-platform', 'zhgd-real-name-gate']) {
      await goTo(page, `${phone ? '/cpDeatail' : '/productDet'}?productId=${id}`)
      const sizes = await page
        .locator('main h2:not(.visually-hidden)')
        .evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
      const most = Math.max(...sizes.map((size) => sizes.filter((each) => each === size).length))
      assert.ok(most <= 4, `${id}: ${most} headings of one size: ${sizes}`)
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      assert.ok(height < (phone ? 7600 : 6000), `${id} is ${height} px high`)
    }
  }
})

browserTest('three parts of a story are one large and two beside it, two are a pair; none is alone', async (t) => {
  const { page } = await visit(t, { viewport: { width: 1440, height: 900 } })
  const boxes = (id: string) =>
    goTo(page, `/productDet?productId=${id}`).then(() =>
      page.locator('.story-part').evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width } = each.getBoundingClientRect()
          return { x: Math.round(x), y: Math.round(y), width: Math.round(width) }
        }),
      ),
    )
  const [large, second, third] = await boxes('zhgd-tower-crane')
  assert.ok(large && second && third)
  assert.ok(large.width > 1.9 * second.width && large.y === second.y)
  assert.ok(third.x === second.x && third.y > second.y)
  const [left, right] = await boxes('zhgd-real-name-gate')
  assert.ok(left && right && left.y === right.y && left.width === right.width)
})

browserTest('on a phone the long text of a product opens with a tap, also without a script', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(t, { phone: true, javaScriptEnabled })
    await page.goto('/cpDeatail?productId=zhgd-tower-crane')
    const heading = page.getByRole('heading', { name: '功能特点' })
    assert.equal(await heading.isVisible(), false)
    assert.equal(await page.getByText('塔式起重机的风险多出在几个瞬间').isVisible(), true)
    await page.locator('summary', { hasText: '详细介绍' }).tap()
    await heading.waitFor()
  }
})

test('a text is folded at its first heading that is in nothing else', () => {
  const folded = (html: string) => renderToStaticMarkup(createElement(FoldedText, { html })).split('<details')
  assert.equal(folded('<p>一<br>二<img src="/a.png"></p><hr><h2>三</h2><p>四</p>')[1]?.includes('三'), true)
  assert.equal(folded('<p>一</p><blockquote><h3>二</h3></blockquote><h2>三</h2>')[0]?.includes('二'), true)
  for (const whole of ['<p>一</p><p>二</p>', '<h2>一</h2><p>二</p>', '<blockquote><h2>一</h2></blockquote>', ''])
    assert.equal(folded(whole).length, 1, whole)
})
