import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../../scripts/chromium.ts'
import { eventually } from '../../eventually.ts'
import { browserTest, hydrated, phoneAgent, sharedServer, visit } from '../../browser/browser.ts'
import { holdScripts } from '../../browser/waiting.ts'

/** For each visible picture with variants: its width in device pixels, the candidate that was chosen, and the right one. */
const chosen = (page: Page) =>
  page.evaluate(async () => {
    const drawn = [...document.querySelectorAll<HTMLImageElement>('picture > img')].filter((img) => img.offsetWidth > 0)
    for (const img of drawn) img.loading = 'eager'
    await Promise.all(drawn.map((img) => img.decode()))
    return drawn.map((img) => {
      const [width, height] = [Number(img.getAttribute('width')), Number(img.getAttribute('height'))]
      const cropped = getComputedStyle(img).objectFit === 'cover'
      const needed = devicePixelRatio * Math.max(img.offsetWidth, cropped ? (img.offsetHeight * width) / height : 0)
      const widths = [...(img.previousElementSibling?.getAttribute('srcset') ?? '').matchAll(/ (\d+)w/g)].map((match) =>
        Number(match[1]),
      )
      const best = Math.min(...widths.filter((each) => each >= 0.95 * needed), Math.max(...widths))
      const current = Number(/(\d+)w\.webp$/.exec(img.currentSrc)?.[1] ?? width)
      return { name: img.currentSrc, needed, current, best }
    })
  })

const media = (page: Page): string[] => {
  const asked: string[] = []
  page.on(
    'request',
    (request) => void (request.resourceType() === 'image' && asked.push(new URL(request.url()).pathname)),
  )
  return asked
}

for (const [device, options, paths] of [
  ['A desktop', { reducedMotion: 'reduce' }, ['/', '/xwdt', '/gywm']],
  ['A phone', { phone: true, deviceScaleFactor: 2 }, ['/mobile', '/gongsijianjie', '/zhuyingyewu']],
] as const) {
  browserTest(`${device} loads each picture at least as wide as it is drawn, and at most about twice`, async (t) => {
    for (const path of paths) {
      // A browser takes a larger one that it has already.
      const { page } = await visit(t, options)
      await page.goto(path)
      await hydrated(page)
      // The script hides a slide that waits for its turn, in a carousel that has been near the screen.
      for (const carousel of await page.locator('.carousel').all()) await carousel.scrollIntoViewIfNeeded()
      await page.waitForFunction(() => !document.querySelector('.carousel:not(.live)'))
      const all = await chosen(page)
      assert.ok(all.length > 3, path)
      for (const { name, needed, current, best } of all)
        assert.ok(
          current >= best && (current === best || current <= 2.2 * needed),
          `${path} ${name}: ${needed} needed, ${current} chosen, ${best} fits`,
        )
    }
  })
}

