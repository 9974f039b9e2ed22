import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { as } from './site.ts'
import { newFolder, startServer, type TestServer } from '../server.ts'
import { png } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const path = '/v1/act/clear'
const phoneAgent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)'
const product = {
  coverName: '综合治疗台',
  coverDescribe: '',
  jumpUrl: '',
  coverUrl: '',
  productCon: '',
  locationId: 'zhgd',
}

test('starter records and lists are cleared after a backup, what staff have made stays, and all of it can be put back', async (t) => {
  const folder = join(newFolder(t), 'backups')
  const server = await startServer(t, { env: { SEED: 'on', BACKUP_DIR: folder } })
  const headers = await server.signIn()
  const post = async (to: string, body: object = {}) => {
    const { code, msg, data } = await server.post(to, body, { headers })
    assert.equal(code, 200, msg)
    return data
  }
  const detailOf = (productId: string) => post('/v1/product/detailProduct', { productId })
  const before = await post('/v1/site/detail')
  const [first, second] = (await post('/v1/product/list')).data
  await post('/v1/product/updateProduct', { ...(await detailOf(second.productId)), pinned: true })
  const [article] = (await post('/v1/news/list')).data
  const news = await post('/v1/news/detailNews', { newId: article.newId })
  await post('/v1/news/updateNews', { ...news, pinned: true })
  assert.ok((await post('/v1/site/setup')).starterRecords.product.includes(second.productId), 'pinned it is as shipped')
  await post('/v1/product/updateProduct', { productId: first.productId, coverName: '自己的产品' })
  await post('/v1/product/saveProduct', product)
  await post('/v1/site/update', { partners: before.partners.slice(0, 2) })

  assert.equal((await post('/v1/site/setup')).backsUp, true)
  const cleared = await post(path)
  assert.deepEqual(cleared.words, [], 'there is a backup')
  assert.equal((await readdir(folder)).filter((name) => name.endsWith('.tar.gz')).length, 1)
  const gone = { product: 19, news: 24, case: 4, carousel: 4, page: 2 }
  for (const [kind, count] of Object.entries(gone))
    assert.equal((await post('/v1/trash/list', { kind })).count, count, kind)
  const names = (await post('/v1/product/list')).data.map(({ coverName }: { coverName: string }) => coverName)
  assert.deepEqual(names.sort(), ['综合治疗台', '自己的产品'].sort())
  const now = await post('/v1/site/detail')
  const targets = now.menus.map(({ target }: { target: string }) => target)
  assert.deepEqual(
    targets.filter((target: string) => target.startsWith('/p/')),
    [],
    'no entry of the menu leads to a page that is gone',
  )
  assert.deepEqual([now.hasCases, now.honours, now.mobileBanners, now.figures], [false, [], [], []])
  assert.deepEqual(
    [now.introFilm.url, now.introFilm.title, now.banners.home.name, now.trademarks, now.copyrights],
    ['', '', '', 0, 0],
  )
  assert.deepEqual([now.introImage, now.shareImage, now.banners.home.image], ['', '', ''])
  assert.deepEqual(now.officialAccount, { image: '', name: '官方公众号' })
  assert.equal(now.logo.light, before.logo.light, 'what must not be empty stays')
  assert.deepEqual(
    [now.homeTexts.products.lead, now.supportTexts.showroom.lead],
    ['', ''],
    'and no words about what is gone',
  )
  assert.deepEqual([now.partners.length, now.siteName, now.menus.length], [2, before.siteName, before.menus.length - 2])
  const { starterFields, starterRecords } = await post('/v1/site/setup')
  assert.ok(!starterFields.includes('homeTexts.hero'), 'such words are nobody’s example')
  assert.ok(starterFields.includes('siteName'), 'what must be the owner’s stays marked')
  assert.ok(!starterFields.includes('officialAccount.name'), 'but no name of a picture that is gone')
  assert.deepEqual(Object.values<string[]>(starterRecords).flat(), [])
  assert.deepEqual((await post(path)).titles, ['网站设置'], 'there is nothing left')

  await (await as(server)).undo(cleared)
  const again = await post('/v1/site/detail')
  assert.deepEqual({ ...again, version: '' }, { ...before, partners: now.partners, version: '' })
  assert.equal((await post('/v1/news/list')).count, 24)
})

/** A page without its scripts, as a phone or a computer gets it. */
async function pageAt(server: TestServer, at: string): Promise<string> {
  const agent = phonePaths.includes(at) ? phoneAgent : 'Chrome'
  const html = await (await fetch(server.url + at, { headers: { 'User-Agent': agent } })).text()
  return html.replaceAll(/<wbr[^>]*>|<script[^]*?<\/script>/g, '')
}
const desktopPaths = ['/', '/product', '/xwdt', '/gywm', '/zixun', '/search', '/privacy', '/none']
const phonePaths = ['/mobile', '/zhuyingyewu', '/gongsijianjie']
const ownNames = {
  ...{
    siteName: '泉城泵业',
    slogan: '只做一台好泵',
    companyName: '济南泉城泵业有限公司',
    address: '济南市工业北路8号',
  },
  ...{ hotline: '0531-88001234', phones: ['0531-88001234'], mailbox: 'sales@qcpump.cn', icp: '' },
}

