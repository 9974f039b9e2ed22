import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import { account, menu, pick, save, staff, strip } from '../../browser/staff.ts'
import { hold } from '../../browser/waiting.ts'

browserTest('the menu of a tab works by mouse and by keys, and the focus is never lost', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const tabs = strip(page).getByRole('link')
  const tabsAre = (...names: string[]): Promise<void> =>
    eventually(async () => (await tabs.allTextContents()).join() === names.join(), `the tabs are ${names}`)
  for (const name of ['产品管理', '页面管理']) await menu(page).getByRole('link', { name }).click()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)

  await tabs.getByText('新闻管理').focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menu', { name: '标签页：新闻管理' }).waitFor()
  assert.equal(await focused(), '关闭当前')
  await page.keyboard.press('Escape')
  assert.equal(await focused(), '新闻管理')
  await page.keyboard.press('ContextMenu')
  await page.keyboard.press('ArrowDown')
  assert.equal(await focused(), '关闭其他')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/AdminNews$/)
  await tabsAre('首页', '新闻管理')

  await tabs.getByText('新闻管理').focus()
  await page.keyboard.press('Delete')
  await page.waitForURL(/\/dashboard$/)
  await page.waitForFunction(() => document.activeElement?.textContent === '首页')

  for (const name of ['产品管理', '新闻管理']) await menu(page).getByRole('link', { name }).click()
  await tabs.getByText('产品管理').click({ button: 'right' })
  await page.getByRole('menuitem', { name: '关闭当前' }).click()
  await tabsAre('首页', '新闻管理')
  await tabs.getByText('新闻管理').click({ button: 'middle' })
  await page.waitForURL(/\/dashboard$/)
  await tabsAre('首页')
})

browserTest('many tabs scroll within their strip, and the current one is completely visible', async (t) => {
  const { page } = await staff(t, '/dashboard', { viewport: { width: 520, height: 800 } })
  for (const title of ['产品管理', '新闻管理', '页面管理', '客户咨询', '素材库']) {
    await page.getByRole('button', { name: '展开菜单' }).click()
    await menu(page).getByRole('link', { name: title }).click()
  }
  const list = strip(page).getByRole('list')
  await strip(page).getByRole('link', { name: '素材库' }).waitFor()
  const place = () =>
    list.evaluate((element) => {
      const [own, tab] = [element.getBoundingClientRect(), element.querySelector('.current')?.getBoundingClientRect()]
      return {
        left: element.scrollLeft,
        more: element.scrollWidth - element.clientWidth,
        whole: tab && tab.left >= own.left && tab.right <= own.right,
      }
    })
  const { left, more, whole } = await place()
  assert.ok(more > 50 && left > 0 && whole === true, JSON.stringify({ left, more, whole }))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), 0)
  await list.hover()
  await page.mouse.wheel(0, -1000)
  await page.waitForFunction(() => document.querySelector('.tab-strip ul')?.scrollLeft === 0)
  assert.equal((await place()).whole, false)
})

browserTest(
  'a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs',
  async (t) => {
    const { page } = await staff(t, '/dashboard')
    const width = () => page.locator('.sidebar').evaluate((element) => element.getBoundingClientRect().width)
    assert.equal(await width(), 210)
    await menu(page).getByRole('link', { name: '新闻管理' }).click()
    await page.getByRole('button', { name: '收起菜单' }).click()
    await page.waitForFunction(() => (document.querySelector('.sidebar')?.getBoundingClientRect().width ?? 210) < 80)
    await page.reload()
    await page.getByRole('button', { name: '展开菜单' }).waitFor()
    assert.ok((await width()) < 80)
    assert.deepEqual(await strip(page).getByRole('link').allTextContents(), ['首页', '新闻管理'])
    assert.equal(await menu(page).getByRole('link', { name: '产品管理' }).getAttribute('title'), '产品管理')
    await page.setViewportSize({ width: 700, height: 900 })
    await page.locator('.layout.mobile').waitFor()
    await page.reload()
    await page.locator('.layout.mobile').waitFor()
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.locator('.layout.narrow').waitFor()
  },
)

