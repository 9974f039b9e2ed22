import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jpg } from '../uploads/pictures.ts'
import { library } from './mediaLibrary.ts'

test('the pictures of the starter site are in the library: replaced everywhere at once, never deleted, gone when nothing uses them', async (
  t,
) => {
  const { server, call, list, upload, idOf } = await library(t, { env: { SEED: 'on' } })
  assert.ok((await list()).count > 100)
  assert.equal((await list({ withoutAlt: true })).count, 0, 'nobody has to describe what is to be replaced')
  for (const { address, name, uses, bytes, width, missing } of (await list({ limit: 100 })).data) {
    assert.match(address, /^\/media\//)
    assert.equal((await fetch(server.url + address, { method: 'HEAD' })).status, 200)
    assert.ok(name !== '' && uses > 0 && bytes > 0 && width > 0 && missing === undefined, address)
  }
  const { count } = await list({ type: 'picture' })
  const { data: [product] } = (await call('/v1/product/list')).data
  const named = (await list({ word: product.coverName })).data as { address: string; mediaId: string; uses: number }[]
  const cover = named.find(({ address }) => address === product.coverUrl)
  assert.ok(cover, 'named after what it shows')

  const refused = await call('/v1/media/delete', { mediaIds: [cover.mediaId] })
  assert.deepEqual([refused.code, refused.msg], [409, '示例图片随程序提供，不能删除，可以替换成自己的图片'])
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
  assert.equal((await fetch(server.url + cover.address, { method: 'HEAD' })).status, 200, 'the file belongs to the program')
})
