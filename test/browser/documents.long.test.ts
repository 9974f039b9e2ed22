import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { save, staff, toast } from './staff.ts'

browserTest('the card of a document stays as it is when its text is edited, and can be removed', async (t) => {
  const { page, server } = await staff(t, '/AdminNews', { own: true })
  const headers = await server.signIn()
  const address = `/uploads/document/${'a'.repeat(32)}.pdf`
  const card = `<p><a href="${address}" target="_blank" rel="noopener noreferrer">手册.pdf <small>PDF · 1 MB</small></a></p>`
  const { newId } = (
    await server.post('/v1/news/saveNews', { newTitle: '卡片', newInfo: `${card}<p>后面</p>` }, { headers })
  ).data
  await page.goto(`/AdminNews?edit=${newId}`)
  const dialog = page.getByRole('dialog', { name: '编辑新闻' })
  await dialog.locator('[contenteditable=true] p').nth(1).click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+b')
  await page.keyboard.press('Control+End')
  await page.keyboard.type('的文字')
  await save(dialog, '修改成功！')
  const { newInfo } = (await server.post('/v1/news/detailNews', { newId })).data
  assert.equal(newInfo, `${card}<p>后面的文字</p>`)
  await toast(page, '修改成功！')
})
