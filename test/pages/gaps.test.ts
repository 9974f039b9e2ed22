import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const desktop = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)' }
const phone = { 'User-Agent': 'Mozilla/5.0 (Linux; Android 14) Mobile' }
const { url, post, signIn } = await startServer({ after })

test('with an empty store the home pages have no heading without content', async () => {
  const html = await (await fetch(url, { headers: desktop })).text()
  assert.match(html, /用数字说话/)
  assert.doesNotMatch(html, /<h2[^>]*>产品|product-strip/)
})

test('a product without a name is shown by its type, also in the title and for search engines', async () => {
  const headers = await signIn()
  const save = async (locationId: string): Promise<string> => {
    const { code, data } = await post(
      '/v1/product/saveProduct',
      { coverName: '', coverDescribe: '', jumpUrl: '', coverUrl: '', locationId, productCon: '' },
      { headers },
    )
    assert.equal(code, 200)
    return data.productId
  }
  for (const [locationId, name] of [
    ['cpxt', '建筑机器人'],
    ['', '产品'],
  ] as const) {
    const productId = await save(locationId)
    for (const [page, agent] of [
      ['productDet', desktop],
      ['cpDeatail', phone],
    ] as const) {
      const html = await (await fetch(`${url}/${page}?productId=${productId}`, { headers: agent })).text()
      assert.match(html, new RegExp(`<title>${name} - 筑站科技</title>`), page)
      assert.doesNotMatch(html, /"name":""/, page)
    }
  }
})
