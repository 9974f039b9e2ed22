import type { Locator, Page } from 'playwright-core'
import { pdf } from '../media/documents.ts'

/** A file as it is chosen; different numbers are different documents. */
export const pdfFile = (name: string, number = name.codePointAt(0)) => ({
  name,
  mimeType: '',
  buffer: pdf(`document ${number}`),
})

/** The dialog 上传资料, opened by its button. */
export async function uploadDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: '上传资料', exact: true }).click()
  return openDialog(page)
}
export const openDialog = (page: Page): Locator => page.getByRole('dialog', { name: '上传资料' })

export const choose = (dialog: Locator, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> =>
  dialog.locator('input[type=file]').setInputFiles(files)

/** The files that are chosen. */
export const chosen = (dialog: Locator): Promise<string[]> =>
  dialog.getByRole('list', { name: '要上传的资料' }).locator('li > span:first-child').allTextContents()
export const chosenRow = (dialog: Locator, name: string): Locator =>
  dialog.getByRole('listitem').filter({ hasText: name })

export const ok = (dialog: Locator): Locator => dialog.getByRole('button', { name: '确定', exact: true })
export const cancel = (dialog: Locator): Locator => dialog.getByRole('button', { name: '取消', exact: true })

/** The names in the list. */
export const materials = (page: Page): Promise<string[]> =>
  page.locator('td[data-column=name] .row-title').allTextContents()
/** The list, once it has so many rows besides the shipped ones. */
export const addedTo = (page: Page, count: number): Promise<void> =>
  page.getByText(`共 ${sheets.length + count} 条`, { exact: true }).waitFor()

/** The shipped ones, in the order of the list. */
export const sheets = [
  '实名制通道管理系统产品资料.pdf',
  '智慧工地云平台产品资料.pdf',
  '塔机安全监测系统产品资料.pdf',
  '智能安全帽产品资料.pdf',
  '扬尘噪声在线监测系统产品资料.pdf',
  '混凝土抹平机器人产品资料.pdf',
]
