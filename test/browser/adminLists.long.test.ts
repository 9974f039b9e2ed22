import assert from 'node:assert/strict'
import type { Response } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { count, fromMenu, head, ready, rows, titles } from './lists.ts'
import { editing, menu, question, row, save, staff, strip } from './staff.ts'

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
  const { page, complaints } = await staff(t, '/AdminNews', { bypassCSP: true })
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
  assert.deepEqual(await seriousFaults(page), [])
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

browserTest('several records are named before they are deleted', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await rows(page).nth(9).waitFor()
  const names = await titles(page, 'newTitle')
  const bulk = page.getByRole('button', { name: /^删除所选/ })
  const note = '会移到回收站（列表上方的“已删除”），30 天内可以恢复。'
  const prompt = question(page)
  const boxes = page.getByRole('checkbox', { name: /^选择：/ })
  for (const index of [4, 1]) await boxes.nth(index).check()
  await bulk.click()
  assert.deepEqual((await prompt.locator('.question > span').innerText()).split('\n'), [
    '是否确认删除所选的 2 条数据？',
    names[1],
    names[4],
    note,
  ])
  await prompt.getByRole('button', { name: '取消' }).click()
  await page.getByRole('checkbox', { name: '全选本页' }).check()
  await bulk.click()
  const lines = (await prompt.locator('.question > span').innerText()).split('\n')
  assert.deepEqual(lines, ['是否确认删除所选的 10 条数据？', ...names.slice(0, 5), '…… 等共 10 条', note])
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

browserTest('each screen has one filled button at most, and ten rows of 48 px that need no scrolling', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  for (let n = 0; n < 12; n++) {
    await server.post('/v1/agent/saveAgent', {
      agentInfo: '名称很长的样例建设工程有限公司'.repeat(4),
      agentName: `访客${n}`,
      phone: `138000000${10 + n}`,
    })
  }
  const primary: [string, string[]][] = [
    ['/AdminProduct', ['新增']],
    ['/AdminNews', ['新增']],
    ['/AdminCarousel', ['上传图片']],
    ['/AdminAgenttoJoin', []],
  ]
  for (const [path, names] of primary) {
    await page.goto(path)
    await rows(page).first().waitFor()
    assert.deepEqual(
      (await page.locator('.button.primary').filter({ visible: true }).allTextContents()).map((text) => text.trim()),
      names,
      path,
    )
    if (path === '/AdminCarousel') continue
    await rows(page).nth(9).waitFor()
    const heights = await rows(page).evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    assert.deepEqual([...new Set(heights)], [48], path)
    const excess = await page.evaluate(() => {
      const [box, view] = [document.querySelector('.data-box'), document.querySelector('.view:not([hidden])')]
      return [box, view].map((each) => (each ? each.scrollHeight - each.clientHeight : NaN))
    })
    assert.deepEqual(excess, [0, 0], path)
    const times = await page
      .locator('tbody time')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
    assert.ok(
      times.every((height) => height < 30),
      `${path}: a time takes two lines`,
    )
  }
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

browserTest('a field is called the same in its list and in its form', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  for (const [path, view] of [
    ['/AdminNews', '查看新闻'],
    ['/AdminProduct', '查看产品'],
  ] as const) {
    await page.goto(path)
    await rows(page).first().waitFor()
    const columns = (await page.getByRole('columnheader').allTextContents()).filter(
      (title) => !['', '序号', '时间', '操作'].includes(title),
    )
    await page
      .getByRole('button', { name: /^查看：/ })
      .first()
      .click()
    const labels = await page.getByRole('dialog', { name: view }).locator('.field-label').allTextContents()
    assert.deepEqual(
      columns.filter((title) => !labels.includes(title)),
      [],
      path,
    )
  }
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

browserTest(
  'times in the lists of the office are dates to the minute, and never say how long ago that was',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard')
    await server.post('/v1/agent/saveAgent', {
      agentInfo: '青岛海右建设集团',
      agentName: '王建国',
      phone: '13812345678',
    })
    await server.post(
      '/v1/draft/save',
      { kind: 'news', fields: { newTitle: '还没有写完' } },
      { headers: await server.signIn() },
    )
    const lists = ['/AdminAgenttoJoin', '/AdminProduct', '/AdminNews', '/AdminCase', '/AdminPage', '/accounts', '/log']
    for (const path of lists) {
      await page.goto(path)
      await rows(page).first().waitFor()
      const times = page.locator('tbody time').filter({ visible: true })
      // A row has no words until it has been in view for a frame.
      await eventually(async () => (await times.allInnerTexts()).every(Boolean), 'the rows are drawn')
      for (const words of await times.allInnerTexts()) assert.match(words, /^\d{4}-\d\d-\d\d \d\d:\d\d$/, path)
      assert.ok((await times.count()) > 0, path)
      assert.doesNotMatch(
        await page.locator('.data-box').filter({ visible: true }).innerText(),
        /刚刚|(?:分钟|小时|天)前|昨天/,
        path,
      )
    }
    await page.goto('/dashboard')
    for (const list of ['.dashboard-latest', '.dashboard-unpublished']) {
      const times = page.locator(list).locator('time')
      await times.first().waitFor()
      for (const words of await times.allTextContents()) assert.match(words, /^\d\d-\d\d \d\d:\d\d$/, list)
    }
  },
)
