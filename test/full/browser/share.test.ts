import assert from 'node:assert/strict'
import { browserTest } from '../../browser/browser.ts'
import { save, staff } from '../../browser/staff.ts'

browserTest('搜索与分享 shows the snippet as it will be, from the record where nothing is typed', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
  const { siteName } = (await server.post('/v1/site/detail')).data
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增新闻' })
  const fold = dialog.getByText('搜索与分享', { exact: true })
  const snippet = dialog.getByRole('figure', { name: '预览' })
  await fold.click()
  await snippet.getByText(/^新闻 \d{4}-\d{2}-\d{2} - /).waitFor()
  await fold.click()
  await dialog.getByLabel('新闻标题').fill('牙科治疗台')
  await dialog.getByLabel('封面描述').fill('描述'.repeat(60))
  assert.ok(!(await dialog.getByLabel('搜索标题').isVisible()), 'it is folded')
  await fold.click()
  await snippet.getByText(`牙科治疗台 - ${siteName}`, { exact: true }).waitFor()
  await snippet.getByText(`${'描述'.repeat(54)}描…`, { exact: true }).waitFor()
  assert.equal(await dialog.getByLabel('搜索标题').getAttribute('placeholder'), '牙科治疗台')
  await dialog.getByLabel('搜索标题').fill('牙科治疗台选型')
  await dialog.getByLabel('搜索介绍').fill('怎样选')
  await snippet.getByText(`牙科治疗台选型 - ${siteName}`, { exact: true }).waitFor()
  await snippet.getByText('怎样选', { exact: true }).waitFor()
  await dialog.getByText('7个字，搜索结果一般显示30个字左右').waitFor()
  await dialog.getByLabel('搜索标题').fill('长'.repeat(81))
  await dialog.getByText('搜索与分享（已填写）').click()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByText('标题不能超过80个字符').waitFor()
  await dialog.getByLabel('搜索标题').fill('牙科治疗台选型')
  await save(dialog, '添加成功！')
  const [{ newId }] = (await server.post('/v1/news/list', { newTitle: '牙科治疗台' })).data.data
  const html = await (await fetch(`${server.url}/xwdtDet?newId=${newId}`)).text()
  assert.match(html, new RegExp(`<title>牙科治疗台选型 - ${siteName}</title>.*name="description" content="怎样选"`))
  assert.deepEqual(complaints, [])
})
