import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, hydrated, visit, visitPage } from '../../browser/browser.ts'

const wide = { viewport: { width: 1440, height: 900 } }
const word = '塔机'
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('aria-label') ?? null,
  )
const address = (page: Page): string => decodeURIComponent(new URL(page.url()).pathname + new URL(page.url()).search)

browserTest(
  'the search of the header opens with the focus in it, closes by Escape with what was typed, and finds pages',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/xwdt', { ...wide, bypassCSP: true })
    const panel = page.locator('.search-panel input')
    await page.locator('.search summary').press('Enter')
    await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'word')
    await page.keyboard.type(word)
    await page.keyboard.press('Escape')
    assert.equal(await panel.isVisible(), false)
    assert.equal(await focused(page), '搜索')
    await page.keyboard.press('Enter')
    assert.equal(await panel.inputValue(), word)
    await panel.press('Enter')
    await page.waitForURL('**/search?**')
    await hydrated(page)
    assert.equal(address(page), `/search?word=${word}`)
    assert.equal(await page.locator('main input').inputValue(), word)
    const first = page.locator('main li a').first()
    const title = await first.locator('h2').innerText()
    await first.click()
    await page.waitForURL('**/productDet?**')
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.goBack()
    await page.locator('main li').first().waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest('a long menu folds before the header is cramped', async (t) => {
  const { page, server } = await visit(t, { viewport: { width: 1024, height: 768 } })
  const headers = await server.signIn()
  const { menus } = (await server.post('/v1/site/detail')).data
  for (const [count, folds] of [
    [5, false],
    [6, true],
  ] as const) {
    const entries = Array.from({ length: count }, (_, index) => ({
      ...menus[0],
      name: `菜单第${index}`,
      desktop: true,
    }))
    await server.post('/v1/site/update', { menus: entries }, { headers })
    await page.goto('/xwdt')
    assert.equal(await page.locator('.folded').isVisible(), folds, `${count} entries`)
    assert.equal(await page.locator('.menu').isVisible(), !folds, `${count} entries`)
    const cut = await page.locator('.brand b').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)
    assert.equal(cut, 0, 'the name is complete')
  }
})
