import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onePixel } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'
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
    [{ pictures: ['javascript:alert(1)'] }, undefined],
    [{ specs: [{ term: '重量', value: '' }] }, '第1项：请填写参数的值'],
    [{ specs: 'x' }, '参数最多40项'],
    [{ specs: [{ term: '重量', value: '1t', key: 'yes' }] }, '第1项：应为是或否'],
    [{ story: [{ image: '', title: 'a', desc: 'b' }] }, '第1段：请选择图片'],
  ] as const) {
    const refused = await save(fields)
    assert.deepEqual([refused.code, refused.data], [400, { field: Object.keys(fields)[0] }])
    if (msg !== undefined) assert.equal(refused.msg, msg)
  }
})

test('models, price, delivery, warranty and platforms: saved, drafted, shown, and absent where they are empty', async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const post = (path: string, body: object) => server.post(path, body, { headers })
  const names = ['models', 'price', 'lead', 'warranty', 'platforms', 'facts']
  const shown = async (productId: string) => {
    const { data } = await server.post('/v1/product/detailProduct', { productId })
    return Object.fromEntries(names.filter((name) => name in data).map((name) => [name, data[name]]))
  }
  const sold = {
    models: [
      { model: 'TK-200', note: '标准型' },
      { model: 'TK-300', note: '' },
    ],
    price: '3.2万元/台起',
    lead: '15天',
    warranty: '整机2年',
    platforms: [{ province: '山东', cities: '济南、青岛' }],
  }
  const facts = [
    { term: '价格', value: '3.2万元/台起', head: true },
    { term: '供货期', value: '15天', head: true },
    { term: '保修期', value: '整机2年', head: true },
  ]
  const { productId } = (await post('/v1/product/saveProduct', { coverName: '升降机', ...sold })).data
  assert.deepEqual(await shown(productId), { ...sold, facts })
  const offers = async () => {
    const replies = [await server.post('/v1/product/list'), await server.post('/v1/search/site', { word: '升降机' })]
    return replies.map(({ data: { data } }) => [data[0].model, data[0].modelCount, data[0].price])
  }
  assert.deepEqual(await offers(), Array(2).fill(['TK-200', 2, '3.2万元/台起']))

  // A program that knows neither price nor parameters of models saves them as before.
  const own = { model: 'TK-200', note: '标准型', price: '面议', specs: [{ term: '臂长', value: '50m' }] }
  await post('/v1/product/updateProduct', { productId, models: [own, sold.models[1]] })
  await post('/v1/product/updateProduct', { productId, models: sold.models })
  assert.deepEqual((await shown(productId)).models, [own, sold.models[1]])
  await post('/v1/product/updateProduct', { productId, models: [{ ...own, price: '', specs: [] }, sold.models[1]] })
  assert.deepEqual((await shown(productId)).models[0], { ...own, price: '', specs: [] }, 'what is emptied is empty')
  await post('/v1/product/updateProduct', { productId, models: [] })
  await post('/v1/product/updateProduct', { productId, models: sold.models })

  // A program that knows none of them changes the product.
  await post('/v1/product/updateProduct', { productId, coverName: '施工升降机' })
  assert.deepEqual(await shown(productId), { ...sold, facts })

  await post('/v1/draft/save', { kind: 'product', id: productId, fields: { price: '面议' } })
  assert.deepEqual(await shown(productId), { ...sold, facts }, 'a draft shows nothing')
  await post('/v1/product/updateProduct', { productId, models: [own] })
  assert.equal((await post('/v1/draft/publish', { kind: 'product', id: productId })).code, 200)
  const merged = await shown(productId)
  assert.deepEqual(
    [merged.price, merged.facts?.[0]],
    ['面议', { term: '型号', value: 'TK-200，标准型', head: true }],
    'what two people have changed; one model alone is among the facts',
  )

  await post('/v1/product/updateProduct', { productId, price: '3万元', models: [{ ...own, price: '2万元' }] })
  assert.deepEqual(await offers(), Array(2).fill(['TK-200', undefined, '2万元']))
  const read = await shown(productId)
  assert.deepEqual([read.price, read.facts?.[1]], ['2万元', { term: '价格', value: '2万元', head: true }])
  assert.equal((await post('/v1/product/detailProduct', { productId })).data.price, '3万元', 'a form has both')

  const empty = { models: [], price: '', lead: '', warranty: '', platforms: [] }
  await post('/v1/product/updateProduct', { productId, ...empty })
  assert.deepEqual(await offers(), Array(2).fill([undefined, undefined, undefined]))
  assert.deepEqual(await shown(productId), {})
  for (const [fields, msg] of [
    [{ models: [{ model: ' ', note: 'a' }] }, '第1个：请填写型号'],
    [{ models: [{ model: 'a', note: '', specs: [{ term: '', value: '1' }] }] }, '第1个：请填写参数名称'],
    [{ platforms: [{ province: '山东', cities: '' }] }, '第1行：请填写城市或平台'],
  ] as const) {
    const refused = await post('/v1/product/updateProduct', { productId, ...fields })
    assert.deepEqual([refused.code, refused.data, refused.msg], [400, { field: Object.keys(fields)[0] }, msg])
  }
})
