import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { user } from '../accounts.ts'
import { admin, startServer } from '../server.ts'
import { onePixel } from '../media/pictures.ts'

const path = '/v1/search/titles'

const server = await startServer({ after })
const headers = await server.signIn()
const find = async (word: string, more = {}) => (await server.post(path, { word, ...more }, { headers })).data
const ids = async (word: string, more = {}) => (await find(word, more)).map(({ id }: { id: string }) => id)

test('staff find products, news and carousel photos by title and pinyin initials, the best and newest first', async () => {
  const save = async (kind: string, field: string, title: string) =>
    (await server.post(`/v1/${kind}`, { [field]: title }, { headers })).data
  const { productId: old } = await save('product/saveProduct', 'coverName', '塔吊监测')
  const { newId } = await save('news/saveNews', 'newTitle', '又一批塔吊监测交付')
  const { photoId } = await save('carousel/saveCarousel', 'photoTitle', '塔吊大图')
  const { productId } = await save('product/saveProduct', 'coverName', '塔吊喷淋')

  assert.deepEqual(await find('塔吊'), [
    { type: 'product', id: productId, title: '塔吊喷淋' },
    { type: 'carousel', id: photoId, title: '塔吊大图' },
    { type: 'product', id: old, title: '塔吊监测' },
    { type: 'news', id: newId, title: '又一批塔吊监测交付' },
  ])
  for (const typed of ['tdjc', 'tadiaojiance', 'tadjc']) assert.deepEqual(await ids(typed), [old, newId])
  assert.deepEqual(await ids('塔吊', { limit: 1 }), [productId])
  assert.deepEqual(await find(''), [])
  assert.deepEqual(await find('没有这样的'), [])

  // What is kept for a title goes with it.
  await server.post('/v1/product/updateProduct', { productId: old, coverName: '升降机' }, { headers })
  assert.deepEqual([await ids('sjj'), await ids('tdjc')], [[old], [newId]])
  await server.post('/v1/news/deleteNews', { newId }, { headers })
  assert.deepEqual(await find('tdjc'), [])
})

test('a product is found by its models, and what is not public yet by its title', async () => {
  const call = async (path: string, body: object) => (await server.post(`/v1/${path}`, body, { headers })).data
  const titles = async (word: string) => (await find(word)).map(({ title }: { title: string }) => title)
  const models = [{ model: 'YM-W4500', note: '' }]
  const { productId } = await call('product/saveProduct', { coverName: '圆柱滚子', models })
  const publishAt = '2036-01-01 09:00:00'
  await call('draft/save', { kind: 'product', fields: { coverName: '元旦特供', models }, publishAt })
  await call('draft/save', { kind: 'product', id: productId, fields: { coverName: '改名的滚子' } })
  assert.deepEqual(
    [await titles('ym-w4500'), await titles('元旦'), await titles('改名的')],
    [['元旦特供 YM-W4500', '圆柱滚子 YM-W4500'], ['元旦特供 YM-W4500'], []],
  )
  const { drafts, coming } = await call('dashboard/summary', {})
  assert.deepEqual([drafts.latest[0].title, coming[0].title], ['改名的滚子 YM-W4500', '元旦特供 YM-W4500'])
})

test('applications are found by name, company and telephone, which the title does not show', async () => {
  await server.post('/v1/agent/saveAgent', { companyName: '青岛海纳建设', clientName: '于经理', phone: '13805327788' })
  await server.post('/v1/agent/saveAgent', {
    companyName: '青岛海纳建设',
    clientName: '机器人',
    phone: '13905327788',
    website: 'x',
  })
  const [lead] = (await server.post('/v1/agent/list', { kind: 'all' }, { headers })).data.data
  const hit = { type: 'agent', id: lead.agentId, title: '青岛海纳建设 · 于经理', agentKind: 'dealer' }
  for (const word of ['海纳', '于经理', 'qdhn', '13805327788', '0532 7788', '138-0532', '+86 138 0532 7788']) {
    assert.deepEqual(await find(word), [hit], word)
  }
  assert.deepEqual(await find('138'), [], 'few digits are in every telephone')
  await server.post('/v1/inquiry/save', { topic: '报价', name: '海先生', phone: '13705327799' })
  assert.deepEqual(
    (await find('海先生')).map(({ agentKind }: { agentKind: string }) => agentKind),
    ['inquiry'],
  )
})

test('cases are found by name, and files of the library by theirs, after everything else', async () => {
  const title = '滨河公园'
  const sent = { caseName: title, casePath: '/xiangmuanli/bhgy', caseIntro: '介绍', caseImage: '/media/og.png' }
  const { caseId: id } = (await server.post('/v1/cases/save', sent, { headers })).data
  assert.deepEqual(await find(title), [{ type: 'case', id, title }])
  const form = new FormData()
  form.set('type', 'media')
  form.set('file', new Blob([new Uint8Array(onePixel)]), '吊钩.png')
  await fetch(`${server.url}/v1/file/upload`, { method: 'POST', headers, body: form })
  await server.post('/v1/news/saveNews', { newTitle: '新的吊钩' }, { headers })
  assert.deepEqual(
    (await find('吊钩')).map(({ type, title }: { type: string; title: string }) => [type, title]),
    [
      ['news', '新的吊钩'],
      ['media', '吊钩.png'],
    ],
  )
})

test('who may see only inquiries finds nothing else', async () => {
  await user(server.folder, ['add', 'li.gong', '--role', 'service', '--password-stdin'], `${admin.password}\n`)
  const service = { headers: await server.signIn({ username: 'li.gong', password: admin.password }) }
  const types = async (word: string) =>
    (await server.post(path, { word }, service)).data.map(({ type }: { type: string }) => type)
  assert.deepEqual([await types('塔吊'), await types('海纳')], [[], ['agent']])
})

test('an invalid word or limit is a 400', async () => {
  for (const body of [{ word: '长'.repeat(41) }, { word: 1 }, { word: '塔', limit: 51 }]) {
    assert.equal((await server.post(path, body, { headers })).code, 400)
  }
})
