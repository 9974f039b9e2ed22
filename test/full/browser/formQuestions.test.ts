import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { settings, status } from '../../browser/draftForm.ts'
import { browserTest } from '../../browser/browser.ts'
import { editing, follow, question, row, save, staff, toast } from '../../browser/staff.ts'
import { paste } from '../../browser/transfer.ts'
import { writing } from '../../browser/writing.ts'

const lost = '<img src="file:///C:/a.png">'
const outside = '<img src="https://pictures.example/one" alt="一">'

browserTest('one question has all counts, and changes nothing before its answer', async (t) => {
  const { page, dialog, paper, keys, after, saved } = await writing(t, `<p>始</p><p>${outside}</p>`)
  await after('始')
  await paste(paper, { 'text/html': `<p>工地${lost}</p>` })
  await paper.getByText('【图片未能粘贴：a.png】').waitFor()
  await after('工地')
  await page.keyboard.type('新')
  await dialog.getByRole('button', { name: '更新' }).click()
  const asked = question(page)
  await asked.getByText('正文还有 1 处未能粘贴的内容').waitFor()
  await asked.getByText('正文还有 1 张站外图片').waitFor()
  await asked.getByRole('button', { name: '图片存到本站' }).waitFor()
  await page.keyboard.press('Escape')
  await asked.waitFor({ state: 'detached' })
  assert.match(await paper.innerText(), /工地新【图片未能粘贴：a.png】/)
  await paper.focus()
  await keys('Control+z')
  assert.match(await paper.innerText(), /工地【图片未能粘贴：a.png】/, 'what was typed can be undone')
  await keys('Control+y')
  const stored = await saved(1)
  assert.match(stored, /工地新<\/p>/)
  assert.match(stored, /pictures\.example/)
})

browserTest('what is given up can be kept as a draft, or comes back for ten seconds, from anywhere', async (t) => {
  const { page, server } = await staff(t, '/AdminNews')
  await page.getByRole('button', { name: '新增' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^(新增|编辑)/ })
  await dialog.getByRole('textbox', { name: '新闻标题' }).fill('半小时的稿子')
  await status(dialog, '已在这台设备上保存')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  await follow(page, '/dashboard')
  await page.locator('.toast').filter({ hasText: '修改已放弃' }).getByRole('button', { name: '撤销' }).click()
  await dialog.waitFor()
  assert.equal(await dialog.getByRole('textbox', { name: '新闻标题' }).inputValue(), '半小时的稿子')
  await dialog.getByRole('button', { name: '取消', exact: true }).click()
  await question(page).getByRole('button', { name: '保存草稿' }).click()
  await toast(page, '草稿已保存')
  await dialog.waitFor({ state: 'detached' })
  const headers = await server.signIn()
  const { data } = await server.post('/v1/news/list', { newTitle: '半小时的稿子', show: 'all' }, { headers })
  assert.equal(data.count, 1)
})

browserTest('what was given up comes back into the same form, if that is open again', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const dialog = await editing(page, '编辑新闻')
  const title = dialog.getByRole('textbox', { name: '新闻标题' })
  await title.fill('改了一半的标题')
  await dialog.getByRole('button', { name: '取消', exact: true }).click()
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  await editing(page, '编辑新闻')
  const intro = dialog.getByRole('textbox', { name: '封面描述' })
  await intro.fill('后来写的')
  await page.locator('.toast').filter({ hasText: '修改已放弃' }).getByRole('button', { name: '撤销' }).click()
  await eventually(async () => (await title.inputValue()) === '改了一半的标题', 'it is back')
  assert.equal(await intro.inputValue(), '后来写的')
  await status(dialog, '有未保存的修改')
})

browserTest('a time that was wanted and not chosen is not now', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByRole('button', { name: '新增' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^新增/ })
  const times = await settings(dialog)
  await times.getByRole('button', { name: '定时' }).click()
  await times.getByRole('button', { name: '完成' }).click()
  await times.getByText('请选择时间，或者选“现在”').waitFor()
  assert.equal(await times.locator('[name=publishAt]').evaluate((field) => field === document.activeElement), true)
  await page.keyboard.press('Escape')
  assert.equal(await times.count(), 1)
  await times.getByRole('button', { name: '现在' }).click()
  await times.getByRole('button', { name: '完成' }).click()
  await times.waitFor({ state: 'detached' })
})

browserTest('a product that cases show says so before it is deleted, and keeps its history short', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  const line = row(page, '标准化防护栏杆')
  await line.first().waitFor()
  await line.first().getByRole('button', { name: /^删除/ }).click()
  await question(page).getByText('里用到它，删除后请看看那里要不要改').waitFor()
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })

  const dialog = await editing(page, '编辑产品', '标准化防护栏杆')
  await dialog.locator('[name=coverName]').fill('改了名称')
  await save(dialog, '修改成功！')
  const again = await editing(page, '编辑产品', '改了名称')
  await again.getByRole('button', { name: '历史版本' }).click()
  const versions = page.getByRole('dialog', { name: '历史版本' })
  await versions.getByText('后来改了产品名称', { exact: true }).waitFor()
})

browserTest('the preview says whether something is unsaved, and what is given up in a group comes back', async (t) => {
  const { page } = await staff(t, '/settings?group=basics')
  const preview = page.getByRole('region', { name: '预览' })
  await preview.getByText('和网站上现在的一样').waitFor()
  await page.locator('[name=slogan]').fill('新的口号')
  await preview.getByText('预览包含还没有保存的修改').waitFor()
  await page.getByRole('button', { name: '放弃修改' }).click()
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await page.locator('.toast').filter({ hasText: '修改已放弃' }).getByRole('button', { name: '撤销' }).click()
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('[name=slogan]')?.value === '新的口号')
})
