import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { choose, materials, ok, pdfFile, sheets } from '../browser/materials.ts'
import { menu, row, strip } from '../browser/staff.ts'
import { admin } from '../server.ts'
import { qrModules } from '../../client/admin/ui/QrCode.tsx'
import {
  type AnyWorld,
  becomes,
  callsOf,
  form,
  formOf,
  found,
  fromMenu,
  heads,
  inDialog,
  leads,
  list,
  made,
  namedBy,
  officeOf,
  press,
  removedAfter,
  revealed,
  rowForm,
  says,
  search,
  shown,
  signedIn,
  texts,
  userMenu,
} from './office.ts'
import type { Row, Section } from './row.ts'

const group = (page: Page): Locator => menu(page).locator('.menu-group').first()
const widthOf = async (box: Locator): Promise<number> => (await box.boundingBox())?.width ?? 0
const tabs = (page: Page): Promise<string[]> => texts(strip(page).getByRole('link'))

/** The entry at this place of the first group of the menu. */
const entry = (place: number, name: string, path: string): Row => ({
  sentence: `The group holds ${name} for ${path}`,
  asks: 'office',
  async check({ office }) {
    const link = group(await office('/dashboard'))
      .getByRole('link')
      .nth(place)
    assert.equal(await link.locator('span').first().textContent(), name)
    assert.equal(await link.getAttribute('href'), path)
  },
})

/** What is chosen in the menu of a tab, with these views open. */
async function inTabMenu({ office }: AnyWorld, tab: string, entry: string): Promise<Page> {
  for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel']) await office(path)
  const page = await office('/AdminNews')
  await strip(page).getByRole('link', { name: '轮播图管理' }).waitFor()
  await strip(page).getByRole('link', { name: tab }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: entry }).click()
  return page
}

/** The office in a window of 991 px, with its menu open; wide again afterwards. */
async function narrow({ office }: AnyWorld, look: (page: Page) => Promise<unknown>): Promise<void> {
  const page = await office('/dashboard')
  await page.setViewportSize({ width: 991, height: 1080 })
  try {
    await page.getByRole('button', { name: '展开菜单' }).click()
    await page.locator('.layout.mobile.open').waitFor()
    await look(page)
  } finally {
    await page.setViewportSize({ width: 1920, height: 1080 })
  }
}

/** What a search finds: by these fields, with 查询; 重置 ends it. */
async function searched(page: Page, title: string, fill: (bar: Locator) => Promise<unknown>): Promise<string[]> {
  await fill(search(page))
  await press(search(page), '查询')
  await shown(page.locator('.data[aria-busy=false]')).waitFor()
  const names = await texts(page.locator(`td[data-column=${title}] .row-title`))
  await press(search(page), '重置')
  return names
}
const finds = (page: Page, title: string, names: string[], fill: (bar: Locator) => Promise<unknown>) =>
  becomes(names, () => searched(page, title, fill))

/** Ten rows of a list, and the eleventh on its next page. */
async function paged(page: Page): Promise<void> {
  const numbers = () => texts(page.locator('td[data-column=index]'))
  const from = (first: number, count: number) => Array.from({ length: count }, (_, at) => `${first + at}`)
  await becomes(from(1, 10), numbers)
  await press(page, '下一页')
  await becomes('11', async () => (await numbers())[0])
  await press(page, '第 1 页')
  await becomes(from(1, 10), numbers)
}

const actions = async (page: Page): Promise<string[]> =>
  (await texts(shown(page.locator('.row-actions')).first().locator('> *'))).filter((words) => words !== '…')

/** A dialog takes this part of the window. */
const isWide = (form: Locator, part: number): Promise<void> =>
  becomes(Math.round(1920 * part), async () => Math.round(await widthOf(form)))

const dealers = (world: AnyWorld, count = 1): Promise<void> =>
  made(
    world,
    'agent',
    '行的代理',
    ...Array.from({ length: count }, (_, at) => ({ agentInfo: '行的公司', phone: `${13800000001 + at}` })),
  )

