import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { TestServer } from '../../server.ts'
import { eventually } from '../../eventually.ts'
import { browserTest } from '../../browser/browser.ts'
import { count, fromMenu, ready, rows, titles } from '../../browser/lists.ts'
import { drag, editing, menu, question, row, shownAgain, staff, toast } from '../../browser/staff.ts'
import { framesPass, hold } from '../../browser/waiting.ts'

const tab = (page: Page, name: string) =>
  page.getByRole('group', { name: '显示哪些内容' }).getByRole('button', { name }).filter({ visible: true })
const post = async (server: TestServer, path: string, body: object) =>
  (await server.post(path, body, { headers: await server.signIn() })).data

browserTest(
  'a list says which records are drafts, changed, scheduled or about to end, and shows the drafts alone',
  async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminNews', { own: true })
    const [changed, ending, waiting] = (await server.post('/v1/news/list')).data.data
    // Another year than China's, which may begin meanwhile: its times are shown with the year.
    const year = new Date().getUTCFullYear() + 2
    await post(server, '/v1/draft/save', { kind: 'news', fields: { newTitle: '还没发布' } })
    await post(server, '/v1/draft/save', {
      kind: 'news',
      fields: { newTitle: '以后发布' },
      publishAt: `${year}-11-23 09:00:00`,
    })
    await post(server, '/v1/draft/save', {
      kind: 'news',
      id: changed.newId,
      fields: { unpublishAt: `${year}-12-01 00:00:00` },
    })
    await post(server, '/v1/draft/save', {
      kind: 'news',
      id: waiting.newId,
      fields: { newIntro: '新的简介' },
      publishAt: `${year}-01-02 08:30:00`,
    })
    await post(server, '/v1/news/updateNews', { newId: ending.newId, unpublishAt: `${year}-11-30 00:00:00` })
    await page.evaluate(
      (id) =>
        localStorage.setItem(
          `zhuzhan.draft.${localStorage.getItem('userId')}/news/${id}`,
          JSON.stringify({ at: Date.now(), values: { newTitle: '写到一半' } }),
        ),
      ending.newId,
    )
    await page.getByRole('button', { name: '查询' }).click()
    const state = async (title: string): Promise<string> =>
      (await row(page, title).locator('.row-state > :not(.starter)').allInnerTexts()).join(' ')
    await row(page, '还没发布').waitFor()
    assert.equal(await state('还没发布'), '草稿')
    assert.equal(await state('以后发布'), `定时 ${year}-11-23 09:00`)
    assert.equal(await state(changed.newTitle), '已发布·有未发布的修改')
    assert.equal(await state(waiting.newTitle), `已发布·定时 ${year}-01-02 08:30 更新`)
    assert.match(await state(ending.newTitle), new RegExp(`^已发布·将于 ${year}-11-30 下线\\s+没写完$`))
    assert.equal(
      await row(page, '还没发布')
        .getByRole('link', { name: /^在网站上查看/ })
        .count(),
      0,
    )

    const dialog = await editing(page, '编辑新闻', changed.newTitle)
    await dialog.locator('.state-tag').getByText('已发布·有未发布的修改', { exact: true }).waitFor()
    await page.keyboard.press('Escape')

    await tab(page, '草稿').click()
    await count(page, '共 4 条')
    await page.getByLabel('新闻标题').fill('发布')
    await page.keyboard.press('Enter')
    await count(page, '共 2 条')
    await page.reload()
    await count(page, '共 2 条')
    assert.equal(await tab(page, '草稿').getAttribute('aria-pressed'), 'true')
    await tab(page, '全部').click()
    await page.getByRole('button', { name: '重置' }).click()
    await count(page, '共 26 条')

    await page.goto('/dashboard')
    const card = page.getByRole('region', { name: '草稿与定时' })
    await card.getByText('新闻：还没发布').waitFor()
    assert.match(
      await card.innerText(),
      new RegExp(`定时[\\s\\S]*${year}-01-02 08:30 发布[\\s\\S]*以后发布[\\s\\S]*${year}-11-30 00:00 下线`),
    )
    await card.getByText('新闻：还没发布').click()
    await page.getByRole('dialog', { name: '编辑新闻' }).waitFor()
    await page.keyboard.press('Escape')
    await menu(page).getByRole('link', { name: '首页' }).click()
    await card.getByRole('link', { name: /没写完的新闻：写到一半/ }).click()
    await page
      .getByRole('dialog', { name: '编辑新闻' })
      .getByText(/发现没有保存的内容/)
      .waitFor()
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'first thing on the dashboard is what was never saved, and more drafts than fit lead to the list',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard', { own: true })
    await page.getByText(/^磁盘空间：/).waitFor()
    assert.equal(await page.getByRole('region', { name: '草稿与定时' }).count(), 0, 'nothing waits')
    for (let n = 1; n <= 6; n++)
      await post(server, '/v1/draft/save', { kind: 'news', fields: { newTitle: `第${n}篇` } })
    await page.evaluate(() =>
      localStorage.setItem(
        `zhuzhan.draft.${localStorage.getItem('userId')}/product/new`,
        JSON.stringify({ at: Date.now(), values: { coverDescribe: '写了一点' } }),
      ),
    )
    await shownAgain(page)
    await page.getByText('共 6 份').waitFor()
    const id = (await post(server, '/v1/news/list', {})).data[0].newId
    await page.route('**/v1/dashboard/summary', async (route) => {
      const reply = await (await route.fetch()).json()
      const coming = [
        {
          kind: 'news',
          id,
          title: '该上线了',
          change: 'publish',
          time: '2026-01-02 08:00:00',
          problem: '没有按时完成',
        },
      ]
      await route.fulfill({ json: { ...reply, data: { ...reply.data, coming } } })
    })
    await shownAgain(page)
    const late = page.getByRole('listitem').filter({ hasText: '没有按时完成，请打开处理' })
    assert.equal(await late.getByRole('link').getAttribute('href'), `/AdminNews?edit=${id}`)
    await page.getByRole('link', { name: '全部新闻' }).click()
    await count(page, '共 6 条')
    await menu(page).getByRole('link', { name: '首页' }).click()
    await page.getByRole('link', { name: /没写完的产品.*继续/ }).click()
    await page
      .getByRole('dialog', { name: '新增产品' })
      .getByText(/发现没有保存的内容/)
      .waitFor()
  },
)

