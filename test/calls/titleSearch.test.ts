import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const path = '/v1/search/titles'

const server = await startServer({ after })
const headers = await server.signIn()

test('staff find products, news and carousel photos by title and pinyin initials, the best and newest first', async () => {
  const save = async (kind: string, field: string, title: string) =>
    (await server.post(`/v1/${kind}`, { [field]: title }, { headers })).data
  const { productId: old } = await save('product/saveProduct', 'coverName', '塔吊监测')
  const { newId } = await save('news/saveNews', 'newTitle', '又一批塔吊监测交付')
  const { photoId } = await save('carousel/saveCarousel', 'photoTitle', '塔吊大图')
  const { productId } = await save('product/saveProduct', 'coverName', '塔吊喷淋')
  const find = async (word: string, more = {}) => (await server.post(path, { word, ...more }, { headers })).data

  assert.deepEqual(await find('塔吊'), [
    { type: 'product', id: productId, title: '塔吊喷淋' },
    { type: 'carousel', id: photoId, title: '塔吊大图' },
    { type: 'product', id: old, title: '塔吊监测' },
    { type: 'news', id: newId, title: '又一批塔吊监测交付' },
  ])
  assert.deepEqual((await find('tdjc')).map(({ id }: { id: string }) => id), [old, newId])
  assert.deepEqual((await find('塔吊', { limit: 1 })).map(({ id }: { id: string }) => id), [productId])
  assert.deepEqual(await find(''), [])
  assert.deepEqual(await find('没有这样的'), [])

  // What is kept for a title goes with it.
  await server.post('/v1/product/updateProduct', { productId: old, coverName: '升降机' }, { headers })
  assert.deepEqual((await find('sjj')).map(({ id }: { id: string }) => id), [old])
  assert.deepEqual((await find('tdjc')).map(({ id }: { id: string }) => id), [newId])
  await server.post('/v1/news/deleteNews', { newId }, { headers })
  assert.deepEqual(await find('tdjc'), [])
})

test('the search is for staff only, and an invalid word or limit is a 400', async () => {
  assert.equal((await server.post(path, { word: '塔' })).code, 401)
  for (const body of [{ word: '长'.repeat(41) }, { word: 1 }, { word: '塔', limit: 51 }]) {
    assert.equal((await server.post(path, body, { headers })).code, 400)
  }
})
