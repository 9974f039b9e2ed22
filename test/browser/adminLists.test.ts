import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { browserTest } from './browser.ts'
import { head, rows, titles } from './lists.ts'
import { staff } from './staff.ts'

browserTest('a title opens its record, numbers stand alone, columns are hidden by choice, and the frame ends after the last row', async (
  t,
) => {
  const { page, complaints } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  assert.deepEqual((await page.locator('td[data-column=index]').allTextContents()).slice(0, 2), ['1', '2'])
  const [first = ''] = await titles(page, 'coverName')
  await rows(page).first().locator('td[data-column=coverName]').getByText('示例', { exact: true }).waitFor()
  await rows(page).first().getByText(first, { exact: true }).click()
  await page.getByRole('dialog', { name: '编辑产品' }).waitFor()
  await page.keyboard.press('Escape')

  const path = head(page, '跳转路径')
  await page.getByRole('button', { name: '显示列' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: '跳转路径' })
  await choice.click()
  await path.waitFor({ state: 'detached' })
  await page.reload()
  await rows(page).first().waitFor()
  assert.equal(await path.count(), 0)
  await page.getByRole('button', { name: '显示列' }).click()
  await choice.click()
  await path.waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/AdminCarousel')
  const last = rows(page).last()
  await last.waitFor()
  assert.deepEqual((await page.getByRole('columnheader').allTextContents()).filter(Boolean), ['序号', '标题', '描述', '图片', '操作'])
  for (const name of [/^编辑：/, /^删除：/]) await last.getByRole('button', { name }).waitFor()
  await page.getByRole('searchbox', { name: '标题' }).waitFor()
  await page.getByRole('button', { name: '上传图片' }).waitFor()
  const bottom = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom)
  assert.ok(Math.abs((await bottom(page.locator('.data').filter({ visible: true }))) - (await bottom(last))) <= 10)
  assert.deepEqual(complaints, [])
})