test('nothing of the starter’s trade is left; the preview shows before what is left after', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const post = async (to: string, body: object = {}) => {
    const { code, msg, data } = await server.post(to, body, { headers })
    assert.equal(code, 200, msg)
    return data
  }
  const withoutHead = (html: string): string => html.replace(/^[^]*<body>/, '')
  await post('/v1/site/update', ownNames)
  const before = await post('/v1/site/detail')
  const previewOf = async (at: string): Promise<string> =>
    withoutHead((await post('/v1/site/preview', { path: at, cleared: true })).html)
  const paths = ['/', '/mobile', '/product', '/xwdt', '/gywm', '/xiangmuanli', '/zizhi']
  const previews = await Promise.all(paths.map(previewOf))
  assert.deepEqual((await post('/v1/site/detail')).version, before.version, 'a preview stores nothing')
  assert.equal((await post('/v1/news/list')).count, 24)

  await post(path, {})
  const now = await post('/v1/site/detail')
  const images = Object.values<{ image: string }>(now.banners).map(({ image }) => image)
  assert.deepEqual([...new Set(images)], [''])
  assert.deepEqual([now.banners.home.name, now.banners.product.lead], ['', ''], 'their words are another company’s')
  assert.deepEqual([now.licence, now.officialAccount.image, now.introFilm.poster, now.partners], ['', '', '', []])
  assert.deepEqual(await Promise.all(paths.map(previewOf)), previews)
  for (const at of [...desktopPaths, ...phonePaths]) {
    const html = await pageAt(server, at)
    const trade =
      /.{0,20}(?:工地|施工|建筑|机器人|塔机|展厅|预约参观|href="\/xwdt"|\/media\/(?!mark|touch-icon)|src="").{0,20}/g
    assert.deepEqual(html.match(trade), null, at)
  }
  const checks: { id: string; state: string }[] = await post('/v1/check/list')
  assert.equal(checks.find(({ id }) => id === 'clear')?.state, 'ok', 'nobody is asked to clear once more')

  await post('/v1/news/saveNews', { newTitle: '自己的新闻' })
  assert.ok((await previewOf('/xwdt')).replaceAll(/<wbr[^>]*>/g, '').includes('自己的新闻'))
  assert.match(await pageAt(server, '/'), /href="\/xwdt"/, 'with content the menus are whole')
})

test('where the home pages have no picture of their own, the first products are', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const headers = await server.signIn()
  const homes = async (): Promise<[hero: string, slides: number]> => {
    const [desktop, phone] = [await pageAt(server, '/'), await pageAt(server, '/mobile')]
    const [hero = ''] = /<section class="hero[^]*?<\/section>/.exec(desktop) ?? []
    return [hero, phone.split('class="phone-slide"').length - 1]
  }
  const [shipped] = await homes()
  assert.ok(shipped.includes('class="hero clipped"') && !shipped.includes('hero-products'))
  await server.post(path, {}, { headers })
  const [empty, noSlides] = await homes()
  assert.ok(empty.includes('class="hero drawn clipped"') && !empty.includes('<img'))
  assert.equal(noSlides, 0)

  const { data: picture } = await uploadPicture(server, headers, png(40, 30), { type: 'media' })
  for (const [name, coverUrl] of [
    ['一号泵', picture],
    ['没有图片的泵', ''],
    ['三号泵', picture],
  ] as const)
    await server.post('/v1/product/saveProduct', { ...product, coverName: name, coverUrl }, { headers })
  const [hero, slides] = await homes()
  assert.equal(hero.split(picture).length - 1, 2)
  assert.equal(slides, 2)

  const banners = (await server.post('/v1/site/detail')).data.banners
  const home = { image: picture, name: '' }
  const logo = { light: picture, dark: picture, named: false }
  await server.post('/v1/site/update', { banners: { ...banners, home }, logo }, { headers })
  const [own, ownSlides] = await homes()
  assert.ok(own.includes('class="hero clipped"') && !own.includes('hero-products'))
  assert.equal(ownSlides, 1)
  assert.match(await pageAt(server, '/'), /class="unprinted on-sheet"/, 'a logo for light grounds has one')
})

test('without a backup that succeeds nothing is cleared', async (t) => {
  const folder = join(newFolder(t), 'missing', 'backups')
  const server = await startServer(t, { env: { SEED: 'on', BACKUP_DIR: folder } })
  const { status, msg } = await server.post(path, {}, { headers: await server.signIn() })
  assert.equal(status, 500)
  assert.match(msg, /^备份没有成功，示例内容没有清空：/)
  assert.equal((await server.post('/v1/news/list', {})).data.count, 24)
})
