import assert from 'node:assert/strict'
import { allFaults, browserTest, goTo, hydrated, ownServer, visit } from '../../browser/browser.ts'
import { staff } from '../../browser/staff.ts'
import { pdf } from '../../media/documents.ts'

const cards = '.quote-rows .card'
const drawing = { name: '图纸.pdf', mimeType: 'application/pdf', buffer: pdf() }

const fileNames = (images: Element[]): string[] =>
  images.map((image) => (image as HTMLImageElement).src.split('/').at(-1)?.split('.')[0] ?? '')

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
    assert.equal(await page.locator('select').count(), 1, 'what is taken off has no models to choose from')
    assert.deepEqual(await page.locator(`${cards} img`).evaluateAll(fileNames), ['zhgd-tower-crane-cab'])
    await page.selectOption('[name=model0]', { index: 2 })
    assert.match(await page.inputValue('[name=model0]'), /./)
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
    await page.getByText('备注').click()
    await page.fill('[name=note0]', '含安装')
    await second.getByText('备注：含安装').waitFor()
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
    await page
      .getByRole('link', { name: /^把塔机.*加入询价单$/ })
      .nth(1)
      .click()
    await goTo(page, '/xunjia')
    await page.locator('[name=model1]').waitFor()
    assert.equal(await page.locator(cards).count(), 2, 'a model is chosen for the row that had none')
    assert.notEqual(await page.inputValue('[name=model1]'), '')
    await page.fill('[name=quantity1]', '0')
    await page.fill('[name=name]', '周工')
    await page.fill('[name=phone]', '13800000009')
    // After each click it is locked for a moment, which a click waits for.
    const send = page.getByRole('button', { name: '发送询价单' })
    await send.click()
    await page.locator('[name=quantity1]:focus[aria-invalid]').waitFor()
    await page.setInputFiles('.field.files input', { ...drawing, buffer: Buffer.alloc(11 * 1_048_576) })
    await page.getByText('文件合计不能超过10 MB').waitFor()
    await send.click()
    await page.locator('[name=quantity1]:focus').waitFor()
    assert.equal(await page.getByText('没有传上').count(), 0, 'one thing after the other')
    await page.fill('[name=quantity1]', '2')
    await send.click()
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

browserTest('staff read the products, copy them into a sheet and find them, on a phone', async (t) => {
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
  const { page, complaints } = await staff(t, '/dashboard', {
    server,
    phone: true,
    viewport: { width: 390, height: 844 },
  })
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
  assert.deepEqual(await allFaults(page), [])
  assert.deepEqual(complaints, [])
})
