import assert from 'node:assert/strict'
import type { Response } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import { count, fromMenu, head, ready, rows, titles } from '../../browser/lists.ts'
import { editing, menu, question, row, save, staff, strip } from '../../browser/staff.ts'

const viewport = { width: 390, height: 844 }

browserTest('a person’s choice of columns stays, and is theirs alone', async (t) => {
  const { page } = await staff(t, '/AdminNews', { remember: true })
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: '显示列' }).click()
  const choice = page.getByRole('menu', { name: '显示列' })
  assert.equal(
    await choice.getByRole('menuitemcheckbox', { name: '新闻标题' }).count(),
    0,
    'a row without its name is no row',
  )
  await choice.getByRole('menuitemcheckbox', { name: '封面描述' }).click()
  await head(page, '封面描述').waitFor({ state: 'detached' })
  assert.equal(await choice.getByRole('menuitemcheckbox', { name: '封面描述' }).getAttribute('aria-checked'), 'false')
  await page.keyboard.press('Escape')
  await choice.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.textContent === '显示列')
  await page.reload()
  await rows(page).first().waitFor()
  assert.equal(await head(page, '封面描述').count(), 0)
  assert.equal(await head(page, '封面图').count(), 1)
  const key = await page.evaluate(() => Object.keys(localStorage).find((name) => name.startsWith('zhuzhan.columns.')))
  assert.equal(key, `zhuzhan.columns.${await page.evaluate(() => localStorage.getItem('userId'))}`)
})

browserTest('a table is worked by keys: / searches, arrows move, space selects, Enter edits', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  await rows(page).nth(9).waitFor()
  const at = (): Promise<number> =>
    page.evaluate(() =>
      [...document.querySelectorAll('tbody tr')].indexOf(document.activeElement as HTMLTableRowElement),
    )
  await page.getByRole('button', { name: '显示列' }).focus()
  await page.keyboard.press('/')
  assert.equal(await page.evaluate(() => (document.activeElement as HTMLInputElement).name), 'newTitle')
  await page.keyboard.type('a/b')
  assert.equal(await page.getByLabel('新闻标题').inputValue(), 'a/b')

  await page.getByRole('region', { name: '新闻列表' }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.equal(await at(), 1)
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: '删除所选 (1)' }).waitFor()
  assert.equal(await page.locator('tr.picked').count(), 1)
  assert.equal(await at(), 1, 'the row keeps the focus')
  await page.keyboard.press('End')
  assert.equal(await at(), 9)
  await page.keyboard.press('ArrowDown')
  assert.equal(await at(), 9)
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowUp')
  assert.equal(await at(), 0)
  // Every row that has the focus is in sight, none of it under the head.
  for (let n = 1; n < 10; n++) {
    await page.keyboard.press('ArrowDown')
    const hidden = await page.evaluate(() => {
      const box = document.activeElement?.getBoundingClientRect()
      const under = document.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
      return !box || box.top < under - 1 || box.bottom > innerHeight
    })
    assert.equal(hidden, false, `row ${n}`)
  }
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: '编辑新闻' })
  await dialog.waitFor()
  await page.waitForFunction(
    () => document.querySelector<HTMLInputElement>('dialog input[name=newTitle]')?.value !== '',
  )
  await page.keyboard.press('/')
  await page.keyboard.press('Backspace')
  assert.equal(
    await page.getByLabel('新闻标题').first().inputValue(),
    'a/b',
    'a slash typed in a form does not reach the search field',
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.matches('tbody tr'))
  // A button in a row does what it says, and the row does nothing itself.
  await rows(page)
    .nth(2)
    .getByRole('button', { name: /^查看：/ })
    .focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: '查看新闻' }).waitFor()
  assert.deepEqual(complaints, [])
})

