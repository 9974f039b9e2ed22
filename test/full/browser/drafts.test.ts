import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { editing, question, save, staff, toast } from '../../browser/staff.ts'
import { settings, status } from '../../browser/draftForm.ts'
import { eventually } from '../../eventually.ts'
import { admin, startServer } from '../../server.ts'

browserTest('a record without a title asks once, and only to be published', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: /^(上传图片|修改)$/ })
  await dialog.getByLabel('描述').fill('没有标题')
  await dialog.getByRole('button', { name: '保存草稿' }).click()
  await status(dialog, '草稿已保存')
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await question(page).getByText('还没有标题。').waitFor()
  await question(page).getByRole('button', { name: '填写标题' }).click()
  await dialog.locator('[name=photoTitle]:focus').waitFor()
  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await question(page).getByRole('button', { name: '仍然发布' }).click()
  await toast(page, '发布成功！')
  const { data } = await server.post('/v1/carousel/selectAllList')
  assert.equal(data.filter(({ photoInfo }: { photoInfo: string }) => photoInfo === '没有标题').length, 1)
})

browserTest('a change is scheduled, previewed by a link, and given up', async (t) => {
  const { page, server } = await staff(t, '/AdminNews', {
    own: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const dialog = await editing(page, '编辑新闻')
  const title = await dialog.getByLabel('新闻标题').inputValue()
  await dialog.getByLabel('新闻标题').fill('以后的标题')
  const options = await settings(dialog)
  await options.getByText('完成后接着点“更新”，访客马上看到。').waitFor()
  await options.getByRole('button', { name: '定时' }).click()
  await options.getByLabel('定时发布').fill('2001-01-01T09:00')
  await options.getByText('完成后接着点“定时发布”，到时访客才看到。').waitFor()
  await options.getByRole('button', { name: '完成' }).click()
  await dialog.getByRole('button', { name: '定时发布' }).click()
  await options.getByText('发布时间已经过去，请选择以后的时间').waitFor()
  await options.locator('[name=publishAt]:focus').fill('2099-11-23T09:00')
  await options.getByRole('button', { name: '完成' }).click()
  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await toast(page, '将于 2099-11-23 09:00 发布')
  await dialog.waitFor({ state: 'detached' })
  const first = async (): Promise<string> => (await server.post('/v1/news/list')).data.data[0].newTitle
  assert.equal(await first(), title)

  const again = await editing(page, '编辑新闻')
  await again.getByText('已发布·定时 2099-11-23 09:00 更新').first().waitFor()
  assert.equal(await again.getByLabel('新闻标题').inputValue(), '以后的标题')
  await settings(again)
  await options.getByRole('button', { name: '现在' }).click()
  await options.getByRole('button', { name: '完成' }).click()
  await again.getByRole('button', { name: '预览页面' }).click()
  const preview = page.getByRole('dialog', { name: '预览', exact: true })
  await preview.getByRole('button', { name: '复制预览链接' }).click()
  await toast(page, '草稿已保存，预览链接已复制，只有这台电脑打得开')
  const shown = page.getByRole('dialog', { name: '预览链接' })
  await shown.getByText('请把HOST设为0.0.0.0').waitFor()
  assert.equal(await shown.getByRole('img', { name: '预览链接的二维码' }).count(), 0, 'no phone opens 127.0.0.1')
  const url = await page.evaluate(() => navigator.clipboard.readText())
  const field = shown.getByLabel('链接', { exact: true })
  assert.equal(await field.inputValue(), url)
  assert.equal(await field.isEditable(), false, 'it is copied, not typed in')
  assert.ok(url.startsWith(`${server.url}/preview?`), 'without SITE_URL it has the address of the tab')
  assert.match(await (await fetch(url)).text(), /以后的标题/)
  assert.deepEqual(await seriousFaults(page), [])
  await shown.getByRole('button', { name: '关闭', exact: true }).click()
  await preview.getByRole('button', { name: '关闭', exact: true }).click()
  await again.getByText('已发布·有未发布的修改').first().waitFor()
  await settings(again)

  await options.getByRole('button', { name: '放弃草稿' }).click()
  await question(page).getByRole('button', { name: '放弃草稿' }).click()
  await page.waitForFunction(
    (words) => document.querySelector<HTMLInputElement>('dialog [name=newTitle]:enabled')?.value === words,
    title,
  )
  await page.locator('.toast').getByRole('button', { name: '撤销' }).click()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('dialog [name=newTitle]:enabled')?.value === '以后的标题',
  )
})

browserTest('a draft that exists nowhere else goes to the trash, and comes back', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /^(新增|编辑)产品$/ })
  await dialog.getByLabel('产品名称').fill('想一想')
  await page.keyboard.press('Control+s')
  await status(dialog, '草稿已保存')
  await (await settings(dialog)).getByRole('button', { name: '放弃草稿' }).click()
  await question(page).getByRole('button', { name: '放弃草稿' }).click()
  await dialog.waitFor({ state: 'detached' })
  const headers = await server.signIn()
  const drafts = async (): Promise<number> =>
    (await server.post('/v1/product/list', { show: 'drafts' }, { headers })).data.count
  assert.equal(await drafts(), 0)
  const [undone] = await Promise.all([
    page.waitForResponse('**/v1/operation/undo'),
    page.locator('.toast').getByRole('button', { name: '撤销' }).click(),
  ])
  assert.equal(undone.status(), 200)
  assert.equal(await drafts(), 1)
})

browserTest(
  'two people with the same draft, which one of them publishes: what the other has typed is kept',
  async (t) => {
    const startedAt = Date.now()
    // It forgets no tab, since no time passes.
    const server = await startServer(t, { now: () => startedAt })
    const headers = await server.signIn()
    const { data } = await server.post(
      '/v1/draft/save',
      { kind: 'news', fields: { newTitle: '同一份草稿' } },
      { headers },
    )
    const { page } = await staff(t, `/AdminNews?edit=${data.id}`, { server })
    const dialog = page.getByRole('dialog', { name: '编辑新闻' })
    await dialog.getByText('草稿', { exact: true }).first().waitFor()
    const focus = () => page.evaluate(() => dispatchEvent(new Event('focus')))
    const other = await page.context().newPage()
    await other.goto(`${server.url}/AdminNews?edit=${data.id}`)
    const alsoThere = page.getByText('您在另一个标签页里也开着')
    await other.getByRole('dialog').waitFor()
    await focus()
    await alsoThere.waitFor()
    await other.close()
    await eventually(async () => {
      await focus()
      return (await alsoThere.count()) === 0
    }, 'the closed tab is not named')
    await dialog.getByLabel('封面描述').fill('我写的描述')
    await server.post('/v1/draft/publish', { kind: 'news', id: data.id }, { headers })
    await focus()
    await dialog.getByText(`${admin.username}已发布这份草稿，访客看得到了`).waitFor()
    await save(dialog, '修改成功！')
    const { newIntro, newTitle } = (await server.post('/v1/news/detailNews', { newId: data.id })).data
    assert.deepEqual([newTitle, newIntro], ['同一份草稿', '我写的描述'])
  },
)
