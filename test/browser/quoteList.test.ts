import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { allFaults, browserTest, goTo, hydrated, ownServer, visit, visitPage } from './browser.ts'
import { pdf } from '../uploads/documents.ts'
import { staff } from './staff.ts'

const look = process.env.LOOK
const cards = '.quote-rows .card'

const drawing = { name: '图纸.pdf', mimeType: 'application/pdf', buffer: pdf() }
const others = ['塔机安全监测系统', '工地巡检机器人', '实测实量机器人', '钢筋加工棚']

for (const phone of [false, true])
  browserTest(
    `a purchaser asks for five products of three groups in one inquiry, ${phone ? 'on a phone' : 'on a desktop'}`,
    async (t) => {
      const server = await ownServer(t)
      const path = phone ? '/cpDeatail?productId=zhgd-smart-helmet' : '/productDet?productId=zhgd-smart-helmet'
      const { page, calls, complaints } = await visitPage(t, path, {
        phone,
        server,
        ...(phone ? {} : { viewport: { width: 1280, height: 900 } }),
      })
      let taps = 0
      const tap = async (locator: ReturnType<typeof page.locator>): Promise<void> => {
        taps++
        await locator.click()
      }
      const shift = () =>
        page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
      const models = page.locator('.models').getByRole('link', { name: /加入询价单/ })
      const names = await models.evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? ''))
      if (look) await page.screenshot({ path: `${look}/product-${phone}.png` })
      await tap(models.first())
      await tap(models.first())
      await eventually(async () => (await page.locator('.header-quote').innerText()).includes('2'), 'the header counts')
      assert.ok((await shift()) <= 0)
      if (look) await page.screenshot({ path: `${look}/product-added-${phone}.png` })
      const wholeProduct = page.locator(phone ? '.phone-bar' : '.product-title').getByText('已在询价单')
      assert.equal(await wholeProduct.getAttribute('href'), await page.locator('.header-quote').getAttribute('href'))
      await tap(page.locator('.header-quote'))
      await page.waitForURL('**/xunjia')
      await page.locator(cards).nth(1).waitFor()
      await tap(page.getByText('选产品', { exact: true }))
      for (const name of others) await tap(page.locator('.quote-rows details').getByRole('button', { name }).first())
      assert.equal(await page.locator(cards).count(), 6)
      const prices = await page.locator(`${cards} .quote-product small`).allTextContents()
      assert.deepEqual(prices.slice(0, 3), ['880元/顶起', '880元/顶起', '1.28万元/台起'])
      const ticked = page.locator('.quote-rows details').getByRole('button', { name: '已在询价单：' })
      assert.equal(await ticked.count(), 5)
      await ticked.filter({ hasText: '塔机' }).click()
      await page.locator('[name=remove][value="2"]:focus').waitFor()
      assert.equal(await page.locator(cards).count(), 6, 'it is there once')
      await page.evaluate(() => scrollTo(0, 0))
      if (look) await page.screenshot({ path: `${look}/list-${phone}.png`, fullPage: true })
      assert.deepEqual(await allFaults(page), [])
      assert.ok((await shift()) <= 0)
      await tap(page.locator('[name=quantity0]'))
      for (const text of ['20', '套']) {
        await page.keyboard.press('ControlOrMeta+a')
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      await page.fill('[name=quantity1]', '三台')
      await page.locator(cards).nth(1).getByRole('status').getByText('数量只收数字，“三台”会记在备注里').waitFor()
      await page.reload()
      await page.locator(cards).nth(5).waitFor()
      assert.deepEqual(
        [await page.inputValue('[name=quantity0]'), await page.inputValue('[name=quantity1]')],
        ['20', '三台'],
        'the tab keeps it',
      )
      await page.fill('[name=name]', '采购张工')
      await page.fill('[name=phone]', '13800000001')
      assert.equal(
        calls.some((each) => each.includes('inquiry')),
        false,
        'nothing is sent before',
      )
      taps++
      await page.setInputFiles('[type=file]', drawing)
      await page.getByRole('button', { name: '移除图纸.pdf' }).waitFor()
      await page.route('**/v1/inquiry/save', async (route) => {
        await route.fetch()
        await route.abort()
      })
      await tap(page.getByRole('button', { name: '发送询价单' }))
      await page.getByText('网络连接失败').waitFor()
      await page.unroute('**/v1/inquiry/save')
      await tap(page.getByRole('button', { name: '重试' }))
      await page.locator('[role=status] >> text=已收到').waitFor()
      if (look) await page.screenshot({ path: `${look}/sent-${phone}.png` })
      assert.ok(taps <= 12, `${taps} taps`)
      assert.equal(await page.locator('.quote-count').count(), 0)
      const copy = page.locator('.quote-sent')
      assert.match(await copy.innerText(), /智能安全帽 \S+ ×20套\n智能安全帽 \S+（三台）\n塔机安全监测系统 ×1\n/)
      await copy.getByRole('button', { name: '复制' }).click()
      await copy.getByText('（已复制）').waitFor()
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox()
      assert.ok((heading?.y ?? 0) > 60, 'the heading is below the header')
      const { data } = await server.post('/v1/agent/list', {}, { headers: await server.signIn() })
      assert.equal(data.count, 1, 'the first reply was lost')
      const [{ items, topic, files }] = data.data
      assert.deepEqual([topic, items.length, files[0].name], ['报价', 6, '图纸.pdf'])
      assert.deepEqual(
        items.slice(0, 2).map(({ productName: _, ...item }: Record<string, unknown>) => item),
        [
          { productId: 'zhgd-smart-helmet', model: modelIn(names[0]), quantity: 20, unit: '套' },
          { productId: 'zhgd-smart-helmet', model: modelIn(names[1]), note: '三台' },
        ],
      )
      await page.goBack()
      await page.locator('.product-body').waitFor()
      await page.goForward()
      await page.getByText('还没有产品').waitFor()
      assert.deepEqual(
        complaints.filter((complaint) => !complaint.includes('ERR_FAILED')),
        [],
      )
    },
  )

