import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { browserTest, goTo, visit, visitPage } from './browser.ts'
import { stopClock } from './waiting.ts'

const textsOf = async (all: Locator): Promise<string[]> => (await all.allTextContents()).map((text) => text.trim())
const attributesOf =
  (name: string) =>
  (all: Locator): Promise<(string | null)[]> =>
    all.evaluateAll((elements, wanted) => elements.map((each) => each.getAttribute(wanted)), name)
const hrefsOf = attributesOf('href')
const sourcesOf = attributesOf('src')
/** Without the elements. */
const wordsOf = (html: string): string => html.replace(/<[^>]*>|\s/g, '')

const slide = (carousel: Locator): Promise<number> =>
  carousel.locator('.carousel-slide').evaluateAll((all) => all.findIndex((each) => each.classList.contains('current')))

/** How many milliseconds of the page's clock, which is stopped, one slide of a carousel is shown. */
async function shownFor(page: Page, carousel: Locator): Promise<number> {
  const untilNext = async (): Promise<number> => {
    const before = await slide(carousel)
    for (let ms = 50; ms < 20_000; ms += 50) {
      await page.clock.runFor(50)
      if ((await slide(carousel)) !== before) return ms
    }
    throw new Error('it does not advance')
  }
  await untilNext()
  return untilNext()
}

browserTest('the company’s facts are on the pages that tell of it', async (t) => {
  const figures = [
    '创新积淀 10年',
    '精英团队 100+',
    '服务客户 500+',
    '落地项目 1000+',
    '注册商标 5项',
    '软件著作权 25项',
  ]
  for (const [phone, paths] of [
    [false, ['/', '/gywm']],
    [true, ['/mobile', '/gongsijianjie']],
  ] as const) {
    const { page } = await visit(t, { phone, reducedMotion: 'reduce' })
    for (const path of paths) {
      await page.goto(path)
      const shown = await page
        .locator('.figures dl > div')
        .evaluateAll((all) => all.map((each) => [...each.children].map(({ textContent }) => textContent).join(' ')))
      assert.deepEqual(shown, figures, path)
      assert.equal(await page.locator('.figures img').count(), 0, 'as text that counts, not as a picture')
      assert.deepEqual(await hrefsOf(page.locator('.site-header .hotline')), ['tel:400-000-0000'], path)
    }
    await page.goto(phone ? '/dailijiameng' : '/dljm')
    const words = await page.locator('main').innerText()
    assert.match(words, /15\s*%/)
    assert.match(words, /8\s*%/)
  }
  const { page } = await visit(t)
  await page.goto('/gywm')
  assert.match(await page.locator('.company').innerText(), /只占15%左右/)
  assert.ok(await page.locator('.site-header .hotline').isVisible())
  assert.match(await page.locator('.hotline').innerText(), /服务热线\s*400-000-0000/)
})

browserTest(
  'honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
  async (t) => {
    const { page } = await visit(t)
    await page.clock.install()
    await goTo(page, '/gywm')
    const honours = page.locator('.honours .carousel')
    await honours.scrollIntoViewIfNeeded()
    await honours.locator('[data-prefetch]').first().waitFor({ state: 'attached' })
    assert.equal(await honours.locator('.carousel-slide img').count(), 8)
    await stopClock(page)
    assert.equal(await shownFor(page, honours), 3000)

    await honours.getByRole('button', { name: '暂停轮播' }).click()
    await page.clock.resume()
    const inView = (): Promise<number[]> =>
      honours.locator('.carousel-slide:not([inert])').evaluateAll((all) =>
        all
          .map((each) => each.getBoundingClientRect())
          .map(({ left, width }) => left + width / 2)
          .sort((one, other) => one - other),
      )
    const box = await honours.boundingBox()
    assert.ok(box)
    const middle = box.x + box.width / 2
    const currentRests = (): Promise<void> =>
      eventually(async () => {
        const places = await inView()
        const { x = 0, width = 0 } = (await honours.locator('.current').boundingBox()) ?? {}
        const isCentred = Math.abs((places[2] ?? 0) - middle) < 1 && Math.abs(x + width / 2 - middle) < 1
        return isCentred && places.length === 5 && places.every((place) => place > box.x && place < box.x + box.width)
      }, 'five are in view, the current one in the middle')
    await currentRests()
    await honours.getByRole('button', { name: '第8张' }).click()
    assert.equal(await slide(honours), 7)
    await currentRests()
    await honours.getByRole('button', { name: '下一张' }).click()
    assert.equal(await slide(honours), 0, 'the first follows the last')
    await currentRests()
    await honours.getByRole('button', { name: '上一张' }).click()
    assert.equal(await slide(honours), 7)
  },
)

