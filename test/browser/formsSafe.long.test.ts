import assert from 'node:assert/strict'
import type { Locator, Page, Route } from 'playwright-core'
import { user } from '../accounts.ts'
import { startServer, type TestServer } from '../server.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest, seriousFaults, type Visit } from './browser.ts'
import { menu, pick, row, signIn, staff, strip, toast } from './staff.ts'
import { holdUploads } from './waiting.ts'

const question = (page: Page): Locator => page.getByRole('dialog', { name: '提示' })
const hasFocus = (button: Locator): Promise<boolean> => button.evaluate((element) => element === document.activeElement)

/** The button that loses nothing has the focus and the primary colour, the other one is red. */
async function isSafe(page: Page, safe: string, destroys: string): Promise<void> {
  const [kept, lost] = [question(page).getByRole('button', { name: safe, exact: true }), question(page).getByRole('button', { name: destroys, exact: true })]
  await kept.waitFor()
  assert.equal(await hasFocus(kept), true, `${safe} has the focus`)
  assert.match((await kept.getAttribute('class')) ?? '', /\bprimary\b/)
  assert.match((await lost.getAttribute('class')) ?? '', /\bbad\b/)
  assert.doesNotMatch((await lost.getAttribute('class')) ?? '', /\bprimary\b/)
}

const loaded = (page: Page, name: string): Promise<unknown> =>
  page.waitForFunction((field) => (document.querySelector<HTMLInputElement>(`dialog [name=${field}]`)?.value ?? '') !== '', name)

async function adding(page: Page, title: string): Promise<Locator> {
  await page.getByRole('button', { name: '上传图片' }).first().click()
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  await dialog.getByLabel('标题').fill(title)
  return dialog
}

browserTest('Esc, then Enter, loses nothing and saves nothing, however hasty', async (t) => {
  const { page, calls, complaints } = await staff(t, '/AdminCarousel')
  const dialog = await adding(page, '写了一半')
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
  assert.equal(calls.some((path) => path.endsWith('saveCarousel')), false, 'the second Enter did not send the form')
  // Enter works again after a while.
  await dialog.getByLabel('标题').focus()
  while ((await dialog.count()) > 0) await page.keyboard.press('Enter', { delay: 100 })
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

browserTest('a form given up by mistake is opened again with what was typed, by pointer and by keys', async (t) => {
  const { page, complaints } = await staff(t, '/AdminCarousel', { bypassCSP: true })
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  const undo = page.getByRole('button', { name: '撤销' })
  const giveUp = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: '放弃修改' }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText('已放弃修改，草稿保留24小时').waitFor()
  }
  await adding(page, '写了一半')
  await giveUp()
  assert.deepEqual(await seriousFaults(page), [])
  await undo.click()
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')
  assert.equal(await undo.count(), 0)
  await giveUp()
  await page.keyboard.press('Control+z')
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')
  await giveUp()
  await undo.focus()
  await page.keyboard.press('Enter')
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')

  await giveUp()
  await page.reload()
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await dialog.getByText(/发现未保存的草稿/).waitFor()
  assert.equal(await hasFocus(dialog.getByRole('button', { name: '恢复' })), true)
  await dialog.getByRole('button', { name: '恢复' }).click()
  assert.equal(await dialog.getByLabel('标题').inputValue(), '写了一半')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '添加成功！')
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'photoTitle')
  assert.equal(await dialog.getByText(/发现未保存的草稿/).count(), 0)
  assert.deepEqual(complaints, [])
})

browserTest('a discarded draft can be brought back by 撤销, and is kept for a day', async (t) => {
  const { page, complaints } = await staff(t, '/AdminCarousel')
  const dialog = page.getByRole('dialog', { name: '上传图片' })
  const title = dialog.getByLabel('标题')
  const undo = page.getByRole('button', { name: '撤销' })
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: '上传图片' }).first().click()
    await dialog.getByRole('button', { name: '丢弃' }).click()
  }
  await adding(page, '写了一半')
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('写了一半'))
  await page.reload()
  await open()
  await page.getByText('草稿已丢弃，仍保留24小时').waitFor()
  assert.equal(await title.inputValue(), '')
  await undo.click()
  assert.equal(await title.inputValue(), '写了一半')
  assert.equal(await undo.count(), 0)

  // Also after the dialog was closed, and by keys.
  await page.waitForFunction(() => JSON.stringify(localStorage).includes('写了一半'))
  await page.reload()
  await open()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  assert.equal(await title.inputValue(), '写了一半')

  // What is typed next is not overwritten.
  await page.reload()
  await open()
  await title.fill('另一条')
  await undo.waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
})

