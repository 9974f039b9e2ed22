import assert from 'node:assert/strict'
import { eventually } from '../../eventually.ts'
import { browserTest, goTo, sharedServer, visit, visitPage } from '../../browser/browser.ts'
import { boxIs, framesPass } from '../../browser/waiting.ts'

const product = '/cpDeatail?productId=zhgd-tower-crane'

browserTest('somebody asks about a product on a phone, and staff see what and from where', async (t) => {
  const server = await sharedServer()
  const { page, calls, complaints } = await visitPage(t, `/mobile?utm_source=baidu&utm_medium=cpc`, {
    phone: true,
    server,
  })
  await page.click('nav[aria-label=快捷入口] a[href="/zhuyingyewu"]')
  await page.click('.phone-cards a[href*=zhgd-tower-crane]')
  const button = page.locator('.phone-bar >> text=咨询此产品')
  await button.click()

  const sheet = page.locator('dialog.inquiry')
  await sheet.locator('text=咨询产品：塔机安全监测系统').waitFor()
  await boxIs(
    sheet,
    ({ x, y, width, height }) => x === 0 && width === 390 && Math.abs(y + height - 844) < 1,
    'it is a sheet from below',
  )
  assert.equal(await page.locator(':focus').getAttribute('name'), 'name')

  await sheet.locator('text=提交咨询').click()
  assert.equal(await page.locator(':focus').getAttribute('name'), 'name')
  assert.deepEqual(await sheet.locator('.field-error:not(:empty)').allInnerTexts(), [
    '请输入您的姓名',
    '请输入电话号码',
  ])
  assert.deepEqual(
    calls.filter((path) => path.includes('inquiry')),
    [],
  )

  await sheet.locator('text=报价').click()
  await page.fill('[name=name]', '王工')
  await page.fill('[name=phone]', '+86 138-0000 0001')
  await page.fill('[name=question]', '两台塔机，下个月进场')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'hidden' })
  await button.click()
  const question = (): Promise<string> => page.inputValue('[name=question]')
  await eventually(async () => (await question()) === '两台塔机，下个月进场', 'what was typed is there again')
  await sheet.locator('text=提交咨询').click()
  await sheet.locator('[role=status] >> text=/已收到，.*(今天|明天|周一).*前回电，法定节假日顺延/').waitFor()
  await sheet.locator('a >> text=产品中心').click()
  await page.waitForURL('**/zhuyingyewu')
  await sheet.waitFor({ state: 'hidden' })

  const {
    data: {
      data: [row],
    },
  } = await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })
  const { kind, topic, productId, phone, origin } = row
  assert.deepEqual(
    { kind, topic, productId, phone, question: row.question },
    {
      kind: 'inquiry',
      topic: '报价',
      productId: 'zhgd-tower-crane',
      phone: '13800000001',
      question: '两台塔机，下个月进场',
    },
  )
  const { page: from, ...others } = origin
  assert.deepEqual(others, {
    landing: '/mobile?utm_source=baidu&utm_medium=cpc',
    referrer: '',
    campaign: 'baidu / cpc',
    device: 'phone',
  })
  assert.ok(from.startsWith(product), from)
  assert.deepEqual(complaints, [])
})

browserTest(
  'the form says by when somebody calls back, in China’s time, where the company has set its hours',
  async (t) => {
    const server = await sharedServer()
    // Far from China, on a Saturday there.
    const { page, complaints } = await visit(t, { server, timezoneId: 'America/Los_Angeles' })
    await page.clock.setFixedTime(new Date('2026-11-28T10:00:00+08:00'))
    await goTo(page, '/productDet?productId=zhgd-tower-crane')
    assert.equal(await page.locator('.product-title').getByText('周一至周六 8:30-17:30，许经理接听').count(), 1)
    assert.equal(await page.locator('.site-footer address').getByText('周一至周六 8:30-17:30，许经理接听').count(), 1)
    await page.locator('.product-title').getByText('咨询此产品').click()
    const sheet = page.locator('dialog.inquiry')
    await sheet.getByText('今天17:30前回电，法定节假日顺延').waitFor()
    await page.clock.setFixedTime(new Date('2026-11-28T17:00:00+08:00'))
    await goTo(page, '/zixun')
    await page.getByText('周一9:30前回电，法定节假日顺延').waitFor()

    const { data: site } = await server.post('/v1/site/detail')
    const hours = { ...site.hours, time: '', who: '' }
    assert.equal((await server.post('/v1/site/update', { hours }, { headers: await server.signIn() })).code, 200)
    await goTo(page, '/zixun')
    await page.locator('form').getByText('我们会在1个工作日内致电您。').waitFor()
    assert.equal(await page.getByText('接听').count(), 0)
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'who comes to the form by the menu of a phone is not blamed for a field that was never begun',
  async (t) => {
    const { page } = await visitPage(t, '/mobile', { phone: true })
    await page.locator('summary[aria-label=菜单]').tap()
    await page.getByRole('navigation', { name: '菜单' }).getByRole('link', { name: '在线咨询' }).tap()
    await page.waitForURL('**/zixun')
    await page.locator('[name=name]:focus').waitFor()
    await framesPass(page)
    assert.equal(await page.locator('form.apply [aria-invalid=true]').count(), 0)
    // Once it is begun and left, it is asked for.
    await page.locator('[name=phone]').focus()
    await page.locator('[name=name]').focus()
    await page.locator('[name=phone]').focus()
    await page.locator('[name=name][aria-invalid=true]').waitFor()
  },
)
