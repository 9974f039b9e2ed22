import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { startServer } from '../server.ts'
import { onePixel } from '../uploads/pictures.ts'
import { browserTest, phoneAgent, seriousFaults } from './browser.ts'
import { animationEnds, follow, menu, publishAsItIs, save, staff, toast } from './staff.ts'
import { boxIs, hold, holdUploads } from './waiting.ts'

const long = Array.from({ length: 60 }, (_, n) => `<p>第${n + 1}段，很长的正文。</p>`).join('')

/** How much of the paper is seen between the toolbar, the footers and the edges, and where the save button ends. */
const inSight = (dialog: Locator): Promise<{ writing: number; saveEnds: number; share: number }> =>
  dialog.evaluate((element) => {
    const parts = ['.editor-paper', '.editor-tools', '.editor-foot', '.modal-foot', '.modal-foot [type=submit]']
    const [paper, tools, foot, end, save] = parts.map((selector) =>
      element.querySelector(selector)?.getBoundingClientRect(),
    )
    const top = Math.max(paper?.top ?? NaN, tools?.bottom ?? NaN)
    const bottom = Math.min(paper?.bottom ?? NaN, foot?.top ?? NaN, end?.top ?? NaN, innerHeight)
    return {
      writing: bottom - top,
      saveEnds: save?.bottom ?? NaN,
      share: element.getBoundingClientRect().width / innerWidth,
    }
  })

async function edit(page: Page, path: string): Promise<Locator> {
  await page.goto(path)
  await page.locator('.row-title').filter({ visible: true }).first().click()
  const dialog = page.getByRole('dialog', { name: /^编辑/ })
  await dialog.getByRole('toolbar', { name: '格式工具' }).waitFor()
  await animationEnds(dialog)
  return dialog
}

browserTest(
  'a product and an article are written with every field in view, on each size of a desktop screen',
  async (t) => {
    const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
    const headers = await server.signIn()
    await server.post('/v1/product/saveProduct', { coverName: '很长的产品', productCon: long }, { headers })
    await server.post('/v1/news/saveNews', { newTitle: '很长的新闻', newInfo: long }, { headers })
    const { page, complaints } = await staff(t, '/AdminProduct', { server })
    for (const [width, height, least] of [
      [1440, 900, 400],
      [1366, 768, 300],
      [1280, 720, 300],
    ] as const) {
      await page.setViewportSize({ width, height })
      for (const path of ['/AdminProduct', '/AdminNews']) {
        const dialog = await edit(page, path)
        const { writing, saveEnds, share } = await inSight(dialog)
        assert.ok(writing >= least, `${path} ${width}x${height}: ${writing} px to write in`)
        assert.ok(
          saveEnds <= height && Math.abs(share - 0.72) < 0.001,
          `${path} ${width}x${height}: ${saveEnds} ${share}`,
        )
        assert.ok(
          await dialog.locator('.form-more').evaluate((rail) => rail.scrollHeight <= rail.clientHeight),
          `${path} ${width}x${height}: the rail scrolls`,
        )
        // At its end the line that is written is above the footers, and the fields beside have not moved.
        const field = dialog.getByLabel(/描述$/)
        const before = await field.boundingBox()
        await dialog.getByRole('textbox', { name: /内容$/ }).press('Control+End')
        await page.keyboard.type('最后的字')
        const [foot, last] = [
          await dialog.locator('.editor-foot').boundingBox(),
          await dialog.getByText('最后的字').boundingBox(),
        ]
        assert.ok(foot && last && last.y + last.height <= foot.y + 1, `${path}: the last line is covered`)
        assert.deepEqual(await field.boundingBox(), before)
        await save(dialog, '修改成功！')
        await dialog.waitFor({ state: 'detached' })
      }
    }
    assert.deepEqual(complaints, [])
  },
)