browserTest('the draft of a form given up is offered for a day, and not longer', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  await page.clock.install()
  const dialog = await adding(page, '写了一半')
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  const began = await page.evaluate(() => Date.now())
  for (const [hours, offered] of [[23, 1], [25, 0]] as const) {
    await page.clock.setSystemTime(began + hours * 60 * 60 * 1000)
    await page.getByRole('button', { name: '上传图片' }).first().click()
    await dialog.getByRole('button', { name: offered ? '恢复' : '点击上传' }).waitFor()
    assert.equal(await dialog.getByText(/发现未保存的草稿/).count(), offered)
    assert.equal(await dialog.getByLabel('标题').inputValue(), '')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})

browserTest('closing a tab and signing out with a form open take more than Enter, and say what becomes of the work', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true, remember: true })
  await menu(page).getByRole('link', { name: '轮播图管理' }).click()
  await adding(page, '写了一半')
  await page.goBack()
  await strip(page).getByRole('button', { name: '关闭轮播图管理' }).click()
  await isSafe(page, '取消', '仍然关闭')
  await page.keyboard.press('Enter')
  await question(page).waitFor({ state: 'detached' })
  await strip(page).getByRole('link', { name: '轮播图管理' }).waitFor()

  await pick(page, '退出登录')
  await question(page).getByText('有内容尚未保存，草稿会留在这台电脑上，下次登录后打开同一条内容即可恢复。确定退出登录吗？').waitFor()
  await isSafe(page, '取消', '退出登录')
  await question(page).getByRole('button', { name: '取消' }).click()
  await question(page).waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).pathname, '/dashboard')
  await pick(page, '退出登录')
  await question(page).getByRole('button', { name: '退出登录' }).click()
  await page.waitForURL(/\/login/)
  await signIn(page)
  await page.waitForURL(/\/dashboard/)
  await menu(page).getByRole('link', { name: '轮播图管理' }).click()
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await page.getByRole('button', { name: '恢复' }).click()
  assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '写了一半')
})

browserTest('leaving the dialog to sign in again takes more than Enter, says what becomes of the work, and that is true', async (t) => {
  const { page } = await staff(t, '/AdminCarousel')
  const dialog = await adding(page, '没有丢')
  await page.context().clearCookies()
  await dialog.getByRole('button', { name: '确定' }).click()
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
  await question(page).getByText('尚未保存的内容会作为草稿留在这台电脑上，下次登录后打开同一条内容即可恢复。确定离开吗？').waitFor()
  await question(page).getByRole('button', { name: '返回登录页' }).click()
  await page.waitForURL(/\/login/)
  await signIn(page)
  await page.waitForURL(/AdminCarousel/)
  await page.getByRole('button', { name: '上传图片' }).first().click()
  await page.getByText(/发现未保存的草稿/).waitFor()
  await page.getByRole('button', { name: '恢复' }).click()
  assert.equal(await page.getByRole('dialog', { name: '上传图片' }).getByLabel('标题').inputValue(), '没有丢')
})

const body = '<p>第一段，说的是开工。</p><p>第二段，说的是塔机。</p><p>第三段，说的是验收。</p>'

interface Pair {
  server: TestServer
  newId: string
  mine: Visit
  theirs: Visit
}

/** Two people at two computers, both with the same piece of news open. */
async function pair(t: Parameters<Parameters<typeof browserTest>[1]>[0]): Promise<Pair> {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  assert.equal((await user(server.folder, ['add', '张三', '--password-stdin'], 'colleague-secret\n')).code, 0)
  const { data } = await server.post(
    '/v1/news/saveNews', { newTitle: '一篇新闻', newIntro: '原来的描述', newInfo: body }, { headers: await server.signIn() },
  )
  const mine = await staff(t, '/AdminNews', { server, bypassCSP: true })
  const theirs = await staff(t, '/AdminNews', { server, name: '张三', password: 'colleague-secret' })
  for (const { page } of [mine, theirs]) {
    await row(page, '一篇新闻').getByRole('button', { name: /^编辑：/ }).click()
    await loaded(page, 'newTitle')
  }
  return { server, newId: data.newId, mine, theirs }
}

const form = (page: Page): Locator => page.getByRole('dialog', { name: '编辑新闻' })
const save = (page: Page): Promise<void> => form(page).getByRole('button', { name: '确定' }).click()
const stored = async ({ server, newId }: Pair) => (await server.post('/v1/news/detailNews', { newId })).data

