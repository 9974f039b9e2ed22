import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '../server.ts'

for (const SEED of ['on', 'off']) {
  test(`the site record is complete with SEED=${SEED}`, async (t) => {
    const server = await startServer(t, { env: { SEED } })
    const { code, data } = await server.post('/v1/site/detail')
    assert.equal(code, 200)
    assert.deepEqual([data.map.lng, data.map.lat], [118.05, 36.81])
    const counts = { partners: 27, showroom: 9, certificates: 14, honours: 8, scenarios: 5, profitModels: 5, policies: 4, advantages: 4, cases: 4, oneStop: 4 }
    for (const [name, count] of Object.entries(counts)) assert.equal(data[name].length, count, name)
    assert.ok(!('id' in data) && !('createdAt' in data))
  })
}

test('the first start shows a complete site', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  const groups = (await server.post('/v1/product/selectAllList')).data
  for (const group of ['zhgdList', 'cpxtList', 'jzbhList']) assert.ok(groups[group].length >= 4, group)
  assert.equal((await server.post('/v1/news/list', { limit: 9999 })).data.count, 24)
  assert.equal((await server.post('/v1/carousel/selectAllList')).data.length, 4)
})
