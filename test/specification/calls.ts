import assert from 'node:assert/strict'
import { admin, type Site } from '../server.ts'
import { onePixel, png } from '../media/pictures.ts'
import { inServer } from './mutated.ts'
import { inFile, type Section } from './row.ts'
import { sentApplication } from './applying.ts'
import { askedBy, askedByHomeOfPhones } from './asked.ts'
import { savedProduct } from './officeForms.ts'
import { once } from './once.ts'
import {
  added,
  applied,
  carousel,
  hasInDetail,
  hasPages,
  isAdded,
  isChanged,
  isDeleted,
  isSearchedBy,
  isUploaded,
  listed,
  news,
  product,
  renamed,
  upload,
} from './wire.ts'
import type { World } from './world.ts'

const groups = '/v1/product/selectAllList'
const signIn = '/v1/indexLogin/loginAuth'
const userInfo = '/v1/indexLogin/userInfo'
const newPassword = '/service-basics-item/sys/users/getAssignRole'
const logoUpload = '/service-basics-item/basic/common/upload'
const fileUpload = '/v1/file/upload'
const item = '/service-basics-item/item/item'

const posted = [
  ...[product, carousel, news].flatMap(({ list, detail, save, update, remove }) => [
    list,
    detail,
    save,
    update,
    remove,
  ]),
  groups,
  '/v1/carousel/selectAllList',
  '/v1/agent/list',
  '/v1/agent/saveAgent',
  '/allianceRest/insert',
  signIn,
  '/item/user/logout',
  newPassword,
  logoUpload,
  fileUpload,
]

/** The methods that a path accepts, as the server says them to one that it does not. */
const allowed = async ({ server }: World<Site>, path: string): Promise<string | null> =>
  (await fetch(server.url + path, { method: 'DELETE' })).headers.get('allow')

/** A new account, in whose name one signs in. */
async function newAccount({ asStaff }: World, name: string): Promise<{ username: string; password: string }> {
  const { data } = await asStaff('/v1/account/save', { name, role: 'editor' })
  return { username: name, password: data.password }
}

const passwordChanged = once(async (world) => {
  const { server } = world
  const login = await newAccount(world, '换密码的')
  const headers = await server.signIn(login)
  const next = '一个另外的足够长的密码'
  const answer = await server.post(newPassword, { password: login.password, newPassword: next }, { headers })
  return { answer, before: login, after: { ...login, password: next } }
})