const kept = (page: Page): Promise<Record<string, unknown>> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('layout') ?? '{}'))

browserTest(
  'on unload a tab keeps the state of the client, but no credential, and shows whose frame it is before the server has answered',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
    await menu(page).getByRole('link', { name: '产品管理' }).click()
    await page.waitForURL('/AdminProduct')
    const [handle, auth] = await page.evaluate(() => [localStorage.getItem('token'), localStorage.getItem('auth')])
    const { sysName, logo } = (await server.post('/v1/indexLogin/userInfo', {}, { headers: await server.signIn() }))
      .data
    const state = {
      opened: true,
      device: 'desktop',
      token: handle,
      name: 'admin',
      avatar: '',
      visited: ['/dashboard', '/AdminNews', '/AdminProduct'],
      cached: ['/dashboard', '/AdminNews', '/AdminProduct'],
      settings: { sysName, logo },
    }
    const release = await hold(page, '**/v1/indexLogin/userInfo')
    await page.reload()
    assert.deepEqual(await kept(page), state)
    const token = (await page.context().cookies()).find(({ name }) => name === 'item_token')?.value ?? ''
    assert.notEqual(token, '')
    const storages = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))
    assert.equal(storages.includes(token), false, 'the credential is in neither storage')

    assert.equal(await page.locator('.brand').innerText(), sysName)
    assert.equal(await page.locator('.user-button').textContent(), 'Aadmin')
    assert.equal(await page.getByRole('link').count(), 0, 'who may see what is not known yet')
    const frame = () =>
      page.locator('.brand, .user-button, .tab-strip').evaluateAll((both) =>
        both.map((each) => {
          const { top, left, height } = each.getBoundingClientRect()
          return [top, left, height].map(Math.round)
        }),
      )
    const before = await frame()
    release()
    await menu(page).getByRole('link', { name: '产品管理' }).waitFor()
    assert.deepEqual(await frame(), before, 'nothing of it moves')
    assert.equal(await page.evaluate(() => localStorage.getItem('auth')), auth)

    // Of another session it says nothing, and after signing out nothing is left of the person.
    await page.evaluate(() =>
      addEventListener('pagehide', () =>
        sessionStorage.setItem(
          'layout',
          JSON.stringify({ ...JSON.parse(sessionStorage.getItem('layout') ?? '{}'), token: 'another' }),
        ),
      ),
    )
    const again = await hold(page, '**/v1/indexLogin/userInfo')
    await page.reload()
    await page.getByText('正在加载…').waitFor({ state: 'attached' })
    assert.equal(await page.locator('.layout').count(), 0)
    again()
    await menu(page).waitFor()
    await pick(page, '退出登录')
    await page.waitForURL(/\/login/)
    assert.deepEqual(await kept(page), {})
    await page.reload()
    const { token: handleAfter, name, visited } = await kept(page)
    assert.deepEqual([handleAfter, name, visited], ['', '', ['/dashboard']])
    assert.deepEqual(complaints, [])
  },
)

browserTest('what somebody writes into the session storage gives no permission', async (t) => {
  const service = await account('service', '钱工')
  const { page } = await staff(t, '/dashboard', service)
  await page.evaluate(() =>
    addEventListener('pagehide', () => {
      const state = JSON.parse(sessionStorage.getItem('layout') ?? '{}')
      const more = {
        auth: 'account:update,site:update,record:edit',
        role: 'admin',
        visited: ['/accounts', '/settings'],
        cached: ['/accounts'],
      }
      sessionStorage.setItem('layout', JSON.stringify({ ...state, ...more }))
    }),
  )
  await page.reload()
  await menu(page).getByRole('link', { name: '首页' }).waitFor()
  assert.equal(await menu(page).getByRole('link', { name: '账号管理' }).count(), 0)
  assert.deepEqual(await strip(page).getByRole('link').allTextContents(), ['首页'])
})

