import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { eventually } from '../eventually.ts'
import { animationEnds, pick, resize, stored, strip } from '../browser/staff.ts'
import { chosen, chosenRow, uploadDialog } from '../browser/materials.ts'
import { stopClock } from '../browser/waiting.ts'
import { pngOf } from '../uploads/pictures.ts'
import { openForm, sentApplication } from './applying.ts'
import { askedByHomeOfPhones } from './asked.ts'
import { chooseSized, opened } from './officeForms.ts'
import { closeDialogs } from './office.ts'
import type { Section } from './row.ts'
import { once } from './once.ts'
import { listed, news, product, renamed, upload } from './wire.ts'
import type { World } from './world.ts'

const current = (carousel: Locator): Promise<number> =>
  carousel.locator('.carousel-slide').evaluateAll((all) => all.findIndex((each) => each.classList.contains('current')))

/** How many milliseconds of the page's clock, which is stopped, a slide of a carousel is shown; and the slides in their order. */
async function shownFor(page: Page, carousel: Locator): Promise<{ ms: number; order: number[] }> {
  const untilNext = async (): Promise<number> => {
    const before = await current(carousel)
    for (let ms = 50; ms < 20_000; ms += 50) {
      await page.clock.runFor(50)
      if ((await current(carousel)) !== before) return ms
    }
    throw new Error('it does not advance')
  }
  await untilNext()
  const order = [await current(carousel)]
  const ms = await untilNext()
  order.push(await current(carousel))
  return { ms, order }
}

const widthOf = async (element: Locator): Promise<number> => Math.round((await element.boundingBox())?.width ?? 0)

/** What share of the window's width a form takes. */
async function share(world: World, path: string, button: string): Promise<number> {
  const form = await opened(world, path, button)
  await animationEnds(form)
  const width = await form.evaluate((element) => element.getBoundingClientRect().width / innerWidth)
  await closeDialogs(form.page())
  return Number(width.toFixed(3))
}

/** The tiles of a map: their zoom, how wide they are, and where the middle of the map is between them. */
async function tilesOf(page: Page): Promise<{ zoom: number; width: number }[]> {
  await page.locator('.contact iframe').scrollIntoViewIfNeeded()
  const tiles = page.frameLocator('.contact iframe').locator('.map-tile')
  await tiles.first().waitFor()
  return tiles.evaluateAll((all) =>
    all.map((tile) => ({
      zoom: Number(new URL(Object(tile).src).searchParams.get('z')),
      width: Math.round(tile.getBoundingClientRect().width),
    })),
  )
}

/** What the form of phones says of a text of so many characters, or of a number, once the field is left. */
const saidByForm = once(async (world) => {
  const { page, form, field } = await openForm(world, 'phone')
  const messageFor = async (name: 'company' | 'person' | 'phone', value: string): Promise<string> => {
    const input = field(name)
    await input.fill(value)
    await input.blur()
    if (name === 'phone') await page.clock.runFor(1000)
    return errorOf(form, input)
  }
  const company = new Map<number, string>()
  for (const length of [3, 4, 20, 21]) company.set(length, await messageFor('company', '名'.repeat(length)))
  const person = new Map<number, string>()
  for (const length of [1, 2, 10, 11]) person.set(length, await messageFor('person', '名'.repeat(length)))
  const phone = new Map<number, string>()
  for (const length of [10, 11, 12]) phone.set(length, await messageFor('phone', '139000005011'.slice(0, length)))
  return { company, person, phone }
})

async function errorOf(form: Locator, input: Locator): Promise<string> {
  const id = await input.getAttribute('aria-describedby')
  return id ? form.locator(`[id="${id}"]`).innerText() : ''
}

const codeOfUpload = async (world: World, bytes: number): Promise<unknown> => {
  const parts = [
    ['type', 'product'],
    ['file', pngOf(bytes)],
  ] as const
  return (await upload(world, '/v1/file/upload', parts)).code
}

