import assert from 'node:assert/strict'
import { productPage } from '../../../contract/kinds/recordPages.ts'
import { eventually } from '../../eventually.ts'
import type { TestServer } from '../../server.ts'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { save, staff, toast } from '../../browser/staff.ts'

const led = async ({ url }: TestServer, path: string): Promise<string | null> =>
  (await fetch(url + path, { redirect: 'manual' })).headers.get('location')

browserTest('an old address is led to a page that is chosen by its name or its address', async (t) => {
  const { page, server } = await staff(t, '/settings?group=redirects&from=%2Fold.html&to=')
  const form = page.getByRole('form', { name: '添加旧地址' })
  const old = form.getByLabel('旧地址', { exact: true })
  const to = form.getByLabel('跳转到')
  const which = form.getByRole('combobox', { name: '哪个页面' })
  const save = form.getByRole('button', { name: '保存' })
  const { data: list } = await server.post('/v1/product/list', { limit: 1 })
  const [product] = list.data as { productId: string; coverName: string }[]
  assert.ok(product)
  assert.equal(await old.inputValue(), '/old.html', 'the one that was asked for in vain')
  await save.click()
  await form.getByText('请填写跳转到哪一页').waitFor()
  await to.selectOption('别的页面…')
  await which.fill(product.coverName)
  await form.getByRole('option', { name: product.coverName }).first().click()
  assert.equal(await which.inputValue(), product.coverName)
  assert.deepEqual(await seriousFaults(page), [])
  await save.click()
  await toast(page, '已保存，旧地址现在会跳转')
  assert.equal(await led(server, '/old.html'), productPage(product.productId))
  await eventually(async () => `${await old.inputValue()}${await to.inputValue()}` === '', 'the form is empty')

  await old.fill('/b.html')
  await to.selectOption({ label: '别的页面…' })
  await which.fill('/nowhere')
  await which.press('Enter')
  assert.equal(await which.inputValue(), '/nowhere')
  await save.click()
  await form.getByText('新地址打不开，请选一个能打开的页面').waitFor()
  await which.fill(`${server.url}/xiangmuanli`)
  await save.click()
  await page.getByRole('button', { name: '删除/b.html' }).waitFor()
  assert.equal(await led(server, '/b.html'), '/xiangmuanli')

  await old.fill('/gywm')
  await to.selectOption({ label: '新闻动态' })
  await save.click()
  await form.getByText('旧地址现在就是一个能打开的页面，不用跳转').waitFor()
})

browserTest('old addresses are pasted, the row at fault is named, and a deleted one comes back', async (t) => {
  const { page, server } = await staff(t, '/settings?group=redirects')
  const rows = page.getByLabel('旧地址和新地址')
  const form = page.getByRole('form', { name: '添加旧地址' })
  const saveButton = form.getByRole('button', { name: '保存' })
  await form.getByLabel('旧地址', { exact: true }).evaluate((field) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '/older.html\t\n/news/*\t/nowhere\n')
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  assert.equal(await rows.inputValue(), '/older.html\t\n/news/*\t/nowhere', 'as Excel copies two columns')
  await saveButton.click()
  await page.getByText('第1行：请填写跳转到哪一页').waitFor()
  await rows.fill('/older.html /gywm\n/news/* /nowhere')
  await saveButton.click()
  await page.getByText('第2行：新地址打不开，请选一个能打开的页面').waitFor()
  assert.equal(await rows.inputValue(), '/older.html /gywm\n/news/* /nowhere', 'what was typed stays')
  await rows.fill('旧地址\t新地址\n/older.html\t/gywm\n/news/*\t/xwdt')
  await saveButton.click()
  await toast(page, '已保存2个旧地址')
  assert.deepEqual([await led(server, '/older.html'), await led(server, '/news/9.html')], ['/gywm', '/xwdt'])
  await page.getByRole('button', { name: '删除/older.html' }).click()
  await page.getByRole('button', { name: '删除/older.html' }).waitFor({ state: 'detached' })
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '删除/older.html' }).waitFor()
  assert.equal(await led(server, '/older.html'), '/gywm')
})

browserTest('a page with another address says that the old one leads there, and takes it back', async (t) => {
  const { page, server } = await staff(t, '/dashboard')
  const headers = await server.signIn()
  const { pageId } = (await server.post('/v1/pages/save', { pageTitle: '招聘', pagePath: 'zp' }, { headers })).data
  await page.goto(`/AdminPage?edit=${pageId}`)
  const dialog = page.getByRole('dialog', { name: '编辑页面' })
  await dialog.getByLabel('地址', { exact: true }).fill('zhaopin')
  await save(dialog, '修改成功！')
  assert.equal(await led(server, '/p/zp'), '/p/zhaopin')
  const note = page.locator('.toast', { hasText: '旧地址/p/zp会跳到新的地址' })
  await note.getByRole('button', { name: '撤销' }).click()
  await toast(page, '旧地址不再跳转')
  assert.equal(await led(server, '/p/zp'), null)
})