browserTest('the same without a script, in as few taps', async (t) => {
  const server = await ownServer(t)
  const { page } = await visit(t, { server, phone: true, javaScriptEnabled: false })
  await page.goto('/cpDeatail?productId=zhgd-smart-helmet')
  let taps = 0
  const tap = async (name: string): Promise<void> => {
    taps++
    await page.locator('form').getByRole('button', { name }).first().click()
  }
  taps++
  const model = page.locator('.models').getByRole('link', { name: /加入询价单/ })
  await model.first().click()
  taps++
  await page.getByText('选产品', { exact: true }).click()
  for (const name of ['智能安全帽', ...others]) await tap(name)
  await page.fill('[name=quantity0]', '20套')
  await page.selectOption('[name=model1]', 'ZZ-H480U')
  await page.fill('[name=name]', '采购张工')
  await page.fill('[name=phone]', '13800000001')
  taps++
  await page.setInputFiles('[type=file]', drawing)
  if (look) await page.screenshot({ path: `${look}/plain.png`, fullPage: true })
  await tap('发送询价单')
  await page.getByText('已收到').waitFor()
  assert.ok(taps <= 12, `${taps} taps`)
  const { data } = await server.post('/v1/agent/list', {}, { headers: await server.signIn() })
  const [{ items, files }] = data.data
  assert.deepEqual([data.count, items.length, files[0].name], [1, 6, '图纸.pdf'])
  assert.deepEqual([items[0].quantity, items[0].unit, items[1].model], [20, '套', 'ZZ-H480U'])
})

const fileNames = (images: Element[]): string[] =>
  images.map((image) => (image as HTMLImageElement).src.split('/').at(-1)?.split('.')[0] ?? '')

const modelIn = (label = ''): string => /^把.* (.*)加入询价单$/.exec(label)?.[1] ?? ''