browserTest('a record is put above the others and back, a draft as well', async (t) => {
  const { page, server } = await staff(t, '/AdminNews', { own: true })
  await rows(page).nth(9).waitFor()
  const before = await titles(page, 'newTitle')
  const [, , third = ''] = before
  await fromMenu(row(page, third), /^置顶：/)
  await toast(page, '已置顶')
  await row(page, third).getByText('置顶', { exact: true }).waitFor()
  assert.equal((await titles(page, 'newTitle'))[0], third)
  assert.equal((await server.post('/v1/news/list')).data.data[0].newTitle, third)
  await fromMenu(row(page, third), /^取消置顶：/)
  await toast(page, '已取消置顶')
  await page.waitForFunction(
    (first) => document.querySelector('td[data-column=newTitle] .strong')?.textContent === first,
    before[0],
  )
  assert.deepEqual(await titles(page, 'newTitle'), before)

  const { id } = await post(server, '/v1/draft/save', { kind: 'news', fields: { newTitle: '还是草稿' } })
  await page.getByRole('button', { name: '查询' }).click()
  await fromMenu(row(page, '还是草稿'), /^置顶：/)
  await row(page, '还是草稿').getByText('置顶', { exact: true }).waitFor()
  assert.equal((await post(server, '/v1/draft/detail', { kind: 'news', id })).fields.pinned, true)
  assert.equal((await server.post('/v1/news/list')).data.count, 24)
})

