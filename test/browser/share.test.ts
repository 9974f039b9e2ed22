import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from './browser.ts'
import { save, staff } from './staff.ts'

const forms = [
  {
    path: '/AdminProduct',
    dialog: '新增产品',
    title: '产品名称',
    text: '产品描述',
    untitled: /^产品 - /,
    list: 'product/list',
    name: 'coverName',
  },
  {
    path: '/AdminNews',
    dialog: '新增新闻',
    title: '新闻标题',
    text: '封面描述',
    untitled: /^新闻 \d{4}-\d{2}-\d{2} - /,
    list: 'news/list',
    name: 'newTitle',
  },
  {
    path: '/AdminPage',
    dialog: '新增页面',
    title: '页面标题',
    text: undefined,
    untitled: undefined,
    list: 'pages/list',
    name: 'pageTitle',
  },
] as const

browserTest('搜索与分享 shows the snippet as it will be, from the record where nothing is typed', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
  const { siteName } = (await server.post('/v1/site/detail')).data
  for (const { path, dialog: name, title, text, untitled, list, name: titleField } of forms) {
    await page.goto(path)
    await page.getByRole('button', { name: '新增', exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    if (untitled) {
      await dialog.getByText('搜索与分享', { exact: true }).click()
      await dialog.getByRole('figure', { name: '预览' }).getByText(untitled).waitFor()
      await dialog.getByText('搜索与分享', { exact: true }).click()
    }
    await dialog.getByLabel(title).fill('牙科治疗台')
    if (text) await dialog.getByLabel(text).fill('描述'.repeat(60))
    assert.ok(!(await dialog.getByLabel('搜索标题').isVisible()), 'it is folded')
    await dialog.getByText('搜索与分享', { exact: true }).click()
    const snippet = dialog.getByRole('figure', { name: '预览' })
    await snippet.getByText(`牙科治疗台 - ${siteName}`, { exact: true }).waitFor()
    await snippet.getByText(text ? `${'描述'.repeat(54)}描…` : '牙科治疗台', { exact: true }).waitFor()
    assert.equal(await dialog.getByLabel('搜索标题').getAttribute('placeholder'), '牙科治疗台')
    await dialog.getByLabel('搜索标题').fill('牙科治疗台选型')
    await dialog.getByLabel('搜索介绍').fill('怎样选')
    await snippet.getByText(`牙科治疗台选型 - ${siteName}`, { exact: true }).waitFor()
    await snippet.getByText('怎样选', { exact: true }).waitFor()
    await dialog.getByText('7个字，搜索结果一般显示30个字左右').waitFor()
    assert.deepEqual(await seriousFaults(page), [])
    await dialog.getByLabel('搜索标题').fill('长'.repeat(81))
    await dialog.getByText('搜索与分享（已填写）').click()
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.getByText('标题不能超过80个字符').waitFor()
    await dialog.getByLabel('搜索标题').fill('牙科治疗台选型')
    await save(dialog, '添加成功！')
    const saved = (await server.post(`/v1/${list}`, { [titleField]: '牙科治疗台' })).data.data[0]
    const { productId, newId, pagePath } = saved
    const article = newId ? `/xwdtDet?newId=${newId}` : `/p/${pagePath}`
    const address = productId ? `/productDet?productId=${productId}` : article
    const html = await (await fetch(server.url + address)).text()
    assert.match(html, new RegExp(`<title>牙科治疗台选型 - ${siteName}</title>.*name="description" content="怎样选"`))
  }
  assert.deepEqual(complaints, [])
})
