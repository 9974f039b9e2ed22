import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { menu, strip } from '../browser/staff.ts'
import { admin, type Site } from '../server.ts'
import { viewsAreKept } from './adminFrame.ts'
import { sentApplication } from './applying.ts'
import { signedIn } from './office.ts'
import { failing, nextMessage, opened, systemForm } from './officeForms.ts'
import { inServer } from './mutated.ts'
import { once } from './once.ts'
import { certificatesOpen } from './phoneScreens.ts'
import { inFile, type Section } from './row.ts'
import { isKnownByCookie } from './roles.ts'
import { added, applied, carousel, hasInDetail, hasPages, isUploaded, listed, news, product } from './wire.ts'
import type { World } from './world.ts'

const locations = { zhgd: '智慧工地产品', cpxt: '建筑机器人', jzbh: '建筑标准化产品' }
const groupOf = { zhgdList: 'zhgd', cpxtList: 'cpxt', jzbhList: 'jzbh' }
const allHavePages = async (world: World<Site>): Promise<void> => {
  for (const kind of [product, carousel, news]) await hasPages(world, kind)
}

/** The facts of the site, as everyone may read them. */
const site = async ({ ask }: World<Site>) => (await ask('/v1/site/detail')).data

/** That a form has fields with these names, in which something can be typed or chosen. */
async function hasFields(form: Locator, names: readonly string[]): Promise<void> {
  for (const name of names) assert.ok((await form.locator(`[name=${name}]:enabled`).count()) > 0, name)
}

/** What a tab of the office keeps when it is unloaded, and what it shows when it is loaded again. */
const reloaded = once(async ({ staff }) => {
  const page = await staff('/AdminNews')
  await menu(page).getByRole('link', { name: '产品管理' }).click()
  await page.waitForURL('**/AdminProduct')
  await page.getByRole('button', { name: '收起菜单' }).click()
  const handle = await page.evaluate(() => localStorage.getItem('token'))
  await page.reload()
  await page.getByRole('button', { name: '展开菜单' }).waitFor()
  const state = await page.evaluate(() => JSON.parse(sessionStorage.getItem('layout') ?? '{}'))
  const width = (await page.locator('.sidebar').boundingBox())?.width ?? 0
  const tabs = await strip(page).getByRole('link').allTextContents()
  const cookies = await page.context().cookies()
  return { state, width, tabs, handle, secret: cookies.find(({ name }) => name === 'item_token')?.value }
})

