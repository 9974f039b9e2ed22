import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { onePixel } from '../../media/pictures.ts'
import { browserTest } from '../../browser/browser.ts'
import { allSaved, groupSaved, question, resize, save, staff, toast } from '../../browser/staff.ts'
import { framesPass, holdUploads } from '../../browser/waiting.ts'

const group = (name: string): string => `/settings?group=${name}`
browserTest('an invalid value has its message beside it, in a folded item too, and keeps what was typed', async (t) => {
  const { page } = await staff(t, group('scenarios'), { own: true })
  const item = page.getByRole('button', { name: '智慧工地', exact: true })
  await item.click()
  const words = page.locator('[name="scenarios.0.desc"]')
  await words.fill(' ')
  await item.click()
  assert.equal(await item.getAttribute('aria-expanded'), 'false')
  await page.getByRole('button', { name: '保存' }).click()
  await page.locator('.field-note.bad', { hasText: '请填写说明' }).waitFor()
  assert.equal(await item.getAttribute('aria-expanded'), 'true')
  assert.equal(await words.inputValue(), ' ')
  await words.fill('看得见的现场')
  await save(page, groupSaved)
})

browserTest('the place is pasted from another map; a colour is seen in the office at once', async (t) => {
  const { page, server } = await staff(t, group('contact'), { own: true })
  await page
    .getByRole('textbox', { name: '粘贴坐标或地图链接' })
    .fill('https://api.map.baidu.com/marker?location=36.659876,117.123456&title=a')
  await page.getByText(/已由BD-09（117.123456, 36.659876）换算/).waitFor()
  const lng = page.getByRole('textbox', { name: '经度' })
  const pasted = await lng.inputValue()
  assert.match(pasted, /^117\.11\d+$/)
  await save(page, groupSaved)
  assert.equal((await server.post('/v1/site/detail')).data.map.lng, Number(await lng.inputValue()))

  await page.getByRole('link', { name: /^基本信息/ }).click()
  await page.getByRole('button', { name: '墨绿' }).click()
  await page.getByRole('button', { name: '保存' }).last().click()
  await allSaved(page, '基本信息')
  assert.match(await (await fetch(server.url)).text(), /look\.css\?accent=0a6b5d/)
  // The markers of the office have it without being loaded again.
  await page.waitForFunction(
    () => getComputedStyle(document.documentElement).getPropertyValue('--orange') === '#0a6b5d',
  )
})

browserTest('coordinates that are pasted move the marker on the map', async (t) => {
  const { page } = await staff(t, group('contact'))
  const paste = page.getByRole('textbox', { name: '粘贴坐标或地图链接' }).and(page.locator(':enabled'))
  await paste.fill('36.668530, 117.020359')
  const [lng, lat] = await Promise.all(['经度', '纬度'].map((name) => page.getByRole('textbox', { name }).inputValue()))
  assert.deepEqual([lng, lat], ['117.020359', '36.66853'])
  const map = page.frameLocator('iframe[title=地图上的位置]')
  await map.getByRole('button', { name: '放大' }).waitFor()
  const shown = page.locator('iframe[title=地图上的位置]')
  assert.match((await shown.getAttribute('src')) ?? '', /lng=117\.020359&lat=36\.66853$/)
})

