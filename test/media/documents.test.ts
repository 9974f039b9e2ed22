import assert from 'node:assert/strict'
import { test } from 'node:test'
import { limits } from '../../contract/calls/rules.ts'
import { docx, pdf, xlsx, zip } from './documents.ts'
import { mp4 } from './films.ts'
import { png } from './pictures.ts'
import { uploadPicture } from './uploadPicture.ts'
import { filesIn } from './mediaLibrary.ts'
import { sendLarge } from './sendLarge.ts'
import { startServer } from '../server.ts'

async function library(t: { after(fn: () => unknown): void }, options: Parameters<typeof startServer>[1] = {}) {
  const server = await startServer(t, options)
  const headers = await server.signIn()
  return { server, headers, ...sendLarge(server, headers) }
}

test('documents are recorded and served as downloads under their own names', async (t) => {
  const { server, call, send } = await library(t, { env: { FILM_LIMIT: '0' } })
  const bytes = pdf('catalogue')
  const sent = await send(bytes, 'D:\\资料\\牙椅 手册(2026).pdf')
  assert.deepEqual([sent.code, sent.msg], [200, '上传成功！'])
  const { mediaId, address } = sent.data
  assert.match(address, /^\/uploads\/document\/[0-9a-f]{32}\.pdf$/)
  const { name, type, bytes: size, width, by } = (await call('detail', { mediaId })).data
  assert.deepEqual(
    { name, type, size, width, by },
    {
      name: '牙椅 手册(2026).pdf',
      type: 'application/pdf',
      size: bytes.length,
      width: 0,
      by: 'admin',
    },
  )

  const served = await fetch(server.url + address)
  const header = (of: Response, each: string): string | null => of.headers.get(each)
  assert.equal(header(served, 'content-type'), 'application/pdf')
  assert.equal(header(served, 'x-content-type-options'), 'nosniff')
  assert.equal(header(served, 'content-security-policy'), "default-src 'none'; frame-ancestors 'self'; sandbox")
  assert.equal(
    header(served, 'content-disposition'),
    'inline; filename="document.pdf"; filename*=UTF-8\'\'%E7%89%99%E6%A4%85%20%E6%89%8B%E5%86%8C%282026%29.pdf',
  )
  assert.ok(Buffer.from(await served.arrayBuffer()).equals(bytes))

  const sheet = (await send(xlsx(), 'price list.xlsx')).data
  const disposition = async (of: string): Promise<string | null> =>
    header(await fetch(server.url + of), 'content-disposition')
  assert.equal(
    await disposition(sheet.address),
    'attachment; filename="price list.xlsx"; filename*=UTF-8\'\'price%20list.xlsx',
  )
  await call('update', { mediaId: sheet.mediaId, name: '报价"\r\n<b>' })
  assert.equal(
    await disposition(sheet.address),
    'attachment; filename="document.xlsx"; filename*=UTF-8\'\'%E6%8A%A5%E4%BB%B7%22%0A%3Cb%3E.xlsx',
  )

  const word = await send(docx(), '说明书.pdf')
  assert.match(word.data.address, /\.docx$/, 'the bytes say what it is')
  assert.match((await send(zip(), '图纸.zip')).data.address, /\.zip$/)
  assert.equal((await send(bytes, '另一个名字.pdf')).data.address, address, 'the same bytes are one document')
  assert.equal((await call('list', { type: 'document' })).data.count, 4)
  assert.equal(
    (await call('list', { type: 'picture' })).data.count + (await call('list', { type: 'film' })).data.count,
    0,
  )
  assert.deepEqual(
    [(await call('list', { word: '牙椅' })).data.count, (await call('list', { word: 'e' })).data.count],
    [1, 0],
  )
  assert.equal(filesIn(server, 'document').length, 4)
})

test('what is no document, or too large, is refused', async (t) => {
  const { call, send, begin } = await library(t)
  const refused = await send(Buffer.from('<script>alert(1)</script>'), '手册.pdf')
  assert.deepEqual([refused.code, refused.msg], [422, '只能上传PDF、Word（docx）、Excel（xlsx）或zip文件，不能含宏'])
  const large = await call('film/begin', { name: '手册.PDF', bytes: limits.document + 1 })
  assert.deepEqual([large.code, large.msg, large.data], [413, '文档不能超过50MB！', { field: 'bytes' }])
  await begin(limits.document, '手册.pdf')
})

test('a film under the name of a document keeps the limit of films', async (t) => {
  const { call, send } = await library(t, { env: { FILM_LIMIT: '0' } })
  const refused = await send(mp4(), '手册.pdf')
  assert.deepEqual([refused.code, refused.msg], [400, '本站未开启视频上传，请联系管理员'])
  assert.equal((await call('list')).data.count, 0)
})

