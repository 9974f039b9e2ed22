import assert from 'node:assert/strict'
import type { Locator, Page, Route } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { onePixel } from '../../media/pictures.ts'
import { browserTest } from '../../browser/browser.ts'
import { follow, newPhoto, pick, question, signIn, staff, strip, toast } from '../../browser/staff.ts'
import { holdUploads } from '../../browser/waiting.ts'

const hasFocus = (button: Locator): Promise<boolean> => button.evaluate((element) => element === document.activeElement)

/** The button that loses nothing has the focus, and neither is filled: the other one is red. */
async function isSafe(page: Page, safe: string, destroys: string): Promise<void> {
  const [kept, lost] = [
    question(page).getByRole('button', { name: safe, exact: true }),
    question(page).getByRole('button', { name: destroys, exact: true }),
  ]
  await kept.waitFor()
  assert.equal(await hasFocus(kept), true, `${safe} has the focus`)
  assert.doesNotMatch((await kept.getAttribute('class')) ?? '', /\b(?:primary|bad)\b/)
  assert.match((await lost.getAttribute('class')) ?? '', /\bbad\b/)
  assert.doesNotMatch((await lost.getAttribute('class')) ?? '', /\bprimary\b/)
}

browserTest('Esc, then Enter, loses nothing and saves nothing, however hasty', async (t) => {
  const { page, calls, complaints } = await staff(t, '/AdminCarousel')
  const dialog = await newPhoto(page, '写了一半')
  await page.keyboard.press('Escape')
  await isSafe(page, '继续编辑', '放弃修改')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await question(page).waitFor({ state: 'detached' })
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')
  const isSent = (): boolean => calls.some((path) => path.endsWith('/draft/publish'))
  assert.equal(isSent(), false, 'the second Enter did not send the form')
  // Enter works again after a while. Once the dialog has closed, one more would open the next.
  await dialog.getByRole('button', { name: '发布', exact: true }).focus()
  await eventually(async () => {
    if (!isSent()) await page.keyboard.press('Enter', { delay: 100 })
    return isSent()
  }, 'the form is sent')
  await toast(page, '添加成功！')
  assert.deepEqual(complaints, [])
})

browserTest('a row is not deleted by Enter alone', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  const { data } = await server.post('/v1/carousel/selectAllList')
  const remove = page.getByRole('button', { name: /^删除：/ }).first()
  await remove.focus()
  await page.keyboard.press('Enter')
  await isSafe(page, '取消', '删除')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  assert.equal((await server.post('/v1/carousel/selectAllList')).data.length, data.length)
})

browserTest('what is given up or discarded is asked about first, and not offered again', async (t) => {
  const { page, complaints } = await staff(t, '/AdminCarousel')
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  const title = dialog.getByLabel('标题')
  const open = () => page.getByRole('button', { name: '上传图片' }).first().click()
  const offered = dialog.getByText(/发现没有保存的内容/)
  await newPhoto(page, '写了一半')
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('写了一半'))
  await page.reload()
  await open()
  await offered.waitFor()
  assert.equal(await hasFocus(dialog.getByRole('button', { name: '恢复' })), true)
  await dialog.getByRole('button', { name: '丢弃' }).click()
  await question(page).getByText('丢弃上次没有保存的内容吗？').waitFor()
  await question(page).getByRole('button', { name: '取消' }).click()
  await dialog.getByRole('button', { name: '恢复' }).click()
  assert.equal(await title.inputValue(), '写了一半')
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('写了一半'))
  await page.reload()
  await open()
  await dialog.getByRole('button', { name: '丢弃' }).click()
  await question(page).getByRole('button', { name: '丢弃' }).click()
  await offered.waitFor({ state: 'detached' })
  assert.equal(await title.inputValue(), '')

  await title.fill('另一条')
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('另一条'))
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await page.evaluate(() => JSON.stringify(localStorage).includes('另一条')), false)
  await open()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'photoTitle')
  assert.equal(await offered.count(), 0)
  assert.deepEqual(complaints, [])
})

browserTest(
  'closing a tab and signing out with a form open take more than Enter, and say what becomes of the work',
  async (t) => {
    const { page } = await staff(t, '/dashboard', { remember: true })
    await follow(page, '/AdminCarousel')
    await newPhoto(page, '写了一半')
    await follow(page, '/dashboard')
    await strip(page).getByRole('button', { name: '关闭轮播图管理' }).click()
    await isSafe(page, '取消', '仍然关闭')
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    await strip(page).getByRole('link', { name: '轮播图管理' }).waitFor()

    await pick(page, '退出登录')
    await question(page)
      .getByText('有内容尚未保存，会留在这台设备上，下次登录后打开同一条内容即可恢复。确定退出登录吗？')
      .waitFor()
    await isSafe(page, '取消', '退出登录')
    await question(page).getByRole('button', { name: '取消' }).click()
    await question(page).waitFor({ state: 'detached' })
    assert.equal(new URL(page.url()).pathname, '/dashboard')
    await pick(page, '退出登录')
    await question(page).getByRole('button', { name: '退出登录' }).click()
    await page.waitForURL(/\/login/)
    await signIn(page)
    await page.waitForURL(/\/dashboard/)
    await follow(page, '/AdminCarousel')
    await page.getByRole('button', { name: '上传图片' }).first().click()
    await page.getByRole('button', { name: '恢复' }).click()
    assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写了一半')
  },
)

