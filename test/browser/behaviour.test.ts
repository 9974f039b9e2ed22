import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import { browserTest, phoneAgent, visit, visitPage } from './browser.ts'
import { withGallery } from './paths.ts'
import { boxIs, restsAt, scrollSaved } from './waiting.ts'

browserTest('a phone is redirected to the phone’s page and a desktop to the desktop’s, with the product', async (t) => {
  const { server } = await visit(t)
  const to = async (path: string, agent: string): Promise<string | null> => {
    const response = await fetch(server.url + path, { redirect: 'manual', headers: { 'User-Agent': agent } })
    assert.equal(response.status, 302, path)
    assert.match(response.headers.get('vary') ?? '', /User-Agent/)
    return response.headers.get('location')
  }
  const desktop = 'Mozilla/5.0 (X11; Linux x86_64)'
  for (const [big, small] of [
    ['/', '/mobile'],
    ['/product', '/zhuyingyewu'],
    ['/dljm', '/dailijiameng'],
    ['/gywm', '/gongsijianjie'],
    ['/productDet?productId=a', '/cpDeatail?productId=a'],
  ] as const) {
    assert.equal(await to(big, phoneAgent), small)
    assert.equal(await to(small, desktop), big)
  }
  assert.equal(await to('/cpDeatail?title=x', desktop), '/')
  const kept = await fetch(`${server.url}/cpDeatail?title=x`, {
    redirect: 'manual',
    headers: { 'User-Agent': phoneAgent },
  })
  assert.equal(kept.status, 200)
})

browserTest('links are followed without a document load, with the title of the new page', async (t) => {
  const { page, complaints, calls } = await visitPage(t, '/')
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.waitForURL(/xwdt/)
  await page.locator('.news-first').click()
  await page.waitForURL(/xwdtDet/)
  await page.locator('.crumbs').waitFor()
  assert.equal(await page.evaluate(() => 'stayed' in globalThis), true)
  assert.match(await page.title(), /筑站科技$/)
  assert.equal(calls.filter((path) => path === '/v1/site/detail').length, 1, 'the facts are asked for once')
  assert.deepEqual(complaints, [])
})

browserTest('the drawer opens with two phone links, with a script and without', async (t) => {
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await visit(t, { phone: true, javaScriptEnabled })
    await page.goto('/mobile')
    const drawer = page.getByRole('dialog', { name: '拨打电话' })
    assert.equal(await drawer.isVisible(), false)
    await page.getByRole('button', { name: '电话联系' }).click()
    await drawer.waitFor()
    assert.deepEqual(
      await drawer.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      ['tel:400-000-0000', 'tel:0533-0000000'],
    )
    await boxIs(drawer, ({ height }) => Math.abs(height - 844 * 0.12) < 6, 'the drawer is 12 % high')
    await page.keyboard.press('Escape')
    await drawer.waitFor({ state: 'hidden' })
  }
})

browserTest(
  'a product opens both telephone numbers, too: on a phone by its bar, on a desktop beside the text',
  async (t) => {
    for (const phone of [true, false]) {
      const { page, complaints } = await visitPage(t, `${phone ? '/cpDeatail' : '/productDet'}?${withGallery}`, {
        phone,
      })
      const drawer = page.getByRole('dialog', { name: '拨打电话' })
      await (phone ? page.locator('.phone-bar').getByText('电话') : page.locator('.floating button')).click()
      await drawer.waitFor()
      assert.deepEqual(
        await drawer.getByRole('link').evaluateAll((all) => all.map((each) => each.getAttribute('href'))),
        ['tel:400-000-0000', 'tel:0533-0000000'],
      )
      await page.goBack()
      await drawer.waitFor({ state: 'hidden' })
      assert.match(page.url(), /productId=/)
      assert.deepEqual(complaints, [])
    }
  },
)

browserTest('a certificate opens large, changes with the arrow keys and closes', async (t) => {
  const { page, complaints } = await visitPage(t, '/gongsijianjie', { phone: true })
  const certificates = page.locator('button:has(img[src*="/media/certificate/"])')
  assert.equal(await certificates.count(), 14)
  await certificates.first().click()
  const large = page.locator('dialog[open]')
  await large.waitFor()
  await page.keyboard.press('ArrowRight')
  await large.getByText(/2\s*\/\s*14/).waitFor()
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'hidden' })
  assert.equal(await certificates.first().evaluate((button) => button === document.activeElement), true)
  assert.deepEqual(complaints, [])
})

const fill = async (
  page: Awaited<ReturnType<typeof visit>>['page'],
  company: string,
  person: string,
  phone: string,
): Promise<void> => {
  await page.getByLabel('公司名称').fill(company)
  await page.getByLabel(/联系人|您的姓名/).fill(person)
  await page.getByLabel('手机号码').fill(phone)
}
const submit = (page: Awaited<ReturnType<typeof visit>>['page']) => page.locator('form.apply button[type=submit]')

