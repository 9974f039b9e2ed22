import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { browserTest, seriousFaults } from './browser.ts'
import { head, ready, rows, titles } from './lists.ts'
import { resize, staff } from './staff.ts'

for (const width of [390, 320]) {
  browserTest(`on a phone ${width} px wide a list is sorted by a select, which a reload remembers`, async (t) => {
    const { page, server, complaints } = await staff(t, '/AdminNews', {
      phone: true,
      viewport: { width, height: 844 },
      bypassCSP: true,
    })
    await rows(page).nth(9).waitFor()
    assert.equal(await head(page, '新闻标题').count(), 0, 'the heads are hidden')
    const newest = await titles(page, 'newTitle')
    const expected = async (order: string): Promise<string[]> => {
      const { data } = await server.post(
        '/v1/news/list',
        { sort: 'newTitle', order },
        { headers: await server.signIn() },
      )
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
    for (const [words, names] of [
      ['新闻标题 升序', await expected('asc')],
      ['默认', newest],
      ['新闻标题 降序', await expected('desc')],
    ] as const) {
      await sort.selectOption({ label: words })
      await page.waitForFunction(
        (first) => document.querySelector('tbody td[data-column=newTitle] .strong')?.textContent === first,
        names[0],
      )
      assert.deepEqual(await titles(page, 'newTitle'), names)
    }
    await page.reload()
    await rows(page).nth(9).waitFor()
    assert.equal(await sort.locator('option:checked').textContent(), '新闻标题 降序')
    assert.deepEqual(await titles(page, 'newTitle'), await expected('desc'))
    assert.deepEqual(await seriousFaults(page), [])
    assert.deepEqual(complaints, [])
  })
}

browserTest(
  'no list scrolls sideways, at any width: spare columns are left out, and on an upright tablet there are cards beside each other',
  async (t) => {
    const { page, server } = await staff(t, '/AdminProduct')
    await server.post('/v1/agent/saveAgent', {
      agentInfo: '青岛海右建设集团',
      agentName: '王建国',
      phone: '13812345678',
    })
    for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel']) {
      await page.goto(path)
      for (const width of [1440, 1280, 1100, 1024, 991, 900, 834, 820, 768, 700]) {
        await resize(page, { width, height: 900 })
        await rows(page).first().waitFor()
        const box = page.locator('.data-box').filter({ visible: true })
        await eventually(
          () => box.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth),
          `${path} fits at ${width} px`,
        )
      }
    }
    await page.goto('/AdminProduct')
    const heads = (): Promise<string[]> => page.getByRole('columnheader').allTextContents()
    for (const [width, shown] of [
      [1440, ['产品描述', '跳转路径', '时间']],
      [1280, ['产品描述', '时间']],
      [900, ['时间']],
    ] as const) {
      await resize(page, { width, height: 900 })
      await eventually(
        async () =>
          JSON.stringify((await heads()).filter((title) => /描述|路径|时间/.test(title))) === JSON.stringify(shown),
        `${width} px: ${shown.join('、')}`,
      )
    }
    // The last width left it out, though nobody chose so.
    await page.getByRole('button', { name: '显示列' }).click()
    const choice = page.getByRole('menu', { name: '显示列' })
    assert.deepEqual(await choice.getByRole('menuitemcheckbox', { name: '未显示' }).allTextContents(), [
      '产品描述窗口较窄，未显示',
      '跳转路径窗口较窄，未显示',
    ])
    for (const name of ['产品描述', '跳转路径']) await choice.getByRole('menuitemcheckbox', { name }).click()
    await eventually(
      async () => (await choice.getByText('未显示').count()) === 0,
      'a column that is not wanted is not missed',
    )
    await page.keyboard.press('Escape')
    await resize(page, { width: 768, height: 1024 })
    const [first, second] = await Promise.all([0, 1].map((index) => rows(page).nth(index).boundingBox()))
    assert.ok(first && second && first.y === second.y && first.x < second.x)
    for (const path of ['/AdminProduct', '/AdminNews']) {
      await page.goto(path)
      await rows(page).first().waitFor()
      const view = page.locator('.view').filter({ visible: true })
      assert.ok(
        await view.evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight),
        `${path}: only the cards scroll, not the page around them, too`,
      )
    }
  },
)

