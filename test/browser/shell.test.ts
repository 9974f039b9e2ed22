import assert from 'node:assert/strict'
import { browserTest } from './browser.ts'
import { menu, resize, staff, strip, toast } from './staff.ts'

browserTest('the name is changed while the default logo stays, which shows in the form', async (t) => {
  const { page, server } = await staff(t, '/dashboard', { own: true })
  await page.getByRole('button', { name: '官网后台管理系统' }).first().click()
  const dialog = page.getByRole('dialog', { name: '系统名称和LOGO' })
  assert.match((await dialog.getByAltText('当前LOGO').getAttribute('src')) ?? '', /mark\.svg$/)
  await dialog.getByLabel('系统名称').fill('只改名称')
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '修改成功！')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '只改名称' }).waitFor()
  const { data } = await server.post('/v1/indexLogin/userInfo', {}, { headers: await server.signIn() })
  assert.deepEqual([data.sysName, data.logo], ['只改名称', '/media/mark.svg'])
})

browserTest('the menu is in groups that say what they hold, and each screen has one name', async (t) => {
  const { page } = await staff(t, '/dashboard')
  const groups = await menu(page)
    .locator('.menu-group')
    .evaluateAll((all) => all.map((group) => [group.querySelector('span')?.textContent, ...[...group.querySelectorAll('a')].map((link) => link.textContent)]))
  assert.deepEqual(groups, [
    ['菜单', '产品管理', '新闻管理', '轮播图管理', '代理加盟'],
    ['网站', '网站设置', '素材库', '资料管理'],
  ])
  await menu(page).getByRole('link', { name: '资料管理', exact: true }).click()
  await strip(page).getByRole('link', { name: '资料管理', exact: true }).waitFor()
  assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), '资料管理')
  assert.deepEqual(await page.locator('.admin-crumbs li').allTextContents(), ['首页', '网站', '资料管理'])
})

browserTest('the page of materials ends with the same margin as the other lists', async (t) => {
  const { page } = await staff(t, '/profile')
  for (const viewport of [{ width: 1440, height: 900 }, { width: 1366, height: 768 }, { width: 1280, height: 720 }, { width: 390, height: 844 }]) {
    await resize(page, viewport)
    await page.locator('.data').waitFor()
    const gap = await page.locator('.view:visible').evaluate((view) => {
      const { paddingLeft } = getComputedStyle(view)
      view.scrollTop = view.scrollHeight
      return { below: view.getBoundingClientRect().bottom - (view.querySelector('.data')?.getBoundingClientRect().bottom ?? 0), side: parseFloat(paddingLeft) }
    })
    assert.ok(gap.below >= gap.side, `${viewport.width}: ${JSON.stringify(gap)}`)
    if (viewport.width > 992) assert.equal(await page.locator('.view:visible').evaluate((view) => view.scrollHeight - view.clientHeight), 0, 'nothing to scroll')
  }
})
