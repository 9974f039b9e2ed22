import type { Locator, Page } from 'playwright-core'
import { startServer, type TestServer } from '../server.ts'

export const password = 'haiyou-cable-2026'
export const company = {
  siteName: '海右电缆',
  slogan: '三十年只做一根好电缆',
  companyName: '山东海右电缆有限公司',
  hotline: '0531-88001234',
  mailbox: 'sales@haiyou.cn',
  address: '济南市历城区工业北路8号',
  icp: '鲁ICP备20261121号',
} as const
const printing = { ADMIN_PASSWORD: '', SEED: 'on', RATE_LIMIT: 'off' }

/** A first start, which prints its link. */
export const emptyServer = (t: { after(end: () => unknown): void }, folder?: string, env = {}): Promise<TestServer> =>
  startServer(t, { env: { ...printing, ...env }, ...(folder !== undefined && { folder }) })

/** The link that was printed. */
export function linkOf(server: TestServer): string {
  const [, address = ''] = /^begin (\S+)$/m.exec(server.output().stderr) ?? []
  const { pathname, search } = new URL(address)
  return pathname + search
}

/** The step that is shown. */
export const form = (page: Page): Locator => page.getByRole('form', { name: /^(?:自己的密码|公司|标志、颜色和页面)$/ })
export const next = (page: Page): Locator => page.getByRole('button', { name: '下一步' })
export const ready = (page: Page): Promise<void> => form(page).and(page.locator('[aria-busy=false]')).waitFor()
export const box = (page: Page, name: string): Locator => form(page).locator(`[name="${name}"]`)
