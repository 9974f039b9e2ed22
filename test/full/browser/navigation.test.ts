import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { eventually } from '../../eventually.ts'
import { browserTest, hydrated, ownServer, visitPage } from '../../browser/browser.ts'
import { framesPass, hold, restsAt, scrollAtRest, scrollSaved } from '../../browser/waiting.ts'

const menuLink = (page: Page, name: string) => page.locator('.menu').getByRole('link', { name })

/** Follows a link of the menu; Playwright's own click might scroll the page first. */
const follow = (page: Page, name: string): Promise<void> =>
  menuLink(page, name).evaluate((link) => (link as HTMLElement).click())

/** Scrolls, and waits until the page has saved the position. */
async function scrolledTo(page: Page, y: number): Promise<number> {
  await page.evaluate((top) => globalThis.scrollTo({ top, behavior: 'instant' }), y)
  return scrollSaved(page)
}

/** Blocks every call until `release` is called. */
async function holdCalls(page: Page): Promise<() => Promise<void>> {
  const release = await hold(page, '**/v1/**')
  return async () => {
    release()
    await page.unroute('**/v1/**')
  }
}

browserTest(
  'Back and Forward within a page and between pages restore each scroll position, also after a reload',
  async (t) => {
    const { page } = await visitPage(t, '/dljm')
    const first = await scrolledTo(page, 300)
    await page.evaluate(() => document.querySelector<HTMLElement>('a[href="#apply"]')?.click())
    await page.waitForURL(/#apply$/)
    const atForm = await scrollSaved(page)
    assert.ok(Math.abs(atForm - first) > 200, 'the link leads elsewhere on the page')
    await follow(page, '关于我们')
    await page.locator('.contact').waitFor()
    await restsAt(page, 0)
    const about = await scrolledTo(page, 1_200)
    await page.goBack()
    await page.locator('form.apply').waitFor()
    await restsAt(page, atForm)
    await page.goBack()
    await restsAt(page, first)
    await page.goForward()
    await restsAt(page, atForm)
    await page.goForward()
    await page.locator('.contact').waitFor()
    await restsAt(page, about)
    await page.reload()
    await hydrated(page)
    await restsAt(page, about)
    await page.goBack()
    await page.locator('form.apply').waitFor()
    await restsAt(page, atForm)
  },
)

browserTest('Back from another site restores the scroll position, and Back goes on working', async (t) => {
  const { page, server } = await visitPage(t, '/gywm')
  const about = await scrolledTo(page, 800)
  await follow(page, '代理加盟')
  await page.locator('form.apply').waitFor()
  const left = await scrolledTo(page, 500)
  await page.goto(`${server.url}/robots.txt`)
  await page.goBack()
  await hydrated(page)
  await restsAt(page, left)
  await page.goBack()
  await page.locator('.contact').waitFor()
  await restsAt(page, about)
  assert.equal(await page.evaluate(() => history.scrollRestoration), 'manual')
})

browserTest(
  'Back from another site restores the scroll position also where the scripts are faster than the browser',
  async (t) => {
    const { page, server } = await visitPage(t, '/dljm')
    const left = await scrolledTo(page, 500)
    await page.goto(`${server.url}/robots.txt`)
    await page.addInitScript(() => (history.scrollRestoration = 'manual'))
    await page.goBack()
    await hydrated(page)
    await restsAt(page, left)
  },
)

browserTest('a page shown again from the back/forward cache goes on saving scroll positions', async (t) => {
  const { page } = await visitPage(t, '/dljm')
  await page.evaluate(() => {
    dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  assert.equal(await page.evaluate(() => history.scrollRestoration), 'manual')
})

browserTest('a link into another page shows its target', async (t) => {
  const { page } = await visitPage(t, '/gywm')
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = '/dljm#apply'
    document.querySelector('main')?.append(link)
    link.click()
  })
  await page.locator('form.apply').waitFor()
  await eventually(
    () => page.locator('#apply').evaluate((element) => element.getBoundingClientRect().top < 300),
    'the form is scrolled to',
  )
  await scrollAtRest(page)
  const top = await page.locator('#apply').evaluate((element) => element.getBoundingClientRect().top)
  assert.ok(top >= 0 && top < 300, `the form is at ${top}`)
})

browserTest('clicks with a modifier key, and links to elsewhere, are left to the browser', async (t) => {
  const { page, server } = await visitPage(t, '/')
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    menuLink(page, '新闻动态').click({ modifiers: ['ControlOrMeta'] }),
  ])
  await opened.waitForURL(/xwdt/)
  assert.equal(page.url(), `${server.url}/`)
  const followed = await page.evaluate(() =>
    ['tel:400-000-0000', 'mailto:service@example.com', 'https://example.com/', '/rss.xml', '/media/qr.png'].filter(
      (href) => {
        const link = document.createElement('a')
        link.href = href
        document.querySelector('main')?.append(link)
        // After the site's own listener, so that nothing is really navigated to.
        let prevented = false
        const stop = (event: Event): void => {
          prevented = event.defaultPrevented
          event.preventDefault()
        }
        addEventListener('click', stop, { once: true })
        link.click()
        return prevented
      },
    ),
  )
  assert.deepEqual(followed, [])
})