export const adminScreens: Section = {
  section: '2 Screens and routes: the back office',
  rows: [
    {
      sentence: 'Its routes are in one layout',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        const layout = await page.locator('.layout').elementHandle()
        for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile']) {
          await office(path)
          await page.locator(`.layout .tab.current a[href="${path}"]`).waitFor()
        }
        assert.equal(await layout?.evaluate(({ isConnected }) => isConnected), true)
      },
    },
    {
      sentence: 'The empty path leads to /dashboard',
      otherForm: 'The empty path of the back office is /admin',
      why: 'the empty path of the site is the home page',
      asks: 'site',
      check: ({ server }) => leads(server.url, '/admin', '/dashboard'),
    },
    {
      sentence: 'The dashboard is called 首页',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        assert.equal(await menu(page).locator('a[href="/dashboard"]').textContent(), '首页')
        await becomes(['首页'], () => texts(page.locator('.admin-crumbs li')))
      },
    },
    {
      sentence: 'The tab of the dashboard is pinned',
      asks: 'office',
      async check({ office }) {
        const page = await office('/AdminNews')
        await becomes('首页', async () => (await tabs(page))[0])
        await strip(page).getByRole('button', { name: '关闭新闻管理' }).waitFor()
        assert.equal(await strip(page).getByRole('button', { name: '关闭首页' }).count(), 0)
      },
    },
    {
      sentence: 'The group of the menu is called 菜单',
      asks: 'office',
      async check({ office }) {
        const words = group(await office('/dashboard')).locator('> span')
        assert.equal(await words.textContent(), '菜单')
      },
    },
    {
      sentence: '/menu leads to /AdminProduct',
      asks: 'site',
      check: ({ server }) => leads(server.url, '/menu', '/AdminProduct'),
    },
    entry(0, '产品管理', '/AdminProduct'),
    entry(1, '新闻管理', '/AdminNews'),
    entry(2, '轮播图管理', '/AdminCarousel'),
    entry(3, '代理加盟', '/AdminAgenttoJoin'),
    {
      sentence: 'Login: its title is 官网后台管理系统',
      async check(world) {
        const page = await form(world, '/login')
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '官网后台管理系统')
        assert.equal(await page.title(), '官网后台管理系统')
      },
    },
    {
      sentence: 'Login: the account and the password',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/login')
        assert.deepEqual(await texts(page.locator('.field-label')), ['登录账号', '登录密码'])
        assert.equal(await page.getByLabel('登录账号').getAttribute('type'), 'text')
        assert.equal(await page.getByLabel('登录密码', { exact: true }).getAttribute('type'), 'password')
      },
    },
    {
      sentence: 'Login: the password can be shown and hidden',
      asks: 'site',
      check: revealed,
    },
    {
      sentence: 'Login: a box to be remembered',
      asks: 'site',
      async check(world) {
        const box = (await form(world, '/login')).getByRole('checkbox', { name: '记住密码' })
        assert.equal(await box.isChecked(), false)
        await box.check()
      },
    },
    {
      sentence: 'Login: a box for the agreement, with a link to it',
      asks: 'site',
      async check(world) {
        const page = await form(world, '/login')
        assert.equal(await page.getByRole('checkbox', { name: '我已阅读并同意' }).isChecked(), false)
        const link = page.getByRole('link', { name: '《用户协议》' })
        const agreement = await fetch(world.server.url + (await link.getAttribute('href')))
        assert.ok(/<h1>[^<]*用户协议</.test(await agreement.text()))
      },
    },
    {
      sentence: 'Login: the button 立即登录',
      asks: 'site',
      async check(world) {
        const button = (await form(world, '/login')).locator('form button[type=submit]')
        assert.equal(await button.textContent(), '立即登录')
      },
    },
    {
      sentence: 'Login: it leads to /dashboard',
      async check(world) {
        const page = await signedIn(world, false)
        assert.equal(new URL(page.url()).pathname, '/dashboard')
      },
    },
    {
      sentence: 'Login: what is remembered is in the storage under userInfo, as user and pwd',
      otherForm: 'What is remembered as pwd is encrypted',
      why: 'a script of the page, or whoever copies the storage, would read the password',
      async check(world) {
        const page = await signedIn(world, true)
        const { user, pwd } = await page.evaluate(() => JSON.parse(localStorage.userInfo))
        assert.deepEqual([user, pwd.includes(admin.password)], [admin.username, false])
        await page.context().clearCookies()
        await page.goto('/login')
        await becomes([admin.username, admin.password], () =>
          page
            .locator('form input[name=username], form input[name=password]')
            .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
        )
      },
    },
    {
      sentence: 'Layout: the sidebar is 210 px wide',
      asks: 'office',
      async check({ office }) {
        assert.equal(await widthOf((await office('/dashboard')).locator('.sidebar')), 210)
      },
    },
    {
      sentence: 'Layout: a button in the top bar folds it',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        await press(page.locator('.top-bar'), '收起菜单')
        await becomes(true, async () => (await widthOf(page.locator('.sidebar'))) < 80)
        await press(page.locator('.top-bar'), '展开菜单')
        await becomes(true, async () => (await widthOf(page.locator('.sidebar'))) > 80)
      },
    },
    {
      sentence: 'Layout: crumbs',
      asks: 'office',
      async check({ office }) {
        const page = await office('/AdminProduct')
        const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
        await becomes(['首页', '菜单', '产品管理'], () => texts(crumbs))
      },
    },
    {
      sentence: 'Layout: a button fills the screen, and returns',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        const isFull = () => page.evaluate(() => document.fullscreenElement === document.documentElement)
        await press(page, '全屏')
        await becomes(true, isFull)
        await press(page, '退出全屏')
        await becomes(false, isFull)
      },
    },
    {
      sentence: 'Layout: the menu of the person signs out',
      async check({ staff }) {
        const { page } = await staff('/dashboard')
        await userMenu(page, '退出登录')
        await page.waitForURL('**/login?**')
        await page.goto('/dashboard')
        assert.equal(new URL(page.url()).pathname, '/login')
      },
    },
    {
      sentence: 'Layout: a strip of the views that were visited',
      asks: 'office',
      async check(world) {
        const page = await inTabMenu(world, '首页', '关闭所有')
        await becomes(['首页'], () => tabs(page))
        for (const path of ['/AdminNews', '/AdminProduct']) await world.office(path)
        await becomes(['首页', '新闻管理', '产品管理'], () => tabs(page))
        await strip(page).getByRole('link', { name: '新闻管理' }).click()
        await page.waitForURL('**/AdminNews')
      },
    },
    {
      sentence: 'Layout: the menu of a tab closes this one',
      asks: 'office',
      async check(world) {
        const page = await inTabMenu(world, '产品管理', '关闭当前')
        await strip(page).getByRole('link', { name: '产品管理' }).waitFor({ state: 'detached' })
        for (const other of ['新闻管理', '轮播图管理']) assert.ok((await tabs(page)).includes(other))
      },
    },
    {
      sentence: 'Layout: it closes all others',
      asks: 'office',
      async check(world) {
        const page = await inTabMenu(world, '产品管理', '关闭其他')
        await becomes(['首页', '产品管理'], () => tabs(page))
      },
    },
    {
      sentence: 'Layout: it closes all',
      asks: 'office',
      async check(world) {
        const page = await inTabMenu(world, '产品管理', '关闭所有')
        await becomes(['首页'], () => tabs(page))
      },
    },
    {
      sentence: 'Layout: a pinned tab cannot be closed',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        const tab = strip(page).getByRole('link', { name: '首页' })
        await tab.click({ button: 'right' })
        assert.equal(await page.getByRole('menuitem', { name: '关闭当前' }).isDisabled(), true)
        await page.keyboard.press('Escape')
        await tab.click({ button: 'middle' })
        await tab.press('Delete')
        assert.equal((await tabs(page))[0], '首页')
      },
    },
    {
      sentence: 'Layout: the menu of a tab is 105 px wide',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        await strip(page).getByRole('link', { name: '首页' }).click({ button: 'right' })
        const width = await widthOf(page.getByRole('menu'))
        await page.keyboard.press('Escape')
        assert.equal(width, 105)
      },
    },
    {
      sentence: 'Layout: the views are kept as they were left',
      asks: 'office',
      async check(world) {
        const page = await list(world, '/AdminNews')
        await search(page).getByLabel('新闻标题').fill('半句话')
        await list(world, '/AdminProduct')
        await list(world, '/AdminNews')
        assert.equal(await search(page).getByLabel('新闻标题').inputValue(), '半句话')
        await press(search(page), '重置')
      },
    },
    {
      sentence: 'Layout: below 992 px it is that of phones',
      asks: 'office',
      check: (world) =>
        narrow(world, async (page) => {
          await page.setViewportSize({ width: 992, height: 1080 })
          await page.locator('.layout:not(.mobile)').waitFor()
        }),
    },
    {
      sentence: 'Layout: there the sidebar closes when the route changes',
      asks: 'office',
      check: (world) =>
        narrow(world, async (page) => {
          await menu(page).getByRole('link', { name: '产品管理' }).click()
          await page.waitForURL('**/AdminProduct')
          await page.locator('.layout.mobile:not(.open)').waitFor()
        }),
    },
    {
      sentence: 'Layout: there the sidebar closes when the size changes',
      asks: 'office',
      check: (world) =>
        narrow(world, async (page) => {
          await page.setViewportSize({ width: 900, height: 1080 })
          await page.locator('.layout.mobile:not(.open)').waitFor()
        }),
    },
    {
      sentence: 'Products: searched by name and by place',
      async check(world) {
        const places = [{ locationId: 'zhgd' }, { locationId: 'cpxt' }]
        await made(world, 'product', '行的产品', ...places)
        const page = await list(world, '/AdminProduct')
        await finds(page, 'coverName', ['行的产品', '行的产品'], (bar) => bar.getByLabel('产品名称').fill('行的产'))
        await finds(page, 'coverName', ['行的产品'], async (bar) => {
          await bar.getByLabel('产品名称').fill('行的产')
          await bar.getByLabel('产品位置').selectOption({ label: '建筑机器人' })
        })
      },
    },
    {
      sentence: 'Products: the buttons 重置, 查询 and 新增',
      asks: 'office',
      async check(world) {
        const buttons = search(await list(world, '/AdminProduct')).getByRole('button', { name: /^(重置|查询|新增)$/ })
        assert.deepEqual(await texts(buttons), ['重置', '查询', '新增'])
      },
    },
    {
      sentence: 'Products: the columns are number, name, cover, place, description, path, time and actions',
      asks: 'office',
      async check(world) {
        const page = await list(world, '/AdminProduct')
        const columns = ['序号', '产品名称', '封面图', '产品位置', '产品描述', '跳转路径', '时间', '操作']
        assert.deepEqual(await heads(page), columns)
      },
    },
    {
      sentence: 'Products: the cover opens large',
      async check(world) {
        const page = await list(world, '/AdminProduct')
        const cover = shown(page.locator('.thumbnail:has(img)')).first()
        const address = (await cover.locator('img').getAttribute('src'))?.split('.')[0] ?? 'none'
        await inDialog(
          page,
          '查看大图',
          () => cover.click(),
          async (large) => {
            assert.ok((await large.getByRole('img').first().getAttribute('src'))?.startsWith(address))
          },
        )
      },
    },
    {
      sentence: 'Products: the actions are 查看, 编辑 and 删除',
      async check(world) {
        assert.deepEqual(await actions(await list(world, '/AdminProduct')), ['查看', '编辑', '删除'])
      },
    },
    {
      sentence: 'Products: the list has pages',
      check: async (world) => paged(await list(world, '/AdminProduct')),
    },
    {
      sentence: 'Products: the dialog is 72 % wide',
      asks: 'office',
      check: async (world) =>
        formOf(await list(world, '/AdminProduct'), '新增', '新增产品', (form) => isWide(form, 0.72)),
    },
    {
      sentence: 'Carousel: searched by title',
      async check(world) {
        await made(world, 'carousel', '行的图片', {})
        const page = await list(world, '/AdminCarousel')
        await finds(page, 'photoTitle', ['行的图片'], (bar) => bar.getByLabel('标题').fill('行的'))
      },
    },
    {
      sentence: 'Carousel: the buttons 重置, 查询 and 上传图片',
      asks: 'office',
      async check(world) {
        const buttons = search(await list(world, '/AdminCarousel')).getByRole('button')
        assert.deepEqual(await texts(buttons), ['重置', '查询', '上传图片'])
      },
    },
    {
      sentence: 'Carousel: the columns are number, title, description, picture and actions',
      asks: 'office',
      async check(world) {
        const page = await list(world, '/AdminCarousel')
        assert.deepEqual(await heads(page), ['序号', '标题', '描述', '图片', '操作'])
      },
    },
    {
      sentence: 'Carousel: the actions are 编辑 and 删除',
      async check(world) {
        assert.deepEqual(await actions(await list(world, '/AdminCarousel')), ['编辑', '删除'])
      },
    },
    {
      sentence: 'Carousel: the list has pages',
      async check(world) {
        await made(world, 'carousel', '行的一张', ...Array(11).fill({}))
        const page = await list(world, '/AdminCarousel')
        await press(search(page), '重置')
        await paged(page)
      },
    },
    {
      sentence: 'Carousel: the dialog is 50 % wide',
      asks: 'office',
      check: async (world) =>
        formOf(await list(world, '/AdminCarousel'), '上传图片', '上传图片', (form) => isWide(form, 0.5)),
    },
    {
      sentence: 'News: the list is searched',
      async check(world) {
        await made(world, 'news', '行的新闻', {})
        const page = await list(world, '/AdminNews')
        await finds(page, 'newTitle', ['行的新闻'], (bar) => bar.getByLabel('新闻标题').fill('行的'))
      },
    },
    {
      sentence: 'News: the list has pages',
      check: async (world) => paged(await list(world, '/AdminNews')),
    },
    {
      sentence: 'News: a dialog adds an article',
      async check(world) {
        removedAfter(world, 'news', '加的新闻')
        const page = await list(world, '/AdminNews')
        await formOf(page, '新增', '新增新闻', async (form) => {
          await form.getByLabel('新闻标题').fill('加的新闻')
          await press(form, '发布')
          await says(page, '添加成功！')
        })
        assert.equal((await found(world, 'news', '加的新闻')).length, 1)
      },
    },
    {
      sentence: 'News: a dialog edits an article',
      async check(world) {
        await made(world, 'news', '改的新闻', {})
        const page = await list(world, '/AdminNews')
        await press(search(page), '重置')
        await rowForm(page, '改的新闻', '编辑', '编辑新闻', async (form) => {
          await becomes('改的新闻', () => form.getByLabel('新闻标题').inputValue())
          await form.getByLabel('封面描述').fill('改过')
          await press(form, '更新')
          await says(page, '修改成功！')
        })
        assert.equal((await found(world, 'news', '改的新闻'))[0]?.newIntro, '改过')
      },
    },
    {
      sentence: 'News: a dialog shows an article',
      async check(world) {
        await made(world, 'news', '看的新闻', { newIntro: '看的介绍' })
        const page = await list(world, '/AdminNews')
        await press(search(page), '重置')
        await rowForm(page, '看的新闻', '查看', '查看新闻', async (form) => {
          await becomes('看的新闻', () => form.getByLabel('新闻标题').inputValue())
          assert.equal(await form.getByLabel('封面描述').inputValue(), '看的介绍')
        })
      },
    },
    {
      sentence: 'Dealers: searched by 代理名称, with 重置 and 查询',
      async check(world) {
        await dealers(world)
        const page = await list(world, '/AdminAgenttoJoin')
        await finds(page, 'agentName', ['行的代理'], (bar) => bar.getByLabel('代理名称').fill('行的'))
      },
    },
    {
      sentence: 'Dealers: the columns are number, name, description, telephone and time',
      async check(world) {
        const columns = await heads(await list(world, '/AdminAgenttoJoin'))
        assert.deepEqual(columns.slice(0, 5), ['序号', '代理名称', '代理描述', '联系方式', '时间'])
      },
    },
    {
      sentence: 'Dealers: the time is a date',
      async check(world) {
        await dealers(world)
        const page = await list(world, '/AdminAgenttoJoin')
        await press(search(page), '重置')
        assert.match(await row(page, '行的代理').locator('time').first().innerText(), /^20\d\d-\d\d-\d\d \d\d:\d\d$/)
      },
    },
    {
      sentence: 'Dealers: the list has pages',
      async check(world) {
        await dealers(world, 11)
        const page = await list(world, '/AdminAgenttoJoin')
        await press(search(page), '重置')
        await paged(page)
      },
    },
    {
      sentence: 'Materials: searched by name',
      async check(world) {
        const page = await list(world, '/profile')
        const [, cloud = ''] = sheets
        await finds(page, 'name', [cloud], (bar) => bar.getByLabel('资料名称').fill('云平台'))
      },
    },
    {
      sentence: 'Materials: a table of name and time',
      asks: 'office',
      async check(world) {
        assert.deepEqual(await heads(await list(world, '/profile')), ['序号', '资料名称', '创建时间', '操作'])
      },
    },
    {
      sentence: 'Materials: some are shipped as samples',
      async check(world) {
        const page = await list(world, '/profile')
        await becomes(sheets, () => materials(page))
        assert.match(
          await row(page, sheets[0] ?? '')
            .locator('time')
            .innerText(),
          /^20\d\d-/,
        )
      },
    },
    {
      sentence: 'Materials: a dialog 上传资料',
      asks: 'office',
      check: async (world) =>
        formOf(await list(world, '/profile'), '上传资料', '上传资料', (dialog) => says(dialog, '选择文件')),
    },
    {
      sentence: 'Materials: the page is a stub without calls',
      otherForm: 'The page of materials works instead of being a stub',
      why: 'sample rows that save nothing mislead',
      async check(world) {
        const page = await list(world, '/profile')
        const calls = await callsOf(page, () =>
          formOf(page, '上传资料', '上传资料', async (dialog) => {
            await choose(dialog, [pdfFile('行的资料.pdf')])
            await ok(dialog).click()
            await says(page, '上传成功！')
          }),
        )
        assert.ok(calls.includes('/v1/media/list'))
        await row(page, '行的资料.pdf').waitFor()
        const { data } = (await world.asStaff('/v1/media/list', { word: '行的资料' })).data
        await world.asStaff('/v1/media/delete', { mediaIds: [data[0].mediaId] })
        await press(search(page), '重置')
        await row(page, '行的资料.pdf').waitFor({ state: 'detached' })
      },
    },
    {
      sentence: 'Password: old, new and confirmed one',
      asks: 'office',
      check: async ({ office }) =>
        fromMenu(await office('/dashboard'), '修改密码', '修改密码', async (dialog) =>
          assert.deepEqual(await texts(dialog.locator('.field-label')), ['旧密码', '新密码', '确认密码']),
        ),
    },
    {
      sentence: 'Password: 取消 closes, 确定 changes it',
      async check(world) {
        const { page, login } = await officeOf(world, '换密码的人', 'editor')
        await fromMenu(page, '修改密码', '修改密码', async (dialog) => {
          await press(dialog, '取消')
          await dialog.waitFor({ state: 'detached' })
        })
        await fromMenu(page, '修改密码', '修改密码', async (dialog) => {
          await dialog.getByLabel('旧密码', { exact: true }).fill(login.password)
          for (const label of ['新密码', '确认密码'])
            await dialog.getByLabel(label, { exact: true }).fill('fresh-secret')
          await press(dialog, '确定')
          await says(page, '修改成功！')
        })
        await world.server.signIn({ username: login.name, password: 'fresh-secret' })
      },
    },
    {
      sentence: 'QR dialog: its title is 扫码关注公众号',
      asks: 'office',
      check: async ({ office }) =>
        fromMenu(await office('/dashboard'), '扫码关注公众号', '扫码关注公众号', async (dialog) =>
          assert.equal(await dialog.getByRole('heading').first().textContent(), '扫码关注公众号'),
        ),
    },
    {
      sentence: 'QR dialog: the code has 256x256',
      asks: 'office',
      check: async ({ office }) =>
        fromMenu(await office('/dashboard'), '扫码关注公众号', '扫码关注公众号', (dialog) =>
          becomes([256, 256], async () => {
            const { width = 0, height = 0 } = (await dialog.getByRole('img').boundingBox()) ?? {}
            return [Math.round(width), Math.round(height)]
          }),
        ),
    },
    {
      sentence: 'QR dialog: the code is a link of WeChat with the id of the user',
      async check({ office, asStaff }) {
        const { followUrl, userId } = (await asStaff('/v1/indexLogin/userInfo')).data
        assert.ok(followUrl.startsWith('https://open.weixin.qq.com/connect/oauth2/authorize?'))
        assert.ok(followUrl.includes(userId))
        await fromMenu(await office('/dashboard'), '扫码关注公众号', '扫码关注公众号', async (dialog) => {
          const drawn = await dialog.getByRole('img').locator('path').last().getAttribute('d')
          assert.equal(drawn, qrModules(followUrl).dark)
        })
      },
    },
    {
      sentence: 'System dialog: a click on logo or name opens it',
      async check({ office }) {
        const page = await office('/dashboard')
        for (const part of ['img', 'span'])
          await inDialog(
            page,
            '系统名称和LOGO',
            () => page.locator('.brand').locator(part).first().click(),
            () => {},
          )
      },
    },
    { sentence: 'System dialog: it needs the permission', check: (world) => namedBy(world, '看名称的人') },
    {
      sentence: 'The tables are as high as the window less 219',
      async check(world) {
        for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile']) {
          const page = await list(world, path)
          assert.equal((await shown(page.locator('.data')).boundingBox())?.height, 1080 - 219, path)
        }
      },
    },
  ],
  mutants: [
    { from: '--sidebar: 13.125rem', to: '--sidebar: 13.5rem', breaks: ['Layout: the sidebar is 210 px wide'] },
    {
      from: '.tab-menu{inline-size:6.5625rem',
      to: '.tab-menu{inline-size:7rem',
      breaks: ['Layout: the menu of a tab is 105 px wide'],
    },
    { from: '219px', to: '210px', breaks: ['The tables are as high as the window less 219'] },
    {
      from: 'href:"/agreement"',
      to: 'href:"/privacy"',
      breaks: ['Login: a box for the agreement, with a link to it'],
    },
    {
      from: 'jumpUrl:{width:"9rem",spare:1},',
      to: '',
      breaks: ['Products: the columns are number, name, cover, place, description, path, time and actions'],
    },
    { from: 'title:"创建时间"', to: 'title:"上传时间"', breaks: ['Materials: a table of name and time'] },
  ],
}
