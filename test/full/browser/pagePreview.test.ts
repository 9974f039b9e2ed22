import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, phoneAgent } from '../../browser/browser.ts'
import { signInAgain, staff } from '../../browser/staff.ts'

const frameOf = (page: Page) => page.frameLocator('iframe[title="页面预览"]')
browserTest(
  'a new product is previewed as each device gets it; links open beside the office, and Esc closes the preview also from within the page',
  async (t) => {
    const { page, complaints } = await staff(t, '/AdminProduct')
    await page.getByRole('button', { name: '新增' }).click()
    const dialog = page.getByRole('dialog', { name: '新增产品' })
    await dialog.getByLabel('产品名称').fill('全新塔吊')
    await dialog.getByLabel('跳转路径').fill('/gywm')
    const open = dialog.getByRole('button', { name: '预览页面' })
    await open.click()
    const preview = page.getByRole('dialog', { name: '预览' })
    const frame = frameOf(page)
    await frame.getByRole('heading', { name: '全新塔吊' }).waitFor()
    assert.equal(await frame.locator('.product-head').count(), 1)

    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      frame.getByRole('link', { name: '了解更多' }).click(),
    ])
    await opened.waitForURL(/\/gywm$/)
    await opened.close()
    assert.match(page.url(), /\/AdminProduct$/)
    await frame.getByRole('heading', { name: '全新塔吊' }).waitFor()

    await preview.getByRole('button', { name: '手机' }).click()
    await frame.locator('.phone-product').waitFor()
    await frame.locator('h1').click()
    await page.keyboard.press('Escape')
    await preview.waitFor({ state: 'detached' })
    await page.waitForFunction(() => document.activeElement?.textContent === '预览页面')
    assert.equal(await dialog.getByLabel('产品名称').inputValue(), '全新塔吊')
    assert.deepEqual(complaints, [])
  },
)

browserTest('on a phone the preview opens at the width of a phone', async (t) => {
  const { page } = await staff(t, '/AdminNews', {
    viewport: { width: 390, height: 844 },
    userAgent: phoneAgent,
    isMobile: true,
    hasTouch: true,
  })
  await page
    .getByRole('button', { name: /^查看：/ })
    .first()
    .click()
  await page.getByRole('dialog', { name: '查看新闻' }).getByRole('button', { name: '预览页面' }).click()
  await frameOf(page).locator('h1').waitFor()
  assert.equal(await page.getByRole('button', { name: '手机' }).getAttribute('aria-pressed'), 'true')
  assert.equal((await page.locator('iframe').boundingBox())?.width, 390)
})

browserTest(
  'a preview that fails says why and is tried again; a login that has ended is renewed on the way',
  async (t) => {
    const { page } = await staff(t, '/AdminNews')
    await page.getByRole('button', { name: '新增' }).click()
    const dialog = page.getByRole('dialog', { name: '新增新闻' })
    await dialog.getByLabel('新闻标题').fill('字'.repeat(201))
    const open = dialog.getByRole('button', { name: '预览页面' })
    const preview = page.getByRole('dialog', { name: '预览' })
    await open.click()
    await preview.getByRole('alert').getByText('新闻标题：不能超过200个字符').waitFor()
    await page.keyboard.press('Escape')
    await dialog.getByLabel('新闻标题').fill('刚好')

    let failing = true
    await page.route('**/v1/page/preview', (route) => (failing ? route.abort() : route.continue()))
    await open.click()
    await preview.getByRole('alert').waitFor()
    failing = false
    await page.context().clearCookies()
    await preview.getByRole('button', { name: '重试' }).click()
    await signInAgain(page)
    await frameOf(page).getByRole('heading', { name: '刚好' }).waitFor()
    assert.equal(await preview.getByRole('alert').count(), 0)
  },
)

browserTest('nothing that is pasted into a body can run in the preview or reach the office', async (t) => {
  const { page } = await staff(t, '/AdminNews')
  await page.getByRole('button', { name: '新增' }).click()
  // What no editor writes, as a program would send it.
  await page.route('**/v1/page/preview', async (route) => {
    const newInfo =
      '<p>看<img src=x onerror="top.ran=1"><script>top.ran=1</script><a href="javascript:top.ran=1">点</a></p>'
    await route.continue({ postData: JSON.stringify({ ...JSON.parse(route.request().postData() ?? '{}'), newInfo }) })
  })
  await page.getByRole('dialog').getByRole('button', { name: '预览页面' }).click()
  const frame = frameOf(page)
  await frame.getByText('看点').waitFor()
  assert.equal(await frame.locator('script, [onerror], a[href^="javascript"]').count(), 0)
  assert.equal(
    await page
      .locator('iframe')
      .getAttribute('sandbox')
      .then((words) => words?.includes('allow-scripts')),
    false,
  )
  assert.equal(await page.evaluate(() => 'ran' in window), false)
})
