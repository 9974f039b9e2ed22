import assert from 'node:assert/strict'
import { phoneAgent } from '../browser/browser.ts'
import { framesPass, stopClock } from '../browser/waiting.ts'
import { eventually } from '../eventually.ts'
import { startServer } from '../server.ts'
import type { Row, Section } from './row.ts'
import {
  anArticle,
  answer,
  aProduct,
  articles,
  at,
  attribute,
  cases,
  drawn,
  everyPage,
  follow,
  groups,
  hasTwoNumbers,
  idIn,
  inDrawer,
  isKept,
  isServed,
  leave,
  ledTo,
  mapIn,
  movesEvery,
  pageChecks,
  read,
  site,
  slideAfter,
  tabShows,
  tilesOf,
  turnWheel,
  wordsOf,
} from './site.ts'

const { reads, shows, pictures, leads } = pageChecks('desktop')
const onPhone = pageChecks('phone')

const caseWith = (path: string, films: readonly string[]) =>
  site(async (world) => {
    const page = await at(world, path)
    assert.equal((await read(page.locator('#overview .lead'))).length, 1, 'an introduction')
    assert.equal(await drawn(page, '.banner img').count(), 1, 'a banner')
    const titles = await read(page.locator('#films h2'))
    assert.equal(await drawn(page, '#films video').count(), titles.length)
    assert.deepEqual(titles, films)
  })

/** The page of phones that keeps what was chosen when one comes back by Back, by its crumb and by its entry of the menu. */
const back = async (page: Parameters<Parameters<typeof isKept>[2]>[0], link: string, there: string): Promise<void> => {
  await follow(page.locator(link).first())
  await page.locator(there).first().waitFor()
  await page.goBack()
}

