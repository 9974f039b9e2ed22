import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { startServer } from '../../server.ts'
import { onePixel } from '../../media/pictures.ts'
import { browserTest, phoneAgent } from '../../browser/browser.ts'
import { animationEnds, follow, menu, publishAsItIs, save, staff, toast } from '../../browser/staff.ts'
import { holdUploads } from '../../browser/waiting.ts'

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

browserTest('nothing of a form moves when a field is invalid', async (t) => {
  const { page } = await staff(t, '/AdminProduct?add=1')
  const dialog = page.getByRole('dialog')
  await animationEnds(dialog)
  const tools = page.locator('.editor-tools')
  const before = await tools.boundingBox()
  await dialog.getByLabel('产品名称').fill('字'.repeat(201))
  await dialog.getByLabel('跳转路径').focus()
  await page.getByText('不能超过200个字符').waitFor()
  assert.deepEqual(await tools.boundingBox(), before)
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
