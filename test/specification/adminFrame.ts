import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { animationEnds, menu, resize, strip } from '../browser/staff.ts'
import { admin } from '../server.ts'
import { qrModules } from '../../client/admin/ui/QrCode.tsx'
import {
  becomes,
  cannotRename,
  changesPassword,
  form,
  fromMenu,
  inDialog,
  inOffice,
  leads,
  list,
  measured,
  press,
  revealed,
  screen,
  search,
  signedIn,
  texts,
  widthOf,
  userMenu,
} from './office.ts'
import { inServer } from './mutated.ts'
import type { Asked, Row, Section } from './row.ts'

const group = (page: Page): Locator => menu(page).locator('.menu-group').first()

const tabs = (page: Page): Promise<string[]> => texts(strip(page).getByRole('link'))

/** The entry at this place of the first group of the menu. */
const entry = (place: number, name: string, path: string): Row => ({
  sentence: `The group holds ${name} for ${path}`,
  ...screen('/dashboard', async (page) => {
    const link = group(page).getByRole('link').nth(place)
    assert.equal(await link.locator('span').first().textContent(), name)
    assert.equal(await link.getAttribute('href'), path)
  }),
})

/** What comes of a choice in the menu of a tab, with these views open. */
const afterTabMenu = (tab: string, entry: string, look: Parameters<typeof screen>[1]): Asked =>
  inOffice(async (world) => {
    for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel']) await world.office(path)
    const page = await world.office('/AdminNews')
    await strip(page).getByRole('link', { name: '轮播图管理' }).waitFor()
    await strip(page).getByRole('link', { name: tab }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: entry }).click()
    await look(page, world)
  })

export const sidebarIs = measured(async ({ office }) => widthOf((await office('/dashboard')).locator('.sidebar')))
export const tabMenuIs = measured(async ({ office }) => {
  const page = await office('/dashboard')
  await strip(page).getByRole('link', { name: '首页' }).click({ button: 'right' })
  const width = await widthOf(page.getByRole('menu'))
  await page.keyboard.press('Escape')
  return width
})
export const qrCodeIs = measured(async ({ office }) =>
  fromMenu(await office('/dashboard'), '扫码关注公众号', '扫码关注公众号', async (dialog) => {
    await animationEnds(dialog)
    const { width, height } = (await dialog.getByRole('img').boundingBox()) ?? {}
    return [width, height]
  }),
)
/** Whether the layout is that of phones in a window of 991 px, and in one of 992. */
const isOfPhones = measured(async ({ office }) => {
  const page = await office('/dashboard')
  const layouts: boolean[] = []
  for (const width of [991, 992]) {
    await resize(page, { width, height: 1080 })
    layouts.push(await page.locator('.layout.mobile').isVisible())
  }
  await resize(page, { width: 1920, height: 1080 })
  return layouts
})
export const phonesEndAt992 = isOfPhones([true, false])

/** What is half typed in the list of news when one comes back to it. */
export const viewsAreKept = measured(async (world) => {
  const page = await list(world, '/AdminNews')
  const field = search(page).getByLabel('新闻标题')
  await field.fill('半句话')
  await list(world, '/AdminProduct')
  await list(world, '/AdminNews')
  const typed = await field.inputValue()
  await press(search(page), '重置')
  return typed
})

/** The office in a window of 991 px, with its menu open; wide again afterwards. */
const narrow = (look: (page: Page) => Promise<unknown>): Asked =>
  screen('/dashboard', async (page) => {
    await page.setViewportSize({ width: 991, height: 1080 })
    try {
      await page.getByRole('button', { name: '展开菜单' }).click()
      await page.locator('.layout.mobile.open').waitFor()
      await look(page)
    } finally {
      await page.setViewportSize({ width: 1920, height: 1080 })
    }
  })