browserTest(
  'a record is seen on the site from its row and from the toast after saving, where visitors see it',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct', { own: true })
    await server.post('/v1/product/saveProduct', { coverName: '尚未发布' }, { headers: await server.signIn() })
    await page.getByRole('button', { name: '查询' }).click()
    await row(page, '尚未发布').waitFor()
    await row(page, '尚未发布')
      .getByRole('button', { name: /^更多操作/ })
      .click()
    assert.deepEqual(await page.locator('.row-menu > *').allTextContents(), ['复制', '下线', '置顶', '在网站上查看'])
    await page.keyboard.press('Escape')
    const guard = row(page, '标准化防护栏杆')
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      fromMenu(guard, /^在网站上查看：标准化防护栏杆$/),
    ])
    assert.equal(new URL(opened.url()).pathname + new URL(opened.url()).search, '/productDet?productId=jzbh-guardrail')
    await opened.close()

    const edit = await editing(page, '编辑产品', '尚未发布')
    await edit.getByLabel('产品名称').fill('刚刚发布')
    await save(edit, '修改成功！')
    await row(page, '刚刚发布')
      .getByRole('button', { name: /^编辑：/ })
      .click()
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>('dialog input[name=coverName]')?.value === '刚刚发布',
    )
    await edit.getByLabel('产品位置', { exact: true }).selectOption('cpxt')
    await edit.getByRole('button', { name: '更新' }).click()
    const [seen] = await Promise.all([
      page.context().waitForEvent('page'),
      page.locator('.toast').getByRole('link', { name: '在网站上查看' }).click(),
    ])
    await seen.getByRole('heading', { name: '刚刚发布' }).first().waitFor()

    await page.goto('/AdminNews')
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await page.getByRole('dialog', { name: '新增新闻' }).getByLabel('新闻标题').fill('今日要闻')
    await page.getByRole('button', { name: '发布', exact: true }).click()
    const link = page.locator('.toast').getByRole('link', { name: '在网站上查看' })
    await link.waitFor()
    const { data } = (await server.post('/v1/news/list', { newTitle: '今日要闻' })).data
    assert.equal(await link.getAttribute('href'), `/xwdtDet?newId=${data[0].newId}`)
    assert.equal(await link.getAttribute('target'), '_blank')
  },
)

browserTest('the toast after saving leads to the record also where the list shows another page', async (t) => {
  const { page } = await staff(t, '/AdminProduct?edit=zhgd-unloading-platform', { own: true })
  const dialog = page.getByRole('dialog', { name: '编辑产品' })
  await dialog.getByLabel('产品描述').fill('新的描述')
  assert.equal(await row(page, '卸料平台').count(), 0)
  await dialog.getByRole('button', { name: '更新' }).click()
  const link = page.locator('.toast').getByRole('link', { name: '在网站上查看' })
  await page.locator('.toast').getByText('修改成功！').waitFor()
  assert.equal(await link.getAttribute('href'), '/productDet?productId=zhgd-unloading-platform')
})

browserTest('a list shows that a row is being deleted', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  const address = '**/v1/operation/start'
  const requested = page.waitForRequest(address)
  await page.route(address, () => {})
  await rows(page).first().getByRole('button', { name: /^删除/ }).click()
  await question(page).getByRole('button', { name: '删除' }).click()
  await requested
  await page.locator('.data[aria-busy=true]').waitFor()
})

browserTest('after a reload every open list is where it was, those of other tabs too', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  await page.getByLabel('新闻标题').fill('的')
  await page.getByLabel('时间从').fill('2025-01-01')
  // Not the first list, which may still be on its way.
  const isSearch = (reply: Response): boolean =>
    reply.url().endsWith('/v1/news/list') && /的/.test(reply.request().postData() ?? '')
  const answered = page.waitForResponse(isSearch)
  await page.getByRole('button', { name: '查询' }).click()
  const found = `共 ${(await (await answered).json()).data.count} 条`
  await count(page, found)
  await page.getByRole('button', { name: '新闻标题' }).click()
  await page.locator('th[aria-sort=ascending]').waitFor()
  await ready(page)
  const sorted = await titles(page, 'newTitle')

  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await page.getByLabel('每页条数').filter({ visible: true }).selectOption('20')
  await menu(page).getByRole('link', { name: '页面管理' }).click()
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await rows(page).nth(12).waitFor()

  for (const _ of [1, 2]) {
    await page.reload()
    await rows(page).nth(12).waitFor()
    assert.equal(await page.getByLabel('每页条数').filter({ visible: true }).inputValue(), '20')
  }
  await strip(page).getByRole('link', { name: '新闻管理' }).click()
  await page.locator('th[aria-sort=ascending]').filter({ visible: true }).waitFor()
  await rows(page).first().waitFor()
  assert.equal(await page.getByLabel('新闻标题').filter({ visible: true }).inputValue(), '的')
  assert.equal(await page.getByLabel('时间从').filter({ visible: true }).inputValue(), '2025-01-01')
  assert.equal(await page.locator('.pager-count').filter({ visible: true }).textContent(), found)
  assert.deepEqual(await titles(page, 'newTitle'), sorted)

  await page.goto('/profile')
  await page.getByLabel('资料名称').filter({ visible: true }).fill('手册')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await page.getByText('没有符合条件的内容').waitFor()
  await page.reload()
  await page.getByText('没有符合条件的内容').waitFor()
  assert.equal(await page.getByLabel('资料名称').filter({ visible: true }).inputValue(), '手册')
  await strip(page).getByRole('link', { name: '新闻管理' }).click()

  // A closed view starts from its defaults.
  await strip(page).getByRole('button', { name: '关闭新闻管理' }).click()
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await count(page, '共 24 条')
  assert.equal(await page.getByLabel('新闻标题').filter({ visible: true }).inputValue(), '')
  assert.deepEqual(complaints, [])
})