browserTest('the phone fetches its hero once, before the scripts, and no picture far below it', async (t) => {
  const { page, complaints } = await visit(t, { phone: true })
  const asked = media(page)
  await page.goto('/mobile', { waitUntil: 'networkidle' })
  assert.equal(asked.filter((path) => path.includes('zhgd-smart-helmet-site')).length, 1)
  assert.match(asked[0] ?? '', /zhgd-smart-helmet-site\.[0-9a-f]{8}\.480w\.webp$/)
  const weights = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap((entry) => (/\/media\//.test(entry.name) ? [(entry as PerformanceResourceTiming).encodedBodySize] : [])),
  )
  const total = weights.reduce((sum, each) => sum + each, 0)
  assert.ok(total > 20_000 && total <= 300 * 1024, `${total} bytes`)
  assert.deepEqual(
    asked.filter((path) => /\/(?:scenario|partner)\//.test(path)),
    [],
  )
  assert.deepEqual(complaints, [])
})

for (const [path, first, far] of [
  ['/gongsijianjie', '.phone-intro img', '/certificate/'],
  ['/mobile', '.carousel-slide img', '/showroom/'],
] as const) {
  browserTest(
    `on a slow line ${path} fetches at most the nearest picture of ${far} before the scripts run, and has reserved the places of all`,
    async (t) => {
      // From as far as on such a line, without being slow.
      const browser = await launchChromium(['--force-effective-connection-type=3G'])
      t.after(() => browser.close())
      const page = await browser.newPage({
        baseURL: (await sharedServer()).url,
        viewport: { width: 390, height: 844 },
        userAgent: phoneAgent,
      })
      const asked = media(page)
      const fetched = () => asked.filter((each) => each.includes(far))
      const height = () => page.evaluate(() => document.documentElement.scrollHeight)
      const run = await holdScripts(page)
      await page.goto(path, { waitUntil: 'commit' })
      await page
        .locator(first)
        .first()
        .evaluate((img: HTMLImageElement) => img.decode())
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
      assert.ok(fetched().length <= 1, fetched().join(' '))
      const before = await height()
      run()
      await hydrated(page)
      await page.locator(':is(.phone-rooms, .phone-certificates) li').last().scrollIntoViewIfNeeded()
      await eventually(() => Promise.resolve(fetched().length > 1), 'they are fetched')
      const after = await height()
      assert.ok(Math.abs(after - before) < 50, `${before} px, then ${after}`)
    },
  )
}

browserTest('stacked slides are fetched one step ahead, and none is blank when it appears', async (t) => {
  const { page, complaints } = await visit(t)
  const asked = media(page)
  await page.goto('/product')
  await page.locator('.banner-photos .carousel.live').waitFor()
  await page.waitForLoadState('networkidle')
  const slides = await page
    .locator('.banner-photos img')
    .evaluateAll((all) =>
      all.map((img) => (img as HTMLImageElement).src.replace(/.*\/([\w-]+)\..*/, '$1').replace(/\..*/, '')),
    )
  assert.equal(slides.length, 4)
  const isAsked = (slide: string | undefined): boolean => asked.some((path) => path.includes(`/carousel/${slide}.`))
  assert.deepEqual(slides.map(isAsked), [true, true, false, true])
  for (let n = 1; n < 4; n++) {
    await page.getByRole('button', { name: '下一张' }).first().click()
    const isReady = page
      .locator('.banner-photos .current img')
      .evaluate((img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth > 0)
    assert.equal(await isReady, true, slides[n])
    await page.waitForLoadState('networkidle')
  }
  assert.deepEqual(slides.map(isAsked), [true, true, true, true])
  assert.deepEqual(complaints, [])
})

browserTest(
  'a picture shows its average colour while it loads, and its alternative text on it when it fails',
  async (t) => {
    const { page, complaints } = await visit(t)
    await page.route(/\/media\/banner\//, (route) => route.abort())
    await page.goto('/')
    const { background, color, name, alt } = await page.locator('.hero img').evaluate((img: HTMLImageElement) => ({
      background: getComputedStyle(img).backgroundColor,
      color: getComputedStyle(img).color,
      name: img.src,
      alt: img.alt,
    }))
    const [, tone = ''] = /\.\d+x\d+\.([0-9a-f]{6})\./.exec(name) ?? []
    assert.equal(background, `rgb(${[0, 2, 4].map((at) => Number.parseInt(tone.slice(at, at + 2), 16)).join(', ')})`)
    assert.equal(color, 'rgb(255, 255, 255)')
    assert.ok(alt.length > 3)
    assert.deepEqual(
      complaints.filter((each) => !each.includes('ERR_FAILED')),
      [],
    )
  },
)

browserTest(
  'a picture in rich text is loaded in the size that fits, while the stored text stays as it was',
  async (t) => {
    const { page, server, complaints } = await visit(t, { own: true })
    const headers = await server.signIn()
    const { coverUrl } = (await server.post('/v1/product/detailProduct', { productId: 'zhgd-tower-crane' })).data
    const productCon = `<p>一</p><figure><img src="${coverUrl}" alt="塔机"><figcaption>塔机</figcaption></figure><p>二</p>`
    const { data } = await server.post(
      '/v1/product/saveProduct',
      { coverName: '塔机', locationId: 'zhgd', productCon },
      { headers },
    )
    await page.goto(`/productDet?productId=${data.productId}`, { waitUntil: 'networkidle' })
    const img = page.locator('.rich img')
    await img.scrollIntoViewIfNeeded()
    assert.deepEqual(
      await img.evaluate((each: HTMLImageElement) => [
        each.getAttribute('width'),
        each.getAttribute('height'),
        each.loading,
      ]),
      ['1600', '1200', 'lazy'],
    )
    await page.waitForFunction(() =>
      document.querySelector<HTMLImageElement>('.rich img')?.currentSrc.endsWith('960w.webp'),
    )
    assert.equal(
      (await server.post('/v1/product/detailProduct', { productId: data.productId })).data.productCon,
      productCon,
    )
    assert.deepEqual(complaints, [])
  },
)

browserTest(
  'a carousel record without a picture is not shown, one without text shows none, and a long title stays beside the picture',
  async (t) => {
    const { page, server, complaints } = await visit(t, { own: true })
    const headers = await server.signIn()
    const { data: shipped } = await server.post('/v1/carousel/selectAllList')
    const photoUrl = shipped[0].photoUrl
    for (const { photoId } of shipped) await server.post('/v1/carousel/deleteCarousel', { photoId }, { headers })
    await server.post('/v1/carousel/saveCarousel', { photoTitle: '没有图片', photoUrl: '' }, { headers })
    await page.goto('/product')
    assert.equal(await page.locator('.banner-photos').count(), 0)
    assert.equal(await page.locator('.banner img').count(), 1)

    await server.post('/v1/carousel/saveCarousel', { photoTitle: '', photoInfo: '', photoUrl }, { headers })
    await server.post(
      '/v1/carousel/saveCarousel',
      { photoTitle: '一'.repeat(60), photoInfo: '二', photoUrl },
      { headers },
    )
    for (const width of [1920, 390]) {
      await page.setViewportSize({ width, height: 900 })
      await page.goto('/product')
      const slides = page.locator('.banner-photos .carousel-slide')
      assert.equal(await slides.count(), 2)
      assert.equal(await page.locator('.banner-photos .banner-title').count(), 1)
      assert.equal(await page.locator('.banner-photos .banner-text p').count(), 2)
      const box = await page.locator('.banner-title').evaluate((title) => ({
        width: title.getBoundingClientRect().width,
        lines: title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight),
      }))
      if (width === 1920) assert.ok(box.width <= 0.5 * width, `${box.width} px of ${width}`)
      assert.ok(box.lines < 5, `${box.lines} lines`)
    }
    assert.deepEqual(complaints, [])
  },
)
