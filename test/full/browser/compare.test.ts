import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { browserTest, goTo, visit, visitPage } from '../../browser/browser.ts'

const pair = '/product/compare?ids=zhgd-tower-crane,zhgd-unloading-platform'

browserTest('from the list or from a product, its models are compared, then two or three of its group', async (t) => {
  const { page, complaints } = await visitPage(t, '/product?locationId=zhgd', {
    viewport: { width: 1440, height: 900 },
  })
  await page.getByRole('link', { name: '比较参数' }).click()
  await page.getByRole('heading', { level: 1, name: '产品比较' }).waitFor()
  const choices = page.getByRole('navigation', { name: '选择要比较的产品' }).getByRole('link')
  assert.equal(await choices.count(), 8)
  await choices.filter({ hasText: '塔机安全监测系统' }).click()
  const columns = page.locator('thead th > a')
  await page.getByRole('heading', { name: '塔机安全监测系统的3个型号' }).waitFor()
  await page.getByRole('row', { name: /^吊钩球机 — — / }).waitFor()
  const models = page.locator('thead').getByRole('link', { name: /^把塔机安全监测系统 .+加入询价单$/ })
  assert.equal(await models.count(), 3)
  await models.nth(1).click()
  await page.locator('thead').getByText('已在询价单').waitFor()
  assert.equal(await models.count(), 2)
  assert.equal(await page.locator('.header-quote .quote-count').innerText(), '1')
  const same = page.getByRole('row', { name: /^保修期/ })
  assert.equal(await same.isVisible(), true)
  await page.getByLabel('只看不同的参数').check()
  assert.deepEqual([await same.isVisible(), await page.getByRole('row', { name: /^适用/ }).isVisible()], [false, true])
  await choices.filter({ hasText: '卸料平台监测系统' }).click()
  await page.getByRole('navigation', { name: '再加一个' }).waitFor()
  assert.deepEqual(await columns.allTextContents(), ['塔机安全监测系统', '卸料平台监测系统'])
  assert.equal(await page.locator('meta[name=robots]').count(), 0, 'the head is that of the first page')

  await page.getByRole('link', { name: '扬尘噪声在线监测系统' }).click()
  await page.waitForFunction(() => document.querySelectorAll('thead th').length === 3)
  assert.equal(await page.locator('.compare nav[aria-labelledby]').count(), 0, 'three are enough')
  await page.getByText('一次最多比较3个产品').waitFor()
  await page.getByRole('link', { name: '移除塔机安全监测系统' }).click()
  await page.waitForFunction(() => document.querySelectorAll('thead th').length === 2)
  await page.getByRole('link', { name: '把这几款加入询价单' }).click()
  await page.locator('.quote-rows li').nth(2).waitFor()
  assert.deepEqual(await page.locator('.quote-product a').allTextContents(), [
    '塔机安全监测系统',
    '卸料平台监测系统',
    '扬尘噪声在线监测系统',
  ])
  await page.goBack()
  await page.waitForFunction(() => document.querySelectorAll('thead th').length === 2)
  await page.goBack()
  await page.waitForFunction(() => document.querySelectorAll('thead th').length === 3)

  await goTo(page, '/productDet?productId=cpxt-patrol')
  await page.locator('#specs').getByRole('link', { name: '比较同类产品' }).click()
  await page.getByRole('navigation', { name: '选择要比较的产品' }).waitFor()
  assert.deepEqual(await columns.allTextContents(), ['工地巡检机器人'])
  assert.deepEqual(complaints, [])
})

browserTest(
  'a shared address works on a small phone without a script: the terms stay while the products scroll',
  async (t) => {
    const { page } = await visit(t, {
      phone: true,
      viewport: { width: 320, height: 640 },
      javaScriptEnabled: false,
    })
    await page.goto(pair)
    const { scroll, wide } = await page.evaluate(() => {
      const region = document.querySelector('.compare .scroll')
      return {
        scroll: (region?.scrollWidth ?? 0) - (region?.clientWidth ?? 0),
        wide: document.documentElement.scrollWidth - innerWidth,
      }
    })
    assert.ok(scroll > 0 && wide <= 0, 'the table scrolls, and the page does not')
    const left = async (): Promise<number | undefined> => (await page.locator('tbody th').first().boundingBox())?.x
    const before = await left()
    await page.locator('.compare .scroll').evaluate((region) => region.scrollTo(region.scrollWidth, 0))
    assert.equal(await left(), before)
    assert.deepEqual(await page.locator('thead th > a').allTextContents(), ['塔机安全监测系统', '卸料平台监测系统'])
    await page.getByRole('link', { name: '移除塔机安全监测系统' }).click()
    await page.waitForURL('**/product/compare?ids=zhgd-unloading-platform')
    await page.locator('#ask').getByRole('link', { name: '在线咨询' }).click()
    assert.equal(await page.locator('.inquiry-product').textContent(), '咨询产品：卸料平台监测系统 ZZ-X5等2个型号')

    await page.goto(pair)
    await page.getByRole('link', { name: '把这几款加入询价单' }).click()
    assert.deepEqual(await page.locator('.quote-product a').allTextContents(), ['塔机安全监测系统', '卸料平台监测系统'])

    await page.goto('/product/compare?ids=zhgd-tower-crane')
    const column = await page.getByRole('cell').nth(1).boundingBox()
    assert.ok((column?.width ?? 0) >= 8 * 16, 'a column has room for eight characters')
    await page.getByLabel('只看不同的参数').check()
    assert.equal(await page.getByRole('row', { name: /^保修期/ }).isVisible(), false)
    const region = page.getByRole('region', { name: '参数比较' })
    await region.focus()
    await page.keyboard.press('ArrowRight')
    await eventually(() => region.evaluate(({ scrollLeft }) => scrollLeft > 0), 'keys scroll the table')

    await page.goto(pair)
    await page.emulateMedia({ media: 'print' })
    assert.equal(await page.locator('.compare nav[aria-labelledby]').isVisible(), false)
    assert.equal(await page.locator('.compare table').isVisible(), true)
    assert.equal(await page.getByText('移除').first().isVisible(), false)
  },
)
