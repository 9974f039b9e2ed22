import assert from 'node:assert/strict'
import { hydrated, noVisitor, phoneAgent } from '../browser/browser.ts'
import { framesPass } from '../browser/waiting.ts'
import { startServer } from '../server.ts'
import { inServer } from './mutated.ts'
import { inFile, type Row, type Section } from './row.ts'
import { spoil } from './world.ts'
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
  idIn,
  isKept,
  isServed,
  layouts,
  ledTo,
  menuPages,
  pageChecks,
  read,
  site,
} from './site.ts'

const { reads, shows, leads } = pageChecks('desktop')
const onPhone = pageChecks('phone')

const caseWith = (path: string, films: readonly string[]) =>
  site(async (world) => {
    const page = await at(world, path)
    assert.equal((await read(page.locator('#overview .lead'))).length, 1, 'an introduction')
    assert.equal(await drawn(page, '.banner img').count(), 1, 'a banner')
    const titles = await read(page.locator('#films h2'))
    assert.deepEqual(titles, films)
    const sources = await attribute(drawn(page, '#films video'), 'src')
    assert.equal(new Set(sources).size, films.length)
    for (const source of sources) await isServed(world, source, 'video/')
  })

/** The page of phones that keeps what was chosen when one comes back by Back, by its crumb and by its entry of the menu. */
const back = async (page: Parameters<Parameters<typeof isKept>[2]>[0], link: string, there: string): Promise<void> => {
  await follow(page.locator(link).first())
  await page.locator(there).first().waitFor()
  await page.goBack()
}

const routes: readonly Row[] = [
  { sentence: '/ is the home page of desktops', ...shows('/', '.frame-desktop .hero h1') },
  {
    sentence: '/login is where staff sign in',
    ...site(async (world) => {
      const page = await at(world, '/')
      spoil(page)
      await page.goto('/login')
      await page.getByRole('button', { name: '立即登录' }).waitFor()
      assert.ok(await page.getByLabel('登录密码', { exact: true }).isVisible())
    }),
  },
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

const phoneRoutes: readonly Row[] = [
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
]

export const phonesAreKnown = site(async (world) => {
  for (const word of ['Android', 'iPhone', 'SymbianOS', 'Windows Phone', 'iPad', 'iPod'])
    assert.equal(await ledTo(world, '/', `Mozilla/5.0 (${word}) AppleWebKit/537.36`), '/mobile', word)
})

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
    ...phonesAreKnown,
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
      const page = await at(world, '/')
      const session = await page.context().newCDPSession(page)
      world.t.after(async () => {
        await session.detach()
        await page.setViewportSize({ width: 1920, height: 1080 })
      })
      const becomes = async (userAgent: string, width: number): Promise<void> => {
        await session.send('Emulation.setUserAgentOverride', { userAgent: userAgent + noVisitor })
        await page.setViewportSize({ width, height: 844 })
      }
      const agent = await page.evaluate(() => navigator.userAgent)
      // A desktop that is only narrow stays.
      await becomes(agent, 390)
      await framesPass(page)
      assert.equal(new URL(page.url()).pathname, '/')
      await becomes(phoneAgent, 391)
      await page.waitForURL((url) => url.pathname === '/mobile')
      await hydrated(page)
      await becomes(agent, 1920)
      await page.waitForURL((url) => url.pathname === '/')
      await hydrated(page)
      await follow(page.locator('.menu a[href="/xwdt"]'))
      await page.locator('.news-first').waitFor()
      await becomes(phoneAgent, 390)
      await framesPass(page)
      assert.equal(new URL(page.url()).pathname, '/xwdt')
    }),
  },
  {
    sentence: 'The public pages are designed for 1920x1080',
    ...site(async (world) => {
      for (const { path, all, banner } of await layouts(world)) {
        assert.ok(all <= 1920, path)
        assert.ok(banner?.width === all && banner.bottom <= 1080, path)
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
      for (const path of menuPages) {
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

export const publicRoutes: Section = {
  section: '2 Screens and routes: the public site',
  file: 'desktops',
  rows: [...routes, ...inFile('phonesAndCalls', ...phoneRoutes), ...behaviour, ...header],
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
    { from: '页面无法进入', to: '没有这一页', breaks: ['An unknown address says that the page cannot be entered'] },
    { from: '鲁ICP备', to: '鲁ICP证', breaks: ['The footer has an ICP number'] },
    { from: '技术支持：', to: '支持：', breaks: ['The footer names who supports the site technically'] },
    { from: '示例页面', to: '样例页面', breaks: ['/demo is a page of samples'] },
    {
      from: '.skip{',
      to: ':is(.hero h1,.product-title h1,.article h1,.company,.scenario-list,form.apply){display:none!important}.skip{',
      breaks: [
        '/ is the home page of desktops',
        '/productDet is one product',
        '/xwdtDet is one article',
        '/dljm is the page for dealers',
        '/gywm is the page about the company',
        '/yingyongchangjing is the page of scenarios',
        '/dailijiameng is the page for dealers on phones',
      ],
    },
    {
      from: '.section{',
      to: ':is(.case-row:first-child,.phone-intro,.banner-photos){display:none!important}.section{',
      breaks: [
        '/xiangmuanli lists the project cases',
        '/gongsijianjie is the page about the company on phones',
        'The product centre shows the carousel of photos, each by its photoUrl',
      ],
    },
    {
      from: '.crumbs{',
      to: '.frame-desktop .site-footer{inline-size:2000px!important}.crumbs{',
      breaks: ['The public pages are designed for 1920x1080'],
    },
    {
      from: 'qdfangwu-install.mp4',
      to: 'none.mp4',
      breaks: ['/qdfangwu is a case with a film of its introduction and one of the installation'],
    },
    { from: 'banner/about.', to: 'banner/none.', breaks: ['Each entry of the menu has a banner of its own'] },
    inServer(
      'SymbianOS|',
      '',
      'Agents with Android, iPhone, SymbianOS, Windows Phone, iPad or iPod are phones, which are led to /mobile',
    ),
  ],
}
