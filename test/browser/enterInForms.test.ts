import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest } from './browser.ts'
import { library, open } from './library.ts'
import { editing, staff } from './staff.ts'

/** What has the focus: the name of a field, or that of the text. */
const focused = (page: Page): Promise<string | null> =>
  page.evaluate(
    () => document.activeElement?.getAttribute('name') ?? document.activeElement?.getAttribute('aria-label') ?? null,
  )
const changes = (calls: readonly string[]): string[] => calls.filter((path) => /save|update/i.test(path))

browserTest(
  'Enter leads through the fields of a product and of the settings; one that ends a composed word stays',
  async (t) => {
    const { page, calls } = await staff(t, '/AdminProduct')
    const dialog = await editing(page, '编辑产品')
    const name = dialog.getByLabel('产品名称')
    await name.focus()
    await name.dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true })
    assert.equal(await focused(page), 'coverName')
    await page.keyboard.press('Enter')
    assert.equal(await focused(page), '产品内容')

    await page.goto('/settings')
    const slogan = page.getByRole('textbox', { name: '口号' })
    await slogan.fill('还没有想好')
    await slogan.press('Enter')
    assert.notEqual(await focused(page), 'slogan')
    assert.equal(await page.locator('form :is(input, textarea, select):focus').count(), 1, 'the next field')
    await page.getByText('有未保存的修改').waitFor()
    assert.deepEqual(changes(calls), [])
  },
)

browserTest('Enter in the name of a picture leads to its text', async (t) => {
  const { page, calls } = await library(t)
  const dialog = await open(page, '旧海报.png')
  await dialog.getByLabel('名称').fill('新名称')
  await page.keyboard.press('Enter')
  assert.equal(await focused(page), 'alt')
  assert.deepEqual(changes(calls), [])
})
