import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { startServer, type TestServer } from '../server.ts'
import { jpg, png } from '../uploads/pictures.ts'
import { browserTest, seriousFaults, type Visit } from './browser.ts'
import { menu, staff, stands, toast } from './staff.ts'

interface Library extends Visit {
  headers: Record<string, string>
  upload(bytes: Buffer, name: string): Promise<string>
}

async function uploadTo(server: TestServer, headers: Record<string, string>, bytes: Buffer, name: string): Promise<string> {
  const form = new FormData()
  form.append('type', 'media')
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  const reply = await fetch(`${server.url}/v1/file/upload`, { method: 'POST', body: form, headers })
  return (await reply.json()).data
}

/** A library with two pictures, of which a product uses one. */
async function library(t: TestContext, options: Parameters<typeof staff>[2] = {}): Promise<Library> {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  const headers = await server.signIn()
  const upload = (bytes: Buffer, name: string): Promise<string> => uploadTo(server, headers, bytes, name)
  const used = await upload(jpg(640, 480), '塔吊现场.jpg')
  await upload(png(300, 200), '旧海报.png')
  await server.post('/v1/product/saveProduct', { coverName: '塔吊监测', coverUrl: used, productCon: `<p><img src="${used}"></p>` }, { headers })
  return { ...(await staff(t, '/AdminMedia', { server, ...options })), headers, upload }
}

const card = (page: Page, name: string): Locator => page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
const open = async (page: Page, name: string): Promise<Locator> => {
  await card(page, name).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /详情$/ })
  await dialog.getByLabel('名称').waitFor()
  await stands(dialog)
  return dialog
}
const names = async (page: Page): Promise<string[]> => page.locator('.media-card b').allTextContents()

browserTest('staff find a picture, see where it is used, and give it a name and an alternative text', async (t) => {
  const { page, complaints } = await library(t)
  await menu(page).getByRole('link', { name: '素材库' }).waitFor()
  await card(page, '旧海报.png').getByText('未使用').waitFor()
  await card(page, '塔吊现场.jpg').getByText('2 处使用').waitFor()

  await page.getByLabel('关键词').fill('塔吊')
  await page.getByRole('button', { name: '查询' }).click()
  await card(page, '旧海报.png').waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['塔吊现场.jpg'])
  const dialog = await open(page, '塔吊现场.jpg')
  await dialog.getByText(/640×480/).waitFor()
  assert.equal(await dialog.getByRole('link', { name: '产品：塔吊监测' }).count(), 2)
  await dialog.getByLabel('名称').fill('塔吊安装现场')
  await dialog.getByLabel('替代文字').fill('工人在塔吊旁检查传感器')
  await dialog.getByRole('button', { name: '保存' }).click()
  await toast(page, '修改成功！')
  await card(page, '塔吊安装现场').waitFor()
  const again = await open(page, '塔吊安装现场')
  assert.equal(await again.getByLabel('替代文字').inputValue(), '工人在塔吊旁检查传感器')
  assert.deepEqual(await seriousFaults(page), [])
  assert.deepEqual(complaints, [])
})

browserTest('what is used is not deleted, and its places are named; the unused ones go together', async (t) => {
  const { page, upload } = await library(t)
  await upload(png(310, 200), '另一张.png')
  await page.reload()
  const dialog = await open(page, '塔吊现场.jpg')
  await dialog.getByRole('button', { name: '删除' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
  await dialog.getByRole('alert').getByText(/正在使用，不能删除：产品“塔吊监测”的/).waitFor()
  await dialog.getByRole('button', { name: '取消' }).click()

  assert.equal(await card(page, '塔吊现场.jpg').getByRole('checkbox').count(), 0)
  await page.getByLabel('选择本页未使用的素材').check()
  await page.getByRole('button', { name: '删除所选 (2)' }).click()
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click()
  await toast(page, '删除成功！')
  await card(page, '旧海报.png').waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['塔吊现场.jpg'])
})

browserTest('the library is searched by type and by what nothing uses', async (t) => {
  const { page } = await library(t)
  await page.getByLabel('使用情况').selectOption('未使用')
  await page.getByRole('button', { name: '查询' }).click()
  await card(page, '塔吊现场.jpg').waitFor({ state: 'detached' })
  assert.deepEqual(await names(page), ['旧海报.png'])
  await page.getByLabel('类型').selectOption('影片')
  await page.getByRole('button', { name: '查询' }).click()
  await page.getByText('没有符合条件的素材').waitFor()
  await page.getByRole('button', { name: '重置' }).first().click()
  await card(page, '塔吊现场.jpg').waitFor()
  await page.getByLabel('排序').selectOption('大小 降序')
  await card(page, '塔吊现场.jpg').waitFor()
})