browserTest('at 1280 px and above every search bar takes one row', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { viewport: { width: 1280, height: 720 } })
  for (const path of ['/AdminProduct', '/AdminNews', '/AdminAgenttoJoin', '/AdminInquiry', '/AdminMedia', '/log']) {
    await page.goto(path)
    const bar = page.locator('.search-bar').filter({ visible: true })
    for (const width of [1280, 1440, 1664, 1920]) {
      await resize(page, { width, height: 720 })
      const { height = 999 } = (await bar.boundingBox()) ?? {}
      assert.ok(height < 50, `${path} at ${width} px: ${height} px high`)
      const overlaps = await bar.locator('input, select, button').evaluateAll((controls) => {
        const places = controls.map((control) => control.getBoundingClientRect()).filter((place) => place.width > 0)
        return places.filter(({ left }, at) => left < (places[at - 1]?.right ?? 0)).length
      })
      assert.equal(overlaps, 0, `${path} at ${width} px: nothing lies over what is before it`)
    }
  }
})

browserTest('the pages of a list are in view where its search takes two lines', async (t) => {
  const { page } = await staff(t, '/AdminProduct', { viewport: { width: 1024, height: 768 } })
  await rows(page).first().waitFor()
  const foot = await page.locator('.list-foot').boundingBox()
  assert.ok(foot && foot.y + foot.height <= 768)
  const last = rows(page).last()
  await page.getByRole('region', { name: '产品列表' }).focus()
  await eventually(async () => {
    // Rows may still become higher.
    await page.keyboard.press('End')
    const box = await last.boundingBox()
    return box !== null && box.y + box.height <= foot.y
  }, 'the last row can be seen above them')
})

browserTest('the select that sorts is there exactly where the heads are hidden', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  for (const [width, sorted] of [
    [1440, false],
    [1024, false],
    [832, false],
    [768, true],
    [700, true],
    [390, true],
  ] as const) {
    await resize(page, { width, height: 900 })
    await rows(page).first().waitFor()
    assert.equal((await page.getByLabel('排序').filter({ visible: true }).count()) === 1, sorted, `${width} px`)
    assert.equal((await head(page, '产品名称').count()) === 0, sorted, `${width} px`)
  }
})

for (const width of [390, 320])
  browserTest(
    `on a phone ${width} px wide the search bar takes two rows, 导入 a third, and the first card is in view`,
    async (t) => {
      const { page } = await staff(t, '/AdminProduct', {
        phone: true,
        viewport: { width, height: 844 },
        bypassCSP: true,
      })
      const more = page.getByRole('button', { name: /^更多条件/ }).filter({ visible: true })
      const from = page.getByLabel('时间从').filter({ visible: true })
      for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel']) {
        await page.goto(path)
        await page.locator('.data[aria-busy=false]').filter({ visible: true }).waitFor()
        const bar = await page.locator('.search-bar').filter({ visible: true }).boundingBox()
        const rowsOfBar = path === '/AdminCarousel' ? 2 : 3
        assert.ok((bar?.height ?? 999) <= rowsOfBar * 52, `${path}: the search bar is ${bar?.height} px high`)
        const card = await rows(page).first().boundingBox()
        assert.ok(
          (card?.y ?? 999) + (card?.height ?? 999) <= 844,
          `${path}: the first card ends at ${(card?.y ?? 0) + (card?.height ?? 0)} px`,
        )
        assert.equal(await more.count(), path === '/AdminCarousel' ? 0 : 1, path)
      }

      await page.goto('/AdminProduct')
      await rows(page).first().waitFor()
      assert.equal(await from.count(), 0)
      assert.equal(await more.getAttribute('aria-expanded'), 'false')
      await more.click()
      assert.equal(await more.getAttribute('aria-expanded'), 'true')
      await from.fill('2020-01-01')
      await page.getByLabel('产品位置').filter({ visible: true }).selectOption({ index: 1 })
      const [start, end] = [await from.boundingBox(), await page.getByLabel('到', { exact: true }).boundingBox()]
      assert.equal(start?.y, end?.y, 'the two days are side by side')
      assert.deepEqual(await seriousFaults(page), [])
      await more.click()
      assert.equal(await from.count(), 0)
      assert.equal((await more.textContent())?.trim(), '更多条件 (2)')
      const asked = page.waitForRequest('**/v1/product/list')
      await page.getByRole('button', { name: '查询' }).filter({ visible: true }).click()
      assert.equal((await asked).postDataJSON().from, '2020-01-01')
      await page.getByRole('button', { name: '重置' }).filter({ visible: true }).first().click()
      await page.getByRole('button', { name: '更多条件', exact: true }).waitFor()
    },
  )

