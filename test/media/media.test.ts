import assert from 'node:assert/strict'
import { copyFileSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { type SignedInUser, visitorAt } from '../../server/call.ts'
import { edit } from '../../server/store/edits.ts'
import { mediaCalls } from '../../server/media/mediaCalls.ts'
import { recordUpload } from '../../server/media/library.ts'
import { createMediaUses } from '../../server/media/mediaUses.ts'
import { createStarterFiles } from '../../server/media/starterFiles.ts'
import { createRichText } from '../../server/media/richText.ts'
import { KeyedQueue } from '../../server/system/keyedQueue.ts'
import { openStore, type Store } from '../../server/store/store.ts'
import { createUploads, type Uploads } from '../../server/media/uploads.ts'
import { user } from '../accounts.ts'
import { eventually } from '../eventually.ts'
import { recordOf } from '../records.ts'
import { answerOf, filesOnly, newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'
import { keptNotice, store } from '../stored.ts'
import { exifSegment, jpg, png, webp } from './pictures.ts'
import { uploadPicture } from './uploadPicture.ts'
import { filesIn, library, withVariant } from './mediaLibrary.ts'

const shared = await library({ after })

test('every upload has one record, with the name of its file and the facts of its bytes', async () => {
  const { server, headers, call, list, upload } = shared
  const address = await upload(jpg(1920, 1080, exifSegment(6)), '../工地/现场 照片.JPG', {
    w480: webp(480, 853),
    color: '#c8d2e0',
  })
  assert.equal(
    await upload(jpg(1920, 1080, exifSegment(6)), 'again.jpg', { w480: webp(480, 853), color: '#c8d2e0' }),
    address,
  )
  const form = new FormData()
  form.append('logo', new Blob([Uint8Array.from(png(30, 20))]), 'logo.png')
  assert.equal(
    (
      await answerOf(
        fetch(`${server.url}/service-basics-item/basic/common/upload`, { method: 'POST', body: form, headers }),
      )
    ).code,
    200,
  )

  const { data, count, filmBytes } = await list()
  assert.equal(count, 2)
  assert.equal(typeof filmBytes, 'number')
  assert.deepEqual([data[0].name, data[0].width, data[0].height], ['logo.png', 30, 20])
  const { mediaId, createDate, bytes, ...picture } = data[1]
  assert.match(mediaId, /^[0-9a-f]{32}$/)
  assert.match(createDate, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  assert.equal(bytes, Buffer.from(await (await fetch(server.url + address)).arrayBuffer()).length)
  assert.deepEqual(picture, {
    address,
    name: '现场 照片.JPG',
    alt: '',
    type: 'image/jpeg',
    width: 1080,
    height: 1920,
    by: 'admin',
    uses: 0,
  })
  assert.equal((await call('/v1/media/detail', { mediaId })).data.address, address)
  assert.equal((await call('/v1/media/delete', { mediaIds: [mediaId, data[0].mediaId] })).code, 200)
})

test('the same bytes for the same are one picture, and lie under each type that they were uploaded for', async (t) => {
  const { server, headers, list, upload } = await library(t)
  const bytes = jpg(1920, 1080)
  const as = async (type: string, of = bytes): Promise<string> =>
    (await uploadPicture(server, headers, of, { type })).data
  const [one, other] = await Promise.all([as('product'), as('news')])
  assert.match(one, /^\/uploads\/product\//)
  assert.match(other, /^\/uploads\/news\//)
  assert.equal(await as('product'), one)
  const free = await upload(bytes, 'again.jpg')
  assert.equal(await upload(bytes, 'again.jpg', { ...withVariant, color: '#112233' }), free)
  assert.equal((await list()).count, 3)
  assert.notEqual(await as('product', jpg(1920, 1081)), one)
  assert.equal('hash' in (await list()).data[0], false)

  await server.stop()
  const again = await library(t, { folder: server.folder })
  assert.equal(await again.upload(bytes, 'after.jpg'), free)
  assert.equal((await again.call('/v1/media/delete', { mediaIds: [await again.idOf(free)] })).code, 200)
  assert.match(await again.upload(bytes, 'new.jpg'), /^\/uploads\/media\//)
  assert.equal((await fetch(again.server.url + one)).status, 200)
})

test('the library is searched, filtered and sorted', async () => {
  const { call, list, upload, idOf } = shared
  const addresses = [
    await upload(png(1, 1), '图10.png'),
    await upload(png(2, 2, 500), '图2.png'),
    await upload(jpg(3, 3), '塔机.jpg'),
  ]
  await call('/v1/media/update', { mediaId: await idOf(addresses[2] ?? ''), alt: '现场的塔式起重机' })
  await call('/v1/product/saveProduct', { coverName: '塔机监测', coverUrl: addresses[2] })
  const names = async (input: object): Promise<string[]> =>
    (await list(input)).data.map(({ name }: { name: string }) => name)

  assert.deepEqual(await names({}), ['塔机.jpg', '图2.png', '图10.png'])
  assert.deepEqual(await names({ word: '起重机' }), ['塔机.jpg'])
  assert.deepEqual(await names({ word: 'PNG' }), ['图2.png', '图10.png'])
  assert.deepEqual(await names({ word: (addresses[0] ?? '').slice(15, 30) }), ['图10.png'])
  assert.deepEqual(await names({ sort: 'name' }), ['塔机.jpg', '图2.png', '图10.png'], 'by pinyin, 2 before 10')
  assert.deepEqual(await names({ sort: 'bytes' }), ['图10.png', '塔机.jpg', '图2.png'])
  assert.deepEqual(await names({ sort: 'uses', order: 'desc' }), ['塔机.jpg', '图2.png', '图10.png'])
  assert.deepEqual(await names({ sort: 'uses', limit: 2 }), ['图2.png', '图10.png'])
  assert.deepEqual(await names({ sort: 'uses', limit: 2, page: 2 }), ['塔机.jpg'])
  assert.deepEqual(await names({ withoutAlt: true }), ['图2.png', '图10.png'])
  assert.deepEqual(await names({ withoutAlt: true, type: 'film' }), [])
  assert.deepEqual(await names({ unused: true }), ['图2.png', '图10.png'])
  assert.deepEqual(await names({ type: 'film' }), [])
  assert.deepEqual(await names({ type: 'picture', word: '塔' }), ['塔机.jpg'])
  assert.deepEqual(await names({ to: '2000-01-01' }), [])
  assert.deepEqual(await names({ from: '2000-01-01', limit: 1, page: 2 }), ['图2.png'])
  for (const input of [{ limit: 101 }, { type: 'sound' }, { sort: 'alt' }])
    assert.equal((await call('/v1/media/list', input)).code, 400)
})

test('name, alternative text and focus are edited, based on a version', async () => {
  const { call, upload, idOf } = shared
  const mediaId = await idOf(await upload(png()))
  const detail = async () => (await call('/v1/media/detail', { mediaId })).data
  const { version } = await detail()
  assert.equal(
    (
      await call('/v1/media/update', {
        mediaId,
        name: ' 封面 ',
        alt: '门头',
        focus: { x: 20, y: 100 },
        basedOn: version,
      })
    ).msg,
    '修改成功！',
  )
  const { name, alt, focus, version: next } = await detail()
  assert.deepEqual({ name, alt, focus }, { name: '封面', alt: '门头', focus: { x: 20, y: 100 } })
  assert.notEqual(next, version)
  const late = await call('/v1/media/update', { mediaId, alt: '大门', basedOn: version })
  assert.deepEqual([late.status, late.data.changedBy], [409, 'admin'])
  for (const [field, value] of [
    ['name', ' '],
    ['name', 'x'.repeat(201)],
    ['focus', { x: 101, y: 0 }],
    ['focus', { x: 0.5, y: 0 }],
    ['focus', 5],
    ['poster', '/a.png'],
  ] as const) {
    const { code, data } = await call('/v1/media/update', { mediaId, [field]: value })
    assert.deepEqual([code, data?.field], [400, field], `${field} ${JSON.stringify(value)}`)
  }
  assert.equal((await call('/v1/media/update', { mediaId: 'none', name: 'x' })).code, 404)
  assert.equal((await call('/v1/media/detail', { address: '/uploads/none.png' })).code, 404)
  assert.equal((await call('/v1/media/detail')).code, 400)
})

test('replies that pages are made of carry the focus and the alternative text of their pictures, where there are any', async (t) => {
  const { server, call, upload, idOf } = await library(t, { env: { SEED: 'on' } })
  const [cover, other] = [await upload(png(4, 4), 'a.png'), await upload(png(5, 5), 'b.png')]
  const { newId } = (
    await call('/v1/news/saveNews', { newTitle: '开工', newCover: cover, newInfo: `<p><img src="${other}"></p>` })
  ).data
  const reply = async (path: string, body: object = {}): Promise<Record<string, unknown>> => ({
    ...(await server.post(path, body)),
    status: 0,
    headers: 0,
  })
  assert.deepEqual(Object.keys(await reply('/v1/news/list')), ['status', 'headers', 'code', 'msg', 'data'])

  await call('/v1/media/update', { mediaId: await idOf(cover), alt: '门头' })
  await call('/v1/media/update', { mediaId: await idOf(other), focus: { x: 10, y: 90 } })
  assert.deepEqual((await reply('/v1/news/list')).pictures, { [cover]: { alt: '门头' } })
  assert.deepEqual((await reply('/v1/news/detailNews', { newId })).pictures, {
    [cover]: { alt: '门头' },
    [other]: { focus: { x: 10, y: 90 } },
  })
  await call('/v1/carousel/saveCarousel', { photoTitle: '首屏', photoUrl: other })
  assert.deepEqual(
    (await reply('/v1/carousel/selectAllList')).pictures,
    { [other]: { focus: { x: 10, y: 90 } } },
    'a list without pages',
  )
  for (let n = 0; n < 101; n++) await call('/v1/news/saveNews', { newTitle: `第${n}条`, newCover: cover })
  const long = await reply('/v1/news/list', { limit: 1000 })
  assert.deepEqual(
    [(long.data as { count: number }).count, long.pictures],
    [(long.data as { data: unknown[] }).data.length, { [cover]: { alt: '门头' } }],
    'a list that is sent in chunks',
  )
  assert.ok(!('pictures' in (await reply('/v1/site/detail'))))
  assert.ok(!('pictures' in (await call('/v1/media/list'))))
})

/** The address of the variant of a picture that was uploaded with one. */
const variantOf = (address: string): string => `${address.slice(0, address.indexOf('.'))}.480w.webp`

test('the places where a file is used follow records, the site and the back office', async (t) => {
  const { server, headers, call, list, upload, idOf } = await library(t, { env: { SEED: 'on' } })
  const address = await upload(jpg(1920, 1080), 'a.jpg', withVariant)
  const mediaId = await idOf(address)
  const places = async () =>
    (await call('/v1/media/detail', { mediaId })).data.places
      .map(({ kind, title, field }: Record<string, string>) => `${kind} ${title} ${field}`)
      .sort()
  assert.deepEqual(await places(), [])

  const { newId } = (
    await call('/v1/news/saveNews', {
      newTitle: '开工',
      newCover: address,
      newInfo: `<p><img src="${address}"></p><p><img src="${variantOf(address)}"></p>`,
    })
  ).data
  const { productId } = (
    await call('/v1/product/saveProduct', {
      coverName: '塔机',
      productCon: `<p>${'字'.repeat(40_000)}<video src="/a.mp4" poster="${address}"></video></p>`,
    })
  ).data
  await call('/v1/carousel/saveCarousel', { photoTitle: '首屏', photoUrl: `${server.url}${address}` })
  const renamed = await server.post(
    '/service-basics-item/item/item',
    { sysName: '后台', logo: address },
    { method: 'PUT', headers },
  )
  assert.equal(renamed.code, 200)
  assert.deepEqual(await places(), [
    'carousel 首屏 图片',
    'item 后台名称和LOGO LOGO',
    'news 开工 封面图',
    'news 开工 新闻内容',
    'product 塔机 产品内容',
  ])
  assert.equal((await list({ word: 'a.jpg' })).data[0].uses, 5)
  assert.equal((await list({ unused: true })).count, 0)

  await call('/v1/news/updateNews', { newId, newCover: '', newInfo: '<p>没有图片</p>' })
  await call('/v1/product/deleteProduct', { productId })
  assert.equal((await places()).length, 3, 'what was deleted uses it')
  await call('/v1/trash/delete', { kind: 'product', ids: [productId] })
  assert.deepEqual(await places(), ['carousel 首屏 图片', 'item 后台名称和LOGO LOGO'])
  assert.equal((await list({ word: 'a.jpg' })).data[0].uses, 2)
})

/** As someone has edited the site record by hand. */
async function siteWith(folder: string, fields: object): Promise<void> {
  const seed = JSON.parse(readFileSync(new URL('../../data/seed/site/site.json', import.meta.url), 'utf8'))
  await store(folder, 'site', { ...seed, ...fields })
}

test('the site record is a place, too, by the name of the item', async (t) => {
  const first = await library(t)
  const address = await first.upload(png(5, 5))
  await first.server.stop()
  await siteWith(first.server.folder, { partners: [{ image: address, name: '中建样例' }], introImage: address })
  const { call } = await library(t, { folder: first.server.folder })
  const { places } = (await call('/v1/media/detail', { address })).data
  assert.deepEqual(places, [
    { kind: 'site', id: 'site', title: '网站设置', field: '公司照片', group: 'about' },
    { kind: 'site', id: 'site', title: '网站设置', field: '合作伙伴·中建样例', group: 'about' },
  ])
})

test('a version of a legal text that an earlier program has kept blocks a deletion, and a replacement leaves it', async (t) => {
  const { server: first, upload } = await library(t, { env: { SEED: 'on' } })
  const [from, to] = [await upload(png(5, 5), 'a.png'), await upload(png(6, 6), 'b.png')]
  await first.stop()
  await store(first.folder, 'notice', { ...keptNotice, body: `<p><img src="${from}" alt=""></p>` })
  const { call, idOf } = await library(t, { folder: first.folder })
  const input = { mediaId: await idOf(from), replacement: await idOf(to) }

  const refused = await call('/v1/media/delete', { mediaIds: [input.mediaId] })
  assert.deepEqual(
    [refused.status, refused.msg],
    [409, '“a.png”正在使用，不能删除：用户协议的历史版本（2026-12-01生效）'],
  )
  const { uses, places } = (await call('/v1/media/detail', { mediaId: input.mediaId })).data
  assert.deepEqual([uses, places[0].kind, places[0].title], [1, 'notice', '用户协议'])
  assert.deepEqual((await call('/v1/media/replace', input)).data, { places: 0 })
})

test('a file that is used is not deleted, and neither are the others of the call', async () => {
  const { server, call, list, upload, idOf } = shared
  const before = { files: filesIn(server), count: (await list()).count }
  const [used, unused] = [await upload(jpg(1920, 1080), 'a.jpg', withVariant), await upload(png(2, 2), 'b.png')]
  const mediaIds = [await idOf(used), await idOf(unused)]
  const { newId } = (await call('/v1/news/saveNews', { newTitle: '开工', newCover: used })).data
  const refused = await call('/v1/media/delete', { mediaIds })
  assert.deepEqual([refused.status, refused.msg], [409, '“a.jpg”正在使用，不能删除：新闻“开工”的封面图'])
  assert.deepEqual(refused.data.places, [{ kind: 'news', id: newId, title: '开工', field: '封面图' }])
  assert.equal((await list()).count, before.count + 2)

  await call('/v1/news/deleteNews', { newId })
  await call('/v1/trash/delete', { kind: 'news', ids: [newId] })
  assert.equal((await call('/v1/media/delete', { mediaIds: [...mediaIds, 'none'] })).msg, '删除成功！')
  assert.deepEqual({ files: filesIn(server), count: (await list()).count }, before)
  for (const address of [used, variantOf(used), unused]) assert.equal((await fetch(server.url + address)).status, 404)
  assert.equal((await call('/v1/media/delete', { mediaIds })).code, 200, 'a repeat is no error')
})

test('variants that another upload has as well stay when one of the two is deleted', filesOnly, async (t) => {
  const before = await library(t)
  const first = await before.upload(jpg(1920, 1080), 'a.jpg', { ...withVariant, color: '#112233' })
  // As earlier servers have kept the same picture twice.
  const second = first.replace('112233', '112244')
  await before.server.stop()
  copyFileSync(join(before.server.folder, first), join(before.server.folder, second))
  const { server, call, idOf } = await library(t, { folder: before.server.folder })
  await eventually(
    async () => (await call('/v1/media/detail', { address: second })).code === 200,
    'the copy is recorded',
  )
  assert.equal((await call('/v1/media/delete', { mediaIds: [await idOf(first)] })).code, 200)
  assert.equal((await fetch(server.url + variantOf(second))).status, 200)
  assert.equal((await call('/v1/media/delete', { mediaIds: [await idOf(second)] })).code, 200)
  assert.deepEqual(filesIn(server), [])
})

test('a file is replaced everywhere by the usual way of saving, and the same call may be repeated', async (t) => {
  const first = await library(t)
  const [from, to] = [
    await first.upload(jpg(1920, 1080), 'a.jpg', withVariant),
    await first.upload(jpg(1600, 900), 'b.jpg'),
  ]
  await first.server.stop()
  await siteWith(first.server.folder, { introImage: from, cases: [] })
  const { server, headers, call, upload, idOf } = await library(t, { folder: first.server.folder })
  const { newId } = (
    await call('/v1/news/saveNews', {
      newTitle: '开工',
      newCover: from,
      newInfo: `<p><img src="${from}"><img src="${variantOf(from)}" alt="见 ${from}"></p>`,
    })
  ).data
  const { photoId } = (await call('/v1/carousel/saveCarousel', { photoTitle: '首屏', photoUrl: from })).data
  await server.post('/service-basics-item/item/item', { sysName: '后台', logo: from }, { method: 'PUT', headers })
  const before = (await call('/v1/news/detailNews', { newId })).data

  const input = { mediaId: await idOf(from), replacement: await idOf(to) }
  const { code, msg, data } = await call('/v1/media/replace', input)
  assert.deepEqual([code, msg, data], [200, '替换成功！', { places: 5 }])
  const article = (await call('/v1/news/detailNews', { newId })).data
  assert.equal(article.newCover, to)
  assert.equal(article.newInfo, `<p><img src="${to}"><img src="${to}" alt="见 ${to}"></p>`)
  assert.notEqual(article.version, before.version, 'an edit of the article meanwhile is refused')
  assert.equal((await call('/v1/carousel/detailCarousel', { photoId })).data.photoUrl, to)
  const { introImage, ...facts } = (await call('/v1/site/detail')).data
  assert.equal(introImage, to)
  assert.deepEqual(
    Object.keys(facts).filter((name) => /^(id|created|changed)/.test(name)),
    [],
  )
  assert.equal((await call('/v1/indexLogin/userInfo')).data.logo, to)

  assert.deepEqual((await call('/v1/media/replace', input)).data, { places: 0 })
  assert.equal((await call('/v1/media/delete', { mediaIds: [input.mediaId] })).code, 200)
  for (const replacement of [input.mediaId, input.replacement]) {
    assert.equal((await call('/v1/media/replace', { ...input, replacement })).code, 404)
  }
  const other = await idOf(await upload(png(7, 7)))
  for (const replacement of ['none', other]) {
    assert.deepEqual((await call('/v1/media/replace', { mediaId: other, replacement })).data, { field: 'replacement' })
  }
})

test(
  'files without a record get one after the start, without their variants, and a record without its file says so',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const uploads = join(folder, 'uploads', 'news')
    for (const made of [uploads, join(folder, 'data', 'news')]) await mkdir(made, { recursive: true })
    const [stem, old] = ['a'.repeat(32), 'b'.repeat(32)]
    const name = `${stem}.1920x1080.c8d2e0.480w.jpg`
    writeFileSync(join(uploads, name), jpg(1920, 1080))
    writeFileSync(join(uploads, `${stem}.480w.webp`), webp(480, 270))
    writeFileSync(join(uploads, `${old}.jpg`), jpg(30, 20, exifSegment(6)))
    writeFileSync(join(uploads, `${'c'.repeat(32)}.png`), 'not a picture')
    writeFileSync(join(uploads, 'notes.txt'), 'by hand')
    utimesSync(join(uploads, name), new Date('2020-05-01T00:00:00Z'), new Date('2020-05-01T00:00:00Z'))

    const { server, list, call } = await library(t, { folder })
    await eventually(async () => (await list()).count === 2, 'both files are recorded')
    const { data } = await list()
    const rows = data.map(({ mediaId: _id, createDate, ...row }: Record<string, unknown>) => ({
      ...row,
      year: String(createDate).slice(0, 4),
    }))
    assert.deepEqual(rows[1], {
      address: `/uploads/news/${name}`,
      name,
      alt: '',
      type: 'image/jpeg',
      bytes: jpg(1920, 1080).length,
      width: 1920,
      height: 1080,
      by: '',
      uses: 0,
      year: '2020',
    })
    assert.deepEqual([rows[0].address, rows[0].width, rows[0].height], [`/uploads/news/${old}.jpg`, 20, 30])

    rmSync(join(uploads, `${old}.jpg`))
    assert.deepEqual(
      (await list()).data.map(({ missing }: { missing?: boolean }) => missing),
      [true, undefined],
    )
    const { mediaId } = data[0]
    assert.equal((await call('/v1/media/detail', { mediaId })).data.missing, true)
    assert.equal((await call('/v1/media/delete', { mediaIds: [mediaId] })).code, 200)
    await server.stop()
    const again = await library(t, { folder })
    assert.equal((await again.list()).count, 1)
  },
)

test('a replacement changes the logo only for those who may change it', async (t) => {
  const { server, headers, call, upload, idOf } = await library(t)
  const [from, to] = [await upload(png(1, 1)), await upload(png(2, 2))]
  const input = { mediaId: await idOf(from), replacement: await idOf(to) }
  await call('/v1/news/saveNews', { newTitle: '开工', newCover: from })
  await server.post('/service-basics-item/item/item', { sysName: '后台', logo: from }, { method: 'PUT', headers })
  assert.equal((await user(server.folder, ['add', 'li.gong', '--password-stdin'], 'clerk-secret\n')).code, 0)
  const clerk = await server.signIn({ username: 'li.gong', password: 'clerk-secret' })
  const refused = await server.post('/v1/media/replace', input, { headers: clerk })
  assert.deepEqual([refused.code, refused.msg], [403, '没有权限修改后台名称和LOGO，其中也使用了“a.png”'])
  assert.equal((await call('/v1/media/detail', { mediaId: input.mediaId })).data.uses, 2)
  assert.deepEqual((await call('/v1/media/replace', input)).data, { places: 2 })
})

test('a picture that is put to use while it is deleted stays', filesOnly, async (t) => {
  const folder = newFolder(t)
  const records = await openStore({ disk: newDisk(t, join(folder, 'data')), now: Date.now, log: () => {} })
  const uploads = createUploads(join(folder, 'uploads'))
  await uploads.prepare()
  const path = join(uploads.incoming, 'a')
  writeFileSync(path, png(3, 3))
  const address = await uploads.keep({ path, size: png(3, 3).length }, 'media', {
    record: (facts) => recordUpload(records, facts, { name: 'a.png', by: 'admin' }),
  })
  const [before] = records.media.all()
  assert.ok(before)
  const uses = createMediaUses(records)
  const saveFirst: Uploads['remove'] = async (...args) => {
    await records.news.insert(recordOf('news', { newTitle: '开工', newCover: address }))
    return uploads.remove(...args)
  }
  const { mediaDelete } = mediaCalls({
    store: records,
    uploads: { ...uploads, remove: saveFirst },
    uses,
    starterFiles: createStarterFiles(records, uses, ''),
    richText: createRichText(),
    filmBytes: 0,
    now: Date.now,
  })
  await assert.rejects(
    async () => mediaDelete({ mediaIds: [before.id] }),
    /“a.png”正在使用，不能删除：新闻“开工”的封面图/,
  )
  assert.deepEqual(records.media.all(), [before])
  assert.deepEqual(await uploads.list(), [address])
})

/**
 * Replaces a file in an article and in the photo after it, in this process; `meanwhile` runs once between reading and saving the article.
 */
async function replaceWhile(
  t: TestContext,
  meanwhile: (records: Store, article: string, deleteReplacement: () => Promise<unknown>) => Promise<unknown>,
) {
  const records = await openStore({ disk: newDisk(t, join(newFolder(t), 'data')), now: Date.now, log: () => {} })
  const [from, to] = [`/uploads/media/${'a'.repeat(32)}.png`, `/uploads/media/${'b'.repeat(32)}.png`] as const
  const facts = { name: 'a.png', type: 'image/png', bytes: 1, width: 1, height: 1, alt: '', by: 'admin' } as const
  const [mediaId, replacement] = [
    (await records.media.insert({ ...facts, address: from })).id,
    (await records.media.insert({ ...facts, address: to })).id,
  ]
  const article = await records.news.insert(
    recordOf('news', { newTitle: '开工', newInfo: `<p><img src="${from}"></p>` }),
  )
  const photo = await records.carousel.insert(recordOf('carousel', { photoTitle: '首屏', photoUrl: from }))
  const richText = createRichText()
  let isFirst = true
  const clean: typeof richText.clean = async (...args) => {
    if (isFirst) await meanwhile(records, article.id, deleteReplacement)
    isFirst = false
    return richText.clean(...args)
  }
  const { uploads, blocked } = uploadsInMemory([from, to])
  /** Resolves when it is done, or has to wait. */
  const deleteReplacement = async (): Promise<unknown> => {
    deletion = Promise.allSettled([mediaDelete({ mediaIds: [replacement] })])
    return Promise.race([deletion, blocked])
  }
  let deletion: Promise<unknown> | undefined
  const caller = { ...visitorAt(''), signedIn: { user: { name: 'admin', auth: '' } } as unknown as SignedInUser }
  const uses = createMediaUses(records)
  const { mediaReplace, mediaDelete } = mediaCalls({
    store: records,
    uploads,
    uses,
    starterFiles: createStarterFiles(records, uses, ''),
    richText: { ...richText, clean },
    filmBytes: 0,
    now: Date.now,
  })
  await mediaReplace({ mediaId, replacement }, caller)
  await deletion
  assert.equal(records.carousel.get(photo.id)?.photoUrl, to)
  assert.deepEqual([records.media.get(replacement)?.address, (await uploads.missing([to])).size], [to, 0])
  return records.news.get(article.id)
}

/** `blocked` resolves when work on an upload has to wait for other work on it. */
function uploadsInMemory(addresses: readonly string[]): { uploads: Uploads; blocked: Promise<void> } {
  const files = new Set(addresses)
  const queue = new KeyedQueue()
  const held = new Set<string>()
  let onBlocked = (): void => {}
  const blocked = new Promise<void>((resolve) => (onBlocked = resolve))
  const exclusively: Uploads['exclusively'] = (address, work) => {
    if (held.has(address)) onBlocked()
    held.add(address)
    return queue.run(address, work)
  }
  const remove: Uploads['remove'] = (address, forget) =>
    exclusively(address, async () => void ((await forget()) && files.delete(address)))
  const missing: Uploads['missing'] = async (asked) => new Set(asked.filter((address) => !files.has(address)))
  return { uploads: { exclusively, remove, missing } as unknown as Uploads, blocked }
}

test('an article from which somebody takes the file while it is replaced keeps the version of that change', async (t) => {
  let taken: unknown
  const after = await replaceWhile(t, async (records, id) => {
    await edit(records.news, id, {
      fields: { newInfo: '<p>没有图片</p>' },
      basedOn: undefined,
      by: '王工',
      now: Date.now(),
    })
    taken = records.news.get(id)
  })
  assert.ok(taken)
  assert.deepEqual(after, taken)
})

test('an article that is deleted while its file is replaced does not stop the replacement elsewhere', async (t) => {
  assert.equal(await replaceWhile(t, (records, id) => records.news.remove(id)), undefined)
})

test('a file is not deleted while it is put in the place of another one', async (t) => {
  const article = await replaceWhile(t, (_records, _id, deleteReplacement) => deleteReplacement())
  assert.match(article?.newInfo ?? '', /b{32}/)
})

test('drafts and the trash use their files: a replacement changes drafts, and leaves the trash as it is', async (t) => {
  const { call, upload, idOf } = await library(t)
  const [from, to] = [await upload(png(5, 5), 'a.png'), await upload(png(6, 6), 'b.png')]
  const newInfo = `<p><img src="${from}" alt=""></p>`
  const { id } = (await call('/v1/draft/save', { kind: 'news', fields: { newTitle: '写到一半', newInfo } })).data
  const { newId } = (await call('/v1/news/saveNews', { newTitle: '删掉的', newCover: from })).data
  await call('/v1/draft/save', { kind: 'news', id: newId, fields: { newCover: '', newInfo } })
  await call('/v1/news/deleteNews', { newId })
  const input = { mediaId: await idOf(from), replacement: await idOf(to) }

  const detail = async () => (await call('/v1/media/detail', { mediaId: input.mediaId })).data
  const places = (await detail()).places.map(({ kind, id: of, title, field, state }: Record<string, string>) => [
    kind,
    of,
    title,
    field,
    state,
  ])
  assert.deepEqual(
    places.sort(),
    [
      ['news', id, '写到一半', '新闻内容', 'draft'],
      ['news', newId, '删掉的', '封面图', 'deleted'],
      ['news', newId, '删掉的', '新闻内容', 'deleted'],
    ].sort(),
  )
  const refused = await call('/v1/media/delete', { mediaIds: [input.mediaId] })
  assert.equal(refused.status, 409)
  assert.match(refused.msg, /新闻草稿“写到一半”的新闻内容；回收站里的新闻“删掉的”的/)

  assert.deepEqual((await call('/v1/media/replace', input)).data, { places: 1 })
  assert.match((await call('/v1/draft/detail', { kind: 'news', id })).data.fields.newInfo, new RegExp(to))
  assert.equal((await detail()).uses, 2, 'the trash stays as it is')
  assert.deepEqual((await call('/v1/media/replace', input)).data, { places: 0 })
  await call('/v1/trash/delete', { kind: 'news', ids: [newId] })
  assert.equal((await call('/v1/media/delete', { mediaIds: [input.mediaId] })).code, 200)
})

test('what shared links show of a picture goes with it, is not listed, and has the size they need', async (t) => {
  const { server, headers, call, list, upload } = await library(t)
  const cut = async (color: string) => upload(png(1200, 630), `cut-${color}.png`, { color })
  const first = await cut('#aabbcc')
  assert.equal((await list()).count, 1, 'by itself it is a picture as others')
  const address = await upload(jpg(1920, 1280), '塔机.jpg', { poster: first })
  const {
    data: [row],
    count,
  } = await list()
  assert.deepEqual([count, row.address, row.poster], [1, address, first])

  const { productId } = (
    await server.post(
      '/v1/product/saveProduct',
      { coverName: '塔机', coverUrl: address, locationId: 'zhgd' },
      { headers },
    )
  ).data
  const shared = async (): Promise<(string | undefined)[]> => {
    const html = await (await fetch(`${server.url}/productDet?productId=${productId}`)).text()
    return ['image', 'image:width', 'image:height'].map(
      (name) => new RegExp(`<meta property="og:${name}" content="(?:http://localhost:\\d+)?([^"]+)">`).exec(html)?.[1],
    )
  }
  assert.deepEqual(await shared(), [first, '1200', '630'])

  for (const poster of [address, 'https://example.com/x.1200x630.png', '/media/og.1200x630.png']) {
    const { code, data } = await call('/v1/media/update', { mediaId: row.mediaId, poster })
    assert.deepEqual([code, data.field], [400, 'poster'], poster)
  }
  assert.equal(
    (await uploadPicture(server, headers, png(30, 20), { type: 'media', fields: { poster: address } })).code,
    400,
  )

  const second = (await uploadPicture(server, headers, jpg(1200, 630), { type: 'media', name: 'second.jpg' })).data
  assert.equal(
    (await call('/v1/media/update', { mediaId: row.mediaId, focus: { x: 20, y: 50 }, poster: second })).code,
    200,
  )
  assert.deepEqual(await shared(), [second, '1200', '630'])
  assert.deepEqual([(await fetch(server.url + first)).status, (await list()).count], [404, 1], 'the one before is gone')
  assert.equal((await call('/v1/media/update', { mediaId: row.mediaId, poster: '' })).code, 200)
  assert.deepEqual(await shared(), [address, '1920', '1280'])
  assert.equal((await fetch(server.url + second)).status, 404)

  const third = await cut('#112233')
  assert.equal((await call('/v1/media/update', { mediaId: row.mediaId, poster: third })).code, 200)
  await server.post('/v1/product/deleteProduct', { productId }, { headers })
  await server.post('/v1/trash/delete', { kind: 'product', ids: [productId] }, { headers })
  assert.equal((await call('/v1/media/delete', { mediaIds: [row.mediaId] })).code, 200)
  assert.deepEqual([(await fetch(server.url + third)).status, (await list()).count], [404, 0])
})