browserTest('records that are still as shipped are marked in their lists until they are changed', async (t) => {
  const { page } = await staff(t, '/AdminCarousel', { own: true })
  await page.getByText('示例', { exact: true }).nth(3).waitFor()
  await page.getByRole('button', { name: /^编辑/ }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('海右建科的工地')
  await save(dialog, '修改成功！')
  await page.getByText('示例', { exact: true }).nth(3).waitFor({ state: 'detached' })
  assert.equal(await page.getByText('示例', { exact: true }).count(), 3)
})

browserTest(
  'what is typed while a picture is uploaded stays, and so does what is typed before a removal is undone',
  async (t) => {
    const { page, server } = await staff(t, group('scenarios'), { own: true })
    const list = page.getByRole('group', { name: /^应用场景/ }).last()
    await list.locator('.setting-fold').first().click()
    const end = await holdUploads(page)
    await list
      .locator('input[type=file]:enabled:not([multiple])')
      .setInputFiles({ name: '现场.png', mimeType: 'image/png', buffer: onePixel })
    await list.getByText(/正在上传|正在处理/).waitFor()
    await list.getByRole('textbox', { name: '说明' }).fill('上传时写的说明')
    await end('continue')
    await toast(page, '上传成功！')
    assert.equal(await list.getByRole('textbox', { name: '说明' }).inputValue(), '上传时写的说明')

    await list.getByRole('button', { name: '移除' }).last().click()
    await list.getByRole('textbox', { name: '说明' }).fill('移除后写的说明')
    await page.getByRole('button', { name: '撤销' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await allSaved(page, '应用场景')
    const { scenarios } = (await server.post('/v1/site/detail')).data
    assert.equal(scenarios.length, 5)
    assert.equal(scenarios[0].desc, '移除后写的说明')
    assert.match(scenarios[0].image, /^\/uploads\//)
  },
)

browserTest('a product is found by its name and chosen by keyboard, or by a press that takes its time', async (t) => {
  const { page, server } = await staff(t, group('scenarios'), { own: true })
  const list = page.getByRole('group', { name: /^应用场景/ }).last()
  await list.locator('.setting-fold').first().click()
  const field = list.getByRole('combobox').first()
  // Its name arrives later, and would be joined to what is being typed.
  await eventually(async () => (await field.inputValue()) !== '', 'the product is named')
  const hits = list.getByRole('listbox')
  await field.fill('机器人')
  await hits.getByRole('option').nth(1).waitFor()
  const chosen = (): Promise<string | null> => hits.getByRole('option', { selected: true }).textContent()
  const [first, last] = [
    await hits.getByRole('option').first().textContent(),
    await hits.getByRole('option').last().textContent(),
  ]
  assert.equal(await chosen(), first)
  await page.keyboard.press('ArrowUp')
  assert.equal(await chosen(), last)
  await page.keyboard.press('Escape')
  await hits.waitFor({ state: 'hidden' })
  assert.equal(await field.getAttribute('aria-expanded'), 'false')
  await field.fill('机器人')
  await hits.getByRole('option').nth(1).waitFor()
  await page.keyboard.press('ArrowDown')
  const byKeyboard = await chosen()
  assert.equal(
    await field.getAttribute('aria-activedescendant'),
    await hits.getByRole('option', { selected: true }).getAttribute('id'),
  )
  await page.keyboard.press('Enter')
  await page.locator('[role=combobox]:focus').waitFor()
  await eventually(async () => (await field.inputValue()) === byKeyboard, 'the product is chosen')

  await field.fill('塔')
  const hit = hits.getByRole('option', { name: '塔' }).last()
  await hit.hover()
  const byPress = await hit.textContent()
  await page.mouse.down()
  await framesPass(page)
  await page.mouse.up()
  await eventually(async () => (await field.inputValue()) === byPress, 'the other product is chosen')
  await page.getByRole('button', { name: '保存' }).click()
  await allSaved(page, '应用场景')
  const [scenario] = (await server.post('/v1/site/detail')).data.scenarios
  const { data } = await server.post('/v1/product/detailProduct', { productId: scenario.products[0] })
  assert.ok(byPress?.startsWith(`${data.coverName} ${data.models[0].model}`))
})

browserTest('the preview scrolls to what is edited, and the form stays where it is', async (t) => {
  const { page } = await staff(t, group('agent'))
  const form = page.getByRole('form', { name: '代理加盟' })
  await form.getByRole('group', { name: '扶持政策' }).last().locator('.setting-fold').first().click()
  const title = form.getByRole('textbox', { name: '标题' }).last()
  await title.focus()
  const frame = page.frameLocator('.settings-preview iframe')
  const scrolled = (): Promise<number> =>
    page
      .locator('.view')
      .last()
      .evaluate(({ scrollTop }) => scrollTop)
  for (const words of ['区域保护政策', '区域保护办法']) {
    const before = await scrolled()
    await title.fill(words)
    const shown = frame.getByText(words).first()
    await eventually(async () => {
      const outline = await frame.locator('[data-frame=edited]').boundingBox()
      const text = await shown.boundingBox()
      return outline !== null && text !== null && Math.abs(outline.y - text.y) < 20 && outline.x <= text.x
    }, 'it is framed')
    await eventually(
      () =>
        shown.evaluate(
          (element) => element.getBoundingClientRect().top > 0 && element.getBoundingClientRect().bottom < innerHeight,
        ),
      'it is in sight',
    )
    assert.equal(await scrolled(), before)
  }
})

browserTest(
  'no field that gets the focus lies under the buttons at the end of the settings, on a desktop and on a phone',
  async (t) => {
    const { page } = await staff(t, '/settings?group=home', { viewport: { width: 1280, height: 720 } })
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 320, height: 640 },
    ]) {
      await resize(page, viewport)
      await page.locator('.settings-form[aria-busy=false]').waitFor()
      const covered = await page.locator('.settings-form').evaluate((form) => {
        const end = form.querySelector(':scope > footer')
        return [...form.querySelectorAll<HTMLElement>('.setting :is(input, textarea, button:enabled)')]
          .filter((field) => {
            field.focus()
            const { top, bottom } = field.getBoundingClientRect()
            // Of a text of several lines, the one with the caret.
            return end && bottom > top && Math.min(bottom, top + 40) > end.getBoundingClientRect().top
          })
          .map((field) => field.getAttribute('name') ?? field.textContent)
      })
      assert.deepEqual(covered, [], `${viewport.width} px`)
      const scrolled = await page
        .locator('.settings-form > footer button:enabled')
        .last()
        .evaluate((button) => {
          const view = button.closest('.view')
          view?.scrollTo(0, 200)
          button.focus()
          return view?.scrollTop
        })
      assert.equal(scrolled, 200, 'the buttons, which are always in view, scroll nothing')
    }
  },
)

browserTest(
  'an item that was removed returns once, however often it is undone, and not on top of what was given up',
  async (t) => {
    const { page } = await staff(t, group('agent'))
    const list = page.getByRole('group', { name: '扶持政策' }).last()
    const names = (): Promise<string[]> => list.locator('.setting-fold span').allTextContents()
    const remove = list.getByRole('button', { name: '移除' }).first()
    await list.locator('.setting-fold').first().waitFor()
    const all = await names()
    await remove.click()
    await remove.click()
    await page.keyboard.press('Control+z')
    await eventually(async () => (await names()).length === all.length - 1, 'one is back')
    await page.keyboard.press('Control+z')
    await eventually(async () => (await names()).length === all.length, 'the other one is back')
    assert.deepEqual(await names(), all)

    await remove.click()
    const giveUp = page.getByRole('button', { name: '放弃修改' })
    await giveUp.click()
    await question(page).getByRole('button', { name: '放弃修改' }).click()
    await eventually(async () => (await names()).length === all.length, 'all are back')
    assert.deepEqual(await names(), all)
    assert.equal(
      await giveUp.evaluate((button) => button === document.activeElement),
      true,
      'the focus stays where it was',
    )
    assert.equal(await page.locator('.toast').count(), 1)
    assert.match(
      (await page.locator('.toast').textContent()) ?? '',
      /修改已放弃/,
      'what was removed is no longer offered',
    )

    await remove.click()
    await page
      .getByRole('navigation', { name: '设置分组' })
      .getByRole('link', { name: /^基本信息/ })
      .click()
    await page.getByRole('button', { name: '撤销' }).waitFor({ state: 'detached' })
  },
)

browserTest('an upload goes on while another group is shown', async (t) => {
  const { page } = await staff(t, group('basics'), { own: true })
  const next = await holdUploads(page)
  const groups = page.getByRole('navigation', { name: '设置分组' })
  const go = (name: string): Promise<void> => groups.getByRole('link', { name: new RegExp(`^${name}`) }).click()
  const picture = page.locator('.settings-form:visible .picture').first()
  await picture
    .locator('input[type=file]:enabled')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
  await picture.getByText('正在上传').waitFor()
  await go('关于我们')
  await next('continue')
  await toast(page, '上传成功！')
  await go('基本信息')
  await picture.getByRole('button', { name: '更换图片' }).waitFor()
  await save(page, groupSaved)
})