for (const [width, height, least] of [
  [390, 844, 300],
  [320, 640, 150],
  [768, 1024, 400],
] as const) {
  browserTest(
    `on a screen of ${width} the body is in sight at once and the other fields one tap away; what is wrong is shown`,
    async (t) => {
      const { page, server } = await staff(t, '/AdminProduct', {
        viewport: { width, height },
        ...(width < 500 && { userAgent: phoneAgent, isMobile: true, hasTouch: true }),
      })
      await page.getByRole('button', { name: '新增' }).click()
      const dialog = page.getByRole('dialog', { name: '新增产品' })
      await dialog.getByRole('toolbar').waitFor()
      await animationEnds(dialog)
      const { writing, saveEnds } = await inSight(dialog)
      assert.ok(writing >= least && saveEnds <= height, `${writing} px to write in, the button ends at ${saveEnds}`)
      assert.equal(
        await dialog.evaluate((element) => element.scrollWidth),
        await dialog.evaluate((element) => element.clientWidth),
      )
      if (width < 500) assert.deepEqual(await dialog.boundingBox(), { x: 0, y: 0, width, height })

      await dialog.getByLabel('产品名称').fill(`${width} px 宽的手机上写的`)
      assert.equal(await dialog.getByLabel('跳转路径').isVisible(), false)
      await dialog.getByRole('button', { name: '其他信息' }).click()
      await dialog.getByLabel('跳转路径').fill('不是地址')
      assert.equal(await dialog.getByRole('toolbar').isVisible(), false)
      await dialog.getByRole('button', { name: '正文' }).click()
      await dialog.getByRole('button', { name: '发布', exact: true }).click()
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'jumpUrl')
      await dialog.getByRole('button', { name: '其他信息 有误' }).waitFor()
      await dialog.getByLabel('跳转路径').fill('/product')
      await dialog.locator('[type=submit][aria-disabled=false]').click()
      await publishAsItIs(page, '添加成功！')
      assert.equal((await server.post('/v1/product/list', { coverName: `${width} px 宽的手机上写的` })).data.count, 1)
    },
  )
}

browserTest(
  'dialogs have their documented widths: shares of the window above 992 px, and below it as wide as their content',
  async (t) => {
    const { page } = await staff(t, '/AdminCarousel')
    for (const [path, width, wanted] of [
      ['/AdminCarousel', 1440, 720],
      ['/AdminCarousel', 1000, 500],
      ['/AdminCarousel', 991, 704],
      ['/AdminCarousel', 700, 684],
      ['/AdminNews', 1000, 720],
      ['/AdminNews', 991, 959],
      ['/AdminProduct', 768, 736],
      ['/AdminProduct', 767, 767],
    ] as const) {
      await page.setViewportSize({ width, height: 800 })
      await page.goto(path)
      await page.locator('.row-title').filter({ visible: true }).first().click()
      // It is as wide as its content, which comes later.
      await boxIs(
        page.locator('dialog[open]'),
        (box) => Math.round(box.width) === wanted,
        `${path} at ${width} is ${wanted} wide`,
      )
    }
  },
)

/** From a control to the next label, from a label to its control, and how high controls are, of fields one below the other. */
const rhythm = (fields: Locator): Promise<number[][]> =>
  fields.evaluateAll((all) => {
    const shown = all.filter(
      (each) =>
        each.querySelector('input.input, select.input') &&
        each.getClientRects().length > 0 &&
        !each.closest('details:not([open])'),
    )
    return shown.map((field) => {
      const next = field.nextElementSibling?.matches('.field:not(.inline)')
        ? field.nextElementSibling.querySelector('.field-label')
        : null
      const [label, control, below] = [field.querySelector('.field-label'), field.querySelector('.input'), next].map(
        (each) => each?.getBoundingClientRect(),
      )
      const { top = NaN, bottom = NaN, height = NaN } = control ?? {}
      return [top - (label?.bottom ?? NaN), height, below ? below.top - bottom : -1].map(Math.round)
    })
  })

