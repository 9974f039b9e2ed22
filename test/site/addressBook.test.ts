import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { addressOfPage, otherPages, pageRoutes, sitePageNames } from '../../contract/site/sitePages.ts'
import { routes } from '../../client/site/routes.ts'
import { whatIsAt } from '../../server/site/addressBook.ts'
import { mediaId } from '../../server/media/library.ts'
import { feedAt } from '../../server/pages/feeds.ts'
import { pagedKind, recordPage, shownRecords } from '../../server/store/shown.ts'
import { shippedSite } from '../../server/site/seed.ts'
import { openStore } from '../../server/store/store.ts'
import { recordOf } from '../records.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

const shipped = {
  ...shippedSite(fileURLToPath(new URL('../../data/seed/', import.meta.url))),
  rootFiles: [{ name: 'baidu_a.html', content: 'a' }],
}
const film = `/uploads/film/${'a'.repeat(32)}.mp4`

async function filledStore(t: TestContext) {
  const store = await openStore({ disk: newDisk(t, newFolder(t)), now: Date.now, log: () => {} })
  const createdAt = '2026-01-01T00:00:00.000+08:00'
  await store.product.put(recordOf('product', { createdAt, id: 'one', locationId: 'zhgd' }))
  await store.product.put(recordOf('product', { createdAt, id: 'two' }))
  await store.product.put(recordOf('product', { createdAt, id: 'three', locationId: 'cpxt' }))
  await store.news.put(recordOf('news', { createdAt, id: 'one' }))
  await store.page.put(recordOf('page', { createdAt, id: 'one', pageTitle: '招聘', pagePath: 'zp' }))
  for (const casePath of ['/sdkaili', '/xiangmuanli/own']) {
    await store.case.put(recordOf('case', { createdAt, id: casePath.slice(-3), caseName: '案例', casePath }))
  }
  await store.media.put({
    createdAt,
    id: mediaId(film),
    address: film,
    name: '片',
    alt: '',
    type: 'video/mp4',
    by: '',
    bytes: 1,
    width: 1,
    height: 1,
    captions: 'WEBVTT',
  })
  return store
}

test('an address leads to one place, which every part of the program knows by the same name, on or off', async (t) => {
  const store = await filledStore(t)
  const groups = shipped.groups.map((group) => ({ ...group, on: group.id !== 'cpxt' }))
  const site = {
    ...shipped,
    groups,
    pagesOn: { ...shipped.pagesOn, agent: false },
    pagePaths: ['zp'],
    emptyPages: [],
    hoursText: '',
    quoteListOn: true,
    today: '2026-01-01',
  }
  const read = (address: string): string => {
    const { is, address: known, title, on } = whatIsAt({ store, site }, address)
    return [is, known, title, on ? '' : 'off'].filter(Boolean).join(' ')
  }
  const groupName = site.groups[0]?.name
  const places: readonly (readonly [address: string, place: string])[] = [
    ['/', 'page / 首页'],
    ['/mobile?title=x', 'page / 首页'],
    ['/zhuyingyewu?page=2', 'page /product 产品中心'],
    ['/XWDT/', 'page /xwdt 新闻动态'],
    ['/dljm', 'page /dljm 代理加盟 off'],
    ['/zixun?topic=1', 'page /zixun 在线咨询'],
    ['/xunjia?p=one', 'page /xunjia 询价单'],
    ['/demo', 'page /demo'],
    ['/productDet?productId=one&more=1', `record /productDet?productId=one ${groupName}`],
    ['/cpDeatail?title=x&productId=two', 'record /productDet?productId=two 产品'],
    ['/productDet?productId=three', `record /productDet?productId=three ${site.groups[1]?.name} off`],
    ['/productDet?productId=four', 'nothing /productDet off'],
    ['/cpDeatail?title=x', 'page / 首页'],
    ['/xwdtDet?newId=one', 'record /xwdtDet?newId=one 新闻 2026-01-01'],
    ['/xwdtDet', 'nothing /xwdtDet off'],
    ['/p/zp', 'record /p/zp 招聘'],
    ['/p/none', 'nothing /p/none off'],
    ['/sdkaili', 'record /sdkaili 案例'],
    ['/xiangmuanli/own', 'record /xiangmuanli/own 案例'],
    ['/sddianjian1', 'nothing /sddianjian1 off'],
    ['/xiangmuanli', 'page /xiangmuanli 项目案例'],
    ['/xiangmuanli/none', 'nothing /xiangmuanli/none off'],
    ['/rss.xml', 'feed /rss.xml'],
    ['/favicon.ico', 'icon /favicon.ico'],
    ['/site.webmanifest', 'icon /site.webmanifest'],
    ['/baidu_a.html', 'verification /baidu_a.html'],
    ['/dashboard', 'screen /dashboard'],
    [film, `file ${film}`],
    [film.replace('a.', 'b.'), `file ${film.replace('a.', 'b.')} off`],
    ['/media/og.png', 'file /media/og.png'],
    [`/captions/${mediaId(film)}.vtt`, `captions /captions/${mediaId(film)}.vtt`],
    ['/captions/x.vtt', 'captions /captions/x.vtt off'],
    ['/none', 'nothing /none off'],
    ['//evil.example/', 'nothing //evil.example/ off'],
  ]
  for (const [address, place] of places) assert.equal(read(address), place, address)

  const listed = [...(feedAt('/sitemap.xml', { store, site, origin: '' })?.text ?? '').matchAll(/<loc>([^<]*)/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(
    listed.includes('/productDet?productId=two') &&
      !listed.includes('/productDet?productId=three') &&
      !listed.includes('/dljm'),
  )
  for (const path of listed) assert.ok(whatIsAt({ store, site }, path).on, path)
  for (const kind of pagedKinds) {
    for (const record of shownRecords(kind, { store, site })) {
      const { address } = recordPage(kind, record, site)
      assert.ok(listed.includes(address))
      const place = whatIsAt({ store, site }, address)
      assert.ok(place.is === 'record' && place.kind === kind && place.record.id === record.id, address)
    }
  }
})

test('the table of pages and that of what draws them have the same routes', () => {
  const own = pagedKinds
    .map((kind) => pagedKind(kind))
    .flatMap(({ page: { route, phoneRoute = route } }) => [route, phoneRoute])
  const described = new Set(
    [...pageRoutes, ...Object.keys(otherPages), ...own].filter((path) => !path.endsWith('.xml')),
  )
  assert.deepEqual(routes.map(({ path }) => path).sort(), [...described].sort())
  assert.deepEqual(
    sitePageNames.map(addressOfPage).filter((path) => !routes.some((route) => route.path === path)),
    [],
  )
})