browserTest('the screen can be filled where only the prefixed names are known, as in Safari before 16.4', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await page.addInitScript(() => {
    for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
      Reflect.deleteProperty(Document.prototype, name)
    Reflect.deleteProperty(Element.prototype, 'requestFullscreen')
    Object.defineProperty(Document.prototype, 'webkitFullscreenEnabled', { value: true })
    Object.defineProperty(Document.prototype, 'webkitFullscreenElement', { value: null, configurable: true })
    Object.assign(Document.prototype, {
      webkitExitFullscreen() {
        Object.defineProperty(document, 'webkitFullscreenElement', { value: null, configurable: true })
        document.dispatchEvent(new Event('webkitfullscreenchange'))
      },
    })
    Object.assign(Element.prototype, {
      webkitRequestFullscreen() {
        Object.defineProperty(document, 'webkitFullscreenElement', {
          value: document.documentElement,
          configurable: true,
        })
        document.dispatchEvent(new Event('webkitfullscreenchange'))
      },
    })
  })
  await page.reload()
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await page.getByRole('button', { name: '退出全屏' }).click()
  await page.getByRole('button', { name: '全屏', exact: true }).waitFor()
})

browserTest('the name is changed while the default logo stays, which shows in the form', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  await page.getByRole('button', { name: '官网后台管理系统' }).first().click()
  const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
  assert.match((await dialog.getByAltText('当前LOGO').getAttribute('src')) ?? '', /\/mark\.[0-9a-f]{8}\.svg$/)
  await dialog.getByLabel('系统名称').fill('只改名称')
  await save(dialog, '修改成功！')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '只改名称' }).waitFor()
  const { data } = await server.post('/v1/indexLogin/userInfo', {}, { headers: await server.signIn() })
  assert.equal(data.sysName, '只改名称')
  assert.match(data.logo, /\/mark\.[0-9a-f]{8}\.svg$/)
})

browserTest('the menu is in groups that say what they hold, and each screen has one name', async (t) => {
  const { page } = await staff(t, '/dashboard')
  await menu(page).locator('.menu-group').first().waitFor()
  const groups = await menu(page)
    .locator('.menu-group')
    .evaluateAll((all) =>
      all.map((group) => [
        group.querySelector('span')?.textContent,
        ...[...group.querySelectorAll('a')].map((link) => link.textContent),
      ]),
    )
  assert.deepEqual(groups, [
    ['菜单', '产品管理', '新闻管理', '轮播图管理', '代理加盟'],
    ['内容', '案例管理', '页面管理', '客户咨询'],
    ['网站', '网站设置', '素材库', '上线检查'],
    ['系统', '账号管理', '最近的操作'],
  ])
  for (const [path, group, title] of [
    ['/AdminCarousel', '菜单', '轮播图管理'],
    ['/AdminAgenttoJoin', '菜单', '代理加盟'],
    ['/AdminInquiry', '内容', '客户咨询'],
  ] as const) {
    await page.goto(path)
    await strip(page).getByRole('link', { name: title, exact: true }).waitFor()
    assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), title)
    assert.deepEqual(await page.locator('.admin-crumbs li').allTextContents(), ['首页', group, title])
    assert.equal(await menu(page).locator('[aria-current=page]').textContent(), title)
  }
  await page.goto('/profile')
  await strip(page).getByRole('link', { name: '资料管理', exact: true }).waitFor()
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '资料管理')
  assert.deepEqual(await page.locator('.admin-crumbs li').allTextContents(), ['首页', '网站', '资料管理'])
  assert.equal(await menu(page).locator('[aria-current]').textContent(), '素材库')
})

browserTest('a browser that stores nothing for a tab shows every page, and reports no errors', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  await page.context().addInitScript(() => {
    const { setItem } = Storage.prototype
    Storage.prototype.setItem = function (...values) {
      if (this === sessionStorage) throw new DOMException('it is full', 'QuotaExceededError')
      setItem.apply(this, values)
    }
  })
  for (const path of ['/AdminNews', '/?utm_source=a', '/gywm#inquiry', '/mobile', '/AdminProduct']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
  }
  assert.deepEqual(complaints, [])
})
