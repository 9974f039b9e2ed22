import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import {
  chosen,
  chosenRow,
  choose,
  addedTo,
  counted,
  largeDocument,
  materials,
  ok,
  pdfFile,
  sheets,
  uploadDialog,
} from './materials.ts'
import { pick, question, row, staff, toast } from './staff.ts'

browserTest(
  'the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
  async (t) => {
    const { page, complaints } = await staff(t, '/dashboard', { own: true, bypassCSP: true })
    await pick(page, '资料管理')
    await page.waitForURL(/\/profile$/)
    await addedTo(page, 0)
    assert.deepEqual(await page.getByRole('columnheader').allTextContents(), ['序号', '资料名称', '创建时间', '操作'])
    assert.deepEqual(await materials(page), sheets)
    for (const name of sheets) {
      const sheet = row(page, name)
      assert.match(await sheet.locator('td[data-column=createDate]').innerText(), /^20\d\d-\d\d-\d\d \d\d:\d\d$/)
      assert.deepEqual(
        await sheet.locator('td[data-column=actions]').innerText(),
        '查看\n下载\n随程序提供',
        'what cannot be deleted says so',
      )
    }
    assert.deepEqual(await seriousFaults(page), [])

    const dialog = await uploadDialog(page)
    await choose(
      dialog,
      ['一', '二', '三', '四', '五'].map((name) => pdfFile(`${name}.pdf`)),
    )
    assert.deepEqual(await chosen(dialog), ['三.pdf', '四.pdf', '五.pdf'], 'the last three')
    await dialog.getByText('一次最多3份，没有留下：一.pdf、二.pdf').waitFor()
    await dialog.getByRole('button', { name: '移除：四.pdf' }).click()
    await choose(dialog, [largeDocument('大.zip')])
    await chosenRow(dialog, '大.zip').getByText('上传文件大小不能超过5MB！').waitFor()
    assert.match(await chosenRow(dialog, '大.zip').innerText(), /5 MB/)
    assert.deepEqual(await seriousFaults(page), [])
    await dialog.getByRole('button', { name: '移除：大.zip' }).click()
    assert.deepEqual(await chosen(dialog), ['三.pdf', '五.pdf'])
    assert.deepEqual(await materials(page), sheets, 'nothing is sent before 确定')
    await ok(dialog).click()
    await toast(page, '上传成功！')
    await dialog.waitFor({ state: 'detached' })
    await addedTo(page, 2)
    assert.deepEqual((await materials(page)).slice(0, 2).sort(), ['三.pdf', '五.pdf'])
    assert.deepEqual((await materials(page)).slice(2), sheets)

    await page.getByLabel('资料名称').fill('五')
    await page.getByRole('button', { name: '查询' }).click()
    await counted(page, 1)
    assert.deepEqual(await materials(page), ['五.pdf'])
    await page.getByRole('button', { name: '删除：五.pdf' }).click()
    await question(page).getByRole('button', { name: '删除' }).click()
    await toast(page, '删除成功！')
    await page.getByText('没有符合条件的内容').waitFor()
    await page.getByRole('search').getByRole('button', { name: '重置' }).click()
    await addedTo(page, 1)
    assert.equal(await page.getByLabel('资料名称').inputValue(), '')
    assert.deepEqual(complaints, [])
  },
)
