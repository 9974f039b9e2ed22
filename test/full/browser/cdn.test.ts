import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startCdn } from '../../cdn.ts'
import { eventually } from '../../eventually.ts'
import { startServer } from '../../server.ts'
import { plainPng } from '../../media/pictures.ts'
import { uploadPicture } from '../../media/uploadPicture.ts'
import { browserTest, goTo, hydrated, visit } from '../../browser/browser.ts'
import { staff } from '../../browser/staff.ts'

/** A site with a CDN, and an article with a picture that was uploaded. */
async function siteWithCdn(t: TestContext) {
  const cdn = await startCdn(t)
  const server = await startServer(t, { env: { SEED: 'on', RATE_LIMIT: 'off', ASSETS_URL: cdn.url } })
  cdn.site = server.url
  const headers = await server.signIn()
  const cover = (await uploadPicture(server, headers, plainPng(64, 48, [9, 90, 190]))).data
  const sent = { newTitle: '开工', newCover: cover, newInfo: `<p>今天<img src="${cover}"></p>` }
  const { newId } = (await server.post('/v1/news/saveNews', sent, { headers })).data
  return { cdn, server, cover, article: `/xwdtDet?newId=${newId}` }
}

const isFile = (path: string): boolean => /^\/(?:assets|media|uploads)\//.test(path)
/** The two scripts that begin, and what is asked for once more. */
const begins = /^\/assets\/(?:again|entry)-/

/** The files that pages ask the site itself for, besides the scripts that begin. */
function askedHere(page: Page, url: string): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url())
    if (origin === url && isFile(pathname) && !begins.test(pathname)) asked.push(pathname)
  })
  return asked
}

/** The sheet holds, and every picture on the screen is there. */
async function isComplete(page: Page): Promise<void> {
  await page.waitForFunction(() => getComputedStyle(document.documentElement).getPropertyValue('--ink') !== '')
  let missing: string[] = []
  const isWhole = async (): Promise<boolean> => (missing = await missingIn(page)).length === 0
  await eventually(isWhole, 'every picture is there').catch((cause: Error) =>
    assert.fail(`${cause.message}: ${missing}`),
  )
}

const missingIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOnScreen = (picture: Element): boolean => {
      const { top, bottom, left, right } = picture.getBoundingClientRect()
      return (
        right > left && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth && picture.checkVisibility()
      )
    }
    return [...document.images].flatMap((picture) =>
      isOnScreen(picture) && !(picture.complete && picture.naturalWidth > 0) ? [picture.currentSrc] : [],
    )
  })

browserTest('pages have their files from the CDN, also those that are opened later, and the office none', async (t) => {
  const { cdn, server, cover, article } = await siteWithCdn(t)
  for (const [phone, first, list] of [
    [false, '/', '新闻动态'],
    [true, '/mobile', '新闻动态'],
  ] as const) {
    const { page, complaints } = await visit(t, { server, phone })
    const here = askedHere(page, server.url)
    await goTo(page, first)
    await isComplete(page)
    if (phone) await page.locator('.folded summary').click()
    await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
    await page
      .locator(phone ? '.folded nav' : '.menu')
      .getByRole('link', { name: list })
      .click()
    await page.locator(`.news-first[href="${article}"]`).click()
    await page.locator('.rich img').waitFor()
    await isComplete(page)
    assert.equal(await page.evaluate(() => 'stayed' in globalThis), true)
    assert.equal(await page.locator('.rich img').getAttribute('src'), cdn.url + cover)
    await page.locator('.rich img').click()
    await page.locator(`.preview img[src="${cdn.url}${cover}"]`).waitFor()
    await goTo(page, article)
    await isComplete(page)
    assert.deepEqual([here, complaints], [[], []])
  }
  assert.ok(cdn.asked.includes(cover) && cdn.asked.every(isFile), cdn.asked.join(' '))

  cdn.asked.length = 0
  const { page } = await staff(t, '/AdminNews', { server })
  await page.locator('img').first().waitFor()
  assert.deepEqual(cdn.asked, [])
})

const isChecked = (path: string): boolean => /^\/assets\/.+\.(?:js|css)$/.test(path)
type Cdn = Awaited<ReturnType<typeof startCdn>>
const failures: { what: string; fail(cdn: Cdn): void }[] = [
  { what: 'refuses everything', fail: (cdn) => cdn.end() },
  {
    what: 'has other scripts and sheets under the names of today',
    fail(cdn) {
      cdn.adjust = (path, reply) => {
        if (isChecked(path)) reply.body = '/* old */'
        return true
      }
    },
  },
  {
    what: 'lets no other site read its files',
    fail(cdn) {
      cdn.adjust = (_path, reply) => {
        delete reply.headers['access-control-allow-origin']
        return true
      }
    },
  },
]
for (const { what, fail } of failures)
  browserTest(`with a CDN that ${what} a page has what that lacks from the site itself`, async (t) => {
    const { cdn, server, article } = await siteWithCdn(t)
    fail(cdn)
    for (const [path, phone] of [
      ['/', false],
      ['/mobile', true],
      [article, true],
    ] as const) {
      const { page } = await visit(t, { server, phone })
      const asked = askedHere(page, server.url)
      await goTo(page, path)
      await isComplete(page)
      assert.equal(await page.locator('[data-missing]').count(), 0)
      assert.deepEqual(
        asked.filter((each, index) => asked.indexOf(each) !== index),
        [],
        'each once',
      )
      await page.evaluate(() => Object.assign(globalThis, { stayed: true }))
      await page.locator(phone ? '.site-footer a[href="/xwdt"]' : '.menu a[href="/xwdt"]').click()
      await page.locator('.news-first img').first().waitFor()
      await isComplete(page)
      assert.equal(await page.evaluate(() => 'stayed' in globalThis), true)
      assert.equal(await page.locator(`main img[src^="${cdn.url}"]:visible`).count(), 0, 'it is not tried there again')
    }
  })

browserTest('a CDN that says nothing is not waited for longer than five seconds', async (t) => {
  const { cdn, server } = await siteWithCdn(t)
  cdn.adjust = () => false
  const { page } = await visit(t, { server })
  await page.goto('/', { waitUntil: 'commit' })
  await hydrated(page)
  await isComplete(page)
})

browserTest(
  'a script that the CDN has no more is asked for with all the others, and so are pictures and films',
  async (t) => {
    const { cdn, server } = await siteWithCdn(t)
    cdn.adjust = (path, reply) => {
      if (/\/assets\/CasePage-|\/media\//.test(path)) reply.status = 503
      return true
    }
    const { page } = await visit(t, { server })
    const asked = askedHere(page, server.url)
    await goTo(page, '/sdkaili')
    await isComplete(page)
    assert.ok(asked.some((path) => path.includes('/assets/CasePage-')))
    assert.ok(asked.some((path) => path.startsWith('/media/')))
    const film = page.waitForRequest((request) => request.url() === `${server.url}/media/film/sdkaili.mp4`)
    await page.locator('.film-play').first().click()
    await film
  },
)