browserTest('the five scenarios follow each other every four seconds', async (t) => {
  const { page } = await visit(t)
  await page.clock.install()
  await goTo(page, '/yingyongchangjing')
  const carousel = page.locator('.scenario-carousel .carousel')
  assert.deepEqual(await textsOf(carousel.locator('figcaption')), [
    '智慧工地',
    '智慧校园',
    '智慧工厂',
    '智慧社区',
    '智慧停车场',
  ])
  await stopClock(page)
  assert.equal(await shownFor(page, carousel), 4000)
})

/** What a person reads of each figure, in each frame from the first picture of the page on: '' where nothing is seen. */
function readFigures(): void {
  const frames: string[][] = []
  Object.assign(window, { frames })
  const read = (figure: Element): string => {
    const { opacity } = getComputedStyle(figure.firstElementChild ?? figure)
    return opacity === '0' ? (figure.getAttribute('data-count') ?? '') : (figure.textContent ?? '')
  }
  const draw = (): void => {
    const figures = [...document.querySelectorAll('.figures .count-up')]
    if (figures.length > 0) frames.push(figures.map(read))
    requestAnimationFrame(draw)
  }
  draw()
}
const framesOf = (page: Page): Promise<string[][]> => page.evaluate(() => Object(window).frames)
const finalFigures = ['10', '100', '500', '1000', '5', '25']

browserTest('the figures count up once for six seconds where they are seen, and never fall', async (t) => {
  for (const [path, phone] of [
    ['/', false],
    ['/gywm', false],
    ['/mobile', true],
    ['/gongsijianjie', true],
  ] as const) {
    // High enough for the figures to be in the first picture.
    const { page } = await visit(t, { phone, viewport: { width: phone ? 390 : 1440, height: 9000 } })
    await page.addInitScript(readFigures)
    await page.clock.install()
    await goTo(page, path)
    await stopClock(page)
    for (let ran = 0; ran < 8000; ran += 100) await page.clock.runFor(100)
    const frames = await framesOf(page)
    assert.deepEqual(frames.at(-1), finalFigures, path)
    for (const [index, final] of finalFigures.entries()) {
      const shown = frames.map((frame) => frame[index] ?? '').filter((text) => text !== '')
      const falls = shown.filter((text, at) => Number(text) < Number(shown[at - 1] ?? 0))
      assert.deepEqual(falls, [], `${path}: ${final} falls to`)
      assert.ok(Number(shown[0]) < Number(final) / 2, `${path}: ${final} begins at ${shown[0]}`)
    }
  }
})

browserTest('the count of a figure takes six seconds', async (t) => {
  const { page } = await visit(t)
  await page.clock.install()
  await goTo(page, '/gywm')
  await stopClock(page)
  await page.locator('.figures').evaluate((element) => element.scrollIntoView({ block: 'center' }))
  const counting = page.locator('.figures .count-up[data-count]:not([data-count=""])')
  await eventually(async () => (await counting.count()) === 6, 'all are counted')
  // They begin with the first frame in which they are seen, which the page's clock does not count.
  const step = 50
  let ran = 0
  for (; (await counting.count()) > 0 && ran < 7000; ran += step) await page.clock.runFor(step)
  assert.ok(ran >= 6000 && ran <= 6500, `${ran} ms`)
  assert.deepEqual(await textsOf(page.locator('.figures dd')), ['10年', '100+', '500+', '1000+', '5项', '25项'])
})