export const calls: Section = {
  section: '7 The calls',
  file: 'phonesAndCalls',
  rows: [
    {
      sentence: 'Every call is POST, but for the one of the system, which is PUT',
      asks: 'site',
      async check(world) {
        for (const path of posted) assert.equal(await allowed(world, path), 'POST', path)
        assert.equal(await allowed(world, item), 'PUT')
      },
    },
    {
      sentence: 'Calls are JSON, and succeed with code 200',
      asks: 'site',
      async check({ server, ask }) {
        for (const path of [groups, product.list, news.list, carousel.list, '/v1/carousel/selectAllList']) {
          const { code, headers } = await ask(path)
          assert.deepEqual([code, headers.get('content-type')], [200, 'application/json; charset=utf-8'], path)
        }
        const asText = await server.post(product.list, {}, { headers: { 'Content-Type': 'text/plain' } })
        assert.equal(asText.code, 415)
      },
    },
    {
      sentence: 'The client gives a call up after 50,000 ms',
      async check(world) {
        const { before50s, at50s } = await sentApplication(world, 'phone')
        assert.deepEqual([before50s, at50s], ['', '服务器响应超时，请稍后重试'])
      },
    },
    {
      sentence: 'product/selectAllList returns the three groups, each up to the limit',
      asks: 'site',
      async check({ ask }) {
        const all = (await ask(groups)).data
        const limited = (await ask(groups, { limit: 1 })).data
        for (const group of ['zhgdList', 'cpxtList', 'jzbhList'])
          assert.equal(limited[group].length, Math.min(1, all[group].length), group)
      },
    },
    {
      sentence: 'The home page of phones asks selectAllList for 999',
      check: async (world) => assert.deepEqual(await askedByHomeOfPhones(world), { limit: 999 }),
    },
    {
      sentence: 'product/list is searched by coverName and locationId',
      asks: 'site',
      async check(world) {
        await isSearchedBy(world, product, 'coverName')
        for (const locationId of ['zhgd', 'cpxt', 'jzbh'])
          for (const row of (await listed(world, product, { locationId })).rows)
            assert.equal(row.locationId, locationId)
      },
    },
    {
      sentence: 'product/list has page and limit, and returns rows and their number',
      asks: 'site',
      check: (world) => hasPages(world, product),
    },
    {
      sentence: 'product/detailProduct returns the product',
      asks: 'site',
      check: (world) => hasInDetail(world, product, Object.keys(product.record)),
    },
    { sentence: 'product/saveProduct adds a product', check: (world) => isAdded(world, product) },
    { sentence: 'product/updateProduct changes a product', check: (world) => isChanged(world, product) },
    { sentence: 'product/deleteProduct deletes a product', check: (world) => isDeleted(world, product) },
    {
      sentence: 'carousel/list is searched by photoTitle, with page and limit',
      asks: 'site',
      async check(world) {
        await isSearchedBy(world, carousel, 'photoTitle')
        await hasPages(world, carousel)
      },
    },
    {
      sentence: 'carousel/selectAllList returns all photos',
      async check(world) {
        await added(world, carousel)
        const { data } = await world.ask('/v1/carousel/selectAllList')
        assert.deepEqual(data, (await listed(world, carousel, { limit: 9999 })).rows)
        assert.ok(data.length > 1)
      },
    },
    {
      sentence: 'carousel/detailCarousel returns a photo by its photoId',
      asks: 'site',
      check: (world) => hasInDetail(world, carousel, Object.keys(carousel.record)),
    },
    { sentence: 'carousel/saveCarousel adds a photo', check: (world) => isAdded(world, carousel) },
    { sentence: 'carousel/updateCarousel changes a photo', check: (world) => isChanged(world, carousel) },
    { sentence: 'carousel/deleteCarousel deletes a photo', check: (world) => isDeleted(world, carousel) },
    {
      sentence: 'news/list is searched by newTitle, with page and limit',
      asks: 'site',
      async check(world) {
        await isSearchedBy(world, news, 'newTitle')
        await hasPages(world, news)
      },
    },
    {
      sentence: 'news/detailNews returns an article by its newId',
      asks: 'site',
      check: (world) => hasInDetail(world, news, [...Object.keys(news.record), 'createDate']),
    },
    { sentence: 'news/saveNews adds an article', check: (world) => isAdded(world, news) },
    { sentence: 'news/updateNews changes an article', check: (world) => isChanged(world, news) },
    { sentence: 'news/deleteNews deletes an article', check: (world) => isDeleted(world, news) },
    {
      sentence: 'The office saves by these calls of save and update',
      otherForm: 'The back office saves by drafts; these calls are for programs',
      why: 'a draft can wait, be merged and be published',
      async check(world) {
        const { calls } = await savedProduct(world)
        assert.deepEqual(calls, ['/v1/draft/publish', '/v1/draft/publish'], 'one adds it, one updates it')
      },
    },
    {
      sentence: 'agent/list is searched by agentName, with page and limit',
      async check(world) {
        const names = ['列表甲', '列表乙', '列表丙']
        for (const [n, agentName] of names.entries())
          await applied(world, { agentInfo: '分页的公司', agentName, phone: `1390000010${n}` })
        const found = async (search: object) => {
          const { code, data } = await world.asStaff('/v1/agent/list', search)
          assert.equal(code, 200)
          return [data.count, data.data.map(({ agentName }: { agentName: string }) => agentName)]
        }
        assert.deepEqual(await found({ agentName: '列表' }), [3, ['列表丙', '列表乙', '列表甲']])
        assert.deepEqual(await found({ agentName: '表乙' }), [1, ['列表乙']])
        assert.deepEqual(await found({ agentName: '列表', page: 2, limit: 2 }), [3, ['列表甲']])
      },
    },
    {
      sentence: 'agent/saveAgent stores an application',
      async check(world) {
        const sent = { agentInfo: '存下的公司', agentName: '存工', phone: '13900000201' }
        const { row } = await applied(world, sent, '/v1/agent/saveAgent')
        assert.deepEqual({ ...row, ...sent }, row)
      },
    },
    {
      sentence: 'allianceRest/insert stores an application of a partner',
      async check(world) {
        const sent = { agentInfo: '联盟的公司', agentName: '盟工', phone: '13900000202' }
        const { row } = await applied(world, sent, '/allianceRest/insert')
        assert.deepEqual({ ...row, ...sent, source: 'alliance' }, row)
      },
    },
    {
      sentence: 'indexLogin/loginAuth signs in',
      async check({ server, ask }) {
        const { code, data } = await ask(signIn, admin)
        assert.equal(code, 200)
        const headers = { 'Authorization-item': `Bearer ${data.token}` }
        assert.equal((await server.post(userInfo, {}, { headers })).data.name, admin.username)
        assert.equal((await ask(signIn, { ...admin, password: 'another-one' })).code, 401)
      },
    },
    {
      sentence: 'item/user/logout signs out',
      async check({ server }) {
        const headers = await server.signIn()
        assert.equal((await server.post('/item/user/logout', {}, { headers })).code, 200)
        assert.equal((await server.post(userInfo, {}, { headers })).code, 401)
      },
    },
    {
      sentence: 'users/getAssignRole changes the password, by password and newPassword',
      async check(world) {
        const { before, after } = await passwordChanged(world)
        assert.equal((await world.ask(signIn, before)).code, 401)
        assert.equal((await world.ask(signIn, after)).code, 200)
      },
    },
    {
      sentence: 'users/getAssignRole succeeds with an empty code',
      async check(world) {
        const { answer } = await passwordChanged(world)
        assert.deepEqual([answer.status, answer.code], [200, ''])
      },
    },
    {
      sentence: 'PUT item/item changes sysName and logo, with the itemId',
      async check(world) {
        const me = async () => (await world.asStaff(userInfo)).data
        const { sysName, logo, itemId } = await me()
        world.t.after(() => renamed(world, { sysName, logo }))
        const changed = { itemId, sysName: '另一个后台', logo: '/uploads/logo/a.png' }
        const { code, msg, data } = await renamed(world, changed)
        assert.deepEqual([code, msg, data], [200, '修改成功！', changed])
        const after = await me()
        assert.deepEqual([after.sysName, after.logo], [changed.sysName, changed.logo])
        assert.equal((await renamed(world, { sysName: '别的', logo, itemId: 'another' })).code, 404)
      },
    },
    {
      sentence: 'common/upload takes the field logo and returns data.url',
      async check(world) {
        const { code, data } = await upload(world, logoUpload, [['logo', png(2, 3)]])
        assert.equal(code, 200)
        assert.match(data.url, /^\/uploads\/logo\/[0-9a-f]{32}\.2x3\.png$/)
        assert.equal((await fetch(world.server.url + data.url)).headers.get('content-type'), 'image/png')
        assert.equal((await upload(world, logoUpload, [['file', png(2, 3)]])).code, 400)
      },
    },
    {
      sentence: 'common/upload takes Authorization-item with Bearer and the token',
      otherForm: 'The browser uploads by its cookie',
      why: 'a token that no script can read cannot be taken by one; programs send it as before',
      async check(world) {
        const logo = [['logo', png(3, 2)]] as const
        const { 'Authorization-item': bearer = '' } = await world.server.signIn()
        assert.match(bearer, /^Bearer ./)
        assert.equal((await upload(world, logoUpload, logo, { 'Authorization-item': bearer })).code, 200)
        assert.equal((await upload(world, logoUpload, logo, { 'Authorization-item': 'Bearer another' })).code, 401)
      },
    },
    {
      sentence: 'file/upload takes the fields file and type',
      async check(world) {
        const sent = await upload(world, fileUpload, [
          ['type', 'news'],
          ['file', onePixel],
        ])
        assert.equal(sent.code, 200)
        for (const parts of [
          [['file', onePixel]],
          [['type', 'news']],
          [
            ['type', 'news'],
            ['logo', onePixel],
          ],
        ] as const)
          assert.equal((await upload(world, fileUpload, parts)).code, 400)
      },
    },
    {
      sentence: 'The types of uploads are product, quill, carousel and news',
      async check(world) {
        for (const type of ['product', 'quill', 'carousel', 'news', 'another']) {
          const { code, data } = await upload(world, fileUpload, [
            ['type', type],
            ['file', onePixel],
          ])
          if (type === 'another') assert.equal(code, 400)
          else assert.ok(data.startsWith(`/uploads/${type}/`), data)
        }
      },
    },
    {
      sentence: 'file/upload returns the address of the file as data',
      check: (world) => isUploaded(world, 'product'),
    },
    {
      sentence: 'Applications of both pages go to the calls above',
      async check(world) {
        for (const device of ['desktop', 'phone'] as const)
          assert.equal((await sentApplication(world, device)).path, '/v1/agent/saveAgent', device)
      },
    },
    ...inFile(
      'desktops',
      {
        sentence: 'The public pages ask news/list for 9999',
        otherForm: 'Public news are fetched a page at a time',
        why: 'all at once grows with every article; the call still accepts 9999',
        check: async (world) => assert.deepEqual(await askedBy(world, '/xwdt', news.list, '/'), { page: 1, limit: 15 }),
      },
      // Last: the home page that was come to asks for its news meanwhile.
      {
        sentence: 'The home page of desktops asks selectAllList without a limit',
        check: async (world) => assert.deepEqual(await askedBy(world, '/', groups, '/xwdt'), {}),
      },
    ),
  ],
  mutants: [
    inServer(
      /method: "PUT"(,\s+log: "settings",\s+logKind: "item")/g,
      'method: "POST"$1',
      'Every call is POST, but for the one of the system, which is PUT',
      'PUT item/item changes sysName and logo, with the itemId',
    ),
    inServer('unstored("application/json")', 'unstored("text/json")', 'Calls are JSON, and succeed with code 200'),
    {
      from: 'requestTimeoutMs:5e4',
      to: 'requestTimeoutMs:4e4',
      breaks: ['The client gives a call up after 50,000 ms'],
    },
    inServer(
      'productGroups({ limit: ',
      'productGroups({ upTo: ',
      'product/selectAllList returns the three groups, each up to the limit',
    ),
    { from: 'limit:999}', to: 'limit:99}', breaks: ['The home page of phones asks selectAllList for 999'] },
    {
      from: /(=await \w+\(\w+,\w+,)\{\}\)/g,
      to: '$1{limit:9})',
      breaks: ['The home page of desktops asks selectAllList without a limit'],
    },
    inServer(
      /, word: input\[\w+\] \}/g,
      ' }',
      'product/list is searched by coverName and locationId',
      'carousel/list is searched by photoTitle, with page and limit',
      'news/list is searched by newTitle, with page and limit',
    ),
    inServer(
      'page: input.page, limit: input.limit',
      'page: input.page, limit: 2 * input.limit',
      'product/list has page and limit, and returns rows and their number',
    ),
    inServer(/(carouselAll: .*newest\(\)\])/g, '$1.slice(1)', 'carousel/selectAllList returns all photos'),
    { from: '"productCon":', to: '"body":', breaks: ['product/detailProduct returns the product'] },
    { from: '"photoInfo":', to: '"body":', breaks: ['carousel/detailCarousel returns a photo by its photoId'] },
    { from: '"newInfo":', to: '"body":', breaks: ['news/detailNews returns an article by its newId'] },
    inServer(
      'changedBy: user.name }',
      'coverName: "", photoTitle: "", newTitle: "" }',
      'product/saveProduct adds a product',
      'carousel/saveCarousel adds a photo',
      'news/saveNews adds an article',
    ),
    inServer(
      /= withStored\(changes, \{/g,
      '= withStored({}, {',
      'product/updateProduct changes a product',
      'carousel/updateCarousel changes a photo',
      'news/updateNews changes an article',
    ),
    inServer(
      /await trash\d*\.put\(name/g,
      'await ((name) => name)(name',
      'product/deleteProduct deletes a product',
      'carousel/deleteCarousel deletes a photo',
      'news/deleteNews deletes an article',
    ),
    {
      from: /\("newsList",\{page:(\w+),limit:\w+\}/g,
      to: '("newsList",{page:$1,limit:9999}',
      breaks: ['The public pages ask news/list for 9999'],
    },
    inServer(
      '.agentName.toLowerCase().includes(',
      '.agentInfo.includes(',
      'agent/list is searched by agentName, with page and limit',
    ),
    inServer(/leadSave: \(input, caller\) => /g, '$&null && ', 'agent/saveAgent stores an application'),
    inServer(
      'apply(input, caller, "alliance")',
      'apply(input, caller)',
      'allianceRest/insert stores an application of a partner',
    ),
    inServer(
      /!await isPasswordCorrect\((\w+), \w+\?\.password\)/g,
      'false',
      'indexLogin/loginAuth signs in',
      'users/getAssignRole changes the password, by password and newPassword',
    ),
    inServer(/(async logout\(_, caller\) \{\s+if \()/g, '$1false && ', 'item/user/logout signs out'),
    { from: '"code":""', to: '"code":200', breaks: ['users/getAssignRole succeeds with an empty code'] },
    inServer(
      'field: "logo"',
      'field: "picture"',
      'common/upload takes the field logo and returns data.url',
      'common/upload takes Authorization-item with Bearer and the token',
    ),
    inServer(/type: uploadType,/g, 'type: maybe(uploadType),', 'file/upload takes the fields file and type'),
    inServer(
      '"carousel", "news", "media"]',
      '"carousel", "news", "media", "another"]',
      'The types of uploads are product, quill, carousel and news',
    ),
    {
      from: '"data":"/uploads/product/',
      to: '"data":"/media/',
      breaks: ['file/upload returns the address of the file as data'],
    },
    {
      from: '/v1/agent/saveAgent',
      to: '/allianceRest/insert',
      breaks: ['Applications of both pages go to the calls above'],
    },
  ],
}