browserTest('products of one group are moved by dragging and by keys; a refused move goes back', async (t) => {
  const { page, server, calls, complaints } = await staff(t, '/AdminProduct', { own: true })
  const onSite = async (): Promise<string[]> =>
    (await server.post('/v1/product/list', { locationId: 'cpxt', limit: 99 })).data.data.map(
      ({ coverName }: { coverName: string }) => coverName,
    )
  const handles = page.locator('.move-handle')
  await rows(page).nth(9).waitFor()
  await page.getByLabel('产品位置').selectOption('cpxt')
  const release = await hold(page, '**/v1/product/list')
  await page.getByRole('button', { name: '查询' }).click()
  await framesPass(page)
  assert.equal(await handles.count(), 0, 'all groups are in the list')
  release()
  await handles.first().waitFor()
  await ready(page)
  const [a = '', b = '', c = '', ...rest] = await titles(page, 'coverName')
  const listed = (...names: string[]): Promise<unknown> =>
    eventually(async () => `${await titles(page, 'coverName')}` === `${[...names, ...rest]}`, `the list is ${names}`)
  const shown = async (...names: string[]): Promise<void> => {
    await listed(...names)
    await eventually(async () => `${await onSite()}` === `${[...names, ...rest]}`, 'the site follows')
  }

  let go = (): void => {}
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/v1/operation/start', (route) => held.then(() => route.continue()), { times: 1 })
  await drag(page, handles.nth(2), rows(page).nth(0))
  await listed(c, a, b)
  assert.deepEqual(await onSite(), [a, b, c, ...rest], 'the list does not wait for the reply')
  go()
  await shown(c, a, b)
  await page.getByRole('button', { name: '撤销' }).click()
  await shown(a, b, c)
  await drag(page, handles.nth(2), rows(page).nth(0))
  await shown(c, a, b)
  await drag(page, handles.nth(0), rows(page).nth(1))
  await shown(a, c, b)
  const sent = (): number => calls.filter((path) => path === '/v1/operation/start').length
  assert.equal(sent(), 3)

  await page.getByRole('button', { name: `移动：${b}` }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await shown(a, b, c)
  await page.getByText('”已移到第 2 位').waitFor()
  await page.keyboard.press('Alt+ArrowUp')
  await shown(b, a, c)
  await fromMenu(row(page, b), /^下移：/)
  await shown(a, b, c)
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), `更多操作：${b}`)
  await fromMenu(row(page, b), /^上移：/)
  await shown(b, a, c)
  await page.getByRole('button', { name: `移动：${b}` }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  assert.deepEqual(await titles(page, 'coverName'), [b, a, c, ...rest], 'it is the first')

  await page.route('**/v1/operation/start', (route) =>
    route.fulfill({ status: 409, json: { code: 409, msg: '请刷新后再试', data: null } }),
  )
  await page.keyboard.press('Alt+ArrowDown')
  await toast(page, '请刷新后再试')
  await shown(b, a, c)
  await page.getByRole('button', { name: '产品名称' }).click()
  await handles.first().waitFor({ state: 'detached' })
  assert.deepEqual(
    complaints.filter((each) => !each.includes('409')),
    [],
  )
})