browserTest(
  'the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
  async (t) => {
    const { page, server } = await visitPage(t, '/xwdt')
    const { data } = (await server.post('/v1/news/list', { limit: 9999 })).data
    const titles = data.map(({ newTitle }: { newTitle: string }) => newTitle)
    const links = data.map(({ newId }: { newId: string }) => `/xwdtDet?newId=${newId}`)
    assert.deepEqual(await textsOf(page.locator('.news-first h2')), titles.slice(0, 1))
    assert.deepEqual(await textsOf(page.locator('.news-side h3')), titles.slice(1, 4))
    assert.deepEqual(await textsOf(page.locator('.news-list h3')), titles.slice(4, 19))
    assert.deepEqual(await hrefsOf(page.locator('.news-first, .news-side a, .news-list a')), links.slice(0, 19))
    await page.locator('.news-list a').first().click()
    await page.waitForURL(`**${links[4]}`)
    const article = (await server.post('/v1/news/detailNews', { newId: data[4].newId })).data
    await page.locator('.article h1').waitFor()
    assert.equal(await page.locator('.article h1').innerText(), article.newTitle)
    assert.equal(await page.locator('.article time').innerText(), article.createDate.slice(0, 10))
    assert.equal(wordsOf(await page.locator('.article .rich').innerHTML()), wordsOf(article.newInfo))
    assert.ok((await page.locator('.article .rich > p').count()) > 1)
    await page.getByRole('navigation', { name: '当前位置' }).getByRole('link', { name: '新闻动态' }).click()
    await page.waitForURL('**/xwdt')
  },
)

browserTest('both pages for dealers list how they earn, the policies and the form', async (t) => {
  const profits = ['产品销售', '实施服务', '设备租赁', '运维续费', '超额返利']
  const policies = ['区域保护', '系统培训', '技术协同', '市场支持']
  for (const [phone, path, parts] of [
    [false, '/dljm', ['.profits h3', '.points:not(.numbered) h3', '.points.numbered h3']],
    [true, '/dailijiameng', ['.phone-profits h3', '.phone-policies h3', '.phone-strengths h3']],
  ] as const) {
    const { page } = await visit(t, { phone })
    await page.goto(path)
    const [models, supports, strengths] = await Promise.all(parts.map((part) => textsOf(page.locator(`main ${part}`))))
    assert.deepEqual(models, profits)
    assert.deepEqual(supports, policies)
    assert.deepEqual(strengths, ['空间广阔', '品类齐全', '自主研发', '陪伴成长'])
    assert.equal((await page.locator('main .icon').count()) >= 13, true)
    assert.ok(await page.locator('.banner img').isVisible())
    assert.equal(await page.locator('form.apply').count(), 1)
    assert.equal(await page.locator('.contact').count(), 0, 'the way to reach the company is not above the footer')
  }
})

browserTest('the home page of phones has its banners, shortcuts, groups, rooms, icons and logos', async (t) => {
  const { page } = await visit(t, { phone: true })
  await page.clock.install()
  await goTo(page, '/mobile')
  const banners = page.getByRole('region', { name: '精选画面' })
  assert.equal(await banners.locator('.carousel-slide img').count(), 2)
  assert.equal((await banners.locator('.phone-slide').first().boundingBox())?.height, 250)
  await stopClock(page)
  await page.clock.runFor(30_000)
  assert.equal(await slide(banners), 0, 'it does not move by itself')
  await page.clock.resume()
  await banners.getByRole('button', { name: '第2张' }).click()
  assert.equal(await slide(banners), 1)

  const shortcuts = page.getByRole('navigation', { name: '快捷入口' }).getByRole('link')
  assert.deepEqual(await hrefsOf(shortcuts), ['/gongsijianjie', '/zhuyingyewu', '/xiangmuanli'])
  const shapes = await shortcuts.locator('.icon').evaluateAll((all) =>
    all.map((each) => {
      const { width, height } = each.getBoundingClientRect()
      return { isSquare: width === height, radius: getComputedStyle(each).borderRadius }
    }),
  )
  assert.deepEqual(shapes, Array(3).fill({ isSquare: true, radius: '50%' }), 'they are round')

  assert.deepEqual(await textsOf(page.getByRole('tab')), ['智慧工地产品', '建筑机器人', '建筑标准化产品'])
  for (const [name, group] of [
    ['智慧工地产品', 'zhgd'],
    ['建筑机器人', 'cpxt'],
    ['建筑标准化产品', 'jzbh'],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    const links = await hrefsOf(page.locator('.phone-highlights a:visible'))
    assert.ok(links.length > 0 && links.every((href) => href?.includes(`productId=${group}-`)), name)
  }
  assert.equal(await page.getByRole('link', { name: '查看更多产品' }).getAttribute('href'), '/zhuyingyewu')
  assert.equal(await page.locator('.phone-rooms img').count(), 9)
  assert.deepEqual(await textsOf(page.locator('.phone-support h3')), [
    '便捷链接',
    '云端存储',
    '轻量应用',
    '多端适配',
    '智能分析',
  ])
  assert.equal(await page.locator('.phone-support .icon').count(), 5)
  assert.equal(await page.locator('.partners img').count(), 27)
  const cases = await hrefsOf(page.locator('.lead-case h3 a, .lead-case .teasers a'))
  assert.deepEqual(cases, ['/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu'])
})

browserTest(
  'the product centre of phones begins with the first of its three tabs, a grid of covers and names',
  async (t) => {
    const { page, server } = await visitPage(t, '/zhuyingyewu', { phone: true })
    assert.ok(await page.locator('.banner img').isVisible())
    assert.deepEqual(await textsOf(page.getByRole('tab')), ['智慧工地产品', '建筑机器人', '建筑标准化产品'])
    assert.deepEqual(await textsOf(page.getByRole('tab', { selected: true })), ['智慧工地产品'])
    const cards = page.locator('.phone-cards a:visible')
    const { zhgdList } = (await server.post('/v1/product/selectAllList')).data
    assert.deepEqual(
      await textsOf(cards.locator('h3')),
      zhgdList.map(({ coverName }: { coverName: string }) => coverName),
    )
    assert.deepEqual(
      await sourcesOf(cards.locator('img')),
      zhgdList.map(({ coverUrl }: { coverUrl: string }) => coverUrl),
    )
    const lefts = new Set(await cards.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left)))
    assert.equal(lefts.size, 2, 'they are a grid of two columns')
  },
)

