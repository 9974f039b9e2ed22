import assert from 'node:assert/strict'
import { docx, pdf, zip } from '../../media/documents.ts'
import { browserTest, seriousFaults, visit } from '../../browser/browser.ts'
import { save, staff, toast } from '../../browser/staff.ts'

const file = (name: string, buffer: Buffer) => ({ name, mimeType: '', buffer })

browserTest('documents are put on a product and into its text, and visitors download them', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminProduct', { own: true })
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
  await dialog.getByLabel('产品名称').fill('牙科治疗台')
  await dialog
    .locator('input[type=file][aria-label=资料下载]')
    .setInputFiles([
      file('产品手册.pdf', pdf('manual')),
      file('图纸.zip', zip()),
      file('安装说明.docx', docx()),
      file('假的.pdf', Buffer.from('<script>')),
    ])
  const names = dialog.getByRole('textbox', { name: /份资料的名称$/ })
  await names.nth(2).waitFor()
  await dialog.getByText('只能上传PDF、Word（docx）、Excel（xlsx）或zip文件，不能含宏').waitFor()
  await dialog.getByRole('button', { name: '移除：假的.pdf' }).click()
  const values = (): Promise<string[]> =>
    names.evaluateAll((inputs) => (inputs as HTMLInputElement[]).map(({ value }) => value))
  assert.deepEqual((await values()).sort(), ['产品手册', '图纸', '安装说明'])
  while ((await values())[0] !== '图纸') await dialog.getByRole('button', { name: '上移：图纸' }).click()
  await dialog.getByRole('button', { name: '移除：安装说明' }).click()
  await names.nth(1).fill('')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('第2份：请填写资料名称').waitFor()
  await names.nth(1).fill('使用手册（2026）')

  await dialog.locator('[contenteditable=true]').click()
  await dialog.getByRole('button', { name: '更多', exact: true }).click()
  await dialog.getByRole('menuitem', { name: '文档' }).click()
  const picker = page.getByRole('dialog', { name: '从素材库选择文档' })
  await picker
    .getByRole('listitem')
    .filter({ hasText: '产品手册.pdf' })
    .getByText(/^PDF · .+$/)
    .waitFor()
  await picker
    .getByText(/^\d{4}-\d\d-\d\d \d\d:\d\d admin$/)
    .first()
    .waitFor()
  await picker.getByRole('button', { name: '产品手册.pdf' }).click()
  await dialog
    .locator('[contenteditable=true] a small')
    .getByText(`PDF · ${pdf('manual').length} B`)
    .waitFor()
  assert.deepEqual(await seriousFaults(page), [])
  await save(dialog, '添加成功！')

  const { productId } = (await server.post('/v1/product/list', { coverName: '牙科治疗台' })).data.data[0]
  const { documents, productCon } = (await server.post('/v1/product/detailProduct', { productId })).data
  assert.deepEqual(
    documents.map(({ name }: { name: string }) => name),
    ['图纸', '使用手册（2026）'],
  )
  const manual = documents[1].address
  const link = `<a href="${manual}" target="_blank" rel="noopener noreferrer">产品手册.pdf <small>PDF · ${pdf('manual').length} B</small></a>`
  assert.equal(productCon, `<p>${link}</p>`)
  for (const phone of [false, true]) {
    const visitor = await visit(t, { server, phone })
    await visitor.page.goto(phone ? `/cpDeatail?productId=${productId}` : `/productDet?productId=${productId}`)
    const links = visitor.page.locator('.documents a')
    assert.deepEqual(await links.allTextContents(), [
      `图纸 ZIP · ${zip().length} B`,
      `使用手册（2026） PDF · ${pdf('manual').length} B`,
    ])
    const download = visitor.page.waitForEvent('download')
    await links.first().click()
    assert.equal((await download).suggestedFilename(), '图纸.zip')
    assert.deepEqual(visitor.complaints, [])
  }
  assert.deepEqual(
    complaints.filter((each) => !each.includes('422')),
    [],
  )
})

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