browserTest('the fields of every form have equal spacing, and nothing moves when one is invalid', async (t) => {
  const { page } = await staff(t, '/AdminProduct')
  const fields = page.locator('.field:not(.inline)')
  const seen: Record<string, number[][]> = {}
  await page.getByRole('button', { name: '新增' }).click()
  await animationEnds(page.getByRole('dialog'))
  seen.product = await rhythm(fields)
  const name = page.getByRole('dialog').getByLabel('产品名称')
  const tools = page.locator('.editor-tools')
  const before = await tools.boundingBox()
  await name.fill('字'.repeat(201))
  await page.getByRole('dialog').getByLabel('跳转路径').focus()
  await page.getByText('不能超过200个字符').waitFor()
  assert.deepEqual(await tools.boundingBox(), before)
  await name.fill('')

  await page.goto('/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).click()
  await animationEnds(page.getByRole('dialog'))
  seen.carousel = await rhythm(fields)
  await page.goto('/dashboard')
  await page.locator('.user-button').click()
  await page.getByRole('menuitem', { name: '修改密码' }).click()
  await animationEnds(page.getByRole('dialog'))
  seen.password = await rhythm(fields)
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click()
  await page.getByText('请输入旧密码').waitFor()
  assert.deepEqual(await rhythm(fields), seen.password)
  await page.goto('/dashboard')
  await page.locator('.sidebar button').first().click()
  await animationEnds(page.getByRole('dialog', { name: '系统名称和LOGO' }))
  seen.system = await rhythm(fields)

  await page.goto('/AdminCarousel')
  await page.getByRole('button', { name: '上传图片' }).click()
  await page.getByRole('dialog').getByLabel('标题').fill('登录已失效')
  await page.context().clearCookies()
  await page.getByRole('dialog').getByRole('button', { name: '发布', exact: true }).click()
  const again = page.getByRole('dialog', { name: '登录已失效，请重新登录' })
  await animationEnds(again)
  seen.again = await rhythm(again.locator('.field'))
  const stranger = await (await page.context().browser())?.newPage({
    baseURL: page.url(),
    viewport: { width: 1440, height: 900 },
  })
  assert.ok(stranger)
  t.after(() => stranger.close())
  await stranger.goto('/login')
  await stranger.getByLabel('登录账号').waitFor()
  seen.login = await rhythm(stranger.locator('.field'))
  assert.ok(
    Object.values(seen).every((form) => form.length > 0),
    JSON.stringify(seen),
  )
  const all = Object.values(seen).flat()
  const [gaps, heights, pitches] = [0, 1, 2].map((at) =>
    [...new Set(all.map((each) => each[at]))].filter((value) => value !== -1),
  )
  assert.deepEqual([gaps?.length, heights?.length, pitches?.length], [1, 1, 1], JSON.stringify(seen))
})

browserTest(
  'a record that is not loaded is asked for again by Enter, as often as it takes, and then its first field has the focus',
  async (t) => {
    const { page } = await staff(t, '/AdminCarousel')
    const address = '**/v1/carousel/detailCarousel'
    await page.route(address, (route) => route.abort())
    await page.locator('.row-title').filter({ visible: true }).first().click()
    const dialog = page.getByRole('dialog', { name: '修改' })
    const retry = dialog.getByRole('button', { name: '重试' })
    await retry.and(page.locator(':focus')).waitFor()
    const [failedAgain] = await Promise.all([page.waitForEvent('requestfailed'), page.keyboard.press('Enter')])
    assert.match(failedAgain.url(), /detailCarousel/)
    await retry.and(page.locator(':focus')).waitFor()
    await page.unroute(address)
    await page.keyboard.press('Enter')
    await dialog.getByLabel('标题').and(page.locator(':focus')).waitFor()
  },
)

browserTest('a save that fails in full screen says so above it, or leaves it for the field', async (t) => {
  const { page } = await staff(t, '/AdminProduct?add=1')
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  const text = dialog.getByRole('textbox', { name: '产品内容' })
  const write = async (): Promise<void> => {
    await dialog.getByRole('button', { name: '全屏' }).click()
    await page.locator('.editor.full').waitFor()
    await text.click()
    await page.keyboard.type('字')
    await page.keyboard.press('Control+s')
  }
  await page.route('**/v1/draft/save', (route) => route.abort())
  await write()
  const message = page.locator('.toast').getByText(/网络连接失败/)
  await message.waitFor()
  assert.equal(await isOnTop(message), true)
  await text.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')

  await dialog.getByLabel('跳转路径').fill('不是地址')
  await dialog.locator('[type=submit][aria-disabled=false]').waitFor()
  await write()
  await dialog.getByLabel('跳转路径').and(page.locator(':focus')).waitFor()
  await page.locator('.editor.full').waitFor({ state: 'detached' })
})

const isOnTop = (message: Locator): Promise<boolean> =>
  message.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('.toast') !== null
  })

browserTest('in full screen a message is above the editor', async (t) => {
  const { page } = await staff(t, '/AdminProduct?add=1')
  const release = await hold(page, '**/v1/file/upload')
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await dialog
    .locator('[name=coverUrl][type=file]:enabled')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await dialog.getByRole('button', { name: '全屏' }).click()
  await page.locator('.editor.full').waitFor()
  release()
  const message = page.locator('.toast').getByText('上传成功！')
  await message.waitFor()
  assert.equal(await isOnTop(message), true)
})