browserTest('quick steps of a row are shown at once, and each move is undone as long as it is the last', async (t) => {
  const { page, server, calls } = await staff(t, '/AdminProduct', { own: true })
  const list = async () => (await server.post('/v1/product/list', { locationId: 'cpxt', limit: 99 })).data.data
  const onSite = async (): Promise<string> =>
    (await list()).map(({ coverName }: { coverName: string }) => coverName).join()
  await page.getByLabel('产品位置').selectOption('cpxt')
  await page.getByRole('button', { name: '查询' }).click()
  await page.locator('.move-handle').first().waitFor()
  await ready(page)
  const before = await titles(page, 'coverName')
  const [a = '', b = '', c = '', d = '', ...rest] = before
  const held: Array<() => void> = []
  await page.route('**/v1/operation/start', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  const loads = (): number => calls.filter((path) => path === '/v1/product/list').length
  const isShown = async (...names: string[]): Promise<void> => {
    assert.deepEqual(await titles(page, 'coverName'), [...names, ...rest])
    assert.equal(await page.locator(`[aria-label^="移动：${a}"]:focus`).count(), 1)
  }
  await page.getByRole('button', { name: `移动：${a}` }).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await isShown(b, a, c, d)
  await page.keyboard.press('Alt+ArrowDown')
  await isShown(b, c, a, d)
  await page.keyboard.press('Alt+ArrowDown')
  await isShown(b, c, d, a)
  const loaded = loads()
  await page.getByRole('button', { name: '查询' }).dispatchEvent('click')
  await eventually(() => loads() > loaded, 'the list is loaded meanwhile')
  await ready(page)
  await isShown(b, c, d, a)
  held[0]?.()
  await eventually(() => held.length === 2, 'the next one is sent')
  assert.ok(loads() > loaded + 1, 'the list was loaded at the end of the first')
  assert.equal(await onSite(), `${[b, a, c, d, ...rest]}`)
  await isShown(b, c, d, a)
  held[1]?.()
  await toast(page, /已移到第 4 位/)
  assert.equal(await onSite(), `${[b, c, d, a, ...rest]}`)
  await isShown(b, c, d, a)

  await page.keyboard.press('Alt+ArrowUp')
  await eventually(() => held.length === 3, 'the steps between were not sent')
  const third = (await list())[1]
  await post(server, '/v1/product/deleteProduct', { productId: third.productId })
  held[2]?.()
  await toast(page, '目标位置的内容已不在这一组中，请刷新后再试')
  await eventually(async () => `${await titles(page, 'coverName')}` === `${[b, d, a, ...rest]}`, 'it goes back')
  await isShown(b, d, a)

  await page.goto('/operations')
  const undo = async (line: number): Promise<void> => {
    await row(page, `调整顺序`)
      .nth(line)
      .getByRole('button', { name: /^撤销：/ })
      .click()
    await question(page).getByText(`撤销这次调整顺序吗？`).waitFor()
    await question(page).getByRole('button', { name: '撤销' }).click()
  }
  await undo(2)
  await page.locator('.toast', { hasText: /后来又调整顺序过（admin，.*），请先撤销调整顺序/ }).waitFor()
  await row(page, '1 条均未能撤销调整顺序').getByText('请先撤销').waitFor()
  assert.equal(await onSite(), `${[b, d, a, ...rest]}`)
  await undo(1)
  await toast(page, '已撤销调整顺序')
  assert.equal(await onSite(), `${[b, a, d, ...rest]}`)
})

browserTest('on a phone a product is moved by a finger', async (t) => {
  const { page, server, calls } = await staff(t, '/AdminProduct', {
    own: true,
    phone: true,
    viewport: { width: 390, height: 844 },
  })
  await page.getByRole('button', { name: '更多条件' }).click()
  await page.getByLabel('产品位置').selectOption('jzbh')
  await page.getByRole('button', { name: '查询' }).click()
  const handle = page.locator('.move-handle').nth(1)
  await handle.scrollIntoViewIfNeeded()
  const [a = '', b = '', ...rest] = await titles(page, 'coverName')
  const [from, to] = [await handle.boundingBox(), await rows(page).first().boundingBox()]
  if (!from || !to) throw new Error('not in sight')
  const finger = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: from.x + from.width / 2, y }],
    })
  const [start, end] = [from.y + from.height / 2, Math.max(to.y, 0) + to.height / 2]
  await touch('touchStart', start)
  for (const part of [0.3, 0.6, 1]) await touch('touchMove', start + (end - start) * part)
  assert.equal(calls.includes('/v1/operation/start'), false)
  await touch('touchEnd', end)
  await eventually(
    async () => `${await titles(page, 'coverName')}` === `${[b, a, ...rest]}`,
    'the list follows the finger',
  )
  await eventually(
    async () => (await server.post('/v1/product/list', { locationId: 'jzbh' })).data.data[0].coverName === b,
    'the site follows',
  )
})
