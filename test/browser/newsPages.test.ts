import assert from 'node:assert/strict'
import { browserTest, hydrated, visit } from './browser.ts'
import { restsAt, scrollSaved } from './waiting.ts'

browserTest('the page of the news is in the address, and Back from an article restores it and its scroll position', async (t) => {
  const { page, complaints } = await visit(t)
  await page.goto('/xwdt')
  await hydrated(page)
  assert.equal(await page.locator('.news-list li:visible').count(), 15)
  await page.locator('.pager').getByLabel('第2页').click()
  await page.waitForURL(/\/xwdt\?page=2/)
  await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 5)
  assert.equal(await page.locator('.pager [aria-current=page]').getAttribute('aria-label'), '第2页')
  const last = page.locator('.news-list a').last()
  const words = await last.innerText()
  await last.scrollIntoViewIfNeeded()
  const left = await scrollSaved(page)
  assert.ok(left > 100)
  await last.click()
  await page.locator('.article').waitFor()
  await page.goBack()
  await page.locator('.news-list').waitFor()
  assert.equal(await page.locator('.news-list a').last().innerText(), words)
  await restsAt(page, left)
  await page.reload()
  assert.equal(await page.locator('.news-list li:visible').count(), 5, 'a reload stays on it')
  await page.goBack()
  await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 15)
  assert.deepEqual(complaints, [])
})

browserTest('each page of the news can be reached without a script, on a desktop and a phone', async (t) => {
  for (const phone of [false, true]) {
    const { page } = await visit(t, { javaScriptEnabled: false, phone })
    await page.goto('/xwdt')
    assert.equal(await page.locator('.news-list li:visible').count(), 15)
    await page.locator('.pager').getByRole('link', { name: '下一页' }).click()
    await page.waitForURL(/\/xwdt\?page=2/)
    assert.equal(await page.locator('.news-list li:visible').count(), 5)
    await page.locator('.pager').getByRole('link', { name: '第1页' }).click()
    await page.waitForURL(/\/xwdt(#more)?$/)
    assert.equal(await page.locator('.news-first').count(), 1)
  }
})
