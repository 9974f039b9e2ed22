import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { newFolder, startServer } from '../server.ts'
import { mp4 } from '../media/films.ts'
import { jpg, png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'
import type { Visit } from './browser.ts'
import { animationEnds, staff } from './staff.ts'

export interface Library extends Visit {
  headers: Record<string, string>
  upload(bytes: Buffer, name: string): Promise<string>
}

/** A library with two pictures, of which a product uses one. */
export async function library(
  t: TestContext,
  { folder = newFolder(t), ...options }: Parameters<typeof staff>[2] & { folder?: string } = {},
): Promise<Library> {
  const server = await startServer(t, { folder, env: { RATE_LIMIT: 'off' } })
  const headers = await server.signIn()
  const upload = async (bytes: Buffer, name: string): Promise<string> =>
    (await uploadPicture(server, headers, bytes, { type: 'media', name })).data
  const used = await upload(jpg(640, 480), '塔吊现场.jpg')
  await upload(png(300, 200), '旧海报.png')
  await server.post(
    '/v1/product/saveProduct',
    { coverName: '塔吊监测', coverUrl: used, productCon: `<p><img src="${used}"></p>` },
    { headers },
  )
  return { ...(await staff(t, '/AdminMedia', { server, ...options })), headers, upload }
}

export const card = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })

export const open = async (page: Page, name: string): Promise<Locator> => {
  await card(page, name).getByRole('button', { name, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: /详情$/ })
  await dialog.getByLabel('名称').waitFor()
  await animationEnds(dialog)
  return dialog
}

export const names = async (page: Page): Promise<string[]> => page.locator('.media-open').allTextContents()

export const chooser = (page: Page): Locator => page.locator('.media-screen input[type=file]:enabled')

export const uploadList = (page: Page): Locator => page.getByRole('region', { name: '上传列表' })

/** A film of three chunks in a file, which keeps its date when it is chosen again. */
export function filmFile(t: TestContext): string {
  const path = join(newFolder(t), '施工过程.mp4')
  writeFileSync(path, mp4({ filler: 9 * 1_048_576 }))
  return path
}
