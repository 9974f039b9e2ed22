import type { Locator, Page } from 'playwright-core'

/** Through the menu of a row. */
export async function fromMenu(row: Locator, label: RegExp): Promise<void> {
  await row.getByRole('button', { name: /^更多操作：/ }).click()
  await row.page().locator('.row-menu').getByLabel(label).click()
}

/** Of the view that is shown. */
export const rows = (page: Page): Locator => page.locator('tbody tr[data-id]').filter({ visible: true })
export const head = (page: Page, title: string): Locator =>
  page.getByRole('columnheader', { name: title }).filter({ visible: true })
export const titles = (page: Page, column: string): Promise<string[]> =>
  page.locator(`tbody td[data-column=${column}] .strong`).filter({ visible: true }).allTextContents()
export const ready = (page: Page): Promise<void> =>
  page.locator('.data[aria-busy=false]').filter({ visible: true }).waitFor()
export const count = (page: Page, words: string): Promise<void> =>
  page.getByText(words, { exact: true }).filter({ visible: true }).waitFor()