browserTest(
  'phones find how to reach the company at the end of three pages, with its place in the middle of the map',
  async (t) => {
    const { page } = await visit(t, { phone: true })
    for (const path of ['/mobile', '/zhuyingyewu', '/gongsijianjie']) {
      await goTo(page, path)
      const contact = page.locator('.contact')
      assert.equal(await contact.locator('h2').innerText(), '联系我们')
      assert.deepEqual(await hrefsOf(contact.locator('dd a')), ['tel:400-000-0000', 'mailto:service@example.com'])
      assert.match(await contact.locator('dd').nth(2).innerText(), /^山东省淄博市/)
      const address = new URL((await contact.locator('iframe').getAttribute('data-src')) ?? '', page.url())
      const shown = ['lng', 'lat', 'zoom', 'wheel'].map((name) => address.searchParams.get(name))
      assert.deepEqual(shown, ['118.05', '36.81', '15', '1'], path)
    }
  },
)

browserTest(
  'each case has its banner, its introduction with a picture, who built it, and films with controls',
  async (t) => {
    const { page, server } = await visit(t, { phone: true })
    for (const [path, films] of [
      ['/huanghejiangong', 1],
      ['/sddianjian1', 1],
      ['/sdkaili', 1],
      ['/qdfangwu', 2],
    ] as const) {
      await goTo(page, path)
      const { data } = await server.post('/v1/cases/detail', { casePath: path })
      assert.deepEqual(await sourcesOf(page.locator('.banner img')), [data.caseBanner])
      assert.equal(await page.locator('.banner h1').innerText(), data.caseName)
      const overview = page.locator('#overview')
      assert.equal(await overview.locator('h2').innerText(), '项目介绍')
      assert.equal(await overview.locator('.lead').innerText(), data.caseIntro)
      assert.deepEqual(await sourcesOf(overview.locator('img')), [data.caseImage])
      assert.match(await overview.locator('.rich').innerText(), /施工单位|总包单位|承建单位|参建单位/, path)
      const videos = page.locator('#films video')
      assert.equal(await videos.count(), films)
      assert.equal((await textsOf(page.locator('#films h2'))).at(-1), '安装过程', path)
      await page.locator('#films').getByRole('button', { name: /^播放/ }).first().click()
      assert.equal(await videos.first().evaluate((video: HTMLVideoElement) => video.controls), true)
    }
    await goTo(page, '/xiangmuanli')
    assert.deepEqual(await hrefsOf(page.locator('.case-row h2 a')), [
      '/huanghejiangong',
      '/sddianjian1',
      '/sdkaili',
      '/qdfangwu',
    ])
  },
)
