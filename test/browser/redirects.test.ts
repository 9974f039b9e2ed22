import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { save, staff, toast } from './staff.ts'

browserTest('old addresses are pasted, the row at fault is named, and a deleted one comes back', async (t) => {
  const { page, server } = await staff(t, '/settings?group=redirects&from=%2Fold.html&to=', { own: true })
  const rows = page.getByLabel('旧地址和新地址')
  const saveButton = page.getByRole('form', { name: '添加旧地址' }).getByRole('button')
  assert.equal(await rows.inputValue(), '/old.html\t', 'the one that was asked for in vain')
  await saveButton.click()
  await page.getByText('第1行：请填写跳转到哪一页').waitFor()
  await rows.fill('/old.html /gywm\n/news/* /nowhere')
  await saveButton.click()
  await page.getByText('第2行：新地址打不开，请选一个能打开的页面').waitFor()
  assert.equal(await rows.inputValue(), '/old.html /gywm\n/news/* /nowhere', 'what was typed stays')
  await rows.fill('旧地址\t新地址\n/old.html\t/gywm\n/news/*\t/xwdt')
  await saveButton.click()
  await toast(page, '已保存2个旧地址')
  assert.deepEqual(await seriousFaults(page), [])
  const led = async (path: string) => (await fetch(server.url + path, { redirect: 'manual' })).headers.get('location')
  assert.deepEqual([await led('/old.html'), await led('/news/9.html')], ['/gywm', '/xwdt'])
  await page.getByRole('button', { name: '删除/old.html' }).click()
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await page.getByRole('button', { name: '删除/old.html' }).waitFor()
  assert.equal(await led('/old.html'), '/gywm')
})

browserTest('a page with another address says that the old one leads there, and takes it back', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  const headers = await server.signIn()
  const { pageId } = (await server.post('/v1/pages/save', { pageTitle: '招聘', pagePath: 'zp' }, { headers })).data
  await page.goto(`/AdminPage?edit=${pageId}`)
  const dialog = page.getByRole('dialog', { name: '编辑页面' })
  await dialog.getByLabel('地址', { exact: true }).fill('zhaopin')
  await save(dialog, '修改成功！')
  const led = async () => (await fetch(`${server.url}/p/zp`, { redirect: 'manual' })).headers.get('location')
  assert.equal(await led(), '/p/zhaopin')
  const note = page.locator('.toast', { hasText: '旧地址/p/zp会跳到新的地址' })
  await note.getByRole('button', { name: '撤销' }).click()
  await toast(page, '旧地址不再跳转')
  assert.equal(await led(), null)
})
