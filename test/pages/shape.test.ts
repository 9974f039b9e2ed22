import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'
import { store } from '../stored.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })
const headers = await server.signIn()

const desktop = 'Mozilla/5.0 (Windows NT 6.1)'
const phone = 'Mozilla/5.0 (Linux; Android 13) Mobile'
/** The page without the data for its script. */
async function open(path: string, agent = desktop): Promise<{ status: number; html: string }> {
  const response = await fetch(server.url + path, { headers: { 'User-Agent': agent }, redirect: 'manual' })
  return {
    status: response.status,
    html: (await response.text()).replace(/<wbr[^>]*>/g, '').replace(/<script[^]*?<\/script>/g, ''),
  }
}
const site = async () => (await server.post('/v1/site/detail')).data
const update = async (sent: object): Promise<void> => {
  const { code, msg } = await server.post('/v1/site/update', sent, { headers })
  assert.equal(code, 200, msg)
}
/** Makes a change for one test. */
async function changed(sent: object, check: () => Promise<void>): Promise<void> {
  const before = await site()
  await update(sent)
  await check()
  await update(Object.fromEntries(Object.keys(sent).map((name) => [name, before[name]])))
}

const headings = async (path: string, agent?: string): Promise<string[]> =>
  [...(await open(path, agent)).html.matchAll(/<h2[^>]*>([^]*?)<\/h2>/g)].map(([, text = '']) =>
    text.replace(/<[^>]*>/g, ''),
  )

const namesOf = (sections: readonly { name: string }[]): string[] => sections.map(({ name }) => name)

const pages = {
  product: ['/product', '/product/compare', '/productDet?productId=', '/zhuyingyewu', '/cpDeatail?productId='],
  news: ['/xwdt', '/xwdtDet?newId=', '/rss.xml'],
  agent: ['/dljm', '/dailijiameng'],
  about: ['/gywm', '/gongsijianjie'],
  cases: ['/xiangmuanli', '/huanghejiangong'],
  scenarios: ['/yingyongchangjing'],
  proofs: ['/zizhi'],
}
const visited = [
  '/',
  '/product',
  '/xwdt',
  '/dljm',
  '/gywm',
  '/xiangmuanli',
  '/huanghejiangong',
  '/yingyongchangjing',
  '/zizhi',
  '/nowhere',
]
const onPhones = [
  '/mobile',
  '/zhuyingyewu',
  '/dailijiameng',
  '/gongsijianjie',
  '/xwdt',
  '/xiangmuanli',
  '/yingyongchangjing',
]

