import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'

const SITE_URL = 'https://www.example.com'
const { url, post } = await startServer({ after }, { env: { SEED: 'on', SITE_URL } })

const desktop = 'Mozilla/5.0 (Windows NT 6.1)'
const phone = 'Mozilla/5.0 (Linux; Android 13) Mobile'
async function headOf(path: string, agent = desktop): Promise<string> {
  const response = await fetch(url + path, { headers: { 'User-Agent': agent } })
  return (await response.text()).split('</head>')[0] ?? ''
}
const canonical = (head: string): (string | undefined)[] =>
  [/rel="canonical" href="([^"]+)"/, /property="og:url" content="([^"]+)"/].map((link) => link.exec(head)?.[1]?.replaceAll('&#38;', '&'))
const graph = (head: string): Record<string, unknown>[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? '')['@graph']

test('pages for phones name those for desktops, and a chosen group belongs to the page of all', async () => {
  for (const [path, agent, address] of [
    ['/mobile', phone, '/'],
    ['/zhuyingyewu', phone, '/product'],
    ['/zhuyingyewu?locationId=cpxt', phone, '/product'],
    ['/product?locationId=cpxt', desktop, '/product'],
    ['/cpDeatail?productId=zhgd-tower-crane', phone, '/productDet?productId=zhgd-tower-crane'],
  ] as const) {
    const head = await headOf(path, agent)
    assert.deepEqual(canonical(head), [SITE_URL + address, SITE_URL + address], path)
    assert.doesNotMatch(head, /noindex/, path)
  }
})

test('a product says the same of itself on both pages, with its pictures and data', async () => {
  const ofPhone = graph(await headOf('/cpDeatail?productId=zhgd-tower-crane', phone))
  assert.deepEqual(ofPhone.map((entity) => entity['@type']), ['Organization', 'Product', 'BreadcrumbList'])
  const { data: product } = await post('/v1/product/detailProduct', { productId: 'zhgd-tower-crane' })
  assert.deepEqual([ofPhone[1]?.image, ofPhone[1]?.additionalProperty], [
    [product.coverUrl, ...product.pictures].map((address: string) => SITE_URL + address),
    product.specs.map(({ term, value }: { term: string; value: string }) => ({ '@type': 'PropertyValue', name: term, value })),
  ])
  assert.deepEqual(ofPhone, graph(await headOf('/productDet?productId=zhgd-tower-crane')))
})

test('the map, and pages whose words come from their address, are not indexed', async () => {
  for (const [path, agent] of [
    ['/map', desktop], ['/map?zoom=12', phone], ['/mobile?title=%E4%BD%A0%E5%A5%BD', phone], ['/mobile?desc=x', phone],
    ['/cpDeatail?title=x', phone],
  ] as const) {
    const head = await headOf(path, agent)
    assert.match(head, /<meta name="robots" content="noindex">/, path)
    assert.deepEqual(canonical(head), [undefined, undefined], path)
  }
})
