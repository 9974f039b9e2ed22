import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { eventually } from '../../eventually.ts'
import { browserTest, seriousFaults, sharedServer } from '../../browser/browser.ts'
import { account, menu, question, row, signIn, staff, toast } from '../../browser/staff.ts'

/** What the menu offers. */
const titles = [
  '产品管理',
  '新闻管理',
  '轮播图管理',
  '代理加盟',
  '案例管理',
  '页面管理',
  '客户咨询',
  '网站设置',
  '素材库',
  '访问统计',
  '上线检查',
  '资料管理',
  '账号管理',
  '操作记录',
  '最近的操作',
  '我的账号',
]
/** What other screens lead to; statistics after the first visits. */
const notInMenu = ['资料管理', '访问统计', '操作记录', '我的账号']
const screens = [
  '/AdminProduct',
  '/AdminNews',
  '/AdminCarousel',
  '/AdminAgenttoJoin',
  '/AdminCase',
  '/AdminPage',
  '/AdminInquiry',
  '/settings',
  '/AdminMedia',
  '/visits',
  '/check',
  '/profile',
  '/accounts',
  '/log',
  '/operations',
  '/account',
]

/** Opens every screen by its address, as from a link of a colleague: it is there, or the dashboard with a reason. */
async function walk(t: TestContext, role: string, name: string, seen: readonly string[]) {
  const visited = await staff(t, '/dashboard', await account(role, name))
  const { page, complaints } = visited
  await page.locator('.dashboard-counts .count-value').first().waitFor()
  const shown = await menu(page).getByRole('link').allInnerTexts()
  assert.deepEqual(
    shown.map((text) => text.trim().split('\n')[0]),
    ['首页', ...seen.filter((title) => !notInMenu.includes(title))],
  )
  for (const [index, path] of screens.entries()) {
    const title = titles[index] as string
    await page.goto(path)
    if (seen.includes(title)) {
      await page.getByRole('region', { name: title, exact: true }).first().waitFor()
      assert.equal(new URL(page.url()).pathname, path)
    } else {
      await toast(page, '您的角色不能使用这个页面，已转到首页')
      assert.equal(new URL(page.url()).pathname, '/dashboard')
    }
    await page.waitForLoadState('networkidle')
  }
  assert.deepEqual(complaints, [], 'no call is refused')
  await page.goto('/dashboard')
  await page.locator('.dashboard-counts .count-value').first().waitFor()
  await page.waitForLoadState('networkidle')
  return visited
}

const notOfEditors = ['代理加盟', '客户咨询', '账号管理', '操作记录']

browserTest(
  'an editor sees content and settings, and nothing of enquiries, accounts, filing, legal texts and notices',
  async (t) => {
    const { page, complaints, calls } = await walk(
      t,
      'editor',
      '李工',
      titles.filter((title) => !notOfEditors.includes(title)),
    )
    assert.equal(calls.includes('/v1/agent/list'), false)
    const dashboard = await page.locator('.dashboard').innerText()
    assert.doesNotMatch(dashboard, /线索|加盟申请|近7天咨询|备案|通知渠道|试填/)
    const [, left] = /还有(\d+)项没有完成/.exec(dashboard)?.map(Number) ?? []
    const { data: checks } = await (await sharedServer()).post(
      '/v1/check/list',
      {},
      { headers: await (await sharedServer()).signIn() },
    )
    const isOpen = ({ state }: { state: string }): boolean => state !== 'ok'
    assert.ok(left && left < checks.filter(isOpen).length, 'what is not the editor’s is not counted')
    await page.goto('/settings?group=legal')
    const groups = page.getByRole('navigation', { name: '设置分组' })
    await groups.getByRole('link', { name: /基本信息/ }).waitFor()
    assert.doesNotMatch(await groups.innerText(), /备案|协议|通知/)

    // A version from before an administrator changed the legal texts is restored.
    const server = await sharedServer()
    const headers = await server.signIn()
    const {
      data: { slogan },
    } = await server.post('/v1/site/detail')
    const changed = await server.post('/v1/site/update', { slogan: '另一句口号', support: '某某科技' }, { headers })
    assert.equal(changed.status, 200)
    await page.goto('/settings?group=basics')
    await page.getByText('历史版本', { exact: true }).first().click()
    await page
      .getByRole('button', { name: /^查看：/ })
      .first()
      .click()
    await page.getByRole('dialog').getByRole('button', { name: '用这一版' }).click()
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await eventually(async () => (await server.post('/v1/site/detail')).data.slogan === slogan, 'the slogan is back')
    assert.equal((await server.post('/v1/site/detail')).data.support, '某某科技')

    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog').filter({ has: page.getByRole('combobox') })
    for (const [word, title, found] of [
      ['备案', '(网站设置 · )?备案', 0],
      ['账号管理', '账号管理', 0],
      ['线索', '代理加盟', 0],
      ['线索', '客户咨询', 0],
      ['素材库', '素材库', 1],
    ] as const) {
      await palette.getByRole('combobox').fill(word)
      const option = palette.getByRole('option', { name: new RegExp(`^${title}`) })
      await eventually(async () => (await option.count()) > 0 === found > 0, word)
    }
    assert.deepEqual(complaints, [])
  },
)