test('a document is replaced by a document only, and deleted when nothing uses it', async (t) => {
  const { server, headers, call, send } = await library(t)
  const [old, next] = [(await send(pdf('2025'), '2025.pdf')).data, (await send(pdf('2026, longer'), '2026.pdf')).data]
  const picture = (await uploadPicture(server, headers, png(3, 2), { type: 'media', name: 'a.png' })).data
  const { mediaId: pictureId } = (await call('detail', { address: picture })).data
  const wrong = await call('replace', { mediaId: old.mediaId, replacement: pictureId })
  assert.deepEqual([wrong.code, wrong.msg], [400, '文档只能用文档替换'])
  const newInfo = `<p><a href="${old.address}">2025.pdf <small>PDF · 533 B</small></a></p>`
  const { newId } = (await server.post('/v1/news/saveNews', { newTitle: '目录', newInfo }, { headers })).data
  assert.equal((await call('delete', { mediaIds: [old.mediaId] })).code, 409)
  assert.equal((await call('replace', { mediaId: old.mediaId, replacement: next.mediaId })).data.places, 1)
  const { newInfo: replaced } = (await server.post('/v1/news/detailNews', { newId })).data
  assert.equal(
    replaced,
    `<p><a href="${next.address}">2025.pdf <small>PDF · ${pdf('2026, longer').length} B</small></a></p>`,
  )
  assert.equal((await call('delete', { mediaIds: [old.mediaId] })).code, 200)
  assert.equal((await fetch(server.url + old.address)).status, 404)
})

test('a product has documents: in drafts, in its history, merged, and where the library says that a file is used', async (t) => {
  const { server, headers, call, send } = await library(t)
  const post = (path: string, body: object) => server.post(path, body, { headers })
  const { mediaId, address } = (await send(pdf(), '手册.pdf')).data
  const manual = { name: '使用手册', address }
  const { productId } = (await post('/v1/product/saveProduct', { coverName: '牙椅', documents: [manual] })).data
  const shown = async () => await server.post('/v1/product/detailProduct', { productId })
  assert.deepEqual((await shown()).data.documents, [manual])
  assert.deepEqual((await call('detail', { mediaId })).data.places, [
    { kind: 'product', id: productId, title: '牙椅', field: '资料下载' },
  ])
  const { productId: plain } = (await post('/v1/product/saveProduct', { coverName: '灯' })).data
  assert.deepEqual((await server.post('/v1/product/detailProduct', { productId: plain })).data.documents, undefined)

  await post('/v1/product/updateProduct', { productId, coverName: '牙椅 A' })
  assert.deepEqual((await shown()).data.documents, [manual], 'what is not sent stays')
  const { version } = (
    await post('/v1/draft/save', { kind: 'product', id: productId, fields: { coverDescribe: '新' } })
  ).data
  assert.ok(version)
  const renamed = [{ ...manual, name: '说明书' }]
  await post('/v1/product/updateProduct', { productId, documents: renamed })
  const merged = await post('/v1/draft/publish', { kind: 'product', id: productId })
  assert.deepEqual([merged.code, merged.data.merged.fields], [200, ['documents']])
  assert.deepEqual((await shown()).data.documents, renamed)

  await post('/v1/draft/save', { kind: 'product', id: productId, fields: { documents: [] } })
  await post('/v1/draft/publish', { kind: 'product', id: productId })
  assert.deepEqual((await shown()).data.documents, undefined)
  const [{ version: before }] = (await post('/v1/history/list', { kind: 'product', id: productId })).data
  assert.deepEqual(
    (await post('/v1/history/detail', { kind: 'product', id: productId, version: before })).data.fields.documents,
    renamed,
  )
})

test('only documents of the library can be put on a product, and no more than twelve', async (t) => {
  const { server, headers } = await library(t)
  const save = (documents: unknown) =>
    server.post('/v1/product/saveProduct', { coverName: 'a', documents }, { headers })
  const address = `/uploads/document/${'a'.repeat(32)}.pdf`
  const link = { name: '手册', address }
  for (const [documents, msg] of [
    ['x', '资料最多12份'],
    [Array.from({ length: 13 }, () => link), '资料最多12份'],
    [[null], '第1份：请填写资料'],
    [[link, { name: ' ', address }], '第2份：请填写资料名称'],
    [[{ name: 'a' }], '第1份：请选择资料的文件'],
    ...[
      'javascript:alert(1)',
      'https://other.example/a.pdf',
      '/uploads/product/../document/a.pdf',
      address.replace('.pdf', '.html'),
      `${address}#x`,
    ].map((other) => [[{ name: 'a', address: other }], '第1份：资料应是素材库里的文档'] as const),
  ] as const) {
    const refused = await save(documents)
    assert.deepEqual([refused.code, refused.msg, refused.data], [400, msg, { field: 'documents' }])
  }
  assert.equal((await save(Array.from({ length: 12 }, () => ({ ...link, more: 'x' })))).code, 200)
})
