import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { framesPass } from '../browser/waiting.ts'
import { eventually } from '../eventually.ts'
import type { Row, Section } from './row.ts'
import { spoil } from './world.ts'
import {
  at,
  attribute,
  cases,
  currentOf,
  drawerIsHigh,
  drawn,
  groups,
  hasTwoNumbers,
  idIn,
  inDrawer,
  isHigh,
  isServed,
  mapBegins,
  mapIn,
  pageChecks,
  read,
  site,
  slideAfter,
  tabShows,
  tilesOf,
  turnWheel,
  whileOpen,
} from './site.ts'

const { reads, shows, pictures, leads } = pageChecks('phone')
type AnySite = Parameters<typeof at>[0]

const bannersOf = async (world: AnySite): Promise<Locator> =>
  (await at(world, '/mobile', 'phone')).getByRole('region', { name: '精选画面' })
const isInSight = (picture: Element): boolean => {
  const { left, right } = picture.getBoundingClientRect()
  const isDrawn = picture.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  return isDrawn && left >= 0 && right <= innerWidth
}
export const bannersAreHigh = (px: number) =>
  site(async (world) => isHigh((await bannersOf(world)).locator('.current img'), px, 0))

const highlights = '.phone-highlights a'
export const figures = [
  '创新积淀 10年',
  '精英团队 100+',
  '服务客户 500+',
  '落地项目 1000+',
  '注册商标 5项',
  '软件著作权 25项',
]
const asText = {
  otherForm: 'as text, not as a picture',
  why: 'a picture is neither read aloud nor changed in the settings',
}