const routes: readonly Row[] = [
  {
    sentence: '/login is where staff sign in',
    ...site(async (world) => {
      const page = await at(world, '/')
      await page.goto('/login')
      await page.getByRole('button', { name: '立即登录' }).waitFor()
      assert.ok(await page.getByLabel('登录密码', { exact: true }).isVisible())
      await leave(page)
    }),
  },
  { sentence: '/ is the home page of desktops', ...shows('/', '.frame-desktop .hero h1') },
  { sentence: '/product is the product centre', ...shows('/product', '.frame-desktop #catalogue') },
  {
    sentence: '/product is kept as it was left, for Back',
    ...isKept('desktop', '/product', (page) => back(page, '#catalogue a[href^="/productDet?"]', '.crumbs')),
  },
  {
    sentence: '/product is kept for its crumb and its entry of the menu, too',
    ...isKept('desktop', '/product', async (page) => {
      await follow(page.locator('#catalogue a[href^="/productDet?"]').first())
      await follow(page.locator('.crumbs a'))
      await page.locator('#catalogue').waitFor()
      await follow(page.locator('.menu').getByRole('link', { name: '新闻动态' }))
      await page.locator('.news-first').waitFor()
      await follow(page.locator('.menu').getByRole('link', { name: '产品中心' }))
    }),
  },
  {
    sentence: '/productDet is one product',
    ...shows(aProduct, '.frame-desktop .product-title h1'),
  },
  { sentence: '/xwdt is the list of news', ...shows('/xwdt', '.news-list') },
  { sentence: '/xwdtDet is one article', ...shows(anArticle, '.article h1') },
  { sentence: '/dljm is the page for dealers', ...shows('/dljm', '.frame-desktop form.apply') },
  { sentence: '/gywm is the page about the company', ...shows('/gywm', '.frame-desktop .company') },
  { sentence: '/demo is a page of samples', ...reads('/demo', 'h1', ['示例页面']) },
  { sentence: '/mobile is the home page of phones', ...onPhone.shows('/mobile', '.frame-phone .phone-hero h1') },
  {
    sentence: '/mobile is kept as it was left, for Back',
    ...isKept('phone', '/mobile', (page) => back(page, '.phone-highlights a', '.phone-product')),
  },
  {
    sentence: '/mobile is kept for links to it, too',
    ...isKept('phone', '/mobile', async (page) => {
      await follow(page.locator('.site-footer').getByRole('link', { name: '新闻动态' }))
      await page.locator('.news-first').waitFor()
      await follow(page.locator('.brand'))
    }),
  },
  {
    sentence: '/mobile reads title and desc of its query',
    ...site(async (world) => {
      const page = await at(world, '/mobile?title=春季展会&desc=欢迎到三号馆', 'phone')
      assert.deepEqual(await read(page.locator('h1')), ['春季展会'])
      assert.deepEqual(await read(page.locator('.phone-hero .lead')), ['欢迎到三号馆'])
    }),
  },
  {
    sentence: '/zhuyingyewu is the product centre of phones',
    ...onPhone.shows('/zhuyingyewu', '.frame-phone .phone-products'),
  },
  {
    sentence: '/zhuyingyewu is kept as it was left, for Back',
    ...isKept('phone', '/zhuyingyewu', (page) => back(page, '.phone-cards a', '.phone-product')),
  },
  {
    sentence: '/zhuyingyewu is kept for its crumb and its entry of the menu, too',
    ...isKept('phone', '/zhuyingyewu', async (page) => {
      await follow(page.locator('.phone-cards a').first())
      await follow(page.locator('.crumbs a'))
      await page.locator('.phone-products').waitFor()
      await follow(page.locator('.site-footer').getByRole('link', { name: '新闻动态' }))
      await page.locator('.news-first').waitFor()
      await follow(page.locator('.folded nav a[href="/zhuyingyewu"]'))
    }),
  },
  {
    sentence: '/dailijiameng is the page for dealers on phones',
    ...onPhone.shows('/dailijiameng', '.frame-phone form.apply'),
  },
  {
    sentence: '/gongsijianjie is the page about the company on phones',
    ...onPhone.shows('/gongsijianjie', '.frame-phone .phone-intro'),
  },
  { sentence: '/xiangmuanli lists the project cases', ...leads('/xiangmuanli', '.case-row h2 a', cases) },
  { sentence: '/yingyongchangjing is the page of scenarios', ...shows('/yingyongchangjing', '.scenario-list') },
  { sentence: '/map is the page of the map', ...shows('/map', '.map-pin .icon') },
  {
    sentence: '/huanghejiangong is a case with introduction, banner and film',
    ...caseWith('/huanghejiangong', ['安装过程']),
  },
  {
    sentence: '/sddianjian1 is a case with introduction, banner and film',
    ...caseWith('/sddianjian1', ['安装过程']),
  },
  { sentence: '/sdkaili is a further case', ...caseWith('/sdkaili', ['安装过程']) },
  {
    sentence: '/qdfangwu is a case with a film of its introduction and one of the installation',
    ...caseWith('/qdfangwu', ['项目动画', '安装过程']),
  },
  {
    sentence: '/cpDeatail is one product on phones',
    ...site(async (world) => {
      const desktop = await aProduct(world)
      const page = await at(world, async () => desktop.replace('productDet', 'cpDeatail'), 'phone')
      assert.equal(await drawn(page, '.frame-phone .phone-product h1').count(), 1)
    }),
  },
  {
    sentence: '/cpDeatail reads desc, title and imgUrl of its query',
    otherForm: 'a picture of another site is left out, and each of the three is read alone as well',
    why: 'a link could show anybody’s picture under the company’s name',
    ...site(async (world) => {
      const page = await at(world, '/cpDeatail?desc=一句说明&title=样例产品&imgUrl=/media/qr.png', 'phone')
      assert.deepEqual(await read(page.locator('h1')), ['样例产品'])
      assert.match((await read(page.locator('.phone-product'))).join(), /一句说明/)
      assert.ok((await attribute(drawn(page, '.phone-product img'), 'src')).includes('/media/qr.png'))
      const html = await (await answer(world, '/cpDeatail?imgUrl=https://a.example/b.png&title=a', phoneAgent)).text()
      assert.doesNotMatch(html, /src="https:\/\/a\.example/)
    }),
  },
  {
    sentence: 'An unknown address says that the page cannot be entered',
    otherForm: 'it answers 404 in place',
    why: 'after a redirect to /404 search engines keep dead addresses',
    ...site(async (world) => {
      assert.equal((await answer(world, '/no-such-page')).status, 404)
      assert.deepEqual(await read((await at(world, '/no-such-page')).locator('h1')), ['页面无法进入'])
    }),
  },
  {
    sentence: 'Its button 返回首页 leads home',
    ...site(async (world) => {
      const page = await at(world, '/no-such-page')
      await page.locator('main').getByRole('link', { name: '返回首页' }).click()
      await page.waitForURL(`${world.server.url}/`)
    }),
  },
]

const behaviour: readonly Row[] = [
  {
    sentence: 'Pages are navigated to by the names productCenter, productDet, xwdt and xwdtDet',
    otherForm: 'by their addresses',
    why: 'a second name for each address would have to be kept in step with it',
    ...site(async (world) => {
      const page = await at(world, '/')
      for (const [link, arrived] of [
        ['.menu a[href="/product"]', '#catalogue'],
        ['#catalogue a[href^="/productDet?"]', '.crumbs'],
        ['.menu a[href="/xwdt"]', '.news-first'],
        ['a.news-first[href^="/xwdtDet?"]', '.article'],
      ] as const) {
        await follow(page.locator(link).first())
        await page.locator(arrived).first().waitFor()
      }
    }),
  },
  {
    sentence: 'The product centre names a product to its page by productId',
    ...site(async (world) => {
      const page = await at(world, '/product')
      const { zhgdList = [] } = await groups(world)
      await page.locator('#catalogue a[href^="/productDet?"]').first().click()
      await page.waitForURL('**/productDet?**')
      assert.equal(idIn(page.url(), 'productId'), zhgdList[0]?.productId)
    }),
  },
  {
    sentence: 'The news names an article to its page by newId',
    ...site(async (world) => {
      const page = await at(world, '/xwdt')
      await page.locator('.news-first').click()
      await page.waitForURL('**/xwdtDet?**')
      assert.equal(idIn(page.url(), 'newId'), (await articles(world))[0]?.newId)
    }),
  },
  {
    sentence:
      'Agents with Android, iPhone, SymbianOS, Windows Phone, iPad or iPod are phones, which are led to /mobile',
    ...site(async (world) => {
      for (const word of ['Android', 'iPhone', 'SymbianOS', 'Windows Phone', 'iPad', 'iPod'])
        assert.equal(await ledTo(world, '/', `Mozilla/5.0 (${word}) AppleWebKit/537.36`), '/mobile', word)
    }),
  },
  {
    sentence: 'Another page than the home page leads phones to their own',
    otherForm: 'to the twin of the page instead of /mobile',
    why: 'a shared link keeps its meaning; sending all to the home page loses it',
    ...site(async (world) => {
      for (const [path, twin] of [
        ['/product', '/zhuyingyewu'],
        ['/dljm', '/dailijiameng'],
        ['/gywm', '/gongsijianjie'],
        ['/productDet?productId=a', '/cpDeatail?productId=a'],
      ] as const)
        assert.equal(await ledTo(world, path, phoneAgent), twin)
    }),
  },
  {
    sentence: 'A page of phones leads other agents to the one of desktops',
    otherForm: 'to the twin of the page instead of /',
    why: 'a shared link keeps its meaning here as well',
    ...site(async (world) => {
      for (const [path, twin] of [
        ['/mobile', '/'],
        ['/zhuyingyewu', '/product'],
        ['/dailijiameng', '/dljm'],
        ['/gongsijianjie', '/gywm'],
        ['/cpDeatail?productId=a', '/productDet?productId=a'],
      ] as const)
        assert.equal(await ledTo(world, path), twin)
    }),
  },
  {
    sentence: 'A browser that becomes a phone while it is resized is led to /mobile, and back to /',
    otherForm: 'only the pages with a twin move, each to its own',
    why: 'the others are laid out for every width, and a reload would lose what is typed',
    ...site(async (world) => {
      const { page } = await world.visit('/')
      const session = await page.context().newCDPSession(page)
      const becomes = async (userAgent: string, width: number): Promise<void> => {
        await session.send('Emulation.setUserAgentOverride', { userAgent })
        await page.setViewportSize({ width, height: 844 })
      }
      const agent = await page.evaluate(() => navigator.userAgent)
      await becomes(phoneAgent, 390)
      await page.waitForURL((url) => url.pathname === '/mobile')
      await page.locator('html.running').waitFor()
      await becomes(agent, 1920)
      await page.waitForURL((url) => url.pathname === '/')
      await page.goto('/xwdt')
      await page.locator('html.running').waitFor()
      await becomes(phoneAgent, 390)
      await framesPass(page)
      assert.equal(new URL(page.url()).pathname, '/xwdt')
    }),
  },
  {
    sentence: 'The public pages are designed for 1920x1080',
    ...site(async (world) => {
      for (const path of ['/', '/product', '/gywm']) {
        const page = await at(world, path)
        const wide = await page.evaluate(() => document.documentElement.scrollWidth)
        assert.ok(wide <= 1920, path)
        const box = await page.locator(':is(.hero, .banner)').first().boundingBox()
        assert.ok(box && box.width === wide && box.y + box.height <= 1080, path)
      }
    }),
  },
  {
    sentence: 'Most pages have no floating contact',
    ...site(async (world) => {
      for (const { path, html } of await everyPage(world)) assert.doesNotMatch(html, /<aside class="floating/, path)
    }),
  },
  {
    sentence: 'The footer has an ICP number',
    ...site(async (world) => {
      for (const { path, html } of await everyPage(world)) assert.match(html, /footer-legal.*ICP备\d+号/s, path)
      assert.match((await read((await at(world, '/')).locator('.footer-legal'))).join(), /ICP备\d+号/)
    }),
  },
  { sentence: 'The footer names who supports the site technically', ...reads('/', '.footer-legal', /技术支持：\S+/) },
]

/** An entry of the menu, in its place from the left. */
const menuEntry = (place: number, name: string, path: string) =>
  site(async (world) => {
    const entries = await drawn(await at(world, '/'), '.menu > a, .menu-entry > a').evaluateAll((all) =>
      all
        .map((each) => ({
          words: `${each.textContent} ${each.getAttribute('href')}`,
          x: each.getBoundingClientRect().x,
        }))
        .sort((one, other) => one.x - other.x),
    )
    assert.equal(entries[place - 1]?.words, `${name} ${path}`)
  })

const header: readonly Row[] = [
  { sentence: 'The menu has 首页 for /', ...menuEntry(1, '首页', '/') },
  { sentence: 'The menu has 产品中心 for /product', ...menuEntry(2, '产品中心', '/product') },
  { sentence: 'The menu has 新闻动态 for /xwdt', ...menuEntry(3, '新闻动态', '/xwdt') },
  { sentence: 'The menu has 代理加盟 for /dljm', ...menuEntry(4, '代理加盟', '/dljm') },
  { sentence: 'The menu has 关于我们 for /gywm', ...menuEntry(5, '关于我们', '/gywm') },
  {
    sentence: 'Each entry of the menu has a banner of its own',
    ...site(async (world) => {
      const banners = new Set<string>()
      for (const path of ['/', '/product', '/xwdt', '/dljm', '/gywm']) {
        const page = await at(world, path)
        const [source = ''] = await attribute(drawn(page, ':is(.hero, .banner) img'), 'src')
        await isServed(world, source, 'image/')
        banners.add(source)
      }
      assert.equal(banners.size, 5)
    }),
  },
  {
    sentence: 'The product centre shows the carousel of photos, each by its photoUrl',
    ...site(async (world) => {
      const { data } = await world.ask('/v1/carousel/selectAllList')
      const photos = data.map(({ photoUrl }: { photoUrl: string }) => photoUrl)
      assert.ok(photos.length > 0)
      const carousel = (await at(world, '/product')).locator('.banner-photos .carousel')
      assert.deepEqual(await attribute(carousel.locator('.carousel-slide img'), 'src'), photos)
      assert.ok((await carousel.boundingBox())?.height)
    }),
  },
  {
    sentence: 'Without photos it shows its banner',
    async check({ t }) {
      const { url } = await startServer(t, { env: { SEED: 'off' } })
      const html = await (await fetch(`${url}/product`)).text()
      assert.match(html, /<div class="banner clipped"><picture>/)
      assert.doesNotMatch(html, /banner-photos/)
    },
  },
]

const home: readonly Row[] = [
  {
    sentence: 'Home: the four points of the one-stop service',
    ...reads('/', '.one-stop h3', ['咨询规划', '研发生产', '安装实施', '运维保障']),
  },
  {
    sentence: 'Home: a strip of products that scrolls',
    ...site(async ({ visit }) => {
      const { page } = await visit('/')
      const strip = page.locator('.product-strip')
      await strip.scrollIntoViewIfNeeded()
      await eventually(() => strip.evaluate((element) => element.scrollLeft > 2), 'it scrolls by itself')
    }),
  },
  {
    sentence: 'Home: the blocks of the technical support',
    ...shows('/', '#technique li:has(.icon):has(h3)', 6),
  },
  {
    sentence: 'Home: the carousel of the smart showroom',
    ...site(async (world) => {
      const showroom = (await at(world, '/')).locator('.showroom .carousel')
      assert.equal(await showroom.locator('.carousel-slide img').count(), 9)
      await showroom.scrollIntoViewIfNeeded()
      await showroom.and(showroom.page().locator('.live')).waitFor()
      assert.equal(await slideAfter(showroom, '下一张'), 2)
      assert.equal(await slideAfter(showroom, '上一张'), 1)
    }),
  },
  {
    sentence: 'Home: the figures of the company',
    ...reads('/', '.figures dt', ['创新积淀', '精英团队', '服务客户', '落地项目', '注册商标', '软件著作权']),
  },
  {
    sentence: 'Home: they count up for 6,000 ms',
    ...site(async ({ visit }) => {
      // So low that no figure is seen before the clock is stopped.
      const { page } = await visit('/', { clock: true, viewport: { width: 1920, height: 300 } })
      await stopClock(page)
      await page.locator('.figures').scrollIntoViewIfNeeded()
      const first = page.locator('.figures .count-up').first()
      await page.locator('.figures .count-up[data-count]').first().waitFor()
      const counted = (): Promise<string | null> => first.getAttribute('data-count')
      assert.equal(await counted(), '0')
      await page.clock.runFor(5800)
      assert.ok(Number(await counted()) > 5)
      await page.clock.runFor(400)
      assert.equal(await counted(), '', 'the final number is all there is')
    }),
  },
  { sentence: 'Home: the logos of the partners', ...pictures('/', '#partners img', 27) },
]

/** One of what follows the sale, in its place. */
const afterSale = (place: number, name: string) =>
  site(async (world) => {
    const block = (await at(world, aProduct)).locator('main section').filter({ hasText: '一站式实施与售后服务' })
    assert.equal((await read(block.locator('h3')))[place - 1], name)
  })

const products: readonly Row[] = [
  {
    sentence: 'Product centre: a tab for each of the three groups',
    ...reads('/product', '[role=tab]', /^智慧工地产品\S* 建筑机器人\S* 建筑标准化产品\S*$/),
  },
  {
    sentence: 'Product centre: a tab shows its group',
    ...tabShows('desktop', '/product', '#catalogue a[href^="/productDet?"]', '建筑机器人', 'cpxtList'),
  },
  {
    sentence: 'Product centre: a product opens its page with its productId',
    ...site(async (world) => {
      const card = drawn(await at(world, '/product'), '#catalogue a[href^="/productDet?"]').first()
      const [name = ''] = await read(card.locator('h3'))
      await card.click()
      await card.page().waitForURL('**/productDet?**')
      await card.page().locator('h1').getByText(name).waitFor()
    }),
  },
  {
    sentence: 'Product: the page shows the one that productId names',
    ...site(async (world) => {
      const { cpxtList = [] } = await groups(world)
      const [product] = cpxtList
      const page = await at(world, async () => `/productDet?productId=${product?.productId}`)
      assert.deepEqual(await read(page.locator('h1')), [product?.coverName])
    }),
  },
  {
    sentence: 'Product: the crumbs are 产品中心 > its name',
    ...site(async (world) => {
      const page = await at(world, aProduct)
      const crumbs = await read(page.locator('.crumbs > :not(svg)'))
      assert.deepEqual(crumbs, ['产品中心', ...(await read(page.locator('h1')))])
    }),
  },
  { sentence: 'Product: the first crumb leads to the product centre', ...leads(aProduct, '.crumbs a', ['/product']) },
  {
    sentence: 'Product: its name is a large title',
    ...site(async (world) => {
      const page = await at(world, aProduct)
      const [title = 0, text = 0] = await Promise.all(
        ['h1', '.rich p'].map((selector) =>
          drawn(page, selector)
            .first()
            .evaluate((element) => parseFloat(getComputedStyle(element).fontSize)),
        ),
      )
      assert.ok(title >= 2 * text, `${title} px, and the text ${text}`)
    }),
  },
  {
    sentence: 'Product: its text is shown as HTML',
    ...site(async (world) => {
      const page = await at(world, aProduct)
      const { data } = await world.ask('/v1/product/detailProduct', { productId: idIn(page.url(), 'productId') })
      assert.equal(wordsOf(await page.locator('.rich').innerHTML()), wordsOf(data.productCon))
      assert.ok((await drawn(page, '.rich > p').count()) > 0)
    }),
  },
  {
    sentence: 'Product: a block tells of one-stop implementation and after-sales service',
    ...reads(aProduct, 'main section h2', /一站式实施与售后服务/),
  },
  { sentence: 'Product: the block has 定制方案', ...afterSale(1, '定制方案') },
  { sentence: 'Product: the block has 专属安装', ...afterSale(2, '专属安装') },
  { sentence: 'Product: the block has 专业技术支持', ...afterSale(3, '专业技术支持') },
  { sentence: 'Product: the block has 完善售后', ...afterSale(4, '完善售后') },
  { sentence: 'Product: the page has the footer', ...shows(aProduct, '.site-footer') },
  {
    sentence: 'Product: the page has the floating contact',
    ...site(async (world) => {
      const page = await at(world, aProduct)
      assert.equal(await drawn(page, '.floating').count(), 1)
      await inDrawer(page, hasTwoNumbers, page.locator('.floating button'))
    }),
  },
]

/** Titles of the news are those of the list, from one to another. */
const titled = (path: string, selector: string, from: number, to: number) =>
  site(async (world) => {
    const titles = (await articles(world)).slice(from, to).map(({ newTitle }) => newTitle)
    assert.ok(titles.length > 0)
    assert.deepEqual(await read((await at(world, path)).locator(selector)), titles)
  })

const news: readonly Row[] = [
  { sentence: 'News: the newest article is featured', ...titled('/xwdt', '.news-first h2', 0, 1) },
  { sentence: 'News: the next three are beside it', ...titled('/xwdt', '.news-side h3', 1, 4) },
  {
    sentence: 'News: the others come in pages of 15',
    async check(world) {
      await titled('/xwdt', '.news-list h3', 4, 19).check(world)
      await titled('/xwdt?page=2', '.news-list h3', 19, 34).check(world)
    },
  },
  {
    sentence: 'News: an article opens its page with its newId',
    ...site(async (world) => {
      const page = await at(world, '/xwdt')
      const link = page.locator('.news-side a').first()
      const [title = ''] = await read(link.locator('h3'))
      await link.click()
      await page.locator('.article h1').getByText(title).waitFor()
      assert.equal(idIn(page.url(), 'newId'), (await articles(world))[1]?.newId)
    }),
  },
  {
    sentence: 'Article: the first crumb leads back to the news',
    ...leads(anArticle, '.crumbs a', ['/xwdt']),
  },
  {
    sentence: 'Article: title and date',
    ...site(async (world) => {
      const page = await at(world, anArticle)
      const [article] = await articles(world)
      assert.deepEqual(await read(page.locator('.article h1')), [article?.newTitle])
      assert.deepEqual(await read(page.locator('.article time')), [article?.createDate?.slice(0, 10)])
    }),
  },
  {
    sentence: 'Article: its text as HTML',
    ...site(async (world) => {
      const page = await at(world, anArticle)
      const { data } = await world.ask('/v1/news/detailNews', { newId: idIn(page.url(), 'newId') })
      assert.equal(wordsOf(await page.locator('.article .rich').innerHTML()), wordsOf(data.newInfo))
      assert.ok((await drawn(page, '.article .rich > p').count()) > 0)
    }),
  },
]

const dealers: readonly Row[] = [
  {
    sentence: 'Dealers: five ways to earn',
    ...reads('/dljm', '.profits h3', ['产品销售', '实施服务', '设备租赁', '运维续费', '超额返利']),
  },
  {
    sentence: 'Dealers: four policies',
    ...reads('/dljm', 'main .points:not(.numbered) h3', ['区域保护', '系统培训', '技术协同', '市场支持']),
  },
  {
    sentence: 'Dealers: four advantages',
    ...reads('/dljm', 'main .points.numbered h3', ['空间广阔', '品类齐全', '自主研发', '陪伴成长']),
  },
  {
    sentence: 'Dealers: the form to apply',
    ...site(async (world) => {
      const form = (await at(world, '/dljm')).locator('form.apply')
      for (const label of ['公司名称', '联系人', '手机号码'])
        assert.ok(await form.getByLabel(label).isEditable(), label)
      assert.ok(await form.getByRole('button', { name: '提交申请' }).isEnabled())
    }),
  },
]

const honoursOf = async (world: Parameters<typeof at>[0]) => {
  const honours = (await at(world, '/gywm')).locator('.honours .carousel')
  await honours.scrollIntoViewIfNeeded()
  await honours.and(honours.page().locator('.live')).waitFor()
  return honours
}
/** The slides in view, from the left, each by its place in the list and its middle in px. */
const inView = (honours: Awaited<ReturnType<typeof honoursOf>>) =>
  honours.locator('.carousel-slide').evaluateAll((all) => {
    const { left = 0, right = 0 } = all[0]?.parentElement?.getBoundingClientRect() ?? {}
    return all
      .map((each, index) => ({
        index,
        isCurrent: each.classList.contains('current'),
        box: each.getBoundingClientRect(),
      }))
      .map(({ box, ...slide }) => ({ ...slide, middle: box.left + box.width / 2, of: (left + right) / 2 }))
      .filter(({ middle }) => middle > left && middle < right)
      .sort((one, other) => one.middle - other.middle)
  })

const company: readonly Row[] = [
  {
    sentence: 'Company: its entry of the menu is marked',
    ...reads('/gywm', '.menu [aria-current=page]', ['关于我们']),
  },
  {
    sentence: 'Company: a film introduces it',
    ...site(async (world) => {
      const film = drawn(await at(world, '/gywm'), '.intro-film video')
      assert.equal(await film.count(), 1)
      const source = await film.evaluate(
        (video: HTMLVideoElement) => video.getAttribute('src') ?? video.querySelector('source')?.src ?? '',
      )
      await isServed(world, source, 'video/')
    }),
  },
  {
    sentence: 'Company: text and picture of its profile',
    ...site(async (world) => {
      const page = await at(world, '/gywm')
      assert.ok((await read(page.locator('.company .paragraphs > p'))).filter((text) => text.length > 30).length > 1)
      assert.equal(await drawn(page, '.company figure img').count(), 1)
    }),
  },
  {
    sentence: 'Company: the carousel of honours has eight pictures',
    ...site(async (world) => {
      const sources = await attribute((await at(world, '/gywm')).locator('.honours .carousel-slide img'), 'src')
      assert.equal(new Set(sources).size, 8)
    }),
  },
  {
    sentence: 'Company: the carousel of honours is a ring',
    ...site(async (world) => {
      const honours = await honoursOf(world)
      await slideAfter(honours, '第8张')
      assert.equal(await slideAfter(honours, '下一张'), 1)
      assert.equal(await slideAfter(honours, '上一张'), 8)
    }),
  },
  {
    sentence: 'Company: five honours are in view',
    ...site(async (world) => {
      const honours = await honoursOf(world)
      await eventually(async () => (await inView(honours)).length === 5, 'five are in view')
    }),
  },
  {
    sentence: 'Company: the current honour is in the middle',
    ...site(async (world) => {
      const honours = await honoursOf(world)
      await slideAfter(honours, '第4张')
      await eventually(async () => {
        const current = (await inView(honours)).find(({ isCurrent }) => isCurrent)
        return current?.index === 3 && Math.abs(current.middle - current.of) < 1
      }, 'it is in the middle')
    }),
  },
  {
    sentence: 'Company: the next honour comes after 3,000 ms',
    ...movesEvery('desktop', '/gywm', '.honours .carousel', 3000),
  },
  {
    sentence: 'Company: a click on a mark of the carousel shows its honour',
    ...site(async (world) => {
      const honours = await honoursOf(world)
      for (const place of [6, 2]) assert.equal(await slideAfter(honours, `第${place}张`), place)
    }),
  },
  {
    sentence: 'Company: arrows show the honour before and after',
    ...site(async (world) => {
      const honours = await honoursOf(world)
      await slideAfter(honours, '第3张')
      assert.equal(await slideAfter(honours, '下一张'), 4)
      assert.equal(await slideAfter(honours, '上一张'), 3)
    }),
  },
  {
    sentence: 'Company: how to reach it, with a map',
    ...site(async (world) => {
      const page = await at(world, '/gywm')
      assert.deepEqual(await read(page.locator('.contact h2')), ['联系我们'])
      await mapIn(page)
    }),
  },
  {
    sentence: 'Company: the map begins at zoom 20',
    ...site(async (world) => {
      const tiles = await tilesOf(await mapIn(await at(world, '/gywm')))
      // The last tiles there are, of zoom 18, four times as large.
      for (const { z, width } of tiles) assert.deepEqual([z, width], [18, 1024])
    }),
  },
  {
    sentence: 'Company: the wheel does not zoom the map',
    ...site(async (world) => {
      const page = await at(world, '/gywm')
      const map = await mapIn(page)
      const before = await tilesOf(map)
      const scrolled = await page.evaluate(() => scrollY)
      await turnWheel(page)
      await eventually(() => page.evaluate((from) => scrollY < from, scrolled), 'the wheel scrolls the page')
      assert.deepEqual(await tilesOf(map), before)
    }),
  },
  {
    sentence: 'Company: the map has one marker',
    ...site(async (world) => {
      assert.equal(await (await mapIn(await at(world, '/gywm'))).locator('.map-pin').count(), 1)
    }),
  },
  {
    sentence: 'Company: its telephone, mail and postal address',
    ...reads('/gywm', '.contact dl', /商务电话 [\d-]{7,}.* 公司邮箱 \S+@\S+ 公司地址 \S{8,}/),
  },
  {
    sentence: 'Company: the page ends with the block of contact',
    ...shows('/gywm', '#main + .contact:has(+ .site-footer)'),
  },
]

const scenarios: readonly Row[] = [
  {
    sentence: 'Scenarios: smart site, campus, factory, community and parking',
    ...reads('/yingyongchangjing', '.scenario-list h2', ['智慧工地', '智慧校园', '智慧工厂', '智慧社区', '智慧停车场']),
  },
  {
    sentence: 'Scenarios: the next one comes after 4,000 ms',
    ...movesEvery('desktop', '/yingyongchangjing', '.scenario-carousel .carousel', 4000),
  },
]

export const publicScreens: Section = {
  section: '2 Screens and routes: public pages and desktops',
  rows: [...routes, ...behaviour, ...header, ...home, ...products, ...news, ...dealers, ...company, ...scenarios],
  mutants: [
    {
      from: '.menu{',
      to: '.menu{flex-direction:row-reverse;',
      breaks: [
        'The menu has 首页 for /',
        'The menu has 产品中心 for /product',
        'The menu has 代理加盟 for /dljm',
        'The menu has 关于我们 for /gywm',
      ],
    },
    {
      from: '.phone-drawer{',
      to: '.partners li:nth-child(27),.scenario-list article:last-child{display:none}.phone-drawer{',
      breaks: ['Home: the logos of the partners', 'Scenarios: smart site, campus, factory, community and parking'],
    },
    { from: 'intervalMs:3e3', to: 'intervalMs:6e3', breaks: ['Company: the next honour comes after 3,000 ms'] },
    { from: 'intervalMs:4e3', to: 'intervalMs:8e3', breaks: ['Scenarios: the next one comes after 4,000 ms'] },
    {
      from: /=6e3,(\w=new IntersectionObserver)/g,
      to: '=12e3,$1',
      breaks: ['Home: they count up for 6,000 ms'],
    },
    { from: '专属安装', to: '专人安装', breaks: ['Product: the block has 专属安装'] },
    { from: '区域保护', to: '地区保护', breaks: ['Dealers: four policies'] },
    { from: '页面无法进入', to: '没有这一页', breaks: ['An unknown address says that the page cannot be entered'] },
    { from: '鲁ICP备', to: '鲁ICP证', breaks: ['The footer has an ICP number'] },
    { from: '技术支持：', to: '支持：', breaks: ['The footer names who supports the site technically'] },
    { from: '示例页面', to: '样例页面', breaks: ['/demo is a page of samples'] },
  ],
}