browserTest('without a connection, hovering over a link is no error', async (t) => {
  const { page, complaints } = await visitPage(t, '/')
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.route('**/assets/**', (route) => route.abort())
  for (const approach of [() => menuLink(page, '新闻动态').hover(), () => menuLink(page, '关于我们').focus()])
    await Promise.all([page.waitForEvent('requestfailed'), approach()])
  await eventually(() => complaints.some((line) => line.includes('ERR_FAILED')), 'the failure is reported')
  await framesPass(page)
  assert.ok(
    complaints.some((line) => line.includes('ERR_FAILED')),
    'the page’s code was asked for',
  )
  assert.deepEqual(errors, [])
})

browserTest('the phone’s menu closes at once, and loading is visible', async (t) => {
  const { page } = await visitPage(t, '/gongsijianjie', { phone: true })
  const menu = page.locator('.folded')
  const choose = async (name: string): Promise<void> => {
    await menu.locator('summary').click()
    await menu.getByRole('link', { name }).click()
  }
  const release = await holdCalls(page)
  await choose('新闻动态')
  assert.equal(await menu.getAttribute('open'), null, 'while the page is loading')
  await page.locator('.progress').waitFor()
  assert.equal(await page.locator('main').getAttribute('aria-busy'), 'true')
  await eventually(
    () => page.locator('main').evaluate((main) => Number(getComputedStyle(main).opacity) < 0.7),
    'the page that is left is dimmed',
  )
  await release()
  await page.locator('.news-first').waitFor()
  assert.equal(await page.locator('main').getAttribute('aria-busy'), null)

  await page.route('**/v1/**', (route) => route.abort())
  await choose('产品中心')
  await page.getByText('页面加载失败').waitFor()
  assert.equal(await menu.getAttribute('open'), null, 'when the page has failed')
  await page.unroute('**/v1/**')
  await page.getByRole('button', { name: '重试' }).click()
  await page.locator('.phone-cards').first().waitFor()
  await choose('产品中心')
  assert.equal(await menu.getAttribute('open'), null, 'when it leads to where one is')
})

/** The menu of this device; Playwright's own click might scroll the page first. */
async function chooseInMenu(page: Page, phone: boolean, name: string): Promise<void> {
  if (!phone) return follow(page, name)
  await page.locator('.folded summary').evaluate((summary) => (summary as HTMLElement).click())
  await page
    .locator('.folded')
    .getByRole('link', { name })
    .evaluate((link) => (link as HTMLElement).click())
}

browserTest(
  'where the catalogue is on the screen its entry of the menu leads to its beginning, and a reload forgets its tab',
  async (t) => {
    for (const [path, phone] of [
      ['/product', false],
      ['/zhuyingyewu', true],
    ] as const) {
      const { page, complaints } = await visitPage(t, path, { phone })
      const chosen = (name: string): Promise<void> => page.getByRole('tab', { name, selected: true }).waitFor()
      await page.getByRole('tab', { name: '建筑机器人' }).click()
      await chosen('建筑机器人')
      await chooseInMenu(page, phone, '产品中心')
      await page.waitForURL(`**${path}`)
      await chosen('智慧工地产品')

      await page.getByRole('tab', { name: '建筑机器人' }).click()
      await chooseInMenu(page, phone, '新闻动态')
      await page.locator('.news-first').waitFor()
      await page.reload()
      await hydrated(page)
      await chooseInMenu(page, phone, '产品中心')
      await page.waitForURL(`**${path}`)
      await chosen('智慧工地产品')
      assert.deepEqual(complaints, [])
    }
  },
)

browserTest('a tab whose group has no products any more is not shown again, nor is it in the address', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const { groups } = (await server.post('/v1/site/detail')).data
  const more = [...groups, { id: '', name: '安全防护', intro: '', on: true }]
  assert.equal((await server.post('/v1/site/update', { groups: more }, { headers })).code, 200)
  const { id } = (await server.post('/v1/site/detail')).data.groups[groups.length]
  const product = { coverName: '护栏', coverDescribe: '', jumpUrl: '', coverUrl: '', locationId: id }
  const { productId } = (await server.post('/v1/product/saveProduct', product, { headers })).data
  const { page, complaints } = await visitPage(t, '/product', { server })
  await page.getByRole('tab', { name: '安全防护' }).click()
  await page.waitForURL(`**/product?locationId=${id}`)
  await follow(page, '新闻动态')
  await page.locator('.news-first').waitFor()
  await server.post('/v1/product/deleteProduct', { productId }, { headers })
  await follow(page, '产品中心')
  await page.waitForURL('**/product')
  await page.getByRole('tab', { name: '智慧工地产品', selected: true }).waitFor()
  assert.equal(await page.getByRole('tab').count(), 3)
  assert.deepEqual(complaints, [])
})

browserTest('the address of a group that is off becomes that of what is shown', async (t) => {
  const server = await ownServer(t)
  const headers = await server.signIn()
  const { groups } = (await server.post('/v1/site/detail')).data
  const changed = groups.map((group: { id: string }) => ({ ...group, on: group.id !== 'cpxt' }))
  assert.equal((await server.post('/v1/site/update', { groups: changed }, { headers })).code, 200)
  const { page, complaints } = await visitPage(t, '/product?locationId=cpxt', { server })
  await page.waitForURL('**/product')
  await page.getByRole('tab', { name: '智慧工地产品', selected: true }).waitFor()
  assert.deepEqual(complaints, [])
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
