import assert from 'node:assert/strict'
import { toPlace } from '../../client/lib/tiles.ts'
import { eventually } from '../eventually.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest } from './browser.ts'
import { allSaved, groupSaved, question, resize, save, staff, toast } from './staff.ts'
import { framesPass, hold, holdUploads } from './waiting.ts'

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

browserTest('what was given up is what is stored again, and is not offered after a reload', async (t) => {
  const { page } = await staff(t, group('basics'))
  const slogan = page.getByRole('textbox', { name: '口号' })
  await eventually(async () => (await slogan.inputValue()) !== '', 'the form is loaded')
  const stored = await slogan.inputValue()
  await slogan.fill('写了一半的口号')
  await page.getByRole('button', { name: '放弃修改' }).click()
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await eventually(async () => (await slogan.inputValue()) === stored, 'what is stored is there')
  await page.reload()
  await eventually(async () => (await slogan.inputValue()) === stored, 'the form is loaded')
  assert.equal(await page.getByRole('button', { name: '恢复' }).count(), 0)
})

browserTest(
  'the place is pasted from another map and moved by the keyboard; a colour is seen in the office at once',
  async (t) => {
    const { page, server } = await staff(t, group('contact'), { own: true })
    await page
      .getByRole('textbox', { name: '粘贴坐标或地图链接' })
      .fill('https://api.map.baidu.com/marker?location=36.659876,117.123456&title=a')
    await page.getByText(/已由BD-09（117.123456, 36.659876）换算/).waitFor()
    const lng = page.getByRole('textbox', { name: '经度' })
    const pasted = await lng.inputValue()
    assert.match(pasted, /^117\.11\d+$/)
    await page.getByRole('button', { name: '标记，可拖动，也可用方向键移动' }).press('ArrowRight')
    assert.ok(Number(await lng.inputValue()) > Number(pasted))
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
  },
)

browserTest('the marker points at its place on the map, however narrow the map is', async (t) => {
  const { page } = await staff(t, group('contact'))
  // The map may be there before the record is.
  const release = await hold(page, '**/v1/site/detail')
  await page.reload()
  await page.locator('.map-picker-pin').waitFor({ state: 'attached' })
  release()
  await page.getByRole('form', { name: '联系方式' }).and(page.locator('[aria-busy=false]')).waitFor()
  for (const width of [1920, 1440, 390]) {
    await resize(page, { width, height: 900 })
    await framesPass(page)
    const tile = page.locator('.map-picker-map > img').first()
    await tile.waitFor()
    const { searchParams } = new URL((await tile.getAttribute('src')) ?? '')
    const [at, pin] = [await tile.boundingBox(), await page.locator('.map-picker-pin').boundingBox()]
    const ground = await page.locator('.map-picker-map').boundingBox()
    assert.ok(at && pin && ground && Math.abs(pin.x + pin.width / 2 - ground.x - ground.width / 2) < 1)
    const shown = toPlace(
      {
        x: Number(searchParams.get('x')) * 256 + pin.x + pin.width / 2 - at.x,
        y: Number(searchParams.get('y')) * 256 + pin.y + pin.height - at.y,
      },
      Number(searchParams.get('z')),
    )
    const [lng, lat] = await Promise.all(
      ['经度', '纬度'].map(async (name) => Number(await page.getByRole('textbox', { name }).inputValue())),
    )
    assert.ok(
      Math.abs(shown.lng - (lng ?? 0)) < 1e-4 && Math.abs(shown.lat - (lat ?? 0)) < 1e-3,
      `at ${width}: ${shown.lng}, ${shown.lat}`,
    )
  }
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
      .locator('input[type=file]:enabled')
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
  assert.equal(
    (await server.post('/v1/product/detailProduct', { productId: scenario.products[0] })).data.coverName,
    byPress,
  )
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
  'on a phone the preview of the settings opens at the width of a phone, with all its buttons in view',
  async (t) => {
    const { page } = await staff(t, '/settings?group=basics', { phone: true, viewport: { width: 320, height: 640 } })
    await page.getByRole('button', { name: '预览' }).click()
    const dialog = page.getByRole('dialog', { name: '预览' })
    await dialog.getByRole('button', { name: '手机', pressed: true }).waitFor()
    const header = dialog.locator('.settings-preview > header')
    assert.ok(await header.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth))
  },
)

browserTest('the message after a paragraph was removed names it by its beginning', async (t) => {
  const { page } = await staff(t, group('basics'))
  const list = page.getByRole('group', { name: '公司简介' }).first()
  const first = list.getByRole('textbox').first()
  await eventually(async () => (await first.inputValue()).length > 40, 'the form is loaded')
  const words = await first.inputValue()
  await list.getByRole('button', { name: '移除' }).first().click()
  const note = page.locator('.toast').filter({ hasText: '已移除' })
  assert.equal(await note.locator('p').innerText(), `已移除${words.slice(0, 20)}…，保存后生效`)
})

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

browserTest('what is given up while its picture is uploaded is not saved when the upload ends', async (t) => {
  const { page, server, calls } = await staff(t, group('basics'))
  const next = await holdUploads(page)
  const [state, giveUp] = [
    page.locator('.settings-form:visible footer'),
    page.getByRole('button', { name: '放弃修改' }),
  ]
  const before = (await server.post('/v1/site/detail')).data
  await page
    .locator('.picture input[type=file]:enabled')
    .first()
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: onePixel })
  await state.locator('[type=submit][aria-disabled=false]').click()
  await state.getByText('图片上传完成后自动保存').waitFor()
  await giveUp.click()
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await state.locator('[type=submit][aria-disabled=true][aria-busy=false]').waitFor()
  assert.equal(await page.getByText('正在上传').count(), 0)
  await next('continue')
  await framesPass(page)
  assert.deepEqual((await server.post('/v1/site/detail')).data, before)
  assert.equal(
    calls.some((path) => path.endsWith('/site/update')),
    false,
  )
})

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
