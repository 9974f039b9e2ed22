import assert from 'node:assert/strict'
import { browserTest, hydrated, visit } from './browser.ts'
import { restsAt, scrollSaved } from './waiting.ts'

browserTest('the phone’s home keeps its tab and its scroll position', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  await page.goto('/mobile')
  await hydrated(page)
  await page.getByRole('tab', { name: '建筑机器人' }).tap()
  const product = page.locator('.phone-highlights a:visible').last()
  await product.scrollIntoViewIfNeeded()
  const left = await scrollSaved(page)
  assert.ok(left > 300)
  await product.tap()
  await page.locator('.phone-product').waitFor()
  await page.waitForFunction(() => scrollY === 0)
  await page.goBack()
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
  await restsAt(page, left)
  assert.deepEqual(complaints, [])
})

browserTest('two kept pages each keep their state, also when one links to the other', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  await page.goto('/mobile')
  await hydrated(page)
  await page.getByRole('tab', { name: '建筑机器人' }).tap()
  await page.getByRole('link', { name: '查看更多产品' }).tap()
  await page.locator('.phone-products').waitFor()
  await page.getByRole('tab', { name: '建筑标准化产品' }).tap()
  await page.goBack()
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
  await page.goForward()
  await page.getByRole('tab', { name: '建筑标准化产品', selected: true }).waitFor()
  await page.goBack()
  await page.getByRole('tab', { name: '建筑机器人', selected: true }).waitFor()
  assert.deepEqual(complaints, [])
})
