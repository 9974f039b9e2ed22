import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { browserTest, goTo, hydrated, visit, visitPage } from '../../browser/browser.ts'
import { hold } from '../../browser/waiting.ts'

const scriptAt = (path: string): RegExp => new RegExp(`/assets/${path}-\\w+\\.js$`)

browserTest('the code of a later page is one file', async (t) => {
  const { page } = await visitPage(t, '/')
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname))
  await page.locator('.menu').getByRole('link', { name: '关于我们' }).click()
  await page.locator('.contact').waitFor()
  // The others are for all later pages and for all carousels, and the map in the iframe is a page of its own.
  assert.equal(
    asked.filter((path) => !/\/(laterPages|carouselRing|MapPage|entry|chunk)-/.test(path)).length,
    1,
    asked.join(' '),
  )
})

browserTest('scripts run after the first paint, and are fetched after what it needs', async (t) => {
  const { page } = await visit(t)
  // Without its style sheet nothing is painted.
  const release = await hold(page, '**/assets/*.css')
  await page.addInitScript(() => {
    requestAnimationFrame(() => performance.mark('frame'))
    new MutationObserver((_, observer) => {
      if (!document.querySelector('script[type=module]')) return
      observer.disconnect()
      performance.mark('script')
    }).observe(document, { childList: true, subtree: true })
  })
  const script = page.waitForResponse(scriptAt('chunk'))
  await page.goto('/', { waitUntil: 'commit' })
  await script
  release()
  await hydrated(page)
  const {
    styles,
    frame,
    script: added,
  } = await page.evaluate(() => ({
    styles: Math.max(
      ...Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]:not([media=print])'), ({ href }) =>
        Math.max(
          ...performance.getEntriesByName(href).map((entry) => (entry as PerformanceResourceTiming).responseEnd),
        ),
      ),
    ),
    frame: performance.getEntriesByName('frame')[0]?.startTime ?? Infinity,
    script: performance.getEntriesByName('script')[0]?.startTime ?? 0,
  }))
  assert.ok(
    styles > 0 && styles <= frame && frame <= added,
    `style sheets at ${styles} ms, the first frame at ${frame} ms, the scripts at ${added} ms`,
  )
  const preloads = page.locator('link[rel=modulepreload]')
  assert.equal(await preloads.count(), await page.locator('link[rel=modulepreload][fetchpriority=low]').count())
})

/** The text of the server's page is there, as a browser without a script shows it. */
async function assertReadable(page: Page, words: string): Promise<void> {
  await page.waitForFunction(() => document.documentElement.className === '')
  await page.locator('h1').first().waitFor()
  assert.match(await page.locator('#root').innerText(), new RegExp(words))
}

const broken = (body: string) => (route: Route) => route.fulfill({ contentType: 'text/javascript', body })
const failures: readonly [what: string, handler: (route: Route) => Promise<void>][] = [
  ['is blocked', (route) => route.abort()],
  ['is gone after an upgrade', (route) => route.fulfill({ status: 404, body: '' })],
  ['cannot be parsed', broken('export default function {')],
  ['throws at once', broken('throw new Error("no such thing")')],
]

browserTest(
  'a page whose scripts cannot be loaded stays as the server rendered it, with every tab shown',
  async (t) => {
    for (const which of ['entry', 'chunk', 'ProductCenter']) {
      for (const [what, handler] of failures) {
        const { page } = await visit(t)
        await page.route(scriptAt(which), handler)
        await page.goto('/product')
        await assertReadable(page, '智慧工地产品[^]*建筑机器人[^]*建筑标准化产品')
        for (const group of await page.locator('.catalogue-group').all())
          assert.equal(await group.isVisible(), true, `${which} ${what}`)
        await page.locator('a[href^="/productDet?"]').first().click()
        await page.waitForURL(/productDet/)
        await page.context().close()
      }
    }
  },
)

/** Patches a page's built file: its component throws where `when` is true. */
const throwing = (when: string) => async (route: Route) => {
  const response = await route.fetch()
  const source = await response.text()
  const name = /([\w$]+) as default\b/.exec(source)?.[1] ?? assert.fail('no default export')
  const body = `${source.replace(/[\w$]+ as default\b/, 'Faulty as default')}\nfunction Faulty(p){if(${when})throw new Error("a fault");return ${name}(p)}`
  await route.fulfill({ response, body })
}

browserTest('a page whose component throws during hydration stays as the server rendered it', async (t) => {
  const { page } = await visit(t)
  await page.route(scriptAt('News'), throwing('true'))
  await page.goto('/xwdt')
  const served = await page.evaluate(async () =>
    (await (await fetch(location.href)).text()).replace(
      /^[^]*<div id="root">|<\/div><script type="application[^]*$/g,
      '',
    ),
  )
  await assertReadable(page, '更多新闻')
  assert.equal(
    await page.locator('#root').evaluate((root, html) => {
      const whole = document.createElement('div')
      whole.innerHTML = html
      return root.innerHTML === whole.innerHTML
    }, served),
    true,
  )
  await page.locator('.news-first').click()
  await page.waitForURL(/xwdtDet/)
  await hydrated(page)
})

