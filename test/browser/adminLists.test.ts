import assert from 'node:assert/strict'
import type { Locator, Response } from 'playwright-core'
import { browserTest } from './browser.ts'
import { count, head, ready, rows, titles } from './lists.ts'
import { menu, row, staff, strip } from './staff.ts'

browserTest('a title opens its record, numbers stand alone, columns are hidden by choice, and the frame ends after the last row', async (
  t,
) => {
  const { page, complaints } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  assert.deepEqual((await page.locator('td[data-column=index]').allTextContents()).slice(0, 2), ['1', '2'])
  const [first = ''] = await titles(page, 'coverName')
  await rows(page).first().locator('td[data-column=coverName]').getByText('示例', { exact: true }).waitFor()
  await rows(page).first().getByText(first, { exact: true }).click()
  await page.getByRole('dialog', { name: '编辑产品' }).waitFor()
  await page.keyboard.press('Escape')

  const path = head(page, '跳转路径')
  await page.getByRole('button', { name: '显示列' }).click()
  const choice = page.getByRole('menuitemcheckbox', { name: '跳转路径' })
  await choice.click()
  await path.waitFor({ state: 'detached' })
  await page.reload()
  await rows(page).first().waitFor()
  assert.equal(await path.count(), 0)
  await page.getByRole('button', { name: '显示列' }).click()
  await choice.click()
  await path.waitFor()
  await page.keyboard.press('Escape')

  await page.goto('/AdminCarousel')
  const last = rows(page).last()
  await last.waitFor()
  const bottom = (of: Locator) => of.evaluate((element) => element.getBoundingClientRect().bottom)
  assert.ok(Math.abs((await bottom(page.locator('.data').filter({ visible: true }))) - (await bottom(last))) <= 10)
  assert.deepEqual(complaints, [])
})

browserTest('after a reload every open list is where it was, those of other tabs too', async (t) => {
  const { page, complaints } = await staff(t, '/AdminNews')
  await page.getByLabel('新闻标题').fill('的')
  await page.getByLabel('时间从').fill('2025-01-01')
  // Not the first list, which may still be on its way.
  const isSearch = (reply: Response): boolean => reply.url().endsWith('/v1/news/list') && /的/.test(reply.request().postData() ?? '')
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
  await page.getByLabel('关键词').filter({ visible: true }).fill('手册')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await page.getByText('没有符合条件的内容').waitFor()
  await page.reload()
  await page.getByText('没有符合条件的内容').waitFor()
  assert.equal(await page.getByLabel('关键词').filter({ visible: true }).inputValue(), '手册')
  await strip(page).getByRole('link', { name: '新闻管理' }).click()

  // A closed view starts from its defaults.
  await strip(page).getByRole('button', { name: '关闭新闻管理' }).click()
  await menu(page).getByRole('link', { name: '新闻管理' }).click()
  await count(page, '共 24 条')
  assert.equal(await page.getByLabel('新闻标题').filter({ visible: true }).inputValue(), '')
  assert.deepEqual(complaints, [])
})

browserTest('the head of a column sorts up, down, and newest first again', async (t) => {
  const { page, server } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  const newest = await titles(page, 'coverName')
  const total = async (): Promise<number> => (await server.post('/v1/product/list')).data.count
  const expected = async (order: string): Promise<string[]> => {
    const { data } = await server.post('/v1/product/list', { sort: 'coverName', order }, { headers: await server.signIn() })
    return data.data.map(({ coverName }: { coverName: string }) => coverName)
  }
  const next = page.getByRole('button', { name: '下一页' })
  await next.focus()
  for (let place = 11; place <= (await total()); place += 10) {
    await page.keyboard.press('Enter')
    await page.locator('tbody').getByText(`${place}`, { exact: true }).waitFor()
  }
  assert.equal(await next.getAttribute('aria-disabled'), 'true')
  assert.equal(await next.evaluate((button) => button === document.activeElement), true, 'the last page keeps the focus')
  const sort = page.getByRole('button', { name: '产品名称' })
  for (const [aria, names] of [['ascending', await expected('asc')], ['descending', await expected('desc')], [null, newest]] as const) {
    await sort.focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      (first) => document.querySelector('tbody td[data-column=coverName] .strong')?.textContent === first, names[0])
    assert.deepEqual(await titles(page, 'coverName'), names)
    assert.equal(await head(page, '产品名称').getAttribute('aria-sort'), aria)
    await page.locator('[aria-current=page]', { hasText: '1' }).waitFor()
  }
})

browserTest('lists are narrowed to days, both included, and what is exported is what is shown', async (t) => {
  const { page, server } = await staff(t, '/AdminNews')
  await rows(page).nth(9).waitFor()
  const { data } = (await server.post('/v1/news/list', { limit: 99 })).data
  const [to, from] = [data[3].createDate.slice(0, 10), data[6].createDate.slice(0, 10)]
  await page.getByLabel('时间从').fill(from)
  await page.getByLabel('到', { exact: true }).fill(to)
  await page.keyboard.press('Enter')
  await count(page, '共 4 条')
  assert.deepEqual(await titles(page, 'newTitle'), data.slice(3, 7).map(({ newTitle }: { newTitle: string }) => newTitle))
  await page.getByRole('button', { name: '重置' }).first().click()
  await count(page, '共 24 条')
  assert.equal(await page.getByLabel('时间从').inputValue(), '')

  for (const name of ['张三', '李四']) {
    await server.post('/v1/agent/saveAgent', { agentInfo: '样例公司', agentName: name, phone: '13800000000', companyName: null })
  }
  await menu(page).getByRole('link', { name: '客户线索' }).click()
  await row(page, '张三').waitFor()
  await page.getByLabel('时间从').filter({ visible: true }).fill('2020-01-01')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await ready(page)
  const exported = page.waitForRequest((request) => request.url().endsWith('/v1/agent/list') && request.postDataJSON().limit === 9999)
  await page.getByRole('button', { name: '导出' }).click()
  assert.equal((await exported).postDataJSON().from, '2020-01-01')
  await page.getByLabel('时间从').filter({ visible: true }).fill('2099-01-01')
  await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
  await page.getByText('没有符合条件的内容').waitFor()
  assert.equal(await page.getByRole('button', { name: '导出' }).isDisabled(), true)
})

browserTest('ten products have at most 60 controls, all their columns, small pictures, and the table is as high as the window allows', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  await rows(page).nth(9).waitFor()
  assert.ok((await page.locator('.data-box').locator('a[href], button, input, [tabindex="0"]').filter({ visible: true }).count()) <= 60)
  assert.deepEqual(
    await page.getByRole('columnheader').allTextContents(),
    ['', '序号', '产品名称', '封面图', '产品位置', '产品描述', '跳转路径', '时间', '操作'],
  )
  assert.deepEqual(await page.locator('.row-actions').first().locator('> *').allTextContents(), ['查看', '编辑', '删除', '…'])
  const sources = await page.locator('.thumbnail img').evaluateAll((images) => images.map((each) => each.getAttribute('src') ?? ''))
  assert.ok(sources.every((src) => /\.\d+w\.webp$/.test(src)), sources.join(' '))
  assert.equal(sources.length, 10)

  await page.getByLabel('每页条数').selectOption('50')
  await rows(page).nth(15).waitFor()
  assert.equal(await page.locator('.data').evaluate((data) => data.getBoundingClientRect().height), 900 - 219)
})
