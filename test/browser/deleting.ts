import type { Page } from 'playwright-core'
import { question, row } from './staff.ts'

export const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: '显示哪些内容' }).getByRole('button', { name }).filter({ visible: true })

export const remove = async (page: Page, title: string): Promise<void> => {
  await row(page, title)
    .getByRole('button', { name: /^删除：/ })
    .press('Enter')
  await question(page).getByText('会移到回收站（列表上方的“已删除”），30 天内可以恢复。').waitFor()
  await question(page).getByRole('button', { name: '删除' }).click()
  await row(page, title).waitFor({ state: 'detached' })
}