browserTest(
  'a list comes to a colleague by its address, with what is taken off named, and is in the dark legible',
  async (t) => {
    const server = await ownServer(t)
    const { page, complaints } = await visit(t, { server, colorScheme: 'dark', viewport: { width: 1280, height: 900 } })
    await goTo(page, '/xunjia?p=zhgd-tower-crane*3,gone-product:T9*20')
    await hydrated(page)
    await page.waitForURL('**/xunjia')
    assert.deepEqual(
      await page
        .locator(`${cards} .quote-product`)
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split('\n')[0])),
      ['塔机安全监测系统', 'T9'],
    )
    await page.getByText('已下架').waitFor()
    assert.deepEqual(await allFaults(page), [])
    if (look) await page.screenshot({ path: `${look}/dark.png`, fullPage: true })
    assert.equal(await page.locator('select').count(), 1, 'what is taken off has no models to choose from')
    assert.deepEqual(await page.locator(`${cards} img`).evaluateAll(fileNames), ['zhgd-tower-crane-cab'])
    assert.match(await page.locator('option').nth(2).innerText(), /^ZZ-T100Q 群塔型/)
    await page.selectOption('[name=model0]', { index: 2 })
    await page.locator('.quote-product').getByText('1.46万元/台起').waitFor()
    await page.getByRole('button', { name: '移除T9' }).click()
    const undo = page.locator('[name=undo]')
    assert.equal(await undo.innerText(), '已移除T9，撤销')
    assert.equal(await undo.evaluate((button) => button === document.activeElement), true)
    await undo.click()
    await page.locator('[name=remove][value="1"]:focus').waitFor()
    await page.getByRole('button', { name: '移除T9' }).click()
    assert.equal(await page.locator(cards).count(), 1)
    await page.reload()
    await page.locator(cards).waitFor()
    assert.equal(await page.locator(cards).count(), 1, 'what is removed stays away')
    const [second] = await Promise.all([
      page.context().waitForEvent('page'),
      page.evaluate(() => void open('/productDet?productId=cpxt-patrol')),
    ])
    await hydrated(second)
    await second.locator('.product-title').getByText('加入询价单').click()
    await second.locator('.header-quote', { hasText: '2' }).click()
    await second.locator(cards).nth(1).waitFor()
    assert.equal(await second.locator('[name=undo]').count(), 0, 'its own list is not joined')
    const [third] = await Promise.all([
      page.context().waitForEvent('page'),
      second.locator('.header-quote').click({ modifiers: ['ControlOrMeta'] }),
    ])
    await third.locator(cards).nth(1).waitFor()
    await goTo(third, '/xunjia?p=zhgd-smart-helmet*2*%E9%A1%B6')
    await third.getByText('已并入原有的询价单（2项）').waitFor()
    assert.equal(await third.locator(cards).count(), 3)
    assert.equal(await third.inputValue('[name=unit2]'), '顶')
    await third.locator('[name=undo]').click()
    assert.equal(await third.locator(cards).count(), 2)
    await third.close()
    await second.getByRole('button', { name: '移除塔机' }).click()
    await page.locator('.quote-product', { hasText: '塔机' }).waitFor({ state: 'detached' })
    await page.fill('[name=note0]', '含安装')
    await second.locator('[name=note0][value=含安装]').waitFor()
    await goTo(second, '/xunjia?p=cpxt-patrol*2')
    await second.locator('[name=quantity0][value="2"]').waitFor()
    assert.equal(await page.inputValue('[name=note0]'), '含安装', 'what one has noted stays')
    assert.deepEqual(
      await Promise.all([page, second].map((tab) => tab.locator('.quote-product a').allInnerTexts())),
      [['工地巡检机器人'], ['工地巡检机器人']],
      'all tabs have the same',
    )
    await goTo(page, '/productDet?productId=zhgd-tower-crane')
    await hydrated(page)
    await page.locator('#ask').getByRole('link', { name: '在线咨询' }).click()
    await page.getByText('询价单里的1项不会一起发送').waitFor()
    assert.equal(await page.getByRole('link', { name: '去询价单', exact: true }).getAttribute('href'), '/xunjia')
    await page.keyboard.press('Escape')
    await page.locator('.product-title').getByText('加入询价单').click()
    await page.getByRole('link', { name: /^把塔机.*ZZ-T100Q加入询价单$/ }).click()
    await goTo(page, '/xunjia')
    await page.locator('[name=model1]').waitFor()
    assert.equal(await page.locator(cards).count(), 2, 'a model is chosen for the row that had none')
    assert.equal(await page.inputValue('[name=model1]'), 'ZZ-T100Q')
    await page.fill('[name=quantity1]', '0')
    await page.fill('[name=name]', '周工')
    await page.fill('[name=phone]', '13800000009')
    await page.getByRole('button', { name: '发送询价单' }).click()
    await page.locator('[name=quantity1]:focus[aria-invalid]').waitFor()
    await page.setInputFiles('.field.files input', { ...drawing, buffer: Buffer.alloc(11 * 1_048_576) })
    await page.getByText('文件合计不能超过10 MB').waitFor()
    await page.waitForTimeout(1_100)
    await page.getByRole('button', { name: '发送询价单' }).click()
    await page.locator('[name=quantity1]:focus').waitFor()
    assert.equal(await page.getByText('没有传上').count(), 0, 'one thing after the other')
    await page.fill('[name=quantity1]', '2')
    await page.waitForTimeout(1_100)
    await page.getByRole('button', { name: '发送询价单' }).click()
    await page.getByText('“图纸.pdf”没有传上，请重试或移除').waitFor()
    await page.getByRole('button', { name: '移除图纸.pdf' }).click()
    await goTo(page, '/xunjia?p=zhgd-smart-helmet:gone')
    const model = page.getByRole('combobox', { name: '智能安全帽的型号' })
    assert.equal(await model.inputValue(), 'gone')
    await model.getByText('gone（已没有这个型号）').waitFor({ state: 'attached' })
    await goTo(page, `/xunjia?p=${Array.from({ length: 31 }, (_, index) => `p${index}`).join()}`)
    await page.getByText('询价单最多30行').waitFor()
    await goTo(page, '/productDet?productId=jzbh-guardrail')
    await hydrated(page)
    await page.locator('.product-title').getByText('加入询价单').click()
    await page.getByText('询价单最多30行').waitFor()
    assert.equal(await page.locator(cards).count(), 30)
    assert.deepEqual(complaints, [])
  },
)

