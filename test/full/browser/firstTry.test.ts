import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { browserTest } from '../../browser/browser.ts'
import { menu, staff } from '../../browser/staff.ts'

/** What a beginner looks for, and how it is known that it was found. */
const things: readonly { word: string; found: (page: Page) => Locator }[] = [
  { word: '电话', found: (page) => page.getByRole('textbox', { name: '服务热线' }) },
  { word: '产品', found: (page) => page.getByRole('region', { name: '产品列表' }) },
  { word: '通知', found: (page) => page.getByRole('button', { name: '添加渠道' }) },
  { word: '颜色', found: (page) => page.getByRole('button', { name: '墨绿' }) },
  { word: '证书', found: (page) => page.getByRole('button', { name: '添加证书' }) },
  { word: '轮播图', found: (page) => page.getByRole('region', { name: '轮播图列表' }) },
]

browserTest('six things are found from the menu at the first try, by the word for them', async (t) => {
  const { page } = await staff(t, '/dashboard')
  const groups = page.getByRole('navigation', { name: '设置分组' })
  for (const { word, found } of things) {
    await page.goto('/dashboard')
    const entry = menu(page).getByRole('link').filter({ hasText: word })
    await menu(page).getByRole('link', { name: '网站设置' }).waitFor()
    if ((await entry.count()) > 0) {
      await entry.first().click()
    } else {
      await menu(page).getByRole('link', { name: '网站设置' }).click()
      await groups.getByRole('link').first().waitFor()
      const group = groups.getByRole('link').filter({ hasText: word })
      assert.ok((await group.count()) > 0, `${word} is read in the menu`)
      await group.first().click()
    }
    await found(page).filter({ visible: true }).first().waitFor()
  }
})