const textsOf = async (all: Locator): Promise<string[]> =>
  (await all.allInnerTexts()).map((text) => text.replace(/\s+/g, ' '))

export const constants: Section = {
  section: '9 Business constants and limits',
  rows: [
    {
      sentence: 'Pages of lists have 10, 20, 50 or 100 rows, 10 by default',
      asks: 'office',
      async check({ office }) {
        const page = await office('/AdminNews')
        const sizes = page.getByLabel('每页条数').filter({ visible: true })
        await sizes.waitFor()
        assert.deepEqual(await textsOf(sizes.locator('option')), ['10 条/页', '20 条/页', '50 条/页', '100 条/页'])
        assert.equal(await sizes.inputValue(), '10')
      },
    },
    {
      sentence: 'Lists begin with page 1 and 10 rows',
      asks: 'site',
      async check(world) {
        for (const kind of [product, news])
          assert.deepEqual(await listed(world, kind), await listed(world, kind, { page: 1, limit: 10 }))
      },
    },
    {
      sentence: 'News have 15 a page, after one featured and three beside it',
      async check(world) {
        const page = await world.seen('/xwdt')
        const titles = (await listed(world, news, { limit: 9999 })).rows.map((row) => row.newTitle)
        assert.deepEqual(await textsOf(page.locator('.news-first h2')), titles.slice(0, 1))
        assert.deepEqual(await textsOf(page.locator('.news-side h3')), titles.slice(1, 4))
        assert.deepEqual(await textsOf(page.locator('.news-list h3')), titles.slice(4, 19))
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
      sentence: 'A material has less than 5 MB, and three are kept',
      asks: 'office',
      async check({ office }) {
        const page = await office('/profile')
        const form = await uploadDialog(page)
        const file = form.locator('input[type=file]')
        await chooseSized(file, { '一.zip': 1, '二.zip': 2, '小.zip': 5_242_879, '大.zip': 5_242_880 })
        assert.deepEqual(await chosen(form), ['二.zip', '小.zip', '大.zip'])
        await chosenRow(form, '大.zip').getByText('上传文件大小不能超过5MB！').waitFor()
        assert.equal(await chosenRow(form, '小.zip').getByText('不能超过').count(), 0)
        await page.keyboard.press('Escape')
        await form.waitFor({ state: 'detached' })
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
    {
      sentence: 'The page is loaded again 2,000 ms after a change of the password',
      async check({ asStaff, staff }) {
        const name = '两秒以后'
        const { password } = (await asStaff('/v1/account/save', { name, role: 'editor' })).data
        const { page } = await staff('/dashboard', { name, password })
        await page.clock.install()
        await page.reload()
        await pick(page, '修改密码')
        const form = page.getByRole('dialog', { name: '修改密码' })
        await form.getByLabel('旧密码', { exact: true }).fill(password)
        for (const label of ['新密码', '确认密码']) await form.getByLabel(label, { exact: true }).fill('a-fresh-secret')
        await stopClock(page)
        await form.getByRole('button', { name: '确定' }).click()
        await form.waitFor({ state: 'detached' })
        await page.clock.runFor(1999)
        assert.notEqual((await stored(page)).userId, undefined)
        await page.clock.runFor(1)
        await page.waitForURL(/\/login/)
      },
    },
    {
      sentence: 'A scenario is shown for 4,000 ms',
      async check({ visit }) {
        const { page } = await visit('/yingyongchangjing', { clock: true })
        await stopClock(page)
        assert.equal((await shownFor(page, page.locator('.scenario-carousel .carousel'))).ms, 4000)
      },
    },
    {
      sentence: 'An honour is shown for 3,000 ms, of five in view, around the end',
      async check({ visit }) {
        const { page } = await visit('/gywm', { clock: true })
        const honours = page.locator('.honours .carousel')
        await honours.scrollIntoViewIfNeeded()
        await honours.locator('[data-prefetch]').first().waitFor({ state: 'attached' })
        await stopClock(page)
        const { ms, order } = await shownFor(page, honours)
        assert.deepEqual([ms, order[1]], [3000, ((order[0] ?? NaN) + 1) % 8])
        assert.equal(await honours.locator('.carousel-slide:not([inert])').count(), 5)
        for (let n = 0; n < 8; n++) await page.clock.runFor(3000)
        assert.equal(await current(honours), order[1], 'after eight it is where it was')
      },
    },
    {
      sentence: 'Figures count up for 6,000 ms',
      async check({ visit }) {
        const { page } = await visit('/gywm', { clock: true })
        await stopClock(page)
        await page.locator('.figures').evaluate((element) => element.scrollIntoView({ block: 'center' }))
        const counting = page.locator('.figures .count-up[data-count]:not([data-count=""])')
        await eventually(async () => (await counting.count()) === 6, 'all are counted')
        // They begin with the first frame in which they are seen, which the page's clock does not count.
        const step = 50
        let ran = 0
        for (; (await counting.count()) > 0 && ran < 7000; ran += step) await page.clock.runFor(step)
        assert.ok(ran >= 6000 && ran <= 6500, `${ran} ms`)
      },
    },
    {
      sentence: 'The number is checked 1,000 ms after the last key',
      async check(world) {
        const { page, form, field } = await openForm(world, 'phone')
        await stopClock(page)
        const phone = field('phone')
        await phone.pressSequentially('12')
        await page.clock.runFor(999)
        await phone.press('3')
        await page.clock.runFor(999)
        assert.equal(await errorOf(form, phone), '')
        await page.clock.runFor(1)
        assert.equal(await errorOf(form, phone), '请正确输入11位手机号码')
      },
    },
    {
      sentence: 'Below 992 px the back office is that of phones',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        const { width = 0, height = 0 } = page.viewportSize() ?? {}
        const isPhone = async (width: number): Promise<boolean> => {
          await resize(page, { width, height })
          return (await page.locator('.layout.mobile').count()) === 1
        }
        assert.deepEqual([await isPhone(991), await isPhone(992)], [true, false])
        await resize(page, { width, height })
      },
    },
    {
      sentence: 'The sidebar is 210 px wide',
      asks: 'office',
      async check({ office }) {
        assert.equal(await widthOf((await office('/dashboard')).locator('.sidebar')), 210)
      },
    },
    {
      sentence: 'The menu of a tab is 105 px wide',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        await strip(page).getByRole('link', { name: '首页' }).click({ button: 'right' })
        assert.equal(await widthOf(page.getByRole('menu')), 105)
        await page.keyboard.press('Escape')
      },
    },
    {
      sentence: 'The carousel of phones is 250 px high',
      async check({ seen }) {
        const page = await seen('/mobile', 'phone')
        const slide = page.getByRole('region', { name: '精选画面' }).locator('.phone-slide').first()
        assert.equal((await slide.boundingBox())?.height, 250)
      },
    },
    {
      sentence: 'The drawer is 12 % high',
      async check({ seen }) {
        const page = await seen('/mobile', 'phone')
        await page.getByRole('button', { name: '电话联系' }).click()
        const drawer = page.getByRole('dialog', { name: '拨打电话' })
        await animationEnds(drawer)
        const share = await drawer.evaluate((element) => element.getBoundingClientRect().height / innerHeight)
        assert.ok(Math.abs(share - 0.12) < 0.005, `${share}`)
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'hidden' })
      },
    },
    {
      sentence: 'The dialog of a product is 72 % wide',
      check: async (world) => assert.equal(await share(world, '/AdminProduct', '新增'), 0.72),
    },
    {
      sentence: 'The dialog of the carousel is 50 % wide',
      check: async (world) => assert.equal(await share(world, '/AdminCarousel', '上传图片'), 0.5),
    },
    {
      sentence: 'The table is as high as the window but for 219 px',
      asks: 'office',
      async check({ office }) {
        for (const path of ['/AdminProduct', '/AdminNews', '/AdminCarousel', '/AdminAgenttoJoin', '/profile']) {
          const page = await office(path)
          const table = page.locator('.data[aria-busy=false]').filter({ visible: true })
          await table.waitFor()
          assert.equal((await table.boundingBox())?.height, 1080 - 219, path)
        }
      },
    },
    {
      sentence: 'The QR code is 256 by 256',
      asks: 'office',
      async check({ office }) {
        const page = await office('/dashboard')
        await pick(page, '扫码关注公众号')
        const form = page.getByRole('dialog', { name: '扫码关注公众号' })
        await animationEnds(form)
        const { width, height } = (await form.getByRole('img').boundingBox()) ?? {}
        assert.deepEqual([width, height], [256, 256])
        await page.keyboard.press('Escape')
        await form.waitFor({ state: 'detached' })
      },
    },
    {
      sentence: 'The pages are designed for 1920 by 1080',
      asks: 'site',
      async check({ seen }) {
        for (const path of ['/', '/product', '/xwdt', '/dljm', '/gywm']) {
          const page = await seen(path)
          assert.deepEqual(page.viewportSize(), { width: 1920, height: 1080 })
          const { window, all, header, top } = await page.evaluate(() => ({
            window: document.documentElement.clientWidth,
            all: document.documentElement.scrollWidth,
            header: document.querySelector('.site-header')?.getBoundingClientRect().width,
            top: document.querySelector('h1')?.getBoundingClientRect().bottom ?? NaN,
          }))
          assert.ok(all <= window && header === all, `${path}: ${all} of ${window}, the header ${header}`)
          assert.ok(top < 1080, `${path}: its title ends at ${top}`)
        }
      },
    },
    {
      sentence: 'The map of the contact is at about 118.05, 36.81 with zoom 15',
      async check({ seen }) {
        const page = await seen('/mobile', 'phone')
        for (const { zoom } of await tilesOf(page)) assert.equal(zoom, 15)
        const { searchParams } = new URL((await page.locator('.contact iframe').getAttribute('src')) ?? '', page.url())
        assert.deepEqual([searchParams.get('lng'), searchParams.get('lat')], ['118.05', '36.81'])
      },
    },
    {
      sentence: 'The map about the company has zoom 20',
      async check({ seen }) {
        // The last tiles are those of zoom 18, four times as large.
        for (const tile of await tilesOf(await seen('/gywm'))) assert.deepEqual(tile, { zoom: 18, width: 1024 })
      },
    },
    {
      sentence: 'Phones are known by words of the user agent',
      asks: 'site',
      async check({ server }) {
        const ledTo = async (agent: string) => {
          const headers = { 'User-Agent': `Mozilla/5.0 (${agent})` }
          return (await fetch(`${server.url}/`, { headers, redirect: 'manual' })).headers.get('location')
        }
        for (const word of ['Android', 'iPhone', 'SymbianOS', 'Windows Phone', 'iPad', 'iPod'])
          assert.equal(await ledTo(word), '/mobile', word)
        assert.equal(await ledTo('Windows NT 10.0; Win64; x64'), null)
      },
    },
    {
      sentence: 'A company has 4 to 20 characters',
      async check(world) {
        const wrong = '长度在 4 到 20 个字符'
        assert.deepEqual([...(await saidByForm(world)).company.values()], [wrong, '', '', wrong])
      },
    },
    {
      sentence: 'A person has 2 to 10 characters',
      async check(world) {
        const wrong = '长度在 2 到 10 个字符'
        assert.deepEqual([...(await saidByForm(world)).person.values()], [wrong, '', '', wrong])
      },
    },
    {
      sentence: 'A telephone number has 11 digits',
      async check(world) {
        const wrong = '请正确输入11位手机号码'
        assert.deepEqual([...(await saidByForm(world)).phone.values()], [wrong, '', wrong])
      },
    },
    {
      sentence: 'The company’s figures and hotline are those of section 1',
      async check({ seen }) {
        for (const [path, device] of [
          ['/', 'desktop'],
          ['/mobile', 'phone'],
        ] as const) {
          const page = await seen(path, device)
          const figures = await page
            .locator('.figures dl > div')
            .evaluateAll((all) => all.map((each) => [...each.children].map(({ textContent }) => textContent).join(' ')))
          const wanted = [
            '创新积淀 10年',
            '精英团队 100+',
            '服务客户 500+',
            '落地项目 1000+',
            '注册商标 5项',
            '软件著作权 25项',
          ]
          assert.deepEqual(figures, wanted, path)
          assert.equal(await page.locator('.site-header .hotline').first().getAttribute('href'), 'tel:400-000-0000')
        }
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
    {
      sentence: '27 logos of partners',
      check: async ({ seen }) => assert.equal(await (await seen('/')).locator('.partners img').count(), 27),
    },
    {
      sentence: '9 pictures of the showroom',
      check: async ({ seen }) =>
        assert.equal(await (await seen('/')).locator('.showroom .carousel-slide img').count(), 9),
    },
    {
      sentence: '14 certificates',
      check: async ({ seen }) =>
        assert.equal(await (await seen('/gongsijianjie', 'phone')).locator('.phone-certificates img').count(), 14),
    },
    {
      sentence: '8 images of honours',
      check: async ({ seen }) =>
        assert.equal(await (await seen('/gywm')).locator('.honours .carousel-slide img').count(), 8),
    },
  ],
  mutants: [
    {
      from: '[10,20,50,100]',
      to: '[10,20,50,200]',
      breaks: ['Pages of lists have 10, 20, 50 or 100 rows, 10 by default'],
    },
    { from: 'limit:999}', to: 'limit:99}', breaks: ['The home page of phones fetches 999 products'] },
    { from: '上传LOGO大小不能超过0.1MB', to: '上传LOGO大小不能超过1MB', breaks: ['A logo has less than 0.1 MB'] },
    { from: 'materialsKept:3', to: 'materialsKept:4', breaks: ['A material has less than 5 MB, and three are kept'] },
    { from: 'requestTimeoutMs:5e4', to: 'requestTimeoutMs:4e4', breaks: ['A request is given up after 50,000 ms'] },
    { from: 'phoneCheckMs:1e3', to: 'phoneCheckMs:900', breaks: ['The number is checked 1,000 ms after the last key'] },
    { from: 'intervalMs:4e3', to: 'intervalMs:5e3', breaks: ['A scenario is shown for 4,000 ms'] },
    {
      from: 'intervalMs:3e3',
      to: 'intervalMs:4e3',
      breaks: ['An honour is shown for 3,000 ms, of five in view, around the end'],
    },
    { from: '=6e3,', to: '=5e3,', breaks: ['Figures count up for 6,000 ms'] },
    { from: '--sidebar: 13.125rem', to: '--sidebar: 14rem', breaks: ['The sidebar is 210 px wide'] },
    { from: 'inline-size:6.5625rem', to: 'inline-size:7rem', breaks: ['The menu of a tab is 105 px wide'] },
    { from: 'min-block-size:250px', to: 'min-block-size:260px', breaks: ['The carousel of phones is 250 px high'] },
    { from: 'min-block-size:12%', to: 'min-block-size:14%', breaks: ['The drawer is 12 % high'] },
    {
      from: '"50%":"72%"',
      to: '"55%":"70%"',
      breaks: ['The dialog of a product is 72 % wide', 'The dialog of the carousel is 50 % wide'],
    },
    { from: '219px', to: '229px', breaks: ['The table is as high as the window but for 219 px'] },
    { from: '注册商标', to: '商标', breaks: ['The company’s figures and hotline are those of section 1'] },
    { from: '0533-0000000', to: '0533-1111111', breaks: ['Two telephone numbers are in the drawer'] },
    { from: '长度在 4 到 20 个字符', to: '4 到 20 个字符', breaks: ['A company has 4 to 20 characters'] },
    { from: '长度在 2 到 10 个字符', to: '2 到 10 个字符', breaks: ['A person has 2 to 10 characters'] },
  ],
}
