import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Row, Section } from './row.ts'
import {
  aProduct,
  anArticle,
  articles,
  at,
  attribute,
  drawn,
  figuresCount,
  groups,
  hasTwoNumbers,
  idIn,
  inDrawer,
  isServed,
  honours as honoursCarousel,
  honoursMove,
  mapBegins,
  mapIn,
  newsBegin,
  pageChecks,
  read,
  scenariosMove,
  site,
  slideAfter,
  tabShows,
  tilesOf,
  turnWheel,
  wordsOf,
} from './site.ts'

const { reads, shows, pictures, leads } = pageChecks('desktop')

const home: readonly Row[] = [
  {
    sentence: 'Home: the four points of the one-stop service',
    ...reads('/', '.one-stop h3', ['咨询规划', '研发生产', '安装实施', '运维保障']),
  },
  {
    sentence: 'Home: a strip of products that scrolls',
    ...site(async ({ timed }) => {
      const page = await timed('/')
      const strip = page.locator('.product-strip')
      await strip.scrollIntoViewIfNeeded()
      await eventually(async () => {
        await page.clock.runFor(100)
        return strip.evaluate((element) => element.scrollLeft > 2)
      }, 'it scrolls by itself')
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
  { sentence: 'Home: they count up for 6,000 ms', ...figuresCount },
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
  {
    sentence: 'Product: the page has the footer',
    ...reads(aProduct, '.site-footer', /新闻动态.*ICP备\d+号.*技术支持：\S/),
  },
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
  { sentence: 'News: the next three are beside it', ...newsBegin },
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
  const honours = (await at(world, '/gywm')).locator(honoursCarousel)
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
  { sentence: 'Company: the next honour comes after 3,000 ms', ...honoursMove },
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
  { sentence: 'Company: the map begins at zoom 20', ...mapBegins('/gywm', 'desktop', 20) },
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
  { sentence: 'Scenarios: the next one comes after 4,000 ms', ...scenariosMove },
]

export const desktopScreens: Section = {
  section: '2 Screens and routes: desktops',
  file: 'desktops',
  rows: [...home, ...products, ...news, ...dealers, ...company, ...scenarios],
  mutants: [
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
    {
      from: '.skip{',
      to: '.news-top .columns{display:block!important}.product-title h1{font-size:1rem!important}.skip{',
      breaks: ['News: the next three are beside it', 'Product: its name is a large title'],
    },
    {
      from: '.section{',
      to: ':is(#technique li:last-child,.company figure,main:has(.product-title)~footer .footer-legal){display:none!important}.section{',
      breaks: [
        'Home: the blocks of the technical support',
        'Product: the page has the footer',
        'Company: text and picture of its profile',
      ],
    },
    {
      from: '.crumbs{',
      to: ':is(.crumbs a,.article time,.article .rich>p){display:none!important}.crumbs{',
      breaks: [
        'Product: the crumbs are 产品中心 > its name',
        'Product: the first crumb leads to the product centre',
        'Article: the first crumb leads back to the news',
        'Article: title and date',
        'Article: its text as HTML',
      ],
    },
    { from: '咨询规划', to: '规划咨询', breaks: ['Home: the four points of the one-stop service'] },
    { from: '完善售后', to: '售后', breaks: ['Product: the block has 完善售后'] },
    { from: '设备租赁', to: '设备出租', breaks: ['Dealers: five ways to earn'] },
    { from: '陪伴成长', to: '共同成长', breaks: ['Dealers: four advantages'] },
    { from: 'film/intro.mp4', to: 'film/none.mp4', breaks: ['Company: a film introduces it'] },
    { from: '"15":"20"', to: '"15":"19"', breaks: ['Company: the map begins at zoom 20'] },
  ],
}