browserTest('who has a password that others know is asked for another, until it is changed', async (t) => {
  const known = await account('editor', '周工')
  const { page } = await staff(t, '/dashboard', known)
  await page.getByRole('button', { name: '换掉初始密码' }).click()
  const dialog = page.getByRole('dialog', { name: '修改密码' })
  const fill = async (password: string): Promise<void> => {
    for (const label of ['新密码', '确认密码']) await dialog.getByLabel(label, { exact: true }).fill(password)
    await dialog.getByRole('button', { name: '确定' }).click()
  }
  await dialog.getByLabel('旧密码', { exact: true }).fill(known.password)
  await fill('123456789')
  await dialog.getByText('新密码不能少于10位').first().waitFor()
  await fill('tajinanquan-2026')
  await signIn(page, '周工', 'tajinanquan-2026')
  await page.locator('.check-line').getByText('下一项是').waitFor()
  assert.equal(await page.getByRole('button', { name: '换掉初始密码' }).count(), 0)

  const service = await account('service', '吴工')
  const other = await staff(t, '/dashboard', service)
  await other.page.getByRole('region', { name: '密码' }).getByRole('button', { name: '修改密码' }).click()
  await other.page.getByRole('dialog', { name: '修改密码' }).waitFor()
})

browserTest('an administrator adds an account, changes its role, resets its password and disables it', async (t) => {
  const { page, complaints } = await staff(t, '/accounts', { own: true, bypassCSP: true })
  await row(page, 'admin').getByText('自己的账号不能停用或改角色').waitFor()
  assert.equal(await row(page, 'admin').getByRole('combobox').count(), 0)

  await page.getByRole('button', { name: '添加账号' }).click()
  const dialog = page.getByRole('dialog', { name: '添加账号' })
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('请填写账号').waitFor()
  await dialog.getByLabel('账号').fill(' admin ')
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  await dialog.getByText('已有名为“admin”的账号').waitFor()
  await dialog.getByLabel('账号').fill('王工')
  await dialog.getByLabel('角色').selectOption('客服')
  assert.deepEqual(await seriousFaults(page), [])
  await dialog.getByRole('button', { name: '添加', exact: true }).click()
  const made = page.getByRole('dialog', { name: '“王工”的密码' })
  await made.getByText('密码只显示这一次').waitFor()
  const first = await made.locator('code').innerText()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await made.getByRole('button', { name: '复制密码' }).click()
  await made.getByText('已复制').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), first)
  assert.deepEqual(await seriousFaults(page), [])
  await made.getByRole('button', { name: '完成' }).click()
  assert.equal((await page.content()).includes(first), false)

  await row(page, '王工').getByLabel('角色：王工').selectOption('内容编辑')
  await question(page).getByRole('button', { name: '取消' }).click()
  assert.equal(await row(page, '王工').getByLabel('角色：王工').inputValue(), 'service')
  await row(page, '王工').getByLabel('角色：王工').selectOption('内容编辑')
  await question(page).getByRole('button', { name: '改角色' }).click()
  await toast(page, '修改成功！')
  await eventually(
    async () => (await row(page, '王工').getByLabel('角色：王工').inputValue()) === 'editor',
    'the list shows the new role',
  )

  await page.getByRole('button', { name: '重置密码：王工' }).click()
  await question(page).getByRole('button', { name: '重置密码' }).click()
  await made.getByText('密码只显示这一次').waitFor()
  const second = await made.locator('code').innerText()
  assert.notEqual(second, first)
  await page.keyboard.press('Escape')
  await question(page).getByRole('button', { name: '返回' }).click()
  assert.equal(await made.locator('code').innerText(), second)
  await made.getByRole('button', { name: '完成' }).click()
  await question(page).getByRole('button', { name: '已经记下，关闭' }).click()
  await made.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '停用：王工' }).click()
  await question(page).getByRole('button', { name: '停用' }).click()
  await row(page, '王工').getByText('停用').first().waitFor()
  assert.deepEqual(
    complaints.filter((each) => !each.includes('400')),
    [],
  )
})
