import type { Locator } from 'playwright-core'

export const status = (dialog: Locator, words: string): Promise<void> =>
  dialog.locator('.form-message').filter({ hasText: words }).waitFor()

/** The settings of a publication, opened from the form. */
export const settings = async (dialog: Locator): Promise<Locator> => {
  await dialog.getByRole('button', { name: '发布设置' }).click()
  return dialog.page().getByRole('dialog', { name: '发布设置' })
}
