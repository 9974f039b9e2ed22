import assert from 'node:assert/strict'
import { browserTest, visit, visitPage } from './browser.ts'
import { restsAt, scrollSaved } from './waiting.ts'

browserTest('the chosen group is in the address: Back returns to it, a reload stays on it, and the arrow keys go on', async (t) => {
  for (const [path, phone] of [['/product', false], ['/zhuyingyewu', true]] as const) {
    const { page, complaints } = await visitPage(t, path, { phone })
    const chosen = (name: string) => page.getByRole('tab', { name, selected: true }).waitFor()
    const cards = page.locator('#catalogue a.card:visible')
    await page.getByRole('tab', { name: '建筑机器人' }).click()
    await page.waitForURL(`**${path}?locationId=cpxt`)
    await chosen('建筑机器人')
    await page.keyboard.press('ArrowRight')
    await page.waitForURL(`**${path}?locationId=jzbh`)
    await chosen('建筑标准化产品')
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-selected')), 'true', 'the focus stays on the tab')

    // Only a page that is loaded saves how far it is scrolled.
    await page.waitForLoadState('networkidle')
    const last = cards.last()
    await last.scrollIntoViewIfNeeded()
    const left = await scrollSaved(page)
    const words = await last.innerText()
    await last.click()
    await page.locator('.rich').waitFor()
    await page.goBack()
    await chosen('建筑标准化产品')
    assert.equal(await cards.last().innerText(), words)
    await restsAt(page, left)
    await page.goBack()
    await chosen('建筑机器人')
    await page.reload()
    await chosen('建筑机器人')
    await page.goBack()
    await chosen('智慧工地产品')
    assert.equal(new URL(page.url()).search, '')
    assert.deepEqual(complaints, [])
  }
})

browserTest('an address with a group leads to its products without a script', async (t) => {
  const { page } = await visit(t, { javaScriptEnabled: false })
  await page.goto('/product?locationId=cpxt')
  assert.ok(await page.getByRole('heading', { name: '建筑机器人', exact: true }).isVisible())
})