browserTest('why a cover was not accepted is in view in a low window', async (t) => {
  const { page } = await staff(t, '/AdminProduct?add=1', { viewport: { width: 1280, height: 720 } })
  const dialog = page.getByRole('dialog', { name: '新增产品' })
  await page.route('**/v1/file/upload', (route) =>
    route.fulfill({ status: 503, json: { code: 503, msg: '磁盘空间不足', data: null } }),
  )
  await dialog
    .locator('[name=coverUrl][type=file]:enabled')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: onePixel })
  await eventually(async () => {
    const [message, foot] = await Promise.all([
      dialog.getByText('磁盘空间不足').boundingBox(),
      dialog.locator('.modal-foot').boundingBox(),
    ])
    return message !== null && foot !== null && message.y + message.height <= foot.y + 1
  }, 'the message is above the buttons')
})

browserTest('the dialogs and the preview are accessible, in both colour schemes and at every width', async (t) => {
  const faults: string[] = []
  for (const options of [{}, { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } }]) {
    const { page } = await staff(t, '/AdminProduct', { bypassCSP: true, reducedMotion: 'reduce', ...options })
    const look = async (what: string): Promise<void> => {
      faults.push(...(await seriousFaults(page)).map((fault) => `${what} ${JSON.stringify(options)} ${fault}`))
    }
    const dialog = await edit(page, '/AdminProduct')
    await look('the form')
    if ('viewport' in options) {
      await dialog.getByRole('button', { name: '其他信息' }).click()
      await look('the other fields')
    }
    await dialog.getByRole('button', { name: '预览页面' }).click()
    await page.frameLocator('iframe').locator('h1').waitFor()
    await look('the preview')
  }
  assert.deepEqual(faults, [])
})

browserTest(
  'uploads go on while another screen is shown, those in the text too, and what fails can be tried again there',
  async (t) => {
    const { page, server } = await staff(t, '/dashboard')
    await menu(page).getByRole('link', { name: '新闻管理' }).click()
    const next = await holdUploads(page)
    const file = { name: 'a.png', mimeType: 'image/png', buffer: onePixel }
    await page.getByRole('button', { name: '新增' }).first().click()
    const dialog = page.getByRole('dialog', { name: '新增新闻' })
    await dialog.getByLabel('新闻标题').fill('换页时上传')
    await dialog.locator('input[name=newCover]').setInputFiles(file)
    await dialog.getByText('正在上传').first().waitFor()
    await dialog.getByRole('textbox', { name: '新闻内容' }).click()
    await page.keyboard.type('前')
    await dialog.locator('.editor input[type=file]:enabled').first().setInputFiles(file)
    await dialog.getByText('正在上传1张图片').waitFor()
    await follow(page, '/dashboard')
    await next('continue')
    await next('abort')
    await toast(page, '上传成功！')
    await page.goBack()
    await dialog.getByRole('button', { name: '更换图片' }).waitFor()
    await dialog.getByText(/插入图片失败/).waitFor()
    await dialog.getByRole('button', { name: '重试' }).click()
    await next('continue')
    await dialog.locator('.rich img[src^="/uploads/"]').waitFor()
    await save(dialog, '添加成功！')
    const { data } = await server.post('/v1/news/list', { newTitle: '换页时上传' })
    assert.match(data.data[0].newCover, /^\/uploads\//)
    assert.match(
      (await server.post('/v1/news/detailNews', { newId: data.data[0].newId })).data.newInfo,
      /<img src="\/uploads\//,
    )
  },
)

browserTest('every tool of a table is in view, also where the writing area is narrow', async (t) => {
  const server = await startServer(t, { env: { RATE_LIMIT: 'off' } })
  await server.post(
    '/v1/news/saveNews',
    {
      newTitle: '有表格的新闻',
      newInfo: `${long}<table><tbody><tr><td>网片</td><td>规格</td></tr></tbody></table>`,
    },
    { headers: await server.signIn() },
  )
  const { page } = await staff(t, '/AdminNews', { server })
  for (const viewport of [
    { width: 1366, height: 768 },
    { width: 1280, height: 720 },
    { width: 1024, height: 768 },
  ]) {
    await page.setViewportSize(viewport)
    const dialog = await edit(page, '/AdminNews')
    await dialog.getByRole('cell', { name: '网片' }).click()
    const last = dialog.getByRole('button', { name: '删表' })
    await last.waitFor()
    // The dialog may still be coming up.
    const below = await last.evaluate((button) => {
      const frame = button.closest('.editor')
      return button.getBoundingClientRect().bottom - (frame?.getBoundingClientRect().bottom ?? 0)
    })
    assert.ok(below <= 0, `${viewport.width}: the last tool is cut off by ${below} px`)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})
