import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const server = await startServer({ after })
const headers = await server.signIn()

for (const [of, path, { id, title, address }] of [
  ['news', '/v1/news/*News', { id: 'newId', title: 'newTitle', address: 'newCover' }],
  ['carousel photo', '/v1/carousel/*Carousel', { id: 'photoId', title: 'photoTitle', address: 'photoUrl' }],
] as const) {
  test(`a ${of} is refused with invalid fields`, async () => {
    const wrong: [string, object, string][] = [
      ['save', { [title]: 1 }, title],
      ['save', { [title]: '字'.repeat(201) }, title],
      ['save', { [address]: 'vbscript:x' }, address],
      ['update', { [id]: 'x', [address]: ' javascript:x' }, address],
      ['update', { [title]: 'x' }, id],
      ['detail', { [id]: [] }, id],
    ]
    for (const [call, sent, field] of wrong) {
      const { code, data } = await server.post(path.replace('*', call), sent, { headers })
      assert.deepEqual([code, data.field], [400, field], `${call} ${field}`)
    }
  })
}

test('nothing is required of a product, an article or a carousel photo', async () => {
  for (const [call, id] of [
    ['/v1/product/saveProduct', 'productId'],
    ['/v1/news/saveNews', 'newId'],
    ['/v1/carousel/saveCarousel', 'photoId'],
  ] as const) {
    const { code, data } = await server.post(call, {}, { headers })
    assert.equal(code, 200, call)
    assert.match(data[id], /^[\w-]+$/)
  }
})
