import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest, seriousFaults } from './browser.ts'
import { groupSaved, save, staff } from './staff.ts'

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