browserTest('a page whose component throws later is restored as the server rendered it', async (t) => {
  const { page } = await visit(t)
  await page.route(scriptAt('ProductCenter'), throwing('globalThis.fault'))
  await goTo(page, '/product')
  // In one step, and at the address that the server has rendered: at another one the page is loaded anew.
  await page.evaluate(() => {
    Object.assign(globalThis, { fault: true })
    history.replaceState(history.state, '', '/product?locationId=cpxt')
    dispatchEvent(new PopStateEvent('popstate'))
    history.replaceState(history.state, '', '/product')
  })
  await assertReadable(page, '智慧工地产品[^]*建筑机器人[^]*建筑标准化产品')
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.locator('.news-first').waitFor()
  await hydrated(page)
})

browserTest('a later page that throws is reloaded, and then stays as the server rendered it', async (t) => {
  const { page } = await visitPage(t, '/')
  await page.route(scriptAt('News'), throwing('true'))
  await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.waitForFunction(() => !('stayed' in globalThis))
  await assertReadable(page, '更多新闻')
  assert.match(page.url(), /\/xwdt$/)
})

browserTest('a link to a page whose code cannot be loaded reloads as a document', async (t) => {
  for (const [what, handler] of failures) {
    const { page } = await visitPage(t, '/')
    await page.route(scriptAt('News'), handler)
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
    await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
    await page
      .waitForFunction(() => !('stayed' in globalThis))
      .catch(() => assert.fail(`a script that ${what} leaves a dead link`))
    await page.locator('.news-first').waitFor()
    assert.match(page.url(), /\/xwdt$/)
    await page.context().close()
  }
})

browserTest('without a connection the page stays and shows that the next could not be loaded', async (t) => {
  const { page } = await visitPage(t, '/')
  await page.context().setOffline(true)
  await page.locator('.menu').getByRole('link', { name: '新闻动态' }).click()
  await page.getByRole('alert').getByText('页面加载失败').waitFor()
  await page.context().setOffline(false)
  await page.getByRole('button', { name: '重试' }).click()
  await page.locator('.news-first').waitFor()
})

browserTest('while the scripts are loading the page has its final layout, with its tabs as tabs', async (t) => {
  const { page } = await visit(t)
  const send = await hold(page, scriptAt('chunk'))
  await page.goto('/product', { waitUntil: 'commit' })
  await page.locator('.site-footer').waitFor()
  const heights = () =>
    page.evaluate(() => [
      document.querySelector('.tabs')?.clientHeight,
      document.querySelectorAll('.catalogue-group[hidden]').length,
      scrollY,
    ])
  const before = await heights()
  assert.equal(before[1], 2)
  assert.equal(await page.locator('.catalogue-group[hidden]').first().isVisible(), false)
  assert.equal(await page.getByRole('tab').first().isVisible(), true)
  send()
  await hydrated(page)
  assert.deepEqual(await heights(), before)
})

browserTest('the back office shows what it needs where its script cannot be loaded', async (t) => {
  const { page } = await visit(t)
  await page.goto('/login')
  await page.getByRole('button', { name: '立即登录' }).waitFor()
  assert.equal(await page.locator('.not-started').count(), 0)
  const first = await page.locator('script[data-module]').getAttribute('data-module')
  for (const [, handler] of failures) {
    await page.context().unrouteAll()
    await page.route(`**${first}`, handler)
    await page.reload()
    await page.getByText('后台管理系统没有启动').waitFor()
  }
  const old = await visit(t)
  await old.page.addInitScript(() => Reflect.deleteProperty(window, 'HTMLDialogElement'))
  await old.page.goto('/login')
  await old.page.getByText('后台管理系统没有启动').waitFor()
})

browserTest('a browser that is too old for the scripts does not fetch them', async (t) => {
  const { page } = await visit(t)
  const asked: string[] = []
  page.on('request', (request) => request.resourceType() === 'script' && asked.push(new URL(request.url()).pathname))
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WeakRef'))
  for (const path of ['/xwdt', '/product']) {
    // A current Chromium knows the media query that keeps older ones from the preloads.
    await page.route(path, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('forced-colors', 'not-known') })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    await assertReadable(page, '新闻动态')
  }
  assert.ok(asked.length > 0 && asked.every((path) => scriptAt('entry').test(path)), asked.join(' '))
})

browserTest('a carousel whose code did not come fetches it again when it is pressed', async (t) => {
  const { page } = await visit(t)
  let asked = 0
  await page.route(scriptAt('carouselRing'), (route) => (++asked === 1 ? route.abort() : route.continue()))
  const failed = page.waitForEvent('requestfailed')
  await page.goto('/cpDeatail?productId=zhgd-tower-crane')
  await failed
  const carousel = page.locator('.carousel').first()
  await carousel.getByRole('button', { name: '下一张', includeHidden: true }).dispatchEvent('click')
  await page.locator('.carousel.live .carousel-slide.current[aria-label^="2 /"]').waitFor()
  assert.equal(asked, 2)
})
