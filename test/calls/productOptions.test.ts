import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onePixel } from '../uploads/pictures.ts'
import { uploadPicture } from '../uploads/uploadPicture.ts'
import { startServer } from '../server.ts'

test('pictures, technical data and the story of a product: saved, drafted, published, merged, kept in its history, removed', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const post = (path: string, body: object) => server.post(path, body, { headers })
  const shown = async (productId: string) => {
    const { specs, pictures, story, version } = (await server.post('/v1/product/detailProduct', { productId })).data
    return { specs, pictures, story, version }
  }
  const specs = [
    { term: '重量', value: '120kg', key: true },
    { term: '续航', value: '4h', key: false },
  ]
  const story = [{ image: '/media/a.png', title: '看得清', desc: '一块屏。' }]
  const pictures = ['/media/a.png', '/media/b.png']
  const { productId } = (
    await post('/v1/product/saveProduct', {
      coverName: '焊接机器人',
      specs: [
        { term: ' 重量 ', value: '120kg ', key: true, more: 1 },
        { term: '续航', value: '4h' },
      ],
      pictures,
      story,
    })
  ).data
  const first = await shown(productId)
  assert.deepEqual(first, { specs, pictures, story, version: first.version }, 'trimmed, without unknown fields')
  const { productId: plain } = (await post('/v1/product/saveProduct', { coverName: '旧的' })).data
  assert.deepEqual(
    Object.keys((await server.post('/v1/product/detailProduct', { productId: plain })).data).filter((name) =>
      ['specs', 'pictures', 'story'].includes(name),
    ),
    [],
    'replies without them are as they were',
  )

  await post('/v1/draft/save', { kind: 'product', id: productId, fields: { pictures: ['/media/b.png'] } })
  assert.deepEqual(await shown(productId), first, 'a draft shows nothing')
  await post('/v1/product/updateProduct', { productId, specs: specs.slice(1) })
  const published = await post('/v1/draft/publish', { kind: 'product', id: productId })
  assert.equal(published.code, 200)
  const merged = await shown(productId)
  assert.deepEqual(
    [merged.specs, merged.pictures],
    [specs.slice(1), ['/media/b.png']],
    'what each of two people has changed',
  )

  const history = (await post('/v1/history/list', { kind: 'product', id: productId })).data
  const oldest = history.at(-1)
  const { fields } = (await post('/v1/history/detail', { kind: 'product', id: productId, version: oldest.version }))
    .data
  assert.deepEqual([fields.specs, fields.pictures, fields.story], [specs, pictures, story])
  await post('/v1/product/updateProduct', { productId, specs: [], pictures: [], story: [] })
  const emptied = await shown(productId)
  assert.deepEqual(emptied, { specs: undefined, pictures: undefined, story: undefined, version: emptied.version })
})

test('a picture of a gallery counts as used, and what is too much or incomplete is refused', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const url = (await uploadPicture(server, headers, onePixel, { type: 'product' })).data
  const save = (fields: object) => server.post('/v1/product/saveProduct', { coverName: 'a', ...fields }, { headers })
  assert.equal((await save({ pictures: [url] })).code, 200)
  const { mediaId } = (await server.post('/v1/media/list', {}, { headers })).data.data[0]
  const { places } = (await server.post('/v1/media/detail', { mediaId }, { headers })).data
  assert.deepEqual(
    places.map(({ field }: { field: string }) => field),
    ['图集'],
  )
  for (const [fields, msg] of [
    [{ pictures: [' '] }, '缺少图片'],
    [{ pictures: [null] }, '缺少图片'],
    [{ pictures: Array(13).fill(url) }, '图集最多12张图片'],
    [{ pictures: ['javascript:alert(1)'] }, undefined],
    [{ specs: [{ term: '重量', value: '' }] }, '第1项：请填写参数的值'],
    [{ specs: Array(41).fill({ term: 'a', value: 'b' }) }, '参数最多40项'],
    [{ specs: 'x' }, '参数最多40项'],
    [{ specs: [{ term: '重量', value: '1t', key: 'yes' }] }, '第1项：应为是或否'],
    [{ story: [{ image: '', title: 'a', desc: 'b' }] }, '第1段：请选择图片'],
    [{ story: [{ image: url, title: '', desc: 'b' }] }, '第1段：请填写标题'],
    [{ story: Array(9).fill({ image: url, title: 'a', desc: 'b' }) }, '图文介绍最多8段'],
  ] as const) {
    const refused = await save(fields)
    assert.deepEqual([refused.code, refused.data], [400, { field: Object.keys(fields)[0] }])
    if (msg !== undefined) assert.equal(refused.msg, msg)
  }
})