const home: readonly Row[] = [
  {
    sentence: 'Home: a button opens the drawer from the bottom',
    ...site(async (world) => {
      const page = await at(world, '/mobile', 'phone')
      const height = page.viewportSize()?.height
      await inDrawer(page, (drawer) =>
        eventually(async () => {
          const box = await drawer.boundingBox()
          return box !== null && box.y + box.height === height
        }, 'it is at the bottom'),
      )
    }),
  },
  { sentence: 'Home: the drawer is 12 % high', ...drawerIsHigh(0.12) },
  {
    sentence: 'Home: the drawer has two numbers',
    ...site(async (world) => inDrawer(await at(world, '/mobile', 'phone'), hasTwoNumbers)),
  },
  {
    sentence: 'Home: the carousel of banners has two pictures',
    ...site(async (world) => {
      const banners = await bannersOf(world)
      const sources = await attribute(banners.locator('.carousel-slide img'), 'src')
      assert.equal(new Set(sources).size, 2)
      for (const source of sources) await isServed(world, source, 'image/')
      for (const place of [2, 1]) {
        assert.equal(await slideAfter(banners, `第${place}张`), place)
        await framesPass(banners.page())
        assert.ok(await banners.locator('.current img').evaluate(isInSight), `a click shows picture ${place}`)
      }
    }),
  },
  {
    sentence: 'Home: it moves by a click and not by itself',
    ...site(async ({ timed }) => {
      const page = await timed('/mobile', 'phone')
      const banners = page.getByRole('region', { name: '精选画面' })
      await banners.and(page.locator('.live')).waitFor()
      await page.clock.runFor(30_000)
      assert.equal(await currentOf(banners), 0)
      assert.equal(await slideAfter(banners, '第2张'), 2)
    }),
  },
  {
    sentence: 'Home: it is 250 px high',
    ...bannersAreHigh(250),
  },
  {
    sentence: 'Home: three round shortcuts',
    ...site(async (world) => {
      const icons = drawn(await at(world, '/mobile', 'phone'), '.phone-shortcuts a .icon')
      const shapes = await icons.evaluateAll((all) =>
        all.map((each) => {
          const { width, height } = each.getBoundingClientRect()
          return `${width === height} ${getComputedStyle(each).borderRadius}`
        }),
      )
      assert.deepEqual(shapes, Array(3).fill('true 50%'))
    }),
  },
  {
    sentence: 'Home: a shortcut leads to /gongsijianjie',
    ...leads('/mobile', '.phone-shortcuts a:nth-child(1)', ['/gongsijianjie']),
  },
  {
    sentence: 'Home: a shortcut leads to /zhuyingyewu',
    ...leads('/mobile', '.phone-shortcuts a:nth-child(2)', ['/zhuyingyewu']),
  },
  {
    sentence: 'Home: a shortcut leads to /xiangmuanli',
    ...leads('/mobile', '.phone-shortcuts a:nth-child(3)', ['/xiangmuanli']),
  },
  {
    sentence: 'Home: the second tab has the robots',
    ...tabShows('phone', '/mobile', highlights, '建筑机器人', 'cpxtList'),
  },
  {
    sentence: 'Home: the third tab has the building-standardisation products',
    ...tabShows('phone', '/mobile', highlights, '建筑标准化产品', 'jzbhList'),
  },
  {
    sentence: 'Home: the first tab has the smart-site products',
    ...tabShows('phone', '/mobile', highlights, '智慧工地产品', 'zhgdList'),
  },
  {
    sentence: 'Home: 查看更多产品 leads to /zhuyingyewu',
    ...leads('/mobile', 'a:text-is("查看更多产品")', ['/zhuyingyewu']),
  },
  { sentence: 'Home: nine pictures of the smart showroom', ...pictures('/mobile', '#showroom img', 9) },
  { sentence: 'Home: five icons of the technical support', ...shows('/mobile', '#technique li > .icon', 5) },
  {
    sentence: 'Home: they are 便捷链接, 云端存储, 轻量应用, 多端适配 and 智能分析',
    ...reads('/mobile', '#technique h3', ['便捷链接', '云端存储', '轻量应用', '多端适配', '智能分析']),
  },
  {
    sentence: 'Home: the company in numbers',
    ...asText,
    ...reads('/mobile', '.figures dl > div', figures),
  },
  {
    sentence: 'Home: the logos of 27 partners are a grid',
    ...site(async (world) => {
      const logos = drawn(await at(world, '/mobile', 'phone'), '#partners img')
      const places = await logos.evaluateAll((all) =>
        all.map((each) => each.closest('li')?.getBoundingClientRect()).map((box) => [box?.left, box?.top]),
      )
      assert.equal(places.length, 27)
      assert.deepEqual(
        [0, 1].map((side) => new Set(places.map((place) => place[side])).size),
        [3, 9],
      )
    }),
  },
  {
    sentence: 'Home: links to the four cases',
    ...leads('/mobile', '.lead-case h3 a, .lead-case .teasers a', cases),
  },
]

