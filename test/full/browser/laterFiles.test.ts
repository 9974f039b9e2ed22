import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest } from '../../browser/browser.ts'
import { menu, staff, strip } from '../../browser/staff.ts'

const laterFiles = /\/assets\/(SettingsScreen|VisitsScreen|people|Editor|ImportDialog)-/
const newArticle = (page: Page): Locator => page.getByRole('dialog', { name: '新增新闻' })
const failed = '页面没有加载成功'

browserTest('what is seldom opened is fetched when it is opened, and the editor with the first list', async (t) => {
  const { page } = await staff(t, '/dashboard')
  const fetched: string[] = []
  page.on('request', (request) => {
    const [, name] = laterFiles.exec(request.url()) ?? []
    if (name !== undefined) fetched.push(name)
  })
  await page.reload()
  await menu(page).waitFor()
  await page.locator('.check-line').waitFor()
  assert.deepEqual(fetched, [])
  await menu(page).getByRole('link', { name: '网站设置' }).click()
  await page.locator('form[aria-label="基本信息"]').waitFor()
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await page.getByRole('button', { name: '新增' }).click()
  await newArticle(page).locator('.rich').waitFor()
  assert.deepEqual(fetched.sort(), ['Editor', 'SettingsScreen'])
})

browserTest('a screen whose file cannot be fetched says so, and the others stay', async (t) => {
  const { page } = await staff(t, '/AdminNews?page=2')
  await page.route('**/assets/SettingsScreen-*.js', (route) => route.abort())
  await menu(page).getByRole('link', { name: '网站设置' }).click()
  await page.getByRole('heading', { name: failed }).waitFor()
  await strip(page).getByRole('link', { name: '新闻管理' }).click()
  await page.getByRole('row').nth(1).waitFor()
  assert.equal(await page.getByRole('heading', { name: failed }).isVisible(), false)
})

browserTest('a form whose editor cannot be fetched keeps what is typed in its other fields', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.route('**/assets/Editor-*.js', (route) => route.abort())
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await page.getByRole('button', { name: '新增' }).click()
  await newArticle(page).getByRole('heading', { name: failed }).waitFor()
  await newArticle(page).getByLabel('标题').first().fill('没有编辑器也能写')
  assert.equal(await newArticle(page).getByLabel('标题').first().inputValue(), '没有编辑器也能写')
})
