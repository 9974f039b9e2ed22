import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { pdf } from '../media/documents.ts'
import { browserTest, visitPage } from './browser.ts'

const others = ['塔机安全监测系统', '工地巡检机器人', '实测实量机器人', '钢筋加工棚']
const modelIn = (label: string): string => /^把.* (.*)加入询价单$/.exec(label)?.[1] ?? ''

browserTest('a purchaser asks for five products of three groups in one inquiry, on a phone', async (t) => {
  const { page, server, calls, complaints } = await visitPage(t, '/cpDeatail?productId=zhgd-smart-helmet', {
    phone: true,
  })
  let taps = 0
  const tap = async (locator: Locator): Promise<void> => {
    taps++
    await locator.click()
  }
  const scrollsSideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  const models = page.locator('.models').getByRole('link', { name: /加入询价单/ })
  const names = await models.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
  await tap(models.first())
  await tap(models.first())
  const header = page.locator('.header-quote')
  await header.filter({ hasText: '2' }).waitFor()
  assert.equal(await scrollsSideways(), false)
  const wholeProduct = page.locator('.phone-bar').getByText('已在询价单')
  assert.equal(await wholeProduct.getAttribute('href'), await header.getAttribute('href'))
  await tap(header)
  await page.waitForURL('**/xunjia')
  const cards = page.locator('.quote-rows .card')
  await cards.nth(1).waitFor()
  await tap(page.getByText('选产品', { exact: true }))
  const choices = page.locator('.quote-rows details')
  for (const name of others) await tap(choices.getByRole('button', { name }).first())
  assert.equal(await cards.count(), 6)
  assert.ok((await cards.nth(1).innerText()).includes('数量\n单位'), 'what they are is seen')
  const ticked = choices.getByRole('button', { name: '已在询价单：' })
  assert.equal(await ticked.count(), 5)
  await ticked.filter({ hasText: '塔机' }).click()
  await page.locator('[name=remove][value="2"]:focus').waitFor()
  assert.equal(await cards.count(), 6, 'it is there once')
  assert.equal(await scrollsSideways(), false)
  await tap(page.locator('[name=quantity0]'))
  for (const text of ['20', '套']) {
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.fill('[name=quantity1]', '三台')
  await cards.nth(1).getByRole('status').getByText('数量只收数字，“三台”会记在备注里').waitFor()
  await page.reload()
  await cards.nth(5).waitFor()
  for (const [name, value] of [
    ['quantity0', '20'],
    ['quantity1', '三台'],
  ] as const)
    await eventually(async () => (await page.inputValue(`[name=${name}]`)) === value, `the tab keeps ${name}`)
  await page.fill('[name=name]', '采购张工')
  await page.fill('[name=phone]', '13800000001')
  assert.ok(!calls.join().includes('inquiry'), 'nothing is sent before')
  taps++
  await page.setInputFiles('[type=file]', { name: '图纸.pdf', mimeType: 'application/pdf', buffer: pdf() })
  await page.getByRole('button', { name: '移除图纸.pdf' }).waitFor()
  await page.route(
    '**/v1/inquiry/save',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await tap(page.getByRole('button', { name: '发送询价单' }))
  await page.getByText('网络连接失败').waitFor()
  await tap(page.getByRole('button', { name: '重试' }))
  await page.locator('[role=status] >> text=/已收到6项、1个文件（图纸.pdf），编号\\w{6}，联系方式138…0001，/').waitFor()
  assert.ok(taps <= 12, `${taps} taps`)
  assert.equal(await page.locator('.quote-count').count(), 0)
  const copy = page.locator('.quote-sent')
  assert.match(await copy.innerText(), / ×20套\n智能安全帽 \S+（三台）\n塔机安全监测系统 ×1台\n[^]*ZZ-S30 ×1套/)
  const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
  assert.ok((heading?.y ?? 0) > 60, 'the heading is below the header')
  const { data } = await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })
  assert.equal(data.count, 1, 'the first reply was lost')
  const [{ items, topic, files }] = data.data
  assert.deepEqual([topic, items.length, files[0].name], ['报价', 6, '图纸.pdf'])
  const [first, second] = names.map(modelIn)
  assert.deepEqual(
    items.slice(0, 2).map(({ productName: _, ...item }: Record<string, unknown>) => item),
    [
      { productId: 'zhgd-smart-helmet', model: first, quantity: 20, unit: '套' },
      { productId: 'zhgd-smart-helmet', model: second, unit: '顶', note: '三台' },
    ],
  )
  await page.goBack()
  await page.locator('.phone-product').waitFor()
  await page.goForward()
  await page.getByText('还没有产品').waitFor()
  assert.deepEqual(
    complaints.filter((complaint) => !complaint.includes('ERR_FAILED')),
    [],
  )
})