for (const phone of [false, true])
  browserTest(
    `staff read the products, copy them into a sheet and find them, ${phone ? 'on a phone' : 'on a desktop'}`,
    async (t) => {
      const server = await ownServer(t)
      await server.post('/v1/inquiry/save', {
        topic: '报价',
        name: '采购张工',
        phone: '13800000001',
        items: [
          { productId: 'zhgd-tower-crane', model: 'ZZ-T100', quantity: 20, unit: '台', note: '=1+1' },
          { productId: 'cpxt-patrol', quantity: 3 },
        ],
      })
      await server.post('/v1/inquiry/save', { topic: '报价', name: '别人', phone: '13800000002' })
      const viewport = phone ? { width: 390, height: 844 } : { width: 1280, height: 900 }
      const { page, complaints } = await staff(t, '/dashboard', { server, phone, viewport })
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      const most = page.locator('.inquiry-sources').filter({ hasText: '询价最多的产品' })
      await most.getByRole('link', { name: '塔机安全监测系统' }).click()
      const opened = page.getByRole('button', { name: '采购张工', exact: true })
      await opened.waitFor()
      assert.equal(await page.getByRole('button', { name: '别人', exact: true }).count(), 0)
      await page.getByText('报价：塔机安全监测系统等2项').first().waitFor()
      await opened.click()
      const dialog = page.getByRole('dialog', { name: '采购张工' })
      assert.deepEqual(await dialog.locator('.lead-items td').allInnerTexts(), [
        ...['塔机安全监测系统', 'ZZ-T100', '20', '台', '=1+1'],
        ...['工地巡检机器人', '', '3', '', ''],
      ])
      await dialog.getByRole('button', { name: '复制为报价表' }).click()
      await page.getByText('已复制，可以粘贴到Excel').waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      assert.equal(copied.split(/\r?\n/)[1], "1\t塔机安全监测系统\tZZ-T100\t20\t台\t\t\t'=1+1")
      if (look) await page.screenshot({ path: `${look}/lead-${phone}.png` })
      assert.deepEqual(await allFaults(page), [])
      assert.deepEqual(complaints, [])
    },
  )