/** Behind some words of the body. */
async function typeAfter(page: Page, words: string, typed: string): Promise<void> {
  await page.evaluate((text) => {
    const paper = document.querySelector<HTMLElement>('[contenteditable=true]')
    const walker = document.createTreeWalker(paper as Node, NodeFilter.SHOW_TEXT)
    let node = walker.nextNode() as Text | null
    while (node && !node.data.includes(text)) node = walker.nextNode() as Text | null
    paper?.focus()
    if (node) getSelection()?.collapse(node, node.data.indexOf(text) + text.length)
  }, words)
  await page.keyboard.type(typed)
}

browserTest('I change the description, a colleague the body: both are saved without a prompt, and a message says so', async (t) => {
  const both = await pair(t)
  const { mine, theirs } = both
  await typeAfter(theirs.page, '第二段', '（新）')
  await save(theirs.page)
  await toast(theirs.page, '修改成功！')
  await form(mine.page).getByLabel('封面描述').fill('我的描述')
  await save(mine.page)
  await toast(mine.page, '修改成功！')
  await toast(mine.page, '已与张三的修改合并：对方改了新闻内容')
  const { newIntro, newInfo } = await stored(both)
  assert.equal(newIntro, '我的描述')
  assert.equal(newInfo, body.replace('第二段', '第二段（新）'))
  assert.deepEqual(mine.complaints.filter((each) => !each.includes('409')), [])
})

browserTest('where both changed the same, one chooses field by field, and nothing of either is lost unnoticed', async (t) => {
  const both = await pair(t)
  const { mine, theirs } = both
  await typeAfter(theirs.page, '第二段', '（张三改）')
  await form(theirs.page).getByLabel('新闻标题').fill('张三的标题')
  await form(theirs.page).getByLabel('封面描述').fill('张三的描述')
  await save(theirs.page)
  await toast(theirs.page, '修改成功！')

  const { page } = mine
  await typeAfter(page, '第三段', '（我改）')
  await form(page).getByLabel('新闻标题').fill('我的标题')
  await save(page)
  const dialog = page.getByRole('dialog', { name: '内容已被修改' })
  await dialog.getByText(/张三 于 \d{4}-.* 也修改了新闻标题、新闻内容/).waitFor()
  assert.equal(await dialog.getByRole('group').count(), 2)
  assert.equal(await dialog.getByRole('radio', { checked: true }).count(), 0, 'nothing is preselected')
  await dialog.getByText('封面描述 对方已改，将保留').waitFor()
  const content = dialog.getByRole('group', { name: '新闻内容' })
  await content.locator('.version[aria-busy=false]').nth(1).waitFor()
  assert.deepEqual(await content.locator('ins').allTextContents(), ['（我改）', '（张三改）'])
  assert.equal(await content.locator('del').count(), 0)
  assert.deepEqual(await seriousFaults(page), [])

  await dialog.getByRole('button', { name: '保存' }).focus()
  await page.keyboard.press('Enter')
  assert.equal(await hasFocus(dialog.getByRole('radio').first()), true, 'led to what is not chosen yet')
  await dialog.getByText('还有 2 项没有选择：新闻标题、新闻内容').waitFor()
  assert.equal((await stored(both)).newTitle, '张三的标题')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await form(page).getByLabel('新闻标题').inputValue(), '我的标题')
  await page.locator('[type=submit][aria-disabled=false]').click()

  await dialog.getByRole('group', { name: '新闻标题' }).getByRole('radio', { name: /对方的/ }).check()
  await content.getByRole('radio', { name: /我的/ }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: '保存' }).click()
  await toast(page, '修改成功！')
  const { newTitle, newIntro, newInfo } = await stored(both)
  assert.deepEqual([newTitle, newIntro], ['张三的标题', '张三的描述'])
  assert.equal(newInfo, body.replace('第三段', '第三段（我改）'))
})

browserTest('确定 during an upload waits for it, can be called off, and does not save when the upload fails', async (t) => {
  const { page, server } = await staff(t, '/AdminCarousel')
  const release = await holdUploads(page)
  const dialog = await adding(page, '等图片')
  await dialog.locator('input[type=file]:enabled').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: '确定' }).click()
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await dialog.getByRole('button', { name: '取消等待' }).click()
  await dialog.getByRole('button', { name: '确定' }).waitFor()
  assert.equal(await dialog.getByLabel('标题').isEnabled(), true)

  await dialog.locator('[type=submit][aria-disabled=false]').click()
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: '确定' }).waitFor()
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
})