test('a page that is off is a 404 with its details, in no menu, link or sitemap', async () => {
  const product = (await server.post('/v1/product/list', { limit: 1 })).data.data[0].productId
  const article = (await server.post('/v1/news/list', { limit: 1 })).data.data[0].newId
  const { pagesOn } = await site()
  for (const [name, addresses] of Object.entries(pages)) {
    await changed({ pagesOn: { ...pagesOn, [name]: false } }, async () => {
      for (const address of addresses) {
        const full = address.replace(/productId=$/, `$&${product}`).replace(/newId=$/, `$&${article}`)
        const isPhone = /zhuyingyewu|cpDeatail|dailijiameng|gongsijianjie/.test(full)
        const { status, html } = await open(full, isPhone ? phone : desktop)
        assert.equal(status, 404, full)
        assert.match(html, /返回首页/)
      }
      const paths = addresses.map((address) => address.split('?')[0])
      const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text()
      for (const [agent, address] of [
        ...visited.map((path) => [desktop, path]),
        ...onPhones.map((path) => [phone, path]),
      ]) {
        const { html } = await open(String(address), agent)
        const links = [...html.matchAll(/ href="(\/[^"?#]*)/g)].map(([, link]) => link)
        assert.deepEqual(
          links.filter((link) => paths.includes(link ?? '')),
          [],
          `${name} on ${address}`,
        )
      }
      assert.deepEqual(
        paths.filter((path) => sitemap.includes(`${path}</loc>`) || sitemap.includes(`${path}?`)),
        [],
        name,
      )
    })
  }
  await changed({ pagesOn: { agent: false } }, async () => {
    assert.deepEqual((await site()).pagesOn, { ...pagesOn, agent: false }, 'what is left out is on')
  })
  assert.equal((await open('/dljm')).status, 200)
})

test('a section that is off is not drawn; those of the home pages have the order of the settings', async () => {
  const { homeSections, phoneSections, aboutSections, homeTexts, supportTexts, aboutTexts, introFilm, inquiry } =
    await site()
  const order = ['partners', 'cases']
  const sections = [
    ...order.map((name) => ({ name, on: true })),
    ...namesOf(homeSections)
      .filter((name) => !order.includes(name))
      .map((name) => ({ name, on: name === 'products' })),
  ]
  await changed({ homeSections: sections }, async () => {
    assert.deepEqual(await headings('/'), [
      homeTexts.partners.name,
      homeTexts.cases.name,
      homeTexts.products.name,
      inquiry.bandTitle,
    ])
    assert.ok((await headings('/mobile', phone)).includes(supportTexts.showroom.name), 'the phone has its own list')
  })
  await changed({ phoneSections: [{ name: 'showroom', on: false }] }, async () => {
    assert.ok(!(await headings('/mobile', phone)).includes(supportTexts.showroom.name))
    assert.deepEqual((await site()).phoneSections.length, phoneSections.length)
  })
  const off = namesOf(aboutSections).map((name) => ({ name, on: name === 'intro' }))
  await changed({ aboutSections: off }, async () => {
    assert.deepEqual(await headings('/gywm'), [aboutTexts.intro])
    const { html } = await open('/gongsijianjie', phone)
    assert.ok(!html.includes(introFilm.title) && !html.includes('/map?'))
  })
  const { msg, data } = await server.post(
    '/v1/site/update',
    { homeSections: [{ name: 'moon', on: true }] },
    { headers },
  )
  assert.deepEqual([msg, data.field], ['首页的栏目：首页的栏目不正确', 'homeSections'])
})

test('what has no items is not drawn, and numbers of 0 are not shown', async () => {
  const facts = await site()
  const kept = ['menus', 'groups', 'phones', 'intro', 'homeSections', 'phoneSections', 'aboutSections', 'pagePaths']
  const lists = Object.keys(facts).filter((name) => Array.isArray(facts[name]) && !kept.includes(name))
  const none = {
    ...Object.fromEntries(lists.map((name) => [name, []])),
    smartSiteShare: 0,
    topRebate: 0,
    trademarks: 0,
    copyrights: 0,
    introFilm: { title: '', url: '', poster: '' },
    phones: facts.phones.slice(0, 1),
    banners: { ...facts.banners, home: { ...facts.banners.home, name: '' } },
  }
  const cases = ['huanghejiangong', 'sddianjian1', 'sdkaili', 'qdfangwu']
  for (const caseId of cases) await server.post('/v1/cases/delete', { caseId }, { headers })
  await changed(none, async () => {
    for (const [agent, path] of [...visited.map((path) => [desktop, path]), ...onPhones.map((path) => [phone, path])]) {
      const { html } = await open(String(path), agent)
      assert.doesNotMatch(html, /<(ul|ol|dl)[^>]*><\/\1>/, `an empty list on ${path}`)
      assert.doesNotMatch(html.replace(/ (href|src)="[^"]*"/g, ''), /\{(占比|其余|返利)\}|>0<|\b0%/, String(path))
    }
    assert.deepEqual(await headings('/'), [
      facts.homeTexts.products.name,
      facts.pageNames.news,
      facts.inquiry.bandTitle,
    ])
    assert.deepEqual(await headings('/dljm'), [facts.agentTexts.apply.name])
    assert.deepEqual(await headings('/gywm'), [facts.aboutTexts.intro, facts.contactTitle])
    for (const path of ['/xiangmuanli', '/yingyongchangjing', '/zizhi'])
      assert.equal((await open(path)).status, 404, `${path}, with nothing to see`)
    const preview = { path: '/yingyongchangjing', scenarios: facts.scenarios }
    const { data } = await server.post('/v1/site/preview', preview, { headers })
    assert.equal(data.off, undefined, 'what is typed counts')
  })
  assert.equal((await server.post('/v1/act/restore', { kind: 'case', ids: cases }, { headers })).code, 200)
})

test('an entry of a menu that leads nowhere is not drawn; what is no address is refused', async () => {
  const entry = { name: '招聘', desktop: true, phone: true, footer: true }
  await changed(
    {
      menus: [
        { ...entry, target: '/p/zhaopin' },
        { ...entry, name: '新闻', target: '/xwdt' },
      ],
    },
    async () => {
      const { html } = await open('/')
      assert.ok(!html.includes('/p/zhaopin') && html.includes('>新闻</a>'))
    },
  )
  const shipped = await site()
  await changed({ pagesOn: { ...shipped.pagesOn, about: false } }, async () => {
    const [, menu = ''] = /<nav class="menu[^>]*>(.*?)<\/nav>/.exec((await open('/')).html) ?? []
    assert.match(menu, /代理加盟<\/a><div class="menu-entry"><a href="\/zizhi">资质与检测<\/a><details/)
  })
  const { aboutSections } = await site()
  const contact = '/gywm#contact'
  await changed({ menus: [{ ...entry, name: '联系我们', target: contact }] }, async () => {
    const links = async (path: string, agent: string): Promise<string[]> =>
      [...(await open(path, agent)).html.matchAll(/<a href="([^"]*)"[^>]*>联系我们</g)].map(([, href = '']) => href)
    assert.deepEqual(new Set(await links('/', desktop)), new Set([contact]))
    assert.deepEqual(new Set(await links('/mobile', phone)), new Set(['/gongsijianjie#contact']))
    for (const [path, agent] of [
      ['/gywm', desktop],
      ['/gongsijianjie', phone],
    ] as const) {
      const { html } = await open(path, agent)
      assert.match(html, /<section class="contact" id="contact"/)
      assert.doesNotMatch(html.split('<main')[0] ?? '', /aria-current/, 'a section of the page is not the page')
    }
    const without = aboutSections.map((section: { name: string }) => ({ ...section, on: section.name !== 'contact' }))
    await changed({ aboutSections: without }, async () => assert.deepEqual(await links('/', desktop), []))
  })
  const { pageId } = (await server.post('/v1/pages/save', { pageTitle: '招聘', pagePath: 'zhaopin' }, { headers })).data
  await changed({ menus: [{ ...entry, target: '/p/zhaopin' }] }, async () => {
    const [header = ''] = (await open('/p/zhaopin')).html.split('<main')
    assert.equal(header.match(/<a href="\/p\/zhaopin" aria-current="page">/g)?.length, 2, 'in both menus')
  })
  await server.post('/v1/pages/delete', { pageId }, { headers })
  for (const target of [
    '/xwdtDet',
    '/mobile',
    '//evil.example',
    'http://example.com',
    'javascript:alert(1)',
    '/p/',
    '/p/../admin',
    '',
  ]) {
    const { status, data } = await server.post('/v1/site/update', { menus: [{ ...entry, target }] }, { headers })
    assert.deepEqual([status, data.field], [400, 'menus'], target)
  }
})

test('groups of products are added, hidden and removed; programs keep their three lists', async () => {
  const { groups } = await site()
  const product = {
    coverName: '牙科综合治疗台',
    coverDescribe: '',
    jumpUrl: '',
    coverUrl: '',
    productCon: '',
    locationId: '',
  }
  await changed({ groups: [...groups, { id: '', name: '口腔设备', intro: '', on: true }] }, async () => {
    const { groups: saved } = await site()
    const { id } = saved[3]
    assert.match(id, /^g[a-z\d]{12}$/)
    assert.ok(!(await open('/product')).html.includes('口腔设备'), 'an empty group is not shown')
    const { productId } = (await server.post('/v1/product/saveProduct', { ...product, locationId: id }, { headers }))
      .data
    assert.match((await open('/product')).html, /口腔设备（1）/)
    assert.match((await open('/zhuyingyewu', phone)).html, /牙科综合治疗台/)
    const { data: lists } = await server.post('/v1/product/selectAllList', {})
    assert.deepEqual(Object.keys(lists), ['zhgdList', 'cpxtList', 'jzbhList', 'more'])
    assert.deepEqual([lists.more[0].name, lists.more[0].list[0].productType], ['口腔设备', '口腔设备'])

    const refused = await server.post('/v1/site/update', { groups }, { headers })
    assert.deepEqual(
      [refused.status, refused.msg, refused.data.field],
      [400, '分类“口腔设备”里还有1个产品，请先移到别的分类', 'groups'],
    )
    const lost = await server.post('/v1/site/update', { groups: saved.slice(1) }, { headers })
    assert.match(lost.msg, /原有的三个分类不能移除/)

    await update({ groups: saved.map((group: { id: string }) => ({ ...group, on: group.id !== id })) })
    assert.equal((await open(`/productDet?productId=${productId}`)).status, 404)
    assert.equal((await server.post('/v1/product/detailProduct', { productId })).status, 404)
    assert.equal(
      (await server.post('/v1/product/detailProduct', { productId }, { headers })).status,
      200,
      'staff can edit it',
    )
    assert.ok(!(await (await fetch(`${server.url}/sitemap.xml`)).text()).includes(productId))
    assert.equal((await server.post('/v1/product/list', { locationId: id })).data.count, 0)
    assert.equal('more' in (await server.post('/v1/product/selectAllList', {})).data, false)
    await server.post('/v1/product/deleteProduct', { productId }, { headers })
  })
  const unknown = await server.post('/v1/product/saveProduct', { ...product, locationId: 'gabcdefghijkl' }, { headers })
  assert.deepEqual([unknown.status, unknown.data.field], [400, 'locationId'])
  assert.equal((await open('/product?locationId=gabcdefghijkl')).status, 404)
})

test('a site record that lacks what shapes the site shows the very same pages', async (t) => {
  const {
    pagesOn: _pagesOn,
    homeSections: _home,
    phoneSections: _phone,
    aboutSections: _about,
    buttons: _buttons,
    pagePaths: _paths,
    version: _version,
    ...others
  } = await site()
  const older = await startServer(t, { env: { SEED: 'on' } })
  await older.stop()
  await store(older.folder, 'site', { ...others, id: 'site', createdAt: '2026-11-01T08:00:00.000+08:00' })
  const upgraded = await startServer(t, { folder: older.folder })
  for (const [agent, path] of [...visited.map((path) => [desktop, path]), ...onPhones.map((path) => [phone, path])]) {
    const drawn = async (url: string): Promise<string> =>
      (await (await fetch(url + path, { headers: { 'User-Agent': String(agent) } })).text()).replaceAll(
        /localhost:\d+/g,
        '',
      )
    assert.equal(await drawn(upgraded.url), await drawn(server.url), String(path))
  }
})

test('robots are shown as the starter orders them, and what staff pin or move first is first', async () => {
  const robots = [
    '混凝土抹平机器人',
    '室内喷涂机器人',
    '地砖铺贴机器人',
    '实测实量机器人',
    '工地巡检机器人',
    '外墙清洗机器人',
  ]
  const shown = async (names: readonly string[]): Promise<void> => {
    for (const [path, agent] of [
      ['/', desktop],
      ['/product', desktop],
      ['/mobile', phone],
      ['/zhuyingyewu', phone],
    ] as const) {
      const html = (await open(path, agent)).html.replaceAll(/<wbr[^>]*>/g, '')
      const found = [...html.matchAll(/productId=(cpxt-[a-z-]+)/g)].map(([, id]) => id)
      // The phone's home has the first four.
      const wanted = path === '/mobile' ? names.slice(0, 4) : names
      assert.deepEqual(
        [...new Set(found)].slice(0, wanted.length),
        wanted.map((name) => ids.get(name)),
        path,
      )
    }
    for (const limit of [2, 999]) {
      const { cpxtList } = (await server.post('/v1/product/selectAllList', { limit })).data
      const reversed = cpxtList.map(({ coverName }: Record<string, string>) => coverName).reverse()
      assert.deepEqual(
        reversed.slice(0, names.length),
        names.slice(0, limit),
        `programs that reverse the reply, limit ${limit}`,
      )
    }
  }
  const { cpxtList } = (await server.post('/v1/product/selectAllList')).data
  const ids = new Map(cpxtList.map(({ coverName, productId }: Record<string, string>) => [coverName, productId]))
  await shown(robots)
  const [productId, moved] = [ids.get('工地巡检机器人'), ids.get('外墙清洗机器人')]
  const call = (path: string, body: object) => server.post(`/v1/${path}`, body, { headers })
  await call('product/updateProduct', { productId, pinned: true })
  await call('act/order', { kind: 'product', id: moved, after: productId })
  await shown(['工地巡检机器人', '外墙清洗机器人', ...robots.slice(0, 4)])
  const { previous, next } = (await server.post('/v1/product/related', { productId: moved })).data
  assert.deepEqual([previous.coverName, next.coverName], ['工地巡检机器人', '混凝土抹平机器人'])
})