const cards = '.phone-cards a'
const products: readonly Row[] = [
  { sentence: 'Product centre: a banner', ...pictures('/zhuyingyewu', '.banner img') },
  {
    sentence: 'Product centre: the same three tabs',
    ...reads('/zhuyingyewu', '[role=tab]', ['智慧工地产品', '建筑机器人', '建筑标准化产品']),
  },
  {
    sentence: 'Product centre: it begins with the first tab',
    ...reads('/zhuyingyewu', '[role=tab][aria-selected=true]', ['智慧工地产品']),
  },
  {
    sentence: 'Product centre: the cards are a grid',
    ...site(async (world) => {
      const all = drawn(await at(world, '/zhuyingyewu', 'phone'), cards)
      const lefts = await all.evaluateAll((each) => each.map((card) => card.getBoundingClientRect().left))
      assert.equal(new Set(lefts).size, 2)
    }),
  },
  {
    sentence: 'Product centre: a card has its cover',
    ...site(async (world) => {
      const covers = await attribute(drawn(await at(world, '/zhuyingyewu', 'phone'), `${cards} img`), 'src')
      const { zhgdList = [] } = await groups(world)
      assert.ok(covers.length > 0)
      assert.deepEqual(covers, zhgdList.map(({ coverUrl }) => coverUrl).slice(0, covers.length))
    }),
  },
  {
    sentence: 'Product centre: a card has its name',
    ...site(async (world) => {
      const names = await read((await at(world, '/zhuyingyewu', 'phone')).locator(`${cards} h3`))
      const { zhgdList = [] } = await groups(world)
      assert.ok(names.length > 0)
      assert.deepEqual(names, zhgdList.map(({ coverName }) => coverName).slice(0, names.length))
    }),
  },
  {
    sentence: 'Product centre: the link has desc, title and imgUrl',
    ...site(async (world) => {
      const card = drawn(await at(world, '/zhuyingyewu', 'phone'), cards).first()
      const [href = ''] = await attribute(card, 'href')
      const [product] = (await groups(world)).zhgdList ?? []
      assert.deepEqual(
        ['desc', 'title', 'imgUrl'].map((name) => idIn(world.server.url + href, name)),
        [product?.coverDescribe, product?.coverName, product?.coverUrl],
      )
    }),
  },
  {
    sentence: 'Product centre: a tap opens /cpDeatail',
    otherForm: 'its address has productId alone once the product is there',
    why: 'a link that is passed on is short and shows what the product says by then',
    ...site(async (world) => {
      const page = await at(world, '/zhuyingyewu', 'phone')
      const [product] = (await groups(world)).zhgdList ?? []
      await drawn(page, cards).first().tap()
      await page.waitForURL(`${world.server.url}/cpDeatail?productId=${product?.productId}`)
      await page.locator('.phone-product').waitFor()
      assert.deepEqual(await read(page.locator('h1')), [product?.coverName])
    }),
  },
]

const onPage = '/gongsijianjie'
const contact: readonly Row[] = [
  {
    sentence: 'Contact: a screen with banner and the title 联系我们',
    otherForm: 'a block with this title at the end of the pages for home, products and company',
    why: 'a screen of its own is one tap further and has no route',
    ...site(async (world) => {
      for (const path of ['/mobile', '/zhuyingyewu', onPage]) {
        const page = await at(world, path, 'phone')
        assert.deepEqual(await read(page.locator('#main + .contact h2')), ['联系我们'], path)
      }
    }),
  },
  {
    sentence: 'Contact: the telephone for business',
    ...reads(onPage, '.contact dl > div:nth-child(1)', /^商务电话 [\d-]{7,}/),
  },
  { sentence: 'Contact: the mail address', ...reads(onPage, '.contact dl > div:nth-child(2)', /^公司邮箱 \S+@\S+$/) },
  {
    sentence: 'Contact: the address in Zibo, Shandong',
    ...reads(onPage, '.contact dl > div:nth-child(3)', /^公司地址 山东省淄博市/),
  },
  {
    sentence: 'Contact: the map is around 118.05, 36.81',
    ...site(async (world) => {
      const tiles = await tilesOf(await mapIn(await at(world, onPage, 'phone')))
      const { x, y, z } = tiles.find(({ isInMiddle }) => isInMiddle) ?? { x: 0, y: 0, z: 0 }
      // The corners of the tile in the middle of the screen, as Web Mercator has them.
      const lng = (column: number): number => (column / 2 ** z) * 360 - 180
      const lat = (line: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * line) / 2 ** z))) * 180) / Math.PI
      assert.ok(lng(x) <= 118.06 && lng(x + 1) >= 118.04, `from ${lng(x)} to ${lng(x + 1)}`)
      assert.ok(lat(y) >= 36.8 && lat(y + 1) <= 36.82, `from ${lat(y + 1)} to ${lat(y)}`)
    }),
  },
  { sentence: 'Contact: the map begins at zoom 15', ...mapBegins(onPage, 'phone', 15) },
  {
    sentence: 'Contact: the marker is in the middle of the map',
    ...site(async (world) => {
      const off = await (await mapIn(await at(world, onPage, 'phone'))).locator('.map-pin').evaluate((pin) => {
        const { left, top } = pin.getBoundingClientRect()
        return Math.abs(left - innerWidth / 2) + Math.abs(top - innerHeight / 2)
      })
      assert.ok(off <= 1, `${off} px`)
    }),
  },
  {
    sentence: 'Contact: the wheel zooms the map',
    ...site(async (world) => {
      const page = await at(world, onPage, 'phone')
      const map = await mapIn(page)
      await turnWheel(page)
      await eventually(async () => (await tilesOf(map)).every(({ z }) => z === 16), 'it is at zoom 16')
      spoil(page)
    }),
  },
]

