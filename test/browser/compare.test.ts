import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { comparedRows } from '../../client/site/pages/product/comparedRows.ts'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, seriousFaults, visit, visitPage } from './browser.ts'

const pair = '/product/compare?ids=zhgd-tower-crane,zhgd-unloading-platform'

test('terms are compared that several have; those of one alone follow, and those of none are left out', () => {
  const rows = comparedRows([
    [
      { term: '供电', description: '220V' },
      { term: '高度', description: '80m' },
      { term: '重量', description: '12kg' },
      { term: '重量', description: '含电池' },
    ],
    [
      { term: '重量', description: '12kg；含电池' },
      { term: '供电', description: '12V' },
    ],
    [{ term: '幅度', description: '60m' }],
  ])
  assert.deepEqual(rows, [
    { term: '供电', values: ['220V', '12V', ''], differs: true },
    { term: '重量', values: ['12kg；含电池', '12kg；含电池', ''], differs: true },
    { term: '高度', values: ['80m', '', ''], differs: true },
    { term: '幅度', values: ['', '', '60m'], differs: true },
  ])
  const same = [{ term: '供电', description: '220V' }]
  const empty = [{ term: '备注', description: '' }]
  assert.deepEqual(comparedRows([[...same, ...empty], same]), [
    { term: '供电', values: ['220V', '220V'], differs: false },
  ])
})

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
  await page.getByRole('row', { name: '价格 1.28万元/台起 1.46万元/台起 1.98万元/台起' }).waitFor()
  await page.getByRole('row', { name: '吊钩球机 — — 自动变焦跟随吊钩' }).waitFor()
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
  const row = (term: string) =>
    page.locator('tbody tr').filter({ has: page.getByRole('rowheader', { name: term, exact: false }) })
  assert.deepEqual(await row('价格').locator('td').allTextContents(), ['1.28万元/台起', '3200元/套起'])
  assert.deepEqual(await row('群塔组网数量').locator('td').allTextContents(), ['不超过32台，LoRa通信', '—'])
  assert.equal(await page.locator('meta[name=robots]').count(), 0, 'the head is that of the first page')
  assert.deepEqual(await seriousFaults(page), [])

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

/** A finger that is drawn up. */
async function drag(page: Page, x: number, from: number, to: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y?: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: y === undefined ? [] : [{ x, y }] })
  await touch('touchStart', from)
  for (let y = from - 10; y >= to; y -= 10) await touch('touchMove', y)
  await touch('touchEnd')
}

browserTest('a finger and a wheel over a table that scrolls sideways scroll the page', async (t) => {
  for (const phone of [true, false]) {
    const { page } = await visit(t, { phone })
    for (const path of [`${phone ? '/cpDeatail' : '/productDet'}?productId=zhgd-tower-crane`, pair]) {
      await goTo(page, path)
      const table = page.locator('.scroll[role=region]')
      await table.evaluate((each) => each.scrollIntoView({ block: 'center', behavior: 'instant' }))
      const { width, height } = page.viewportSize() ?? assert.fail()
      const before = await page.evaluate(() => scrollY)
      if (phone) await drag(page, width / 2, height / 2 + 100, height / 2 - 200)
      else {
        await page.mouse.move(width / 2, height / 2)
        await page.mouse.wheel(0, 300)
      }
      await eventually(() => page.evaluate((y) => scrollY > y + 50, before), path)
    }
  }
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
    assert.equal(await page.locator('meta[name=robots][content=noindex]').count(), 1)
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
    assert.equal(await page.locator('.inquiry-product').textContent(), '咨询产品：卸料平台监测系统')

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

browserTest('an address with products that are gone, or of nothing, is still a page where one chooses', async (t) => {
  const { page, complaints } = await visitPage(t, '/product/compare?ids=gone,cpxt-patrol,gone,a,b')
  assert.equal(await page.locator('thead th').count(), 1)
  await page.getByText('3个产品已经下线').waitFor()
  const four = ['cpxt-patrol', 'zhgd-tower-crane', 'gone', 'zhgd-dust-noise', 'zhgd-unloading-platform']
  await goTo(page, `/product/compare?ids=${four}`)
  assert.equal(await page.locator('thead th').count(), 3)
  await page.getByText('还有1个没有列出来。一次最多比较3个产品').waitFor()
  await goTo(page, '/product/compare?ids=%3Cscript%3E&locationId=none')
  assert.equal(await page.getByRole('navigation', { name: '选择要比较的产品' }).getByRole('link').count(), 8)
  assert.deepEqual(complaints, [])
})