export const adminFrame: Section = {
  section: '2 Screens and routes: the back office, its login and frame',
  file: 'office',
  rows: [
    {
      sentence: 'Its routes are in one layout',
      ...screen('/dashboard', async (page, { office }) => {
        const layout = await page.locator('.layout').elementHandle()
        for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile']) {
          await office(path)
          await page.locator(`.layout .tab.current a[href="${path}"]`).waitFor()
        }
        assert.equal(await layout?.evaluate(({ isConnected }) => isConnected), true)
      }),
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
      ...screen('/dashboard', async (page) => {
        assert.equal(await menu(page).locator('a[href="/dashboard"]').textContent(), '首页')
        await becomes(['首页'], () => texts(page.locator('.admin-crumbs li')))
      }),
    },
    {
      sentence: 'The tab of the dashboard is pinned',
      ...screen('/AdminNews', async (page) => {
        await becomes('首页', async () => (await tabs(page))[0])
        await strip(page).getByRole('button', { name: '关闭新闻管理' }).waitFor()
        assert.equal(await strip(page).getByRole('button', { name: '关闭首页' }).count(), 0)
      }),
    },
    {
      sentence: 'The group of the menu is called 菜单',
      ...screen('/dashboard', async (page) => assert.equal(await group(page).locator('> span').textContent(), '菜单')),
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
      check: async (world) => assert.equal((await signedIn(world)).path, '/dashboard'),
    },
    {
      sentence: 'Login: what is remembered is in the storage under userInfo, as user and pwd',
      otherForm: 'What is remembered as pwd is encrypted',
      why: 'a script of the page, or whoever copies the storage, would read the password',
      async check(world) {
        const { stored, filled } = await signedIn(world)
        const { user, pwd } = JSON.parse(stored.userInfo ?? '{}')
        assert.deepEqual([user, pwd.includes(admin.password)], [admin.username, false])
        assert.deepEqual(filled, [admin.username, admin.password])
      },
    },
    {
      sentence: 'Layout: the sidebar is 210 px wide',
      ...sidebarIs(210),
    },
    {
      sentence: 'Layout: a button in the top bar folds it',
      ...screen('/dashboard', async (page) => {
        await press(page.locator('.top-bar'), '收起菜单')
        await becomes(true, async () => (await widthOf(page.locator('.sidebar'))) < 80)
        await press(page.locator('.top-bar'), '展开菜单')
        await becomes(true, async () => (await widthOf(page.locator('.sidebar'))) > 80)
      }),
    },
    {
      sentence: 'Layout: crumbs',
      ...screen('/AdminProduct', async (page) => {
        const crumbs = page.getByRole('navigation', { name: '当前位置' }).getByRole('listitem')
        await becomes(['首页', '菜单', '产品管理'], () => texts(crumbs))
      }),
    },
    {
      sentence: 'Layout: a button fills the screen, and returns',
      ...screen('/dashboard', async (page) => {
        const isFull = () => page.evaluate(() => document.fullscreenElement === document.documentElement)
        await press(page, '全屏')
        await becomes(true, isFull)
        await press(page, '退出全屏')
        await becomes(false, isFull)
      }),
    },
    {
      sentence: 'Layout: the menu of the person signs out',
      async check({ staff }) {
        const page = await staff('/dashboard')
        await userMenu(page, '退出登录')
        await page.waitForURL('**/login?**')
        const { pathname } = new URL((await page.request.get('/dashboard')).url())
        assert.equal(pathname, '/login')
      },
    },
    {
      sentence: 'Layout: a strip of the views that were visited',
      ...afterTabMenu('首页', '关闭所有', async (page, world) => {
        await becomes(['首页'], () => tabs(page))
        for (const path of ['/AdminNews', '/AdminProduct']) await world.office(path)
        await becomes(['首页', '新闻管理', '产品管理'], () => tabs(page))
        await strip(page).getByRole('link', { name: '新闻管理' }).click()
        await page.waitForURL('**/AdminNews')
      }),
    },
    {
      sentence: 'Layout: the menu of a tab closes this one',
      ...afterTabMenu('产品管理', '关闭当前', async (page) => {
        await strip(page).getByRole('link', { name: '产品管理' }).waitFor({ state: 'detached' })
        for (const other of ['新闻管理', '轮播图管理']) assert.ok((await tabs(page)).includes(other))
      }),
    },
    {
      sentence: 'Layout: it closes all others',
      ...afterTabMenu('产品管理', '关闭其他', async (page) => {
        await becomes(['首页', '产品管理'], () => tabs(page))
      }),
    },
    {
      sentence: 'Layout: it closes all',
      ...afterTabMenu('产品管理', '关闭所有', async (page) => {
        await becomes(['首页'], () => tabs(page))
      }),
    },
    {
      sentence: 'Layout: a pinned tab cannot be closed',
      ...screen('/dashboard', async (page) => {
        const tab = strip(page).getByRole('link', { name: '首页' })
        await tab.click({ button: 'right' })
        assert.equal(await page.getByRole('menuitem', { name: '关闭当前' }).isDisabled(), true)
        await page.keyboard.press('Escape')
        await tab.click({ button: 'middle' })
        await tab.press('Delete')
        assert.equal((await tabs(page))[0], '首页')
      }),
    },
    {
      sentence: 'Layout: the menu of a tab is 105 px wide',
      ...tabMenuIs(105),
    },
    {
      sentence: 'Layout: the views are kept as they were left',
      ...viewsAreKept('半句话'),
    },
    {
      sentence: 'Layout: below 992 px it is that of phones',
      ...phonesEndAt992,
    },
    {
      sentence: 'Layout: there the sidebar closes when the route changes',
      ...narrow(async (page) => {
        await menu(page).getByRole('link', { name: '产品管理' }).click()
        await page.waitForURL('**/AdminProduct')
        await page.locator('.layout.mobile:not(.open)').waitFor()
      }),
    },
    {
      sentence: 'Layout: there the sidebar closes when the size changes',
      ...narrow(async (page) => {
        await page.setViewportSize({ width: 900, height: 1080 })
        await page.locator('.layout.mobile:not(.open)').waitFor()
      }),
    },
    {
      sentence: 'Password: old, new and confirmed one',
      ...screen('/dashboard', (page) =>
        fromMenu(page, '修改密码', '修改密码', async (dialog) =>
          assert.deepEqual(await texts(dialog.locator('.field-label')), ['旧密码', '新密码', '确认密码']),
        ),
      ),
    },
    {
      sentence: 'Password: 取消 closes, 确定 changes it',
      check: changesPassword,
    },
    {
      sentence: 'QR dialog: its title is 扫码关注公众号',
      ...screen('/dashboard', (page) =>
        fromMenu(page, '扫码关注公众号', '扫码关注公众号', async (dialog) =>
          assert.equal(await dialog.getByRole('heading').first().textContent(), '扫码关注公众号'),
        ),
      ),
    },
    {
      sentence: 'QR dialog: the code has 256x256',
      ...qrCodeIs([256, 256]),
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
    { sentence: 'System dialog: it needs the permission', check: cannotRename },
  ],
  mutants: [
    { from: '--sidebar: 13.125rem', to: '--sidebar: 13.5rem', breaks: ['Layout: the sidebar is 210 px wide'] },
    {
      from: '.tab-menu{inline-size:6.5625rem',
      to: '.tab-menu{inline-size:7rem',
      breaks: ['Layout: the menu of a tab is 105 px wide'],
    },
    {
      from: 'href:"/agreement"',
      to: 'href:"/privacy"',
      breaks: ['Login: a box for the agreement, with a link to it'],
    },
    { from: '官网后台管理系统', to: '后台管理系统', breaks: ['Login: its title is 官网后台管理系统'] },
    { from: '代理加盟', to: '加盟申请', breaks: ['The group holds 代理加盟 for /AdminAgenttoJoin'] },
    {
      from: 'connect/oauth2/authorize',
      to: 'connect/qrconnect',
      breaks: ['QR dialog: the code is a link of WeChat with the id of the user'],
    },
    {
      from: '.tab-menu{',
      to: 'dialog svg[role=img]{inline-size:200px!important}.tab-menu{',
      breaks: ['QR dialog: the code has 256x256'],
    },
    {
      from: /[\w$]+\("sysNameLogo:update"\)\?([\w$]+\("button")/g,
      to: 'true?$1',
      breaks: ['System dialog: it needs the permission'],
    },
    inServer('"/menu": "/AdminProduct"', '"/menu": "/AdminNews"', '/menu leads to /AdminProduct'),
  ],
}
