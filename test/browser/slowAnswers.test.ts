import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest } from './browser.ts'
import { staff, toast } from './staff.ts'

/** Holds requests to these addresses back until the function that it returns is called. */
async function hold(page: Page, addresses: string): Promise<() => void> {
  let release = (): void => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

browserTest('what is typed while a group of settings is being saved stays, and is saved by the next click', async (t) => {
  const { page, server } = await staff(t, '/settings?group=basics')
  const slogan = page.getByRole('textbox', { name: '口号' })
  const release = await hold(page, '**/v1/site/update')
  await slogan.fill('先看见')
  await page.keyboard.press('Control+s')
  await page.getByText('正在保存…').waitFor()
  await page.keyboard.type('，再动手')
  release()
  await toast(page, '修改成功！')
  await page.getByText('有未保存的修改').waitFor()
  assert.equal(await slogan.inputValue(), '先看见，再动手')
  assert.equal(await slogan.evaluate((field) => field === document.activeElement), true)
  assert.equal((await server.post('/v1/site/detail')).data.slogan, '先看见')
  await page.keyboard.press('Control+s')
  await eventually(async () => (await server.post('/v1/site/detail')).data.slogan === '先看见，再动手', 'the rest is saved')
})

browserTest('a product that was just chosen is named at once, and one whose name cannot be loaded is not called deleted', async (t) => {
  const { page } = await staff(t, '/settings?group=scenarios')
  const list = page.getByRole('group', { name: /^应用场景/ }).last()
  await list.locator('.setting-fold').first().click()
  const field = list.getByRole('combobox').first()
  await eventually(async () => (await field.inputValue()) !== '', 'the product is named')
  await page.route('**/v1/product/detailProduct', (route) => route.abort())
  await field.fill('机器人')
  const hit = list.getByRole('listbox').getByRole('button').first()
  const name = await hit.textContent()
  await hit.click()
  assert.equal(await field.inputValue(), name)

  await list.locator(':scope > ol > li > .setting-item .setting-fold').nth(1).click()
  const other = list.getByRole('combobox').first()
  await eventually(async () => (await other.inputValue()) === '（没有读取到名称）', 'it says what happened')
})
