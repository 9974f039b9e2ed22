import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest, faintFaults, goTo, ownServer, seriousFaults, visit, visitPage } from '../../browser/browser.ts'
import { framesPass, scrollAtRest } from '../../browser/waiting.ts'

const product = '/productDet?productId=zhgd-tower-crane'
const dialog = (page: Page) => page.locator('dialog.inquiry')
const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null)
const fill = async (page: Page, phone = '13800000001'): Promise<void> => {
  await page.fill('[name=name]', '王工')
  await page.fill('[name=phone]', phone)
}

browserTest('the dialog keeps the focus, and gives it back however it is closed', async (t) => {
  const { page, complaints } = await visitPage(t, product)
  const button = page.locator('.product-title >> text=咨询此产品')
  const entries = await page.evaluate(() => history.length)
  const closings: readonly [how: string, close: () => Promise<unknown>][] = [
    ['Escape', () => page.keyboard.press('Escape')],
    ['its button', () => page.click('dialog [aria-label=关闭]')],
    ['Back', () => page.goBack()],
    ['a press beside it', () => page.mouse.click(20, 500)],
  ]
  for (const [how, closing] of closings) {
    await button.focus()
    await page.keyboard.press('Enter')
    await eventually(async () => (await focusedName(page)) === 'name', 'the first field has the focus')
    for (let n = 0; n < 12; n++) {
      await page.keyboard.press('Tab')
      assert.ok(
        await page.evaluate(
          () => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null,
        ),
      )
    }
    await closing()
    await dialog(page).waitFor({ state: 'hidden' })
    // A press gives the focus to what is pressed.
    if (!how.includes('press'))
      assert.equal(await button.evaluate((link) => link === document.activeElement), true, how)
    await eventually(
      () => page.evaluate(() => !(history.state as { inquiry?: number } | null)?.inquiry),
      'its entry is left',
    )
  }
  assert.equal(await page.evaluate(() => history.length), entries + 1)
  assert.equal(new URL(page.url()).pathname, '/productDet')
  assert.deepEqual(complaints, [])
})

browserTest('what was typed survives another page and a reload, until it is sent', async (t) => {
  const { page, server } = await visitPage(t, product, { own: true })
  await page.click('text=咨询此产品')
  await fill(page)
  await dialog(page).locator('text=报价').click()
  await dialog(page).locator('text=《隐私说明》').click()
  await page.waitForURL('**/privacy')
  await dialog(page).waitFor({ state: 'hidden' })
  await page.goBack()
  await dialog(page).waitFor({ state: 'visible' })
  assert.equal(await page.inputValue('[name=phone]'), '13800000001')
  await goTo(page, '/zixun')
  assert.deepEqual(
    [await page.inputValue('[name=name]'), await page.inputValue('[name=topic]:checked')],
    ['王工', '报价'],
  )
  await page.reload()
  await eventually(async () => (await page.inputValue('[name=phone]')) === '13800000001', 'it is typed again')
  await page.click('text=提交咨询')
  await page.waitForSelector('text=已收到，')
  await goTo(page, '/zixun')
  await framesPass(page)
  assert.equal(await page.inputValue('[name=phone]'), '')
  const { data } = await server.post('/v1/agent/list', { kind: 'all' }, { headers: await server.signIn() })
  assert.deepEqual([data.count, data.data[0].topic, data.data[0].origin.page], [1, '报价', '/zixun'])
})

browserTest('a link to a form focuses its first field where the page has been scrolled to', async (t) => {
  for (const [path, name, phone] of [
    ['/dljm', 'agentInfo', false],
    ['/dailijiameng', 'companyName', true],
  ] as const) {
    const { page } = await visitPage(t, path, { phone })
    await page.click('a[href="#apply"]')
    await eventually(async () => (await focusedName(page)) === name, `${name} has the focus`)
    await scrollAtRest(page)
    const top = await page.locator('#apply').evaluate((section) => section.getBoundingClientRect().top)
    const header = await page.locator('.site-header').evaluate((element) => element.getBoundingClientRect().bottom)
    assert.ok(Math.abs(top - header) < 40, `${path}: ${top}`)
    await page.evaluate(() => (document.activeElement as HTMLElement).blur())
    assert.equal(await page.locator('.field-error:not(:empty)').count(), 0)
  }
  const { page } = await visitPage(t, '/zixun', { phone: true })
  assert.deepEqual([await focusedName(page), await scrollAtRest(page)], ['name', 0])
})

browserTest('in a browser without dialogs the link leads to the page with the product', async (t) => {
  const { page } = await visit(t)
  await page.addInitScript(() => Reflect.deleteProperty(window, 'HTMLDialogElement'))
  await goTo(page, product)
  await page.click('text=咨询此产品')
  await page.waitForURL('**/zixun?productId=zhgd-tower-crane')
  await page.locator('text=咨询产品：塔机安全监测系统').waitFor()
})

browserTest(
  'when the code of the form cannot be fetched, the page is there; the next try opens the dialog',
  async (t) => {
    const { page } = await visitPage(t, product)
    await page.route('**/assets/InquiryDialog-*.js', (route) => route.abort())
    await page.click('text=咨询此产品')
    await page.waitForURL('**/zixun?productId=zhgd-tower-crane')
    await page.locator('[name=name]').waitFor()
    await page.unroute('**/assets/InquiryDialog-*.js')
    await page.goBack()
    await page.click('.product-title >> text=咨询此产品')
    await dialog(page).waitFor({ state: 'visible' })
  },
)

browserTest('the forms are accessible and fit, in every size and scheme', async (t) => {
  const server = await ownServer(t)
  const {
    data: { inquiry },
  } = await server.post('/v1/site/detail')
  await server.post(
    '/v1/site/update',
    { inquiry: { ...inquiry, consentBox: true } },
    { headers: await server.signIn() },
  )
  for (const [width, height] of [
    [1920, 1080],
    [1280, 720],
    [768, 1024],
    [390, 844],
    [320, 568],
  ] as const) {
    const phone = width < 700
    const { page, complaints } = await visit(t, {
      server,
      phone,
      viewport: { width, height },
      bypassCSP: true,
      reducedMotion: 'reduce',
    })
    const opened = [
      phone ? '/cpDeatail?productId=zhgd-tower-crane' : product,
      '/huanghejiangong',
      '/yingyongchangjing',
      '/zixun',
    ]
    for (const path of opened) {
      await goTo(page, path)
      if (path !== '/zixun') await page.locator('main a[href^="/zixun"]:visible').first().click()
      await page.locator('[type=submit]').click()
      assert.match(await page.locator('form.apply').innerText(), /请先勾选同意《隐私说明》/)
      for (const [colorScheme, faultsOf] of [
        ['dark', faintFaults],
        ['light', seriousFaults],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        assert.deepEqual(await faultsOf(page), [], `${path} at ${width}, ${colorScheme}`)
      }
      const sideways = await page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll('dialog')].some(
          (each) => each.scrollWidth > each.clientWidth + 1,
        ),
      )
      assert.equal(sideways, false, `${path} at ${width}`)
    }
    assert.deepEqual(complaints, [])
  }
})

browserTest('the band is printed with the telephone number, without what only a screen can do', async (t) => {
  const { page } = await visitPage(t, product, { viewport: { width: 794, height: 1123 } })
  await page.emulateMedia({ media: 'print' })
  const buttons = page.locator('.inquiry-band .button')
  assert.deepEqual(
    await buttons.evaluateAll((all) =>
      all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute('href')),
    ),
    ['tel:400-000-0000'],
  )
})
