import assert from 'node:assert/strict'
import { pngOf } from '../media/pictures.ts'
import { photoFormIs, productFormIs, tablesLeave } from './adminLists.ts'
import { phonesEndAt992, qrCodeIs, sidebarIs, tabMenuIs } from './adminFrame.ts'
import { sentApplication } from './applying.ts'
import { askedByHomeOfPhones } from './asked.ts'
import { becomes, screen } from './office.ts'
import { bannersAreHigh, figures } from './phoneScreens.ts'
import { phonesAreKnown } from './publicRoutes.ts'
import { inFile, type Row, type Section } from './row.ts'
import {
  currentOf,
  drawerIsHigh,
  figuresCount,
  honours,
  honoursMove,
  layouts,
  ledTo,
  mapBegins,
  newsBegin,
  pageChecks,
  read,
  scenariosMove,
  site,
} from './site.ts'
import { loadedAgain } from './states.ts'
import { checkedLate, chosenMaterials, companyLength, personLength, phoneLength } from './validation.ts'
import { listed, news, product, renamed, upload } from './wire.ts'
import type { World } from './world.ts'

const { shows } = pageChecks('desktop')
const onPhone = pageChecks('phone')

const codeOfUpload = async (world: World, bytes: number): Promise<unknown> => {
  const parts = [
    ['type', 'product'],
    ['file', pngOf(bytes)],
  ] as const
  return (await upload(world, '/v1/file/upload', parts)).code
}

