import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest } from '../../browser/browser.ts'
import { editing, follow, question, row, save, signInAgain, staff } from '../../browser/staff.ts'
import { form, pair } from '../../browser/twoPeople.ts'
import { stopClock } from '../../browser/waiting.ts'

const path = (page: Page): string => new URL(page.url()).pathname
/** The history follows a dialog in a task of its own. */
const steps = (page: Page, count: number): Promise<unknown> =>
  page.waitForFunction((expected) => (history.state?.dialogs ?? 0) === expected, count)
/** Resolves once the office has followed. */
const travel = (page: Page, by: number): Promise<unknown> =>
  page.evaluate(
    (delta) =>
      new Promise((resolve) => {
        addEventListener('popstate', () => setTimeout(resolve), { once: true })
        history.go(delta)
      }),
    by,
  )
const back = (page: Page): Promise<unknown> => travel(page, -1)

browserTest(
  'on a phone Back closes one dialog at a time, asks about what is unsaved, and then leaves the screen',
  async (t) => {
    const { page, complaints } = await staff(t, '/dashboard', { phone: true, viewport: { width: 390, height: 844 } })
    await page.locator('.dashboard-counts').waitFor()
    await follow(page, '/AdminProduct')
    const dialog = await editing(page, '编辑产品')
    await steps(page, 1)
    await back(page)
    await dialog.waitFor({ state: 'detached' })
    assert.equal(path(page), '/AdminProduct')
    await travel(page, 1)
    await steps(page, 0)
    assert.equal(await dialog.count(), 0, 'Forward finds no form, and does no harm')

    await editing(page, '编辑产品')
    await dialog.locator('[name=coverName]').fill('写了一半')
    await dialog.getByRole('button', { name: '其他信息' }).click()
    await dialog.getByRole('button', { name: '从素材库选择' }).first().click()
    const picker = page.getByRole('dialog', { name: '从素材库选择图片' })
    await picker.waitFor()
    await steps(page, 2)
    await back(page)
    await picker.waitFor({ state: 'detached' })
    await steps(page, 1)
    await dialog
      .getByRole('button', { name: /^查看大图/ })
      .first()
      .click()
    await page.getByRole('dialog', { name: '查看大图' }).waitFor()
    await back(page)
    await page.getByRole('dialog', { name: '查看大图' }).waitFor({ state: 'hidden' })

    await back(page)
    await question(page).waitFor()
    await steps(page, 2)
    await back(page)
    await question(page).waitFor({ state: 'detached' })
    assert.equal(await dialog.locator('[name=coverName]').inputValue(), '写了一半')
    await steps(page, 1)
    await back(page)
    await question(page).getByRole('button', { name: '放弃修改' }).click()
    await dialog.waitFor({ state: 'detached' })
    await steps(page, 0)
    await editing(page, '编辑产品')
    await steps(page, 1)
    await dialog.getByRole('button', { name: '关闭', exact: true }).click()
    await steps(page, 0)
    // The step where Forward has found no form is an ordinary one now.
    await back(page)
    await back(page)
    assert.equal(path(page), '/dashboard')
    assert.deepEqual(complaints, [])
  },
)

browserTest('a busy browser that goes back late closes no other dialog, and leaves no screen', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await follow(page, '/AdminProduct')
  const remove = page.getByRole('button', { name: /^删除：/ }).first()
  await remove.waitFor()
  await page.clock.install()
  await stopClock(page)
  const close = async (): Promise<void> => {
    await page.clock.runFor(1)
    await steps(page, 1)
    await question(page).getByRole('button', { name: '取消' }).click()
    await question(page).waitFor({ state: 'detached' })
  }
  const openAndClose = async (): Promise<void> => {
    await remove.click()
    await question(page).waitFor()
    await close()
  }
  const hold = () =>
    page.evaluateHandle(() => {
      const go = history.go.bind(history)
      const held: (number | undefined)[] = []
      history.go = (by) => void held.push(by)
      return {
        release: () => {
          for (const by of held.splice(0)) go(by)
        },
      }
    })
  await openAndClose()
  await page.clock.runFor(1)
  await steps(page, 0)
  await page.clock.runFor(990)
  const browser = await hold()
  const goBack = (): Promise<void> => browser.evaluate(({ release }) => release())
  await openAndClose()
  await page.clock.runFor(14)
  await remove.click()
  await question(page).waitFor()
  await goBack()
  await steps(page, 0)
  await close()
  await page.clock.runFor(3000)
  await goBack()
  await steps(page, 0)
  assert.equal(path(page), '/AdminProduct')
})

browserTest(
  'Back gives up neither a conflict nor a form behind the dialog to sign in again, and finds a form that another screen was opened over',
  async (t) => {
    const both = await pair(t)
    const { page } = both.mine
    const title = form(page).getByLabel('新闻标题')
    await form(both.theirs.page).getByLabel('新闻标题').fill('张三的标题')
    await save(form(both.theirs.page), '修改成功！')
    await title.fill('我的标题')
    await form(page).getByRole('button', { name: '更新' }).click()
    const conflict = page.getByRole('dialog', { name: '内容已被修改' })
    await conflict.waitFor()
    await steps(page, 2)
    await back(page)
    await conflict.waitFor({ state: 'detached' })
    assert.equal(await title.inputValue(), '我的标题')
    await steps(page, 1)

    await page.context().clearCookies()
    await form(page).getByRole('button', { name: '更新' }).click()
    const again = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
    await again.waitFor()
    await steps(page, 2)
    await back(page)
    await question(page).waitFor()
    await steps(page, 3)
    await back(page)
    await question(page).waitFor({ state: 'detached' })
    await signInAgain(page)
    await conflict.waitFor()
    await page.keyboard.press('Escape')
    await conflict.waitFor({ state: 'detached' })
    await steps(page, 1)

    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索内容、页面和操作' }).fill('轮播图管理')
    await page.getByRole('option', { name: '轮播图管理' }).first().waitFor()
    await steps(page, 2)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/AdminCarousel')
    await page.goBack()
    await page.waitForURL('**/AdminNews')
    await form(page).waitFor()
    await steps(page, 1)
    assert.equal(await title.inputValue(), '我的标题')

    await page.reload()
    await row(page, '张三的标题').waitFor()
    assert.equal(await form(page).count(), 0)
    await page.goto(`/AdminNews?edit=${both.newId}`)
    await form(page).getByText('发现没有保存的内容').first().waitFor()
    await steps(page, 1)
    await page.goBack()
    await form(page).waitFor({ state: 'detached' })
    assert.equal(path(page), '/AdminNews')
  },
)
