import assert from 'node:assert/strict'
import { browserTest, visit } from '../../browser/browser.ts'
import { menu, row, shownAgain, staff, strip } from '../../browser/staff.ts'

browserTest(
  'the dashboard agrees with the lists, counts visits and applications, and its shortcuts work',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/dashboard')
    const count = (words: string) =>
      page.locator('.dashboard-counts li').filter({ hasText: words }).locator('.count-value')
    const stored = async (kind: string) => (await server.post(`/v1/${kind}/list`)).data.count
    await page.locator('.count-value').filter({ hasText: /\d/ }).nth(3).waitFor()
    assert.equal(await count('产品').textContent(), `${await stored('product')}个`)
    assert.equal(await count('新闻').textContent(), `${await stored('news')}篇`)
    assert.equal(await count('案例').textContent(), `${await stored('cases')}个`)
    assert.equal(await page.getByRole('button', { name: '刷新' }).count(), 0)
    assert.equal(await page.locator('.dashboard-counts').getByText('管理').count(), 0, 'words that the screen repeats')
    await page.getByText('还没有客户线索').waitFor()
    await page.getByText('近30天还没有访问记录').waitFor()

    // The browser of these tests calls itself headless, and robots are no visitors.
    const visitor = await visit(t, {
      server,
      userAgent:
        'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
    })
    await visitor.page.goto('/')
    await server.post('/v1/agent/saveAgent', { agentInfo: '新来的公司', agentName: '赵工', phone: '13900000009' })
    await shownAgain(page)
    await page.locator('.dashboard-latest').getByText('新来的公司').waitFor()
    await page.locator('.dashboard-latest').getByText('13900000009').waitFor()
    assert.equal(await count('近7天加盟申请').textContent(), '1条')
    assert.equal(await page.locator('.dashboard-visits table tbody tr').count(), 30)
    assert.deepEqual(await page.locator('.dashboard-visits table tbody tr:last-child td').allTextContents(), [
      '1',
      '1位访客',
    ])
    await page.getByText(/^磁盘空间：数据 [\d.]+ [KMG]B/).waitFor()

    for (const [words, path, title] of [
      ['新增产品', '/AdminProduct', '新增产品'],
      ['新增新闻', '/AdminNews', '新增新闻'],
      ['新增案例', '/AdminCase', '新增案例'],
    ] as const) {
      await page.getByRole('navigation', { name: '快捷操作' }).getByRole('link', { name: words }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await dialog.waitFor()
      assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, path)
      await page.keyboard.press('Escape')
      await dialog.waitFor({ state: 'detached' })
      await strip(page).getByRole('link', { name: '首页' }).click()
    }
    await page.locator('.dashboard-latest').getByRole('link', { name: '代理加盟' }).click()
    await page.waitForURL(/\/AdminAgenttoJoin$/)
    await row(page, '赵工').waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest('a record is found by the first letters of its pinyin and opened for editing, by keys alone', async (t) => {
  const { page, complaints } = await staff(t, '/dashboard')
  await menu(page).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: '搜索或跳转' })
  const field = palette.getByRole('combobox', { name: '搜索内容、页面和操作' })
  await field.fill('tjaqjc')
  await palette.getByRole('option').filter({ hasText: '塔机安全监测系统' }).first().waitFor()
  assert.equal(await field.evaluate((input) => input === document.activeElement), true)
  const active = await field.getAttribute('aria-activedescendant')
  assert.equal(active, await palette.getByRole('option', { selected: true }).getAttribute('id'))
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: '编辑产品' })
  await form.waitFor()
  await form.locator('[name=coverName]:enabled').waitFor()
  assert.equal(await form.getByLabel('产品名称').inputValue(), '塔机安全监测系统')
  assert.equal(await palette.count(), 0)
  assert.equal(new URL(page.url()).pathname + new URL(page.url()).search, '/AdminProduct')
  assert.deepEqual(complaints, [])
})
