import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { test } from 'node:test'
import { pdf } from './documents.ts'
import { storedTexts } from '../stored.ts'
import { jpg } from './pictures.ts'
import { library } from './mediaLibrary.ts'
import { sendLarge } from './sendLarge.ts'

test('the pictures of the starter site are in the library: replaced everywhere at once, never deleted, gone when nothing uses them', async (t) => {
  const { server, call, list, upload, idOf } = await library(t, { env: { SEED: 'on' } })
  assert.ok((await list()).count > 100)
  assert.equal((await list({ withoutAlt: true })).count, 0, 'nobody has to describe what is to be replaced')
  for (const { address, name, uses, bytes, width, missing } of (await list({ type: 'picture', limit: 100 })).data) {
    assert.match(address, /^\/media\//)
    assert.equal((await fetch(server.url + address, { method: 'HEAD' })).status, 200)
    assert.ok(name !== '' && uses > 0 && bytes > 0 && width > 0 && missing === undefined, address)
  }
  const { count } = await list({ type: 'picture' })
  const {
    data: [product],
  } = (await call('/v1/product/list')).data
  const named = (await list({ word: product.coverName })).data as { address: string; mediaId: string; uses: number }[]
  const cover = named.find(({ address }) => address === product.coverUrl)
  assert.ok(cover, 'named after what it shows')

  const refused = await call('/v1/media/delete', { mediaIds: [cover.mediaId] })
  assert.deepEqual([refused.code, refused.msg], [409, '示例随程序提供，不能删除，可以替换成自己的'])
  const wrong = await call('/v1/media/update', { mediaId: cover.mediaId, alt: '防护栏杆', poster: product.coverUrl })
  assert.equal(wrong.code, 400)
  assert.deepEqual(await storedTexts(server.folder, 'media'), [], 'a refused change makes no record')
  await call('/v1/media/update', { mediaId: cover.mediaId, alt: '防护栏杆' })
  const page = await (await fetch(`${server.url}/productDet?productId=${product.productId}`)).text()
  assert.ok(page.includes('"alt":"防护栏杆"'), 'pages know the text')
  const own = await upload(jpg(1600, 900), 'own.jpg')
  assert.equal((await list()).data[0].address, own, 'before all that the program brings')
  const { places } = (await call('/v1/media/replace', { mediaId: cover.mediaId, replacement: await idOf(own) })).data
  assert.equal(places, cover.uses)
  assert.equal((await call('/v1/product/detailProduct', { productId: product.productId })).data.coverUrl, own)
  assert.equal((await list({ type: 'picture' })).count, count + 1, 'what staff have written of it stays')
  assert.equal((await call('/v1/media/delete', { mediaIds: [cover.mediaId] })).code, 200)
  assert.equal((await list({ type: 'picture' })).count, count)
  assert.equal(
    (await fetch(server.url + cover.address, { method: 'HEAD' })).status,
    200,
    'the file belongs to the program',
  )
})

test('the data sheets of the starter site are documents of the library: named, dated, replaced everywhere at once', async (t) => {
  const { server, headers, call, list } = await library(t, { env: { SEED: 'on' } })
  const { data: sheets, count } = await list({ type: 'document' })
  assert.deepEqual(
    sheets.map(({ address }: { address: string }) => address.split('/').at(-1)).sort(),
    readdirSync('data/seed/media/document'),
  )
  assert.equal(count, 6)
  for (const { address, name, createDate, bytes, uses } of sheets) {
    assert.match(name, /^[\u4e00-\u9fff]+产品资料\.pdf$/)
    assert.match(createDate, /^20\d\d-\d\d-\d\d \d\d:\d\d:\d\d$/, 'not the beginning of time')
    const file = await (await fetch(server.url + address)).arrayBuffer()
    assert.deepEqual([bytes, uses], [file.byteLength, 2])
  }
  const [{ mediaId, address }] = sheets

  const own = (await sendLarge(server, headers).send(pdf('own'), '自己的.pdf')).data
  assert.equal((await list({ type: 'document' })).data[0].address, own.address, 'the newest is first')
  assert.equal((await call('/v1/media/replace', { mediaId, replacement: own.mediaId })).data.places, 2)
  const downloads = await (await fetch(`${server.url}/p/xiazai`)).text()
  assert.ok(downloads.includes(own.address) && !downloads.includes(address))
  const left = (await list({ type: 'document' })).data.map(({ name }: { name: string }) => name)
  assert.deepEqual([left.length, left[0]], [6, '自己的.pdf'], 'it is gone when nothing uses it')

  const { mediaId: other } = (await list({ type: 'document' })).data[1]
  await call('/v1/media/update', { mediaId: other, name: '扬尘资料.pdf' })
  assert.deepEqual((await list({ word: '扬尘资料' })).count, 1)
  await server.stop()
  const again = await library(t, { env: { SEED: 'on' }, folder: server.folder })
  assert.equal((await again.list({ word: '扬尘资料' })).count, 1, 'its record is read again')
})