browserTest('a picture in the body is waited for, too', async (t) => {
  const { page, server } = await staff(t, '/AdminNews')
  let arrived = (_: Route): void => {}
  const upload = new Promise<Route>((resolve) => (arrived = resolve))
  await page.route('**/v1/file/upload', (route) => arrived(route))
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增新闻' })
  await dialog.getByLabel('新闻标题').fill('图在正文')
  await dialog.locator('.editor input[type=file]:enabled').first().setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByText('正在上传1张图片').waitFor()
  await page.keyboard.press('Control+s')
  await dialog.getByRole('button', { name: '等待图片上传…' }).waitFor()
  await (await upload).continue()
  await toast(page, '添加成功！')
  const [{ newId }] = (await server.post('/v1/news/list', { newTitle: '图在正文' })).data.data
  assert.match((await server.post('/v1/news/detailNews', { newId })).data.newInfo, /<img src="\/uploads\/quill\//)
})

browserTest('the name of the system is not lost by Esc however fast, returns with its logo, and is asked for when the login has ended', async (t) => {
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
  await dialog.locator('input[type=file]:enabled').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
  await logo.waitFor()
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('已放弃修改，草稿保留24小时', { exact: true }).waitFor()
  await page.keyboard.press('Control+z')
  await logo.waitFor()
  assert.equal(await name.inputValue(), '官网后台管理系统二')

  await page.context().clearCookies()
  await name.press('Enter')
  await page.getByRole('dialog', { name: '登录已失效，请重新登录' }).waitFor()
  await page.keyboard.press('Escape')
  await isSafe(page, '继续登录', '返回登录页')
  await question(page).getByText('尚未保存的内容会作为草稿留在这台电脑上').waitFor()
})

browserTest('what was typed as the name of the system is offered after a reload, and after it was given up', async (t) => {
  const { page } = await staff(t, '/dashboard', { own: true })
  page.on('dialog', (leaving) => void leaving.accept())
  const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
  const name = dialog.getByRole('textbox', { name: '系统名称' })
  const open = () => page.getByRole('button', { name: '官网后台管理系统' }).first().click()
  await open()
  await name.fill('写到一半')
  await page.reload()
  await open()
  assert.equal(await name.inputValue(), '官网后台管理系统')
  await name.press('Enter')
  await dialog.getByRole('button', { name: '恢复' }).click()
  assert.equal(await name.inputValue(), '写到一半')

  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await open()
  await dialog.getByRole('button', { name: '丢弃' }).click()
  assert.equal(await name.inputValue(), '官网后台管理系统')
  await page.getByText('草稿已丢弃', { exact: true }).waitFor()
  await page.getByRole('button', { name: '撤销' }).click()
  await page.keyboard.press('Enter')
  assert.equal(await name.inputValue(), '写到一半')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '修改成功！')
  await page.getByRole('button', { name: '写到一半' }).first().click()
  await name.waitFor()
  assert.equal(await dialog.getByRole('button', { name: '恢复' }).count(), 0)
})

browserTest('确定 during the upload of the logo waits for it, can be called off, and does not save when the upload fails', async (t) => {
  const { page, calls } = await staff(t, '/dashboard', { own: true })
  const next = await holdUploads(page, '**/service-basics-item/basic/common/upload')
  const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: onePixel }
  const save = dialog.locator('[type=submit][aria-disabled=false]')
  await page.getByRole('button', { name: '官网后台管理系统' }).first().click()
  await dialog.getByRole('textbox', { name: '系统名称' }).fill('连同LOGO')
  const waiting = dialog.getByRole('button', { name: '等待图片上传…' })

  await dialog.locator('input[type=file]:enabled').setInputFiles(file)
  await save.click()
  await waiting.waitFor()
  await page.keyboard.press('Escape')
  await waiting.waitFor({ state: 'detached' })
  assert.equal(await dialog.isVisible(), true)
  await save.click()
  await waiting.waitFor()
  await next('abort')
  await dialog.getByText(/上传未完成/).waitFor()
  assert.equal(calls.some((path) => path.endsWith('/item/item')), false)

  await save.waitFor()
  await dialog.locator('input[type=file]:enabled').setInputFiles(file)
  await dialog.getByRole('textbox', { name: '系统名称' }).press('Enter')
  await waiting.waitFor()
  await next('continue')
  await toast(page, '修改成功！')
  await page.getByRole('button', { name: '连同LOGO' }).first().waitFor()
  await page.locator('.brand img[src^="/uploads/"]').waitFor()
})
