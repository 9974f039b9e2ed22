import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { admin } from '../server.ts'
import { visit, type Visit } from './browser.ts'

export async function signIn(page: Page, name = admin.username, password = admin.password): Promise<void> {
  await page.getByLabel('登录账号').fill(name)
  await page.getByLabel('登录密码', { exact: true }).fill(password)
  await page.getByRole('checkbox', { name: /我已阅读并同意/ }).check()
  await page.getByRole('button', { name: '立即登录' }).click()
}

/** Signed in, and on the page that was asked for. */
export async function staff(t: TestContext, path: string, options: Parameters<typeof visit>[1] = {}): Promise<Visit> {
  const visited = await visit(t, { viewport: { width: 1440, height: 900 }, ...options })
  await visited.page.goto(path)
  await visited.page.waitForURL(/\/login\?redirect=/)
  await signIn(visited.page)
  await visited.page.waitForURL((url) => url.pathname === path)
  return visited
}

/** The login ended meanwhile: again, in the dialog that opened over the form. */
export async function signInAgain(page: Page): Promise<void> {
  const again = page.getByRole('dialog', { name: /登录/ }).last()
  await again.getByLabel('登录密码', { exact: true }).fill(admin.password)
  await again.getByRole('button', { name: /登录/ }).last().click()
}

export const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words })
export const toast = (page: Page, words: string): Promise<void> => page.getByText(words, { exact: true }).first().waitFor()
