import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, goTo, visit } from '../../browser/browser.ts'
import { restsAt, scrollAtRest } from '../../browser/waiting.ts'

const at = (page: Page) => page.evaluate(() => ({ path: location.pathname, length: history.length }))

for (const [path, phone, pictures] of [
  ['/gongsijianjie', true, '.phone-certificates button'],
  ['/mobile', true, '.phone-rooms button'],
  ['/gywm', false, '.carousel-slide.current .honour'],
] as const) {
  browserTest(`Back closes the picture that is open on ${path}, and stays on the page`, async (t) => {
    const { page, complaints } = await visit(t, { phone })
    await page.goto('/privacy')
    await goTo(page, path)
    const picture = page.locator(pictures).locator('visible=true').first()
    await picture.scrollIntoViewIfNeeded()
    const place = await scrollAtRest(page)
    const large = page.locator('.preview figure')

    await picture.click()
    await large.waitFor()
    await page.goBack()
    await large.waitFor({ state: 'detached' })
    assert.equal((await at(page)).path, path)
    await restsAt(page, place)

    await page.goForward()
    await large.waitFor()
    await page.goBack()
    await large.waitFor({ state: 'detached' })

    for (const close of [() => page.keyboard.press('Escape'), () => page.locator('.preview-close').click()]) {
      await picture.click()
      await large.waitFor()
      await close()
      await large.waitFor({ state: 'detached' })
      await page.waitForFunction(() => history.state?.preview === undefined)
    }
    await page.goBack()
    await page.waitForURL(/\/privacy$/)
    assert.deepEqual(complaints, [])
  })
}

browserTest(
  'every picture of a text and a story opens by a tap or a key; without a script a story’s by itself',
  async (t) => {
    for (const phone of [false, true]) {
      const { page, complaints } = await visit(t, { phone })
      await goTo(page, `/${phone ? 'cpDeatail' : 'productDet'}?productId=zhgd-tower-crane`)
      const large = page.getByRole('dialog', { name: '查看大图' })
      const story = page.locator('.story a')
      await story.nth(1).click()
      await large.getByText(`2 / ${await story.count()}`).waitFor()
      await page.goBack()
      await large.waitFor({ state: 'hidden' })
      assert.match(page.url(), /productId=zhgd-tower-crane/)
      assert.deepEqual(complaints, [])
    }

    const { page } = await visit(t)
    await goTo(page, '/p/xiazai')
    const picture = page.locator('.rich img:not(a img)').first()
    await picture.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: '查看大图' }).waitFor()

    const plain = await visit(t, { javaScriptEnabled: false })
    await plain.page.goto('/productDet?productId=zhgd-tower-crane')
    await plain.page.locator('.story a').first().click()
    await plain.page.waitForURL(/\/media\//)
  },
)