/** Large, one after the other. */
export const certificatesOpen = site(async (world) => {
  const page = await at(world, onPage, 'phone')
  const small = page.locator('.phone-certificates button').first()
  const large = page.locator('dialog[open] img').first()
  await whileOpen(small, large, async () => {
    const widthOf = async (button: Locator): Promise<number> => (await button.boundingBox())?.width ?? 0
    await eventually(async () => (await widthOf(large)) > 1.5 * (await widthOf(small)), 'it is half as wide again')
    for (const place of [1, 2]) {
      await page.getByText(new RegExp(`^${place}\\s*/\\s*\\d+$`)).waitFor()
      await page.keyboard.press('ArrowRight')
    }
  })
})

const company: readonly Row[] = [
  {
    sentence: 'Company: banner and title',
    ...site(async (world) => {
      const page = await at(world, onPage, 'phone')
      assert.equal(await drawn(page, '.banner img').count(), 1)
      assert.deepEqual(await read(page.locator('.banner h1')), ['公司简介'])
    }),
  },
  { sentence: 'Company: its introduction', ...reads(onPage, '.phone-intro p', /.{200,}/) },
  { sentence: 'Company: the list of 14 certificates', ...pictures(onPage, '.phone-certificates img', 14) },
  {
    sentence: 'Company: a certificate opens large',
    ...certificatesOpen,
  },
  { sentence: 'Company: its numbers', ...asText, ...reads(onPage, '.figures dl > div', figures) },
  {
    sentence: 'Company: the drawer with the numbers',
    ...site(async (world) => inDrawer(await at(world, onPage, 'phone'), hasTwoNumbers)),
  },
]

const dealers: readonly Row[] = [
  { sentence: 'Dealers: a banner', ...pictures('/dailijiameng', '.banner img') },
  {
    sentence: 'Dealers: five ways to earn',
    ...reads('/dailijiameng', '.phone-profits h3', ['产品销售', '实施服务', '设备租赁', '运维续费', '超额返利']),
  },
  {
    sentence: 'Dealers: four policies',
    ...reads('/dailijiameng', '.phone-policies h3', ['区域保护', '系统培训', '技术协同', '市场支持']),
  },
  {
    sentence: 'Dealers: the form to apply',
    ...site(async (world) => {
      const form = (await at(world, '/dailijiameng', 'phone')).locator('form.apply')
      for (const label of ['公司名称', '您的姓名', '手机号码'])
        assert.ok(await form.getByLabel(label).isEditable(), label)
      assert.ok(await form.getByRole('button', { name: '提交申请' }).isEnabled())
    }),
  },
  { sentence: 'Dealers: the block of contact is hidden', ...shows('/dailijiameng', '.contact', 0) },
]