browserTest('the dealer’s form shows errors beside their fields, and sends valid values', async (t) => {
  const { page, server } = await visitPage(t, '/dljm', { own: true })
  await submit(page).click()
  for (const words of ['请输入公司名称', '请输入联系人', '请输入手机号码'])
    await page.getByText(words, { exact: true }).waitFor()
  await fill(page, '样例公司', '王工', '12')
  await submit(page).click()
  await page.getByText('请输入正确的手机号码', { exact: true }).waitFor()
  assert.equal(await page.getByLabel('公司名称').inputValue(), '样例公司')
  await page.getByLabel('手机号码').fill('13800000001')
  await submit(page).click()
  await page.getByText('申请成功！').waitFor()
  assert.equal(await page.getByLabel('公司名称').inputValue(), '')
  const { data } = await server.post('/v1/agent/list', {}, { headers: await server.signIn() })
  assert.deepEqual([data.count, data.data[0].agentInfo, data.data[0].source], [1, '样例公司', 'desktop'])
})

browserTest('a failed application keeps its values and can be retried', async (t) => {
  const { page } = await visitPage(t, '/dailijiameng', { phone: true })
  await fill(page, '样例公司', '王工', '13800000001')
  await page.route('**/v1/agent/saveAgent', (route) => route.abort())
  await submit(page).click()
  await page.getByText('网络连接失败').waitFor()
  assert.equal(await page.getByLabel('手机号码').inputValue(), '13800000001')
  await page.unroute('**/v1/agent/saveAgent')
  await page.route('**/v1/agent/saveAgent', (route) =>
    route.fulfill({ status: 507, json: { code: 507, msg: '磁盘空间不足，未能保存，请联系管理员', data: null } }),
  )
  await submit(page).click()
  await page.getByText('磁盘空间不足').waitFor()
  await page.unroute('**/v1/agent/saveAgent')
  await submit(page).click()
  await page.getByText('申请成功！').waitFor()
})

browserTest('the map moves, zooms, and is still useful without tiles', async (t) => {
  const { page, complaints } = await visitPage(t, '/map?lng=118.05&lat=36.81&zoom=15&wheel=1&title=公司')
  await page.locator('.map-tile').first().waitFor()
  const pinIsAt = (x: number): Promise<void> =>
    eventually(async () => {
      const shown = await page
        .locator('.map-pin')
        .evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).e)
      return Math.abs(shown - x) < 1
    }, `the pin is at ${x}`)
  await pinIsAt(0)
  await page.mouse.move(900, 600)
  await page.mouse.down()
  await page.mouse.move(1000, 600, { steps: 4 })
  await page.mouse.up()
  await pinIsAt(100)
  const src = await page.locator('.map-tile').first().getAttribute('src')
  await page.mouse.wheel(0, -100)
  await page.waitForFunction((old) => document.querySelector('.map-tile')?.getAttribute('src') !== old, src)
  assert.match((await page.locator('.map-tile').first().getAttribute('src')) ?? '', /z=16/)
  await page.getByRole('button', { name: '回到标记处' }).click()
  await pinIsAt(0)
  assert.deepEqual(complaints, [])

  await page.context().unrouteAll()
  await page.context().route(/autonavi/, (route) => route.abort())
  await page.reload()
  await page.getByText('地图暂时无法显示').waitFor()
  assert.equal(await page.getByRole('link', { name: '高德地图' }).isVisible(), true)
})

browserTest(
  'the page of the news is in the address, and Back from an article restores it and its scroll position',
  async (t) => {
    const { page, complaints } = await visitPage(t, '/xwdt')
    assert.equal(await page.locator('.news-list li:visible').count(), 15)
    await page.locator('.pager').getByLabel('第2页').click()
    await page.waitForURL(/\/xwdt\?page=2/)
    await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 5)
    assert.equal(await page.locator('.pager [aria-current=page]').getAttribute('aria-label'), '第2页')
    const last = page.locator('.news-list a').last()
    const words = await last.innerText()
    await last.scrollIntoViewIfNeeded()
    const left = await scrollSaved(page)
    assert.ok(left > 100)
    await last.click()
    await page.locator('.article').waitFor()
    await page.goBack()
    await page.locator('.news-list').waitFor()
    assert.equal(await page.locator('.news-list a').last().innerText(), words)
    await restsAt(page, left)
    await page.reload()
    assert.equal(await page.locator('.news-list li:visible').count(), 5, 'a reload stays on it')
    await page.goBack()
    await page.waitForFunction(() => document.querySelectorAll('.news-list li').length === 15)
    assert.deepEqual(complaints, [])
  },
)
