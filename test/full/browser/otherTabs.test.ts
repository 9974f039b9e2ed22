import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { user } from '../../accounts.ts'
import { admin } from '../../server.ts'
import { browserTest, ownServer } from '../../browser/browser.ts'
import {
  follow,
  menu,
  newPhoto,
  pick,
  question,
  signIn,
  signInAgain,
  staff,
  strip,
  toast,
} from '../../browser/staff.ts'

const dialogAgain = (page: Page) => page.getByRole('dialog', { name: '登录已失效，请重新登录' })
const stored = (page: Page): Promise<string> => page.evaluate(() => JSON.stringify(localStorage))
const draftStored = (page: Page, words: string) =>
  page.waitForFunction((words) => JSON.stringify(localStorage).includes(words), words)

/** A second tab of the same browser. */
async function anotherTab(page: Page, path: string): Promise<Page> {
  const other = await page.context().newPage()
  await other.goto(path)
  await menu(other).waitFor()
  return other
}

browserTest(
  'signing out in one tab asks at once in another that has a form open, and both go on after one login',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminCarousel')
    await newPhoto(page, '没有丢')
    await draftStored(page, '没有丢')
    const other = await anotherTab(page, '/AdminNews')
    await pick(other, '退出登录')
    // A session that is not remembered clears the drafts, which is asked first.
    await question(other).getByRole('button', { name: '退出登录' }).click()
    await other.waitForURL(/\/login\?redirect=%2FAdminNews$/)

    await dialogAgain(page).waitFor()
    assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '没有丢')
    assert.equal(new URL(page.url()).pathname, '/AdminCarousel')

    await signIn(other)
    await other.waitForURL(/\/AdminNews$/)
    await dialogAgain(page).waitFor({ state: 'detached' })
    await page.getByRole('dialog', { name: '上传图片' }).getByRole('button', { name: '发布', exact: true }).click()
    await toast(page, '添加成功！')
    assert.equal((await server.post('/v1/carousel/list', { photoTitle: '没有丢' })).data.count, 1)
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'a tab with nothing open goes to the login page, and on from there when another tab signs in',
  async (t) => {
    const { page } = await staff(t, '/AdminNews', { remember: true })
    const open = await anotherTab(page, '/AdminCarousel')
    await newPhoto(open, '还在写')
    const third = await anotherTab(page, '/dashboard')
    await pick(third, '退出登录')
    await page.waitForURL(/\/login\?redirect=%2FAdminNews$/)
    await toast(page, '您已在其他标签页退出登录')

    await dialogAgain(open).waitFor()
    await signInAgain(open)
    await dialogAgain(open).waitFor({ state: 'detached' })
    await page.waitForURL(/\/AdminNews$/)
    await menu(page).waitFor()
    await third.waitForURL(/\/dashboard$/)
  },
)

browserTest('another person signing in leaves nothing of the first one on show in any tab', async (t) => {
  const server = await ownServer(t)
  assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
  const { page } = await staff(t, '/AdminCarousel', { server, remember: true })
  await newPhoto(page, '第一个人的草稿')
  await draftStored(page, '第一个人的草稿')
  const other = await anotherTab(page, '/dashboard')
  await pick(other, '退出登录')
  await dialogAgain(page).waitFor()
  await other.waitForURL(/\/login/)
  await signIn(other, 'li.gong', 'clerk-secret')

  await page.waitForURL(/\/dashboard$/)
  await page.locator('.user-button').getByText('li.gong').waitFor()
  assert.equal(await page.getByRole('dialog').count(), 0)
  await page.goto('/AdminCarousel?add=1')
  const form = page.getByRole('dialog', { name: '上传图片' })
  await form.waitFor()
  assert.equal(await form.getByLabel('标题').inputValue(), '')
  assert.equal(await form.getByText('发现没有保存的内容').count(), 0)
  assert.match(await stored(page), /第一个人的草稿/, 'it waits for its owner')
})

browserTest('a changed password is asked for at once in the other tabs', async (t) => {
  const { page } = await staff(t, '/AdminCarousel', { own: true })
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const other = await anotherTab(page, '/dashboard')
  await pick(other, '修改密码')
  const dialog = other.getByRole('dialog', { name: '修改密码' })
  await dialog.getByLabel('旧密码', { exact: true }).fill(admin.password)
  for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialogAgain(page).waitFor()
  await dialogAgain(page).getByLabel('登录密码', { exact: true }).fill('fresh-secret')
  await dialogAgain(page).getByRole('button', { name: '登录', exact: true }).click()
  await dialogAgain(page).waitFor({ state: 'detached' })
  await other.waitForURL(/\/dashboard$/)
  await menu(other).waitFor()
})

browserTest('a tab that missed the message, as one that was frozen, catches up when it is shown', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByRole('row').nth(1).waitFor()
  await page.waitForLoadState('networkidle')
  // No page was open to be notified.
  await page.context().clearCookies()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.waitForURL(/\/login\?redirect=%2FAdminNews$/)
})

browserTest('leaving by the dialog to sign in again leaves no tab for the next person', async (t) => {
  const server = await ownServer(t)
  assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
  const { page } = await staff(t, '/AdminNews', { server, remember: true })
  await follow(page, '/AdminCarousel')
  await page.getByRole('row').nth(1).waitFor()
  await page.context().clearCookies()
  await newPhoto(page, '写了一半')
  await page.getByRole('dialog', { name: '上传图片' }).getByRole('button', { name: '发布', exact: true }).click()
  await dialogAgain(page).getByRole('button', { name: '返回登录页' }).click()
  await question(page).getByRole('button', { name: '返回登录页' }).click()
  await page.waitForURL(/\/login\?redirect=/)
  await signIn(page, 'li.gong', 'clerk-secret')
  await page.locator('.user-button').getByText('li.gong').waitFor()
  await strip(page).getByRole('link', { name: '轮播图管理' }).waitFor()
  assert.deepEqual(await strip(page).getByRole('link').allTextContents(), ['首页', '轮播图管理'])
})

browserTest('a tab whose draft went with signing out in another one does not promise it', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  await newPhoto(page, '没有草稿了')
  await draftStored(page, '没有草稿了')
  const other = await anotherTab(page, '/dashboard')
  await pick(other, '退出登录')
  await question(other).getByRole('button', { name: '退出登录' }).click()
  await dialogAgain(page).waitFor()
  await page.keyboard.press('Escape')
  await question(page).getByText('离开后，尚未保存的内容将会丢失，确定离开吗？').waitFor()
  await page.keyboard.press('Enter')
  await signInAgain(page)
  await dialogAgain(page).waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '没有草稿了')
})