export const entities: Section = {
  section: '3 Entities and their fields',
  file: 'phonesAndCalls',
  rows: [
    {
      sentence: 'A product has id, name, description, jump address, cover, rich text, location and date',
      asks: 'site',
      check: (world) => hasInDetail(world, product, ['productId', ...Object.keys(product.record), 'createDate']),
    },
    {
      sentence: 'The detail of a product has its type, the name of the location',
      async check(world) {
        for (const [locationId, name] of Object.entries(locations)) {
          const named = await added(world, product, { locationId })
          assert.equal((await world.ask(product.detail, named)).data.productType, name)
        }
      },
    },
    {
      sentence: 'Three fixed identifiers of locations mean smart site, robots and standardisation',
      async check(world) {
        for (const [locationId, name] of Object.entries(locations)) {
          const { rows } = await listed(world, product, { locationId })
          assert.ok(rows.length > 0)
          for (const row of rows) assert.deepEqual([row.locationId, row.productType], [locationId, name])
        }
        assert.equal((await world.ask(product.list, { locationId: 'another' })).code, 400)
      },
    },
    {
      sentence: 'The groups of products are zhgdList, cpxtList and jzbhList',
      asks: 'site',
      async check({ ask }) {
        const { data } = await ask('/v1/product/selectAllList')
        for (const [group, locationId] of Object.entries(groupOf))
          for (const row of data[group]) assert.equal(row.locationId, locationId, group)
      },
    },
    ...inFile('desktops', {
      sentence: 'Robots are shown in the opposite order of cpxtList',
      asks: 'site',
      async check({ ask, seen }) {
        const { cpxtList } = (await ask('/v1/product/selectAllList')).data
        const ids: string[] = cpxtList.map(({ productId }: { productId: string }) => productId)
        const page = await seen('/product')
        const shown = await page
          .locator('#catalogue a[href^="/productDet?"]')
          .evaluateAll((all) => all.map((each) => new URL(Object(each).href).searchParams.get('productId') ?? ''))
        const robots = [...new Set(shown)].filter((id) => ids.includes(id))
        assert.deepEqual(robots, ids.reverse().slice(0, robots.length))
      },
    }),
    {
      sentence: 'The form of a product has location, name, description, jump address, cover and text',
      asks: 'office',
      async check(world) {
        const form = await opened(world, '/AdminProduct', '新增')
        await hasFields(form, ['locationId', 'coverName', 'coverDescribe', 'jumpUrl', 'coverUrl'])
        await form.getByRole('textbox', { name: '产品内容' }).waitFor()
      },
    },
    {
      sentence: 'A photo of the carousel has id, title, text and address',
      asks: 'site',
      check: (world) => hasInDetail(world, carousel, ['photoId', ...Object.keys(carousel.record)]),
    },
    {
      sentence: 'The form of a photo has title, text and image',
      asks: 'office',
      async check(world) {
        const form = await opened(world, '/AdminCarousel', '上传图片')
        await hasFields(form, ['photoTitle', 'photoInfo', 'photoUrl'])
      },
    },
    {
      sentence: 'An article has id, title, introduction, cover, rich text and date',
      asks: 'site',
      check: (world) => hasInDetail(world, news, ['newId', ...Object.keys(news.record), 'createDate']),
    },
    {
      sentence: 'The list of applications has name, company, telephone and date',
      async check(world) {
        const sent = { agentInfo: '在列表里的公司', agentName: '列工', phone: '13900000401' }
        const { row } = await applied(world, sent)
        assert.deepEqual([row.agentName, row.agentInfo, row.phone], ['列工', '在列表里的公司', '13900000401'])
        assert.match(row.createDate ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      },
    },
    {
      sentence: 'A visitor sends company, person and telephone as agentInfo, agentName and phone',
      async check(world) {
        const { agentInfo, agentName, phone } = (await sentApplication(world, 'desktop')).body
        assert.deepEqual([agentInfo, agentName, phone], ['走一遍的公司', '走先生', '13900000301'])
      },
    },
    {
      sentence: 'The page for phones sends companyName, clientName and phone',
      async check(world) {
        const { companyName, clientName, phone } = (await sentApplication(world, 'phone')).body
        assert.deepEqual([companyName, clientName, phone], ['走一遍的公司', '走先生', '13900000302'])
      },
    },
    {
      sentence: 'The login has a user name and a password',
      asks: 'site',
      async check({ ask }) {
        const missing = async (login: object) => (await ask('/v1/indexLogin/loginAuth', login)).data.field
        assert.equal(await missing({ password: 'whatever' }), 'username')
        assert.equal(await missing({ username: 'nobody' }), 'password')
      },
    },
    {
      sentence: 'An honour has an image, a name, and a mark for wide or tall',
      async check(world) {
        const { honours } = await site(world)
        for (const { image, name, mark } of honours) {
          const [, width, height] = /\.(\d+)x(\d+)\./.exec(image) ?? []
          assert.equal(mark, Number(width) > Number(height) ? 'h' : 's', image)
          assert.match(name, /./)
        }
      },
    },
    { sentence: 'Certificates are looked at large, one after the other', ...certificatesOpen },
    {
      sentence: 'Profits and policies have an icon, a title and a text',
      asks: 'site',
      async check(world) {
        const { profitModels, policies } = await site(world)
        for (const { icon, title, desc } of [...profitModels, ...policies])
          for (const part of [icon, title, desc]) assert.equal(typeof part, 'string')
      },
    },
    {
      sentence: 'The marker of a map has lng and lat',
      asks: 'site',
      async check(world) {
        const { lng, lat } = (await site(world)).map
        assert.deepEqual([typeof lng, typeof lat], ['number', 'number'])
      },
    },
    {
      sentence: 'A material has a name, a creation time and a file',
      async check({ office, server }) {
        const page = await office('/profile')
        const sheet = page.locator('tbody tr[data-id]').filter({ visible: true }).first()
        assert.match((await sheet.locator('td[data-column=name]').textContent()) ?? '', /产品资料\.pdf/)
        assert.match(
          (await sheet.locator('td[data-column=createDate]').textContent()) ?? '',
          /^\d{4}-\d\d-\d\d \d\d:\d\d$/,
        )
        const address = await sheet
          .getByRole('link', { name: /^查看|^下载/ })
          .first()
          .getAttribute('href')
        const file = await fetch(new URL(address ?? '', server.url))
        assert.equal(Buffer.from(await file.arrayBuffer()).toString('latin1', 0, 5), '%PDF-')
      },
    },
    {
      sentence: 'Local storage has userId, token, itemId, auth, sysName, logo and isDeadlineToken',
      otherForm: 'Its token is a public handle, which opens nothing',
      why: 'what a script can read can be stolen by one; the token itself is in a cookie that no script reads',
      async check(world) {
        const { stored } = await signedIn(world)
        for (const name of ['userId', 'token', 'itemId', 'auth', 'sysName', 'logo', 'isDeadlineToken'])
          assert.match(stored[name] ?? '', /./, name)
        const byHandle = { 'Authorization-item': `Bearer ${stored.token}` }
        assert.equal((await world.server.post('/v1/indexLogin/userInfo', {}, { headers: byHandle })).code, 401)
      },
    },
    {
      sentence: 'The form of the system has sysName, logo and itemId',
      async check(world) {
        const form = await systemForm(world)
        const page = form.page()
        const path = '/service-basics-item/item/item'
        await failing(world.t, page, path, '没有改')
        await form.locator('input[type=file]:enabled').waitFor({ state: 'attached' })
        await form.getByLabel('系统名称').fill('没有改成的名称')
        const sent = page.waitForRequest(`**${path}`)
        await form.getByRole('button', { name: '确定' }).click()
        assert.deepEqual(Object.keys((await sent).postDataJSON()).sort(), ['itemId', 'logo', 'sysName'])
        assert.equal(await nextMessage(page), '没有改')
      },
    },
    {
      sentence: 'The browser knows whether the sidebar is open, and the visited views',
      async check(world) {
        const { opened, visited } = (await reloaded(world)).state
        assert.deepEqual([opened, visited], [false, ['/dashboard', '/AdminNews', '/AdminProduct']])
      },
    },
    {
      sentence: 'The state in session storage has device, token, name, avatar, views and settings, too',
      otherForm: 'Its token is a public handle, which opens nothing',
      why: 'what a script can read can be stolen by one; the token itself is in a cookie that no script reads',
      async check(world) {
        const { state, handle, secret } = await reloaded(world)
        const { device, token, name, avatar, visited, cached, settings } = state
        assert.deepEqual([device, token, name, avatar], ['desktop', handle, admin.username, ''])
        assert.deepEqual([cached, Object.keys(settings)], [visited, ['sysName', 'logo']])
        assert.ok(secret && !JSON.stringify(state).includes(secret))
      },
    },
    ...inFile('office', {
      sentence: 'Views that were visited are cached',
      ...viewsAreKept('半句话'),
    }),
    {
      sentence: 'The state is stored when the page is unloaded, and restored at the next load',
      async check(world) {
        const { width, tabs } = await reloaded(world)
        assert.ok(width < 80, `the sidebar is ${width} px wide`)
        assert.deepEqual(tabs, ['首页', '新闻管理', '产品管理'])
      },
    },
    { sentence: 'The cookie of the token is item_token', check: isKnownByCookie },
    { sentence: 'Lists are asked for by page and limit', asks: 'site', check: allHavePages },
    {
      sentence: 'A list is data.data with the rows and data.count with the total',
      asks: 'site',
      check: allHavePages,
    },
    {
      sentence: 'An upload is answered by a code and the address of the file',
      check: (world) => isUploaded(world, 'carousel'),
    },
  ],
  mutants: [
    {
      from: '"coverDescribe":',
      to: '"text":',
      breaks: ['A product has id, name, description, jump address, cover, rich text, location and date'],
    },
    {
      from: '"productType":"建筑机器人"',
      to: '"productType":"机器人"',
      breaks: [
        'The detail of a product has its type, the name of the location',
        'Three fixed identifiers of locations mean smart site, robots and standardisation',
      ],
    },
    inServer(/(jzbhList: \w+)\("jzbh"\)/g, '$1("zhgd")', 'The groups of products are zhgdList, cpxtList and jzbhList'),
    inServer('[...cpxtList].reverse()', '[...cpxtList]', 'Robots are shown in the opposite order of cpxtList'),
    {
      from: 'jumpUrl:',
      to: 'address:',
      breaks: ['The form of a product has location, name, description, jump address, cover and text'],
    },
    { from: '"photoInfo":', to: '"text":', breaks: ['A photo of the carousel has id, title, text and address'] },
    { from: 'photoInfo:', to: 'text:', breaks: ['The form of a photo has title, text and image'] },
    {
      from: '"newIntro":',
      to: '"text":',
      breaks: ['An article has id, title, introduction, cover, rich text and date'],
    },
    {
      from: '"agentInfo":',
      to: '"company":',
      breaks: ['The list of applications has name, company, telephone and date'],
    },
    {
      from: /(=>[\w$]+\(\w+,\{\.\.\.\w+,)origin:/g,
      to: '$1phone:"13900000999",origin:',
      breaks: [
        'A visitor sends company, person and telephone as agentInfo, agentName and phone',
        'The page for phones sends companyName, clientName and phone',
      ],
    },
    { from: '"field":"username"', to: '"field":"name"', breaks: ['The login has a user name and a password'] },
    { from: '"mark":"s"', to: '"mark":"h"', breaks: ['An honour has an image, a name, and a mark for wide or tall'] },
    {
      from: /^(\{"code":.*"policies":\[\{)"icon"/g,
      to: '$1"sign"',
      breaks: ['Profits and policies have an icon, a title and a text'],
    },
    { from: /^(\{"code":.*"map":\{)"lng"/g, to: '$1"x"', breaks: ['The marker of a map has lng and lat'] },
    { from: '产品资料.pdf', to: '资料.pdf', breaks: ['A material has a name, a creation time and a file'] },
    {
      from: 'isDeadlineToken:`',
      to: 'deadline:`',
      breaks: ['Local storage has userId, token, itemId, auth, sysName, logo and isDeadlineToken'],
    },
    {
      from: /visited:\w+\.peek\(\),cached/g,
      to: 'visited:[],cached',
      breaks: [
        'The browser knows whether the sidebar is open, and the visited views',
        'The state in session storage has device, token, name, avatar, views and settings, too',
        'The state is stored when the page is unloaded, and restored at the next load',
      ],
    },
    inServer('tokenCookie = "item_token"', 'tokenCookie = "token"', 'The cookie of the token is item_token'),
    inServer(
      'limit: input.limit, word',
      'limit: 2 * input.limit, word',
      'Lists are asked for by page and limit',
      'A list is data.data with the rows and data.count with the total',
    ),
    {
      from: '"data":"/uploads/carousel/',
      to: '"data":"/carousel/',
      breaks: ['An upload is answered by a code and the address of the file'],
    },
  ],
}
