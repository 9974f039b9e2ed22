import assert from 'node:assert/strict'
import { browserTest, seriousFaults } from '../../browser/browser.ts'
import { count, rows, titles } from '../../browser/lists.ts'
import { question, row, staff, toast, menu } from '../../browser/staff.ts'
import { remove, tab } from '../../browser/deleting.ts'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'

browserTest(
  'under 已删除 records are restored, or erased after a question; the choice stays after a reload',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminNews', { own: true, bypassCSP: true })
    const deleted = async () =>
      (await server.post('/v1/trash/list', { kind: 'news' }, { headers: await server.signIn() })).data
    await rows(page).nth(9).waitFor()
    const [first = '', second = '', third = '', fourth = ''] = await titles(page, 'newTitle')
    for (const title of [first, second, third, fourth]) await remove(page, title)
    await tab(page, '已删除').click()
    await row(page, first).getByText('彻底删除').waitFor()
    // Not what is drawn of it: a row may be there a frame before its text is.
    assert.match(
      (await row(page, first).textContent()) ?? '',
      /admin[\s\S]*\d{4}-\d\d-\d\d \d\d:\d\d[\s\S]*30 天后[\s\S]*恢复[\s\S]*彻底删除/,
    )
    assert.deepEqual(await seriousFaults(page), [])
    await page.reload()
    await row(page, first).waitFor()

    await row(page, second)
      .getByRole('button', { name: /^恢复：/ })
      .click()
    await toast(page, '已恢复')
    await row(page, second).waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.matches('tbody tr'))

    await row(page, first)
      .getByRole('button', { name: /^彻底删除：/ })
      .press('Enter')
    await question(page).getByText(`是否确认彻底删除“${first}”？`).waitFor()
    await question(page).getByText('历史版本也会一起删除，彻底删除后不能恢复。').waitFor()
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    assert.equal((await deleted()).count, 3, 'Enter cancels')
    await row(page, first)
      .getByRole('button', { name: /^彻底删除：/ })
      .click()
    await question(page).getByRole('button', { name: '彻底删除' }).click()
    await toast(page, '已彻底删除')
    await row(page, first).waitFor({ state: 'detached' })

    await page.getByRole('checkbox', { name: '全选本页' }).check()
    await page.getByRole('button', { name: '彻底删除所选 (2)' }).click()
    await question(page).getByText('是否确认彻底删除所选的 2 条数据？').waitFor()
    await question(page).getByText(third).waitFor()
    await question(page).getByRole('button', { name: '取消' }).click()
    await page.getByRole('button', { name: '恢复所选 (2)' }).click()
    await page.getByText('回收站是空的').waitFor()
    await tab(page, '全部').click()
    await count(page, '共 23 条')
    assert.equal(await row(page, third).count(), 1)
    assert.deepEqual(complaints, [])
  },
)

const focusOn = (page: Page, title: string) =>
  page.waitForFunction(
    (words) => document.activeElement?.matches('tbody tr') && document.activeElement.textContent?.includes(words),
    title,
  )

browserTest('a deleted record is back in its place after 撤销, also from another screen', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
  const published = async (): Promise<number> => (await server.post('/v1/news/list')).data.count
  await rows(page).nth(9).waitFor()
  const before = await titles(page, 'newTitle')
  const [, second = ''] = before
  await remove(page, second)
  assert.equal(await published(), 23)
  await page.getByRole('button', { name: '撤销' }).click()
  await toast(page, '已撤销删除')
  await row(page, second).waitFor()
  assert.deepEqual(await titles(page, 'newTitle'), before)
  await focusOn(page, second)
  assert.equal(await published(), 24)

  await remove(page, second)
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await rows(page).first().waitFor()
  await page.keyboard.press('Control+z')
  await eventually(async () => (await published()) === 24, 'the record is back')
  assert.deepEqual(complaints, [])
})
