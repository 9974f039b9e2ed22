import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import {
  cancel,
  chosen,
  chosenRow,
  choose,
  addedTo,
  materials,
  ok,
  openDialog,
  pdfFile,
  sheets,
  uploadDialog,
} from '../../browser/materials.ts'
import { follow, question, staff, strip, toast } from '../../browser/staff.ts'
import { holdUploads } from '../../browser/waiting.ts'

const finish = '**/v1/media/film/finish'

/** Drops documents of these names; one of the same name is the same file. */
async function dropFiles(target: Locator, names: readonly string[]): Promise<void> {
  const dataTransfer = await target.page().evaluateHandle((all) => {
    const files = new DataTransfer()
    for (const name of all) files.items.add(new File([`%PDF-1.4 ${name}`], name, { lastModified: 1 }))
    return files
  }, names)
  for (const type of ['dragover', 'drop']) await target.dispatchEvent(type, { dataTransfer })
}

browserTest('a material that could not be sent stays chosen with its reason, and is tried again', async (t) => {
  const { page, server } = await staff(t, '/profile', { own: true })
  await addedTo(page, 0)
  const dialog = await uploadDialog(page)
  assert.equal(await ok(dialog).getAttribute('aria-disabled'), 'true', 'there is nothing to send')
  await choose(dialog, [
    pdfFile('甲.pdf'),
    { name: '假.pdf', mimeType: '', buffer: Buffer.from('<script>') },
    pdfFile('丙.pdf'),
  ])
  const failure = { status: 500, json: { code: 500, msg: '服务器出错了，请稍后重试', data: null } }
  await page.route(finish, (route) => route.fulfill(failure), { times: 2 })
  await ok(dialog).click()
  await toast(page, '已上传1份，还有2份没有上传')
  await addedTo(page, 1)
  assert.deepEqual(await chosen(dialog), ['甲.pdf', '假.pdf'])
  await ok(dialog).click()
  await eventually(async () => (await chosen(dialog)).join() === '假.pdf', 'the others are up')
  await addedTo(page, 2)
  await chosenRow(dialog, '假.pdf').getByText('只能上传PDF、Word（docx）、Excel（xlsx）或zip文件，不能含宏').waitFor()
  assert.equal(await ok(dialog).getAttribute('aria-disabled'), 'true', 'the same file would be refused again')

  await choose(dialog, [pdfFile('丁.pdf')])
  await page.route(finish, (route) => route.fulfill(failure), { times: 1 })
  await ok(dialog).click()
  await chosenRow(dialog, '丁.pdf').getByText('服务器出错了，请稍后重试').waitFor()
  await dialog.getByRole('button', { name: '移除：假.pdf' }).click()
  await dialog.getByRole('button', { name: '继续上传：丁.pdf' }).click()
  await toast(page, '上传成功！')
  await dialog.waitFor({ state: 'detached' })
  await addedTo(page, 3)
  assert.deepEqual((await materials(page)).slice(0, 3).sort(), ['丁.pdf', '丙.pdf', '甲.pdf'].sort())
  assert.deepEqual(
    (await server.post('/v1/media/list', { type: 'document' }, { headers: await server.signIn() })).data.count,
    sheets.length + 3,
  )
})

browserTest('a dialog that is closed while materials go up asks first; on other screens they go on', async (t) => {
  const { page, complaints } = await staff(t, '/profile', { own: true })
  await addedTo(page, 0)
  await holdUploads(page, finish)
  const dialog = await uploadDialog(page)
  await choose(dialog, [pdfFile('甲.pdf'), pdfFile('乙.pdf')])
  await ok(dialog).click()
  await dialog.getByText('正在上传 1/2').waitFor()
  await dialog.getByRole('progressbar', { name: '上传进度：甲.pdf' }).waitFor()
  assert.equal(await dialog.getByRole('button', { name: '选择文件' }).isDisabled(), true)
  await page.keyboard.press('Escape')
  await question(page).getByText('资料还没有传完，关闭后不再上传。').waitFor()
  await question(page).getByRole('button', { name: '继续上传' }).click()
  await dialog.getByRole('button', { name: '取消上传：乙.pdf' }).click()
  assert.deepEqual(await chosen(dialog), ['甲.pdf'])
  await cancel(dialog).click()
  await question(page).getByRole('button', { name: '停止上传' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.unroute(finish)
  await page.reload()
  await addedTo(page, 0)
  assert.deepEqual(await materials(page), sheets, 'nothing was kept')

  const release = await holdUploads(page, finish)
  const again = await uploadDialog(page)
  assert.deepEqual(await again.getByRole('listitem').count(), 0)
  await choose(again, [pdfFile('丙.pdf')])
  await ok(again).click()
  await again.getByText('正在上传 1/1').waitFor()
  await follow(page, '/AdminNews')
  await page.getByRole('region', { name: '新闻管理', exact: true }).waitFor()
  await strip(page).getByRole('button', { name: '关闭资料管理' }).click()
  await question(page).getByRole('button', { name: '取消' }).click()
  await release('continue')
  await strip(page).getByRole('link', { name: '资料管理' }).click()
  await toast(page, '上传成功！')
  await addedTo(page, 1)
  assert.deepEqual(complaints, [])
})

browserTest(
  'files that are dropped on the list open the dialog; a file counts once, and the last three are kept',
  async (t) => {
    const { page } = await staff(t, '/profile')
    await addedTo(page, 0)
    await dropFiles(page.locator('.list-screen'), ['一.pdf', '二.pdf'])
    const dialog = openDialog(page)
    await dialog.waitFor()
    assert.deepEqual(await chosen(dialog), ['一.pdf', '二.pdf'])
    await dropFiles(dialog.locator('.material-drop'), ['三.pdf', '四.doc'])
    await eventually(async () => (await chosen(dialog)).join() === '二.pdf,三.pdf,四.doc', 'the last three')
    await dialog.getByText('一次最多3份，没有留下：一.pdf').waitFor()
    await chosenRow(dialog, '四.doc').getByRole('alert').getByText('只能上传PDF').waitFor()
    await dropFiles(dialog.locator('.material-drop'), ['三.pdf'])
    assert.deepEqual(await chosen(dialog), ['二.pdf', '三.pdf', '四.doc'])
    const isFocused = (name: string) => (): Promise<boolean> =>
      dialog.getByRole('button', { name }).evaluate((button) => button === document.activeElement)
    await dialog.getByRole('button', { name: '移除：四.doc' }).press('Enter')
    await eventually(isFocused('移除：三.pdf'), 'the focus is on the row before')
    await page.keyboard.press('Enter')
    await eventually(isFocused('移除：二.pdf'), 'the focus is on the row before')
    await page.keyboard.press('Enter')
    await eventually(isFocused('选择文件'), 'the focus is on what chooses others')
    await cancel(dialog).click()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await materials(page), sheets)
  },
)