browserTest(
  'leaving the dialog to sign in again takes more than Enter, says what becomes of the work, and that is true',
  async (t) => {
    const { page } = await staff(t, '/AdminCarousel')
    const dialog = await newPhoto(page, '没有丢')
    await page.context().clearCookies()
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    const again = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
    await again.getByLabel('登录密码', { exact: true }).fill('not-the-password')
    await page.keyboard.press('Enter')
    // The repeat guard of the button is still on: Esc does not wait for it.
    await again.getByRole('alert').waitFor()
    await page.keyboard.press('Escape')
    await isSafe(page, '继续登录', '返回登录页')
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    assert.equal(await again.isVisible(), true)
    assert.equal(new URL(page.url()).pathname, '/AdminCarousel')

    await page.keyboard.press('Escape')
    await question(page)
      .getByText('尚未保存的内容会留在这台设备上，下次登录后打开同一条内容即可恢复。确定离开吗？')
      .waitFor()
    await question(page).getByRole('button', { name: '返回登录页' }).click()
    await page.waitForURL(/\/login/)
    await signIn(page)
    await page.waitForURL(/AdminCarousel/)
    await page.getByRole('button', { name: '上传图片' }).first().click()
    await page.getByText(/发现没有保存的内容/).waitFor()
    await page.getByRole('button', { name: '恢复' }).click()
    assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '没有丢')
  },
)

browserTest(
  '发布 during an upload waits for it, can be called off, and does not save when the upload fails',
  async (t) => {
    const { page, server } = await staff(t, '/AdminCarousel')
    const release = await holdUploads(page)
    const dialog = await newPhoto(page, '等图片')
    await dialog
      .locator('input[type=file]:enabled')
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
    await dialog.getByRole('button', { name: '取消等待' }).click()
    await dialog.getByRole('button', { name: '发布', exact: true }).waitFor()
    assert.equal(await dialog.getByLabel('标题').isEnabled(), true)

    await dialog.locator('[type=submit][aria-disabled=false]').click()
    await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: '发布', exact: true }).waitFor()
    assert.equal(await question(page).count(), 0, 'Esc calls off the wait, not the form')

    await dialog.locator('[type=submit][aria-disabled=false]').click()
    await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
    await release('abort')
    await dialog.getByText('图片上传失败，内容还没有保存：网络连接失败，上传未完成，请重试').waitFor()
    assert.equal((await server.post('/v1/carousel/list', { photoTitle: '等图片' })).data.count, 0)

    await dialog.getByRole('button', { name: '重试' }).click()
    await dialog.locator('[type=submit][aria-disabled=false]').click()
    await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
    await release('continue')
    await toast(page, '添加成功！')
    await dialog.waitFor({ state: 'detached' })
    const [saved] = (await server.post('/v1/carousel/list', { photoTitle: '等图片' })).data.data
    assert.match(saved.photoUrl, /^\/uploads\/carousel\//)
  },
)

browserTest('a picture in the body is waited for, too', async (t) => {
  const { page, server } = await staff(t, '/AdminNews')
  let arrived = (_: Route): void => {}
  const upload = new Promise<Route>((resolve) => (arrived = resolve))
  await page.route('**/v1/file/upload', (route) => arrived(route))
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增新闻' })
  await dialog.getByLabel('新闻标题').fill('图在正文')
  await dialog
    .locator('.editor input[type=file]:enabled')
    .first()
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByText('正在上传1张图片').waitFor()
  await dialog.getByRole('button', { name: '发布', exact: true }).click()
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await (await upload).continue()
  await toast(page, '添加成功！')
  const [{ newId }] = (await server.post('/v1/news/list', { newTitle: '图在正文' })).data.data
  assert.match((await server.post('/v1/news/detailNews', { newId })).data.newInfo, /<img src="\/uploads\/\w+\//)
})

browserTest(
  'the name of the system is not lost by Esc however fast, and is asked for when the login has ended',
  async (t) => {
    const { page } = await staff(t, '/dashboard')
    const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
    const name = dialog.getByRole('textbox', { name: '系统名称' })
    const logo = dialog.locator('.logo-preview img[src^="/uploads/"]')
    await page.getByRole('button', { name: '官网后台管理系统' }).first().click()
    await name.press('End')
    await page.keyboard.type('二')
    await page.keyboard.press('Escape')
    await isSafe(page, '继续编辑', '放弃修改')
    await page.keyboard.press('Enter')
    await question(page).waitFor({ state: 'detached' })
    await dialog
      .locator('input[type=file]:enabled')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
    await logo.waitFor()

    await page.context().clearCookies()
    // An Enter this soon after the one that answered the question is ignored.
    await name.press('Control+s')
    await page.getByRole('dialog', { name: '登录已失效，请重新登录' }).waitFor()
    await page.keyboard.press('Escape')
    await isSafe(page, '继续登录', '返回登录页')
    await question(page).getByText('尚未保存的内容会留在这台设备上').waitFor()
  },
)