browserTest(
  'no field on a phone or tablet has letters under 16 px, for which iOS would enlarge the page',
  async (t) => {
    const { page } = await staff(t, '/AdminProduct')
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 768, height: 1024 },
    ]) {
      await resize(page, viewport)
      for (const path of ['/AdminProduct', '/AdminAgenttoJoin', '/AdminMedia', '/settings?group=basics']) {
        await page.goto(path)
        await page.locator('.pager select, .settings-form .input').first().waitFor()
        const small = await page
          .locator('input:not([type=checkbox], [type=color], [type=file]), select, textarea')
          .filter({ visible: true })
          .evaluateAll((fields) =>
            fields
              .filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16)
              .map((field) => field.outerHTML.slice(0, 80)),
          )
        assert.deepEqual(small, [], `${path} at ${viewport.width}`)
      }
    }
  },
)

browserTest(
  'on a phone a list is as high as its cards and ends above its pages; in a low window the table still shows rows',
  async (t) => {
    const { page } = await staff(t, '/AdminCarousel')
    for (const viewport of [
      { width: 390, height: 844 },
      { width: 320, height: 640 },
    ]) {
      await resize(page, viewport)
      const [last, table] = [
        await rows(page).last().boundingBox(),
        await page.locator('.data').filter({ visible: true }).boundingBox(),
      ]
      assert.ok(last && table && Math.abs(table.y + table.height - last.y - last.height) <= 12, `${viewport.width} px`)
      await page.getByLabel('每页条数').filter({ visible: true }).scrollIntoViewIfNeeded()
      assert.ok(await page.getByLabel('每页条数').filter({ visible: true }).isVisible())
    }
    for (const viewport of [
      { width: 1440, height: 500 },
      { width: 1440, height: 400 },
      { width: 844, height: 390 },
    ]) {
      await resize(page, viewport)
      await page.getByLabel('每页条数').filter({ visible: true }).click({ trial: true })
      for (const each of [rows(page).first(), rows(page).last()]) {
        await each.getByRole('button', { name: /^编辑：/ }).click({ trial: true })
      }
    }
  },
)

browserTest(
  'the table of every list is as high as the window without 219 px, with ten rows, with four and with none',
  async (t) => {
    const { page } = await staff(t, '/dashboard', { viewport: { width: 1920, height: 1080 } })
    const places = async (path: string) => {
      await page.goto(path)
      await ready(page)
      return page.evaluate(() => {
        const shown = (selector: string) =>
          [...document.querySelectorAll(selector)].find((each) => each.getClientRects().length > 0)
        const [table, pages, view] = [shown('.data'), shown('.list-foot'), shown('.view')]
        const { top = NaN, height = NaN, bottom = NaN } = table?.getBoundingClientRect() ?? {}
        return {
          top: Math.round(top),
          height,
          bottom: Math.round(bottom),
          pages: pages && Math.round(pages.getBoundingClientRect().top),
          scrolls: view === undefined || view.scrollHeight > view.clientHeight,
        }
      })
    }
    const first = await places('/AdminProduct')
    assert.equal(first.height, 1080 - 219)
    assert.equal(first.bottom, first.pages, 'the frame closes above the pages')
    assert.equal(first.scrolls, false)
    const lists = [
      '/AdminNews',
      '/AdminCarousel',
      '/AdminCase',
      '/AdminPage',
      '/AdminAgenttoJoin',
      '/AdminInquiry',
      '/profile',
      '/log',
      '/AdminNews?show=trash',
    ]
    for (const path of lists) assert.deepEqual(await places(path), first, path)
    assert.deepEqual(await places('/accounts'), { ...first, pages: undefined }, 'the accounts, which have one page')

    // What an empty list says is in the middle of its frame, in a low window, too.
    await page.goto('/AdminNews?show=trash')
    const message = page.getByText('回收站是空的').filter({ visible: true })
    const table = page.locator('.data').filter({ visible: true })
    for (const height of [1080, 500]) {
      await page.setViewportSize({ width: 1440, height })
      await message.waitFor()
      const [words, frame] = [await message.boundingBox(), await table.boundingBox()]
      assert.ok(
        words && frame && words.y > frame.y + 100 && words.y + words.height < frame.y + frame.height - 40,
        `${height} px`,
      )
      assert.equal(frame.height, height - 219)
      assert.equal(
        await page
          .locator('.data-box')
          .filter({ visible: true })
          .evaluate((box) => box.scrollHeight > box.clientHeight),
        false,
      )
    }
  },
)