const aCase: readonly Row[] = [
  {
    sentence: 'Case: a banner',
    ...site(async (world) => {
      for (const path of cases) await pictures(path, '.banner img').check(world)
    }),
  },
  {
    sentence: 'Case: an introduction with a picture',
    ...site(async (world) => {
      for (const path of cases) {
        const overview = (await at(world, path, 'phone')).locator('#overview')
        assert.deepEqual(await read(overview.locator('h2')), ['项目介绍'], path)
        assert.equal((await read(overview.locator('.lead'))).length, 1, path)
        assert.equal(await drawn(overview, 'img:not(.rich img)').count(), 1, path)
      }
    }),
  },
  {
    sentence: 'Case: who built it',
    ...site(async (world) => {
      for (const path of cases) {
        const page = await at(world, path, 'phone')
        assert.deepEqual(await read(page.locator('#overview .rich h3')), ['承建单位'], path)
        assert.match(await page.locator('#overview h3 + p').innerText(), /^[^。]+。[^。]+。$/, path)
      }
    }),
  },
  {
    sentence: 'Case: a film of the installation with controls',
    ...site(async (world) => {
      for (const path of cases) {
        const page = await at(world, path, 'phone')
        const part = page.locator('#films .wrap > div').filter({ hasText: '安装过程' })
        await part.getByRole('button', { name: /^播放/ }).click()
        const film = part.locator('video')
        assert.equal(await film.evaluate((video: HTMLVideoElement) => video.controls), true, path)
        const [source = ''] = await attribute(film, 'src')
        await isServed(world, source, 'video/')
      }
      spoil(await at(world, '/mobile', 'phone'))
    }),
  },
]

export const phoneScreens: Section = {
  section: '2 Screens and routes: phones',
  file: 'phonesAndCalls',
  rows: [...home, ...products, ...contact, ...company, ...dealers, ...aCase],
  mutants: [
    {
      from: '.phone-drawer{min-block-size:12%',
      to: '.partners li:nth-child(27),.phone-rooms li:nth-child(9){display:none}.phone-drawer{min-block-size:101px',
      breaks: [
        'Home: the drawer is 12 % high',
        'Home: the logos of 27 partners are a grid',
        'Home: nine pictures of the smart showroom',
      ],
    },
    { from: 'min-block-size:250px', to: 'min-block-size:300px', breaks: ['Home: it is 250 px high'] },
    {
      from: '多端适配',
      to: '多端兼容',
      breaks: ['Home: they are 便捷链接, 云端存储, 轻量应用, 多端适配 and 智能分析'],
    },
    { from: '查看更多产品', to: '更多产品', breaks: ['Home: 查看更多产品 leads to /zhuyingyewu'] },
    { from: '公司邮箱', to: '电子邮箱', breaks: ['Contact: the mail address'] },
    { from: '落地项目', to: '完成项目', breaks: ['Home: the company in numbers', 'Company: its numbers'] },
    { from: '系统培训', to: '定期培训', breaks: ['Dealers: four policies'] },
    { from: '承建单位', to: '承建公司', breaks: ['Case: who built it'] },
    {
      from: '.skip{',
      to: '[aria-label=精选画面] .carousel-slide:nth-child(2){visibility:hidden!important}.skip{',
      breaks: ['Home: the carousel of banners has two pictures'],
    },
    {
      from: '.section{',
      to: ':is(#technique li:last-child .icon,.phone-certificates li:last-child){display:none!important}.section{',
      breaks: ['Home: five icons of the technical support', 'Company: the list of 14 certificates'],
    },
    {
      from: '.crumbs{',
      to: '.phone-shortcuts .icon{border-radius:4px!important}.phone-cards{display:block!important}.crumbs{',
      breaks: ['Home: three round shortcuts', 'Product centre: the cards are a grid'],
    },
    { from: '联系我们', to: '联络我们', breaks: ['Contact: a screen with banner and the title 联系我们'] },
    { from: '商务电话', to: '业务电话', breaks: ['Contact: the telephone for business'] },
    { from: '山东省淄博市', to: '淄博市', breaks: ['Contact: the address in Zibo, Shandong'] },
    { from: '设备租赁', to: '设备出租', breaks: ['Dealers: five ways to earn'] },
    { from: 'banner/sdkaili.', to: 'banner/none.', breaks: ['Case: a banner'] },
    { from: '项目介绍', to: '项目概况', breaks: ['Case: an introduction with a picture'] },
    { from: 'sdkaili.mp4', to: 'none.mp4', breaks: ['Case: a film of the installation with controls'] },
  ],
}