const onDesktops: readonly Row[] = [
  {
    sentence: 'News have 15 a page, after one featured and three beside it',
    ...newsBegin,
  },
  { sentence: 'A scenario is shown for 4,000 ms', ...scenariosMove },
  {
    sentence: 'An honour is shown for 3,000 ms, of five in view, around the end',
    async check(world) {
      await honoursMove.check(world)
      const page = await world.timed('/gywm')
      const carousel = page.locator(honours)
      assert.equal(await carousel.locator('.carousel-slide:not([inert])').count(), 5)
      const before = await currentOf(carousel)
      await page.clock.runFor(8 * 3000)
      assert.equal(await currentOf(carousel), before, 'after eight it is where it was')
    },
  },
  { sentence: 'Figures count up for 6,000 ms', ...figuresCount },
  {
    sentence: 'The pages are designed for 1920 by 1080',
    ...site(async (world) => {
      for (const { path, window, all, header, title } of await layouts(world)) {
        assert.ok(all <= window && header === all, `${path}: ${all} of ${window}, the header ${header}`)
        assert.ok(title < 1080, `${path}: its title ends at ${title}`)
      }
    }),
  },
  { sentence: 'The map about the company has zoom 20', ...mapBegins('/gywm', 'desktop', 20) },
  {
    sentence: 'Phones are known by words of the user agent',
    ...site(async (world) => {
      await phonesAreKnown.check(world)
      assert.equal(await ledTo(world, '/', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)'), null)
    }),
  },
  {
    sentence: 'The company’s figures and hotline are those of section 1',
    async check(world) {
      for (const page of [await world.seen('/'), await world.seen('/mobile', 'phone')]) {
        assert.deepEqual(await read(page.locator('.figures dl > div')), figures, page.url())
        assert.equal(await page.locator('.site-header .hotline').first().getAttribute('href'), 'tel:400-000-0000')
      }
    },
  },
  { sentence: '27 logos of partners', ...shows('/', '#partners img', 27) },
  {
    sentence: '9 pictures of the showroom',
    check: async ({ seen }) =>
      assert.equal(await (await seen('/')).locator('.showroom .carousel-slide img').count(), 9),
  },
  {
    sentence: '8 images of honours',
    check: async ({ seen }) =>
      assert.equal(await (await seen('/gywm')).locator('.honours .carousel-slide img').count(), 8),
  },
]

const inOffice: readonly Row[] = [
  {
    sentence: 'Pages of lists have 10, 20, 50 or 100 rows, 10 by default',
    ...screen('/AdminNews', async (page) => {
      const sizes = page.getByLabel('每页条数').filter({ visible: true })
      await sizes.waitFor()
      assert.deepEqual(await sizes.locator('option').allTextContents(), [
        '10 条/页',
        '20 条/页',
        '50 条/页',
        '100 条/页',
      ])
      assert.equal(await sizes.inputValue(), '10')
      const rows = page.locator('tr[data-id]').filter({ visible: true })
      const count = Number(/\d+/.exec(await page.locator('.pager-count').filter({ visible: true }).innerText()))
      for (const size of [20, 50, 100, 10]) {
        await sizes.selectOption(`${size}`)
        await becomes(Math.min(size, count), () => rows.count())
      }
    }),
  },
  { sentence: 'Below 992 px the back office is that of phones', ...phonesEndAt992 },
  { sentence: 'The sidebar is 210 px wide', ...sidebarIs(210) },
  { sentence: 'The menu of a tab is 105 px wide', ...tabMenuIs(105) },
  { sentence: 'The dialog of a product is 72 % wide', ...productFormIs([0.72, 0.72]) },
  { sentence: 'The dialog of the carousel is 50 % wide', ...photoFormIs([0.5, 0.5]) },
  { sentence: 'The table is as high as the window but for 219 px', ...tablesLeave([219]) },
  { sentence: 'The QR code is 256 by 256', ...qrCodeIs([256, 256]) },
]

const inForms: readonly Row[] = [
  {
    sentence: 'A material has less than 5 MB, and three are kept',
    asks: 'office',
    async check(world) {
      const { kept, small, large } = await chosenMaterials(world)
      assert.deepEqual(kept, ['二.zip', '小.zip', '大.zip'])
      assert.match(large, /不能超过5MB！/)
      assert.doesNotMatch(small, /不能超过/)
    },
  },
  {
    sentence: 'The page is loaded again 2,000 ms after a change of the password',
    check: async (world) => assert.notEqual((await loadedAgain(world)).before.userId, undefined),
  },
  { sentence: 'The number is checked 1,000 ms after the last key', ...checkedLate },
  { ...companyLength, sentence: 'A company has 4 to 20 characters' },
  { ...personLength, sentence: 'A person has 2 to 10 characters' },
  { ...phoneLength, sentence: 'A telephone number has 11 digits' },
]

const inCalls: readonly Row[] = [
  { sentence: 'The carousel of phones is 250 px high', ...bannersAreHigh(250) },
  { sentence: 'The drawer is 12 % high', ...drawerIsHigh(0.12) },
  {
    sentence: 'The map of the contact is at about 118.05, 36.81 with zoom 15',
    async check(world) {
      await mapBegins('/gongsijianjie', 'phone', 15).check(world)
      const page = await world.seen('/gongsijianjie', 'phone')
      const { searchParams } = new URL((await page.locator('.contact iframe').getAttribute('src')) ?? '', page.url())
      assert.deepEqual([searchParams.get('lng'), searchParams.get('lat')], ['118.05', '36.81'])
    },
  },
  {
    sentence: 'Two telephone numbers are in the drawer',
    async check({ seen }) {
      const page = await seen('/mobile', 'phone')
      const links = page.locator('.phone-drawer a[href^="tel:"]')
      assert.deepEqual(await links.evaluateAll((all) => all.map((each) => each.getAttribute('href'))), [
        'tel:400-000-0000',
        'tel:0533-0000000',
      ])
    },
  },
  { sentence: '14 certificates', ...onPhone.shows('/gongsijianjie', '.phone-certificates img', 14) },
  {
    sentence: 'Lists begin with page 1 and 10 rows',
    asks: 'site',
    async check(world) {
      for (const kind of [product, news])
        assert.deepEqual(await listed(world, kind), await listed(world, kind, { page: 1, limit: 10 }))
    },
  },
  {
    sentence: '9999 news can be fetched at once',
    otherForm: 'Public news are fetched a page at a time',
    why: 'all at once grows with every article; the call still accepts 9999',
    asks: 'site',
    async check({ ask }) {
      const { code, data } = await ask(news.list, { limit: 9999 })
      assert.deepEqual([code, data.data.length], [200, data.count])
      assert.equal((await ask(news.list, { limit: 10_000 })).code, 400)
    },
  },
  {
    sentence: 'The home page of phones fetches 999 products',
    check: async (world) => assert.deepEqual(await askedByHomeOfPhones(world), { limit: 999 }),
  },
  {
    sentence: 'An image has less than 2 MB',
    async check(world) {
      assert.deepEqual([await codeOfUpload(world, 2_097_151), await codeOfUpload(world, 2_097_152)], [200, 413])
    },
  },
  {
    sentence: 'A logo has less than 0.1 MB',
    otherForm: 'The message about a larger one says 0.1 MB',
    why: 'it is the true limit; 1 MB would mislead',
    async check(world) {
      const path = '/service-basics-item/basic/common/upload'
      assert.equal((await upload(world, path, [['logo', pngOf(104_857)]])).code, 200)
      const { code, msg } = await upload(world, path, [['logo', pngOf(104_858)]])
      assert.deepEqual([code, msg], [413, '上传LOGO大小不能超过0.1MB！'])
    },
  },
  {
    sentence: 'The name of the system has at most 30 characters',
    async check(world) {
      const { sysName, logo } = (await world.asStaff('/v1/indexLogin/userInfo')).data
      world.t.after(() => renamed(world, { sysName, logo }))
      assert.equal((await renamed(world, { sysName: '名'.repeat(30), logo })).code, 200)
      assert.equal((await renamed(world, { sysName: '名'.repeat(31), logo })).code, 400)
    },
  },
  {
    sentence: 'A request is given up after 50,000 ms',
    async check(world) {
      const { before50s, at50s } = await sentApplication(world, 'desktop')
      assert.deepEqual([before50s, at50s], ['', '服务器响应超时，请稍后重试'])
    },
  },
  {
    sentence: 'A button is locked for 1,000 ms after a click',
    async check(world) {
      const { lockedAt999, lockedAt1000 } = await sentApplication(world, 'desktop')
      assert.deepEqual([lockedAt999, lockedAt1000], [true, false])
    },
  },
]

export const constants: Section = {
  section: '9 Business constants and limits',
  file: 'phonesAndCalls',
  rows: [
    ...inCalls,
    ...inFile('desktops', ...onDesktops),
    ...inFile('office', ...inOffice),
    ...inFile('forms', ...inForms),
  ],
  mutants: [
    {
      from: '[10,20,50,100]',
      to: '[10,20,50,200]',
      breaks: ['Pages of lists have 10, 20, 50 or 100 rows, 10 by default'],
    },
    { from: '--sidebar: 13.125rem', to: '--sidebar: 14rem', breaks: ['The sidebar is 210 px wide'] },
    { from: 'inline-size:6.5625rem', to: 'inline-size:7rem', breaks: ['The menu of a tab is 105 px wide'] },
    {
      from: '"50%":"72%"',
      to: '"960px":"1382px"',
      breaks: ['The dialog of a product is 72 % wide', 'The dialog of the carousel is 50 % wide'],
    },
    {
      from: 'max(16rem,var(--window) - 219px)',
      to: '861px',
      breaks: ['The table is as high as the window but for 219 px'],
    },
    { from: 'limit:999}', to: 'limit:99}', breaks: ['The home page of phones fetches 999 products'] },
    { from: '上传LOGO大小不能超过0.1MB', to: '上传LOGO大小不能超过1MB', breaks: ['A logo has less than 0.1 MB'] },
    { from: 'requestTimeoutMs:5e4', to: 'requestTimeoutMs:4e4', breaks: ['A request is given up after 50,000 ms'] },
    { from: 'materialsKept:3', to: 'materialsKept:4', breaks: ['A material has less than 5 MB, and three are kept'] },
    { from: 'phoneCheckMs:1e3', to: 'phoneCheckMs:900', breaks: ['The number is checked 1,000 ms after the last key'] },
    { from: '长度在 4 到 20 个字符', to: '4 到 20 个字符', breaks: ['A company has 4 to 20 characters'] },
    { from: '长度在 2 到 10 个字符', to: '2 到 10 个字符', breaks: ['A person has 2 to 10 characters'] },
    { from: 'intervalMs:4e3', to: 'intervalMs:5e3', breaks: ['A scenario is shown for 4,000 ms'] },
    {
      from: 'intervalMs:3e3',
      to: 'intervalMs:4e3',
      breaks: ['An honour is shown for 3,000 ms, of five in view, around the end'],
    },
    { from: '=6e3,', to: '=5e3,', breaks: ['Figures count up for 6,000 ms'] },
    { from: 'min-block-size:250px', to: 'min-block-size:260px', breaks: ['The carousel of phones is 250 px high'] },
    { from: 'min-block-size:12%', to: 'min-block-size:101px', breaks: ['The drawer is 12 % high'] },
    { from: '注册商标', to: '商标', breaks: ['The company’s figures and hotline are those of section 1'] },
    { from: '0533-0000000', to: '0533-1111111', breaks: ['Two telephone numbers are in the drawer'] },
  ],
}
