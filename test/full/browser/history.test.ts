import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest, ownServer, seriousFaults } from '../../browser/browser.ts'
import { editing, save, staff, groupSaved } from '../../browser/staff.ts'

const ofRecord = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: '历史版本' }).click()
  return page.getByRole('dialog', { name: '历史版本' })
}

browserTest('what an article was is compared with the form, put into it, taken back, and published', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const { data } = await server.post(
    '/v1/news/saveNews',
    { newTitle: '有历史的新闻', newInfo: '<p>第一段</p><p>第二段</p>' },
    { headers },
  )
  const newId: string = data.newId
  await server.post(
    '/v1/news/updateNews',
    { newId, newInfo: '<p>第一段改了</p><p>第二段</p><p>第三段</p>' },
    { headers },
  )
  await server.post('/v1/news/updateNews', { newId, newIntro: '新的描述' }, { headers })
  const { page, complaints } = await staff(t, '/AdminNews', { server, bypassCSP: true })
  const dialog = await editing(page, '编辑新闻', '有历史的新闻')
  const history = await ofRecord(page)
  const rows = history.getByRole('listitem')
  await rows.nth(1).waitFor()
  assert.deepEqual(await rows.locator('small').allTextContents(), ['后来改了封面描述', '后来改了新闻内容 2 处'])
  assert.match(await rows.first().innerText(), /admin/)

  await rows.nth(1).getByRole('button', { name: /^查看/ }).click()
  const version = page.getByRole('dialog', { name: /的版本$/ })
  assert.deepEqual(await version.getByRole('heading', { level: 3 }).allTextContents(), ['封面描述', '新闻内容'])
  await version.locator('.version').first().waitFor()
  assert.deepEqual(await version.locator('del').allTextContents(), ['新的描述', '改了', '第三段'])
  assert.deepEqual(await seriousFaults(page), [])
  await version.getByRole('button', { name: '关闭' }).last().click()
  await page.keyboard.press('Escape')
  await history.waitFor({ state: 'detached' })
  assert.equal(await dialog.getByText('有未保存的修改').count(), 0, 'looking changes nothing')

  const text = dialog.locator('[contenteditable=true]')
  const undo = page.locator('.toast').getByRole('button', { name: '撤销' })
  const use = async (): Promise<void> => {
    await ofRecord(page)
    await rows.nth(1).getByRole('button', { name: /^查看/ }).click()
    await version.getByRole('button', { name: '用这一版' }).click()
    await version.waitFor({ state: 'detached' })
    await history.waitFor({ state: 'detached' })
  }
  await use()
  assert.deepEqual([await text.innerText(), await dialog.getByLabel('封面描述').inputValue()], ['第一段\n\n第二段', ''])
  await dialog.getByText('有未保存的修改').waitFor()
  await undo.click()
  assert.equal(await dialog.getByLabel('封面描述').inputValue(), '新的描述')
  await use()
  const stored = async (): Promise<string> => (await server.post('/v1/news/detailNews', { newId })).data.newInfo
  assert.match(await stored(), /第三段/)
  await save(dialog, '修改成功！')
  assert.equal(await stored(), '<p>第一段</p><p>第二段</p>')
  assert.deepEqual(complaints, [])
})

const ofSettings = async (page: Page): Promise<Locator> => {
  const history = page.getByRole('group', { name: '历史版本' })
  await history.getByText('历史版本', { exact: true }).click()
  return history
}

browserTest(
  'a group of settings has its own versions, also after a failure to load them, and those saved meanwhile',
  async (t) => {
    const { page, server } = await staff(t, '/settings', { own: true, bypassCSP: true })
    const headers = await server.signIn()
    const change = (fields: object): Promise<unknown> => server.post('/v1/site/update', fields, { headers })
    const { slogan } = (await server.post('/v1/site/detail')).data
    await change({ slogan: '第二句口号' })
    await change({ privacy: { ...(await server.post('/v1/site/detail')).data.privacy, date: '2026-12-01' } })
    await page.reload()
    await page.getByRole('textbox', { name: '口号' }).waitFor()
    await page.route('**/v1/history/list', (route) => route.abort(), { times: 1 })
    const history = await ofSettings(page)
    await history.getByRole('alert').getByRole('button', { name: '重试' }).click()
    const rows = history.getByRole('listitem')
    await rows.first().waitFor()
    await history.getByText('正在加载…').waitFor({ state: 'detached' })
    assert.deepEqual(await rows.locator('small').allTextContents(), ['后来改了口号'])

    await page.getByRole('textbox', { name: '口号' }).fill('第三句口号')
    await save(page, groupSaved)
    await rows.nth(1).waitFor()
    await rows.nth(1).getByRole('button', { name: /^查看/ }).click()
    await page.getByRole('button', { name: '用这一版' }).click()
    assert.equal(await page.getByRole('textbox', { name: '口号' }).inputValue(), slogan)
    assert.equal((await server.post('/v1/site/detail')).data.slogan, '第三句口号')
    assert.deepEqual(await seriousFaults(page), [])

    await page
      .getByRole('link', { name: /^备案与协议/ })
      .first()
      .click()
    await (await ofSettings(page)).getByText(/^后来改了隐私说明$/).waitFor()
  },
)