browserTest('ten products have at most 60 controls, and small pictures', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  assert.ok(
    (await page
      .locator('.data-box')
      .locator('a[href], button, input, [tabindex="0"]')
      .filter({ visible: true })
      .count()) <= 60,
  )
  const sources = await page
    .locator('.thumbnail img')
    .evaluateAll((images) => images.map((each) => each.getAttribute('src') ?? ''))
  assert.ok(
    sources.every((src) => /\.\d+w\.webp$/.test(src)),
    sources.join(' '),
  )
  assert.equal(sources.length, 10)
})

browserTest('a list that was left in the trash opens with what there is', async (t) => {
  const { page } = await staff(t, '/AdminNews?show=trash')
  await page.getByText('回收站是空的').waitFor()
  await page.goto('/AdminNews')
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: '已删除' }).click()
  await page.getByText('回收站是空的').waitFor()
  await page.getByRole('link', { name: '产品管理' }).first().click()
  await page.getByRole('searchbox', { name: '产品名称' }).waitFor()
  await page.getByRole('link', { name: '新闻管理' }).first().click()
  await page.getByRole('searchbox', { name: '新闻标题' }).waitFor()
  await rows(page).first().waitFor()
})

browserTest('on a phone a list is sorted by a select, which a reload remembers', async (t) => {
  const { page, server, complaints } = await staff(t, '/AdminNews', { phone: true, viewport })
  await rows(page).nth(9).waitFor()
  const newest = await titles(page, 'newTitle')
  const expected = async (order: string): Promise<string[]> => {
    const { data } = await server.post('/v1/news/list', { sort: 'newTitle', order }, { headers: await server.signIn() })
    return data.data.map(({ newTitle }: { newTitle: string }) => newTitle)
  }
  const sort = page.getByLabel('排序').filter({ visible: true })
  assert.deepEqual(await sort.locator('option').allTextContents(), [
    '默认',
    '新闻标题 升序',
    '新闻标题 降序',
    '时间 升序',
    '时间 降序',
  ])
  const listed = (names: string[]): Promise<void> =>
    eventually(async () => `${await titles(page, 'newTitle')}` === `${names}`, `the list is ${names}`)
  for (const [label, names] of [
    ['新闻标题 升序', await expected('asc')],
    ['默认', newest],
    ['新闻标题 降序', await expected('desc')],
  ] as const) {
    await sort.selectOption({ label })
    await listed(names)
  }
  await page.reload()
  await listed(await expected('desc'))
  assert.equal(await sort.locator('option:checked').textContent(), '新闻标题 降序')
  assert.deepEqual(complaints, [])
})

browserTest('a column that the window left out can be given up, and is not missed then', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { viewport: { width: 900, height: 900 } })
  await rows(page).first().waitFor()
  await page.getByRole('button', { name: '显示列' }).click()
  const choice = page.getByRole('menu', { name: '显示列' })
  assert.deepEqual(await choice.getByRole('menuitemcheckbox', { name: '未显示' }).allTextContents(), [
    '产品描述窗口较窄，未显示',
    '跳转路径窗口较窄，未显示',
  ])
  for (const name of ['产品描述', '跳转路径']) await choice.getByRole('menuitemcheckbox', { name }).click()
  await choice.getByText('未显示').first().waitFor({ state: 'detached' })
})

browserTest('on a phone the rarer conditions of a search are folded, and counted where they hold', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { phone: true, viewport })
  const more = page.getByRole('button', { name: /^更多条件/ })
  const from = page.getByLabel('时间从').filter({ visible: true })
  await rows(page).first().waitFor()
  assert.equal(await from.count(), 0)
  assert.equal(await more.getAttribute('aria-expanded'), 'false')
  await more.click()
  assert.equal(await more.getAttribute('aria-expanded'), 'true')
  await from.fill('2020-01-01')
  await page.getByLabel('产品位置').filter({ visible: true }).selectOption({ index: 1 })
  const [start, end] = [await from.boundingBox(), await page.getByLabel('到', { exact: true }).boundingBox()]
  assert.equal(start?.y, end?.y, 'the two days are side by side')
  await more.click()
  assert.equal(await from.count(), 0)
  assert.equal((await more.textContent())?.trim(), '更多条件 (2)')
  const asked = page.waitForRequest('**/v1/product/list')
  await page.getByRole('button', { name: '查询' }).click()
  assert.equal((await asked).postDataJSON().from, '2020-01-01')
  await page.getByRole('button', { name: '重置' }).first().click()
  await page.getByRole('button', { name: '更多条件', exact: true }).waitFor()
})
