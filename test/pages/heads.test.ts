import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startServer } from '../server.ts'
import { everyDesktop, everyPhone } from '../browser/paths.ts'

const SITE_URL = 'https://www.example.com'
const { url, post, signIn } = await startServer({ after }, { env: { SEED: 'on', SITE_URL } })

const desktop = 'Mozilla/5.0 (Windows NT 6.1)'
const phone = 'Mozilla/5.0 (Linux; Android 13) Mobile'
async function headOf(path: string, agent = desktop): Promise<string> {
  const response = await fetch(url + path, { headers: { 'User-Agent': agent } })
  return (await response.text()).split('</head>')[0] ?? ''
}
const canonical = (head: string): (string | undefined)[] =>
  [/rel="canonical" href="([^"]+)"/, /property="og:url" content="([^"]+)"/].map((link) =>
    link.exec(head)?.[1]?.replaceAll('&#38;', '&'),
  )
const graph = (head: string): Record<string, unknown>[] =>
  JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(head)?.[1] ?? '')['@graph']

const titleOf = (head: string): string | undefined => /<title>([^<]*)<\/title>/.exec(head)?.[1]
const typesOf = (head: string): unknown[] => graph(head).map((entity) => entity['@type'])

test('pages for phones name those for desktops, which name those for phones to Google and Baidu', async () => {
  for (const [path, twin] of [
    ['/', '/mobile'],
    ['/product', '/zhuyingyewu'],
    ['/product?locationId=cpxt', '/zhuyingyewu?locationId=cpxt'],
    ['/productDet?productId=zhgd-tower-crane', '/cpDeatail?productId=zhgd-tower-crane'],
  ] as const) {
    const [own, ofPhone] = [await headOf(path), await headOf(twin, phone)]
    for (const head of [own, ofPhone]) {
      assert.deepEqual(canonical(head), [SITE_URL + path, SITE_URL + path], path)
      assert.doesNotMatch(head, /noindex/, path)
    }
    assert.match(own, /<meta name="applicable-device" content="pc">/)
    assert.ok(own.includes(`<meta name="mobile-agent" content="format=html5;url=${SITE_URL}${twin}">`), path)
    assert.match(ofPhone, /<meta name="applicable-device" content="mobile">/)
    assert.doesNotMatch(ofPhone, /mobile-agent/)
  }
  const shared = await headOf('/xwdt')
  assert.match(shared, /<meta name="applicable-device" content="pc,mobile">/)
  assert.doesNotMatch(shared + (await headOf('/map')), /mobile-agent|content="pc"/)
})

test('a group of products has its own title and text, and the page of all keeps its own', async () => {
  const {
    data: { groups, pageNames, siteName, descriptions },
  } = await post('/v1/site/detail')
  const [first, group] = groups
  const describes = (head: string, text: string): void =>
    assert.ok(head.includes(`<meta name="description" content="${text}">`), head)
  for (const [path, agent] of [
    [`/product?locationId=${group.id}`, desktop],
    [`/zhuyingyewu?locationId=${group.id}`, phone],
  ] as const) {
    const head = await headOf(path, agent)
    assert.equal(titleOf(head), `${group.name} - ${siteName}`)
    describes(head, group.intro)
  }
  const all = await headOf('/product')
  assert.equal(titleOf(all), `${pageNames.product} - ${siteName}`)
  describes(all, descriptions.product.replace('{网站名称}', siteName))
  assert.deepEqual(
    canonical(await headOf(`/product?locationId=${first.id}`))[0],
    `${SITE_URL}/product?locationId=${first.id}`,
  )
  assert.equal(canonical(await headOf('/product?locationId=none'))[0], `${SITE_URL}/product`)
  const sitemap = await (await fetch(`${url}/sitemap.xml`)).text()
  for (const { id } of groups) assert.ok(sitemap.includes(`<loc>${SITE_URL}/product?locationId=${id}</loc>`), id)
})

test('the home page has a title of its own, or else the name and the slogan', async () => {
  const headers = await signIn()
  const {
    data: { siteName, slogan },
  } = await post('/v1/site/detail')
  const titles = async () => [titleOf(await headOf('/')), titleOf(await headOf('/mobile', phone))]
  await post('/v1/site/update', { homeTitle: '塔机黑匣子 - {网站名称}' }, { headers })
  assert.deepEqual(await titles(), [`塔机黑匣子 - ${siteName}`, `塔机黑匣子 - ${siteName}`])
  await post('/v1/site/update', { homeTitle: '' }, { headers })
  assert.deepEqual(await titles(), [`${siteName} - ${slogan}`, `${siteName} - ${slogan}`])
  const [organization] = graph(await headOf('/'))
  assert.match(String((organization?.identifier as { value: string }).value), /^[0-9A-Z]{18}$/)
  await post('/v1/site/update', { creditCode: '' }, { headers })
  assert.ok(!('identifier' in (graph(await headOf('/'))[0] ?? {})))
})

test('search engines read when a record was changed, and the films of a case', async () => {
  const headers = await signIn()
  const path = '/xwdtDet?newId=20250514-dealer-conference'
  const { data: before } = await post('/v1/news/detailNews', { newId: '20250514-dealer-conference' })
  await post(
    '/v1/news/updateNews',
    { newId: '20250514-dealer-conference', newIntro: `${before.newIntro}。` },
    { headers },
  )
  const { data: after } = await post('/v1/news/detailNews', { newId: '20250514-dealer-conference' })
  const changed = `${after.version.slice(0, 19)}+08:00`
  const head = await headOf(path)
  assert.equal(graph(head)[1]?.dateModified, changed)
  assert.ok(head.includes(`<meta property="article:modified_time" content="${changed}">`))
  assert.notEqual(graph(head)[1]?.datePublished, changed)

  const ofCase = await headOf('/qdfangwu')
  assert.deepEqual(typesOf(ofCase), ['Organization', 'WebPage', 'VideoObject', 'VideoObject', 'BreadcrumbList'])
  const {
    data: { films, createDate },
  } = await post('/v1/cases/detail', { casePath: '/qdfangwu' })
  const { name, description, thumbnailUrl, contentUrl, uploadDate } = graph(ofCase)[2] ?? {}
  assert.deepEqual(
    [name, description, thumbnailUrl, contentUrl, uploadDate],
    [
      films[0].title,
      films[0].desc,
      SITE_URL + films[0].poster,
      SITE_URL + films[0].url,
      `${createDate.replace(' ', 'T')}+08:00`,
    ],
  )
})

test('a product without an id is a page that does not exist, unless the address of a phone says something of it', async () => {
  for (const [path, agent, status] of [
    ['/productDet', desktop, 404],
    ['/productDet', phone, 404],
    ['/productDet?productId=', desktop, 404],
    ['/cpDeatail', phone, 404],
    ['/cpDeatail', desktop, 404],
    ['/cpDeatail?desc=x', phone, 200],
    ['/cpDeatail?title=x', phone, 200],
    ['/cpDeatail?imgUrl=/media/qr.png', phone, 200],
    ['/cpDeatail?desc=x&imgUrl=https://elsewhere.example/a.png', phone, 200],
    ['/cpDeatail?imgUrl=https://elsewhere.example/a.png', phone, 404],
    ['/cpDeatail?imgUrl=//elsewhere.example/a.png', phone, 404],
    ['/cpDeatail?title=%20&desc=&imgUrl=', phone, 404],
    ['/cpDeatail?productId=&price=1', phone, 404],
    ['/cpDeatail?title=x&productId=gone', phone, 404],
    ['/cpDeatail?desc=x', desktop, 302],
    ['/cpDeatail?imgUrl=/media/qr.png', desktop, 302],
  ] as const) {
    const response = await fetch(url + path, { headers: { 'User-Agent': agent }, redirect: 'manual' })
    assert.equal(response.status, status, `${path} ${agent}`)
    if (status === 302) assert.equal(response.headers.get('location'), '/', path)
    await response.text()
  }
})

test('what the address of a phone says of a product is shown, and no picture of another site', async () => {
  const pageOf = async (query: Record<string, string>): Promise<string> =>
    (await fetch(`${url}/cpDeatail?${new URLSearchParams(query)}`, { headers: { 'User-Agent': phone } })).text()
  const described = await pageOf({ desc: '只有<说明>', imgUrl: 'https://elsewhere.example/a.png' })
  assert.match(described, /<title>产品 - 筑站科技<\/title>/)
  assert.match(described, /<h1[^>]*>(?:产|<wbr[^>]*>|品)+<\/h1>/)
  assert.match(described, /<p class="lead"[^>]*>只有&lt;说明&gt;<\/p>/)
  assert.doesNotMatch(described, /(?:src|srcset|content)="[^"]*elsewhere/i)
  const pictured = await pageOf({ imgUrl: '/media/qr.png' })
  assert.match(
    pictured,
    /<img[^>]*src="\/media\/qr\.png"[^>]*alt="产品"|<img[^>]*alt="产品"[^>]*src="\/media\/qr\.png"/,
  )
  assert.doesNotMatch(pictured, /class="lead"/)
  const productId = 'zhgd-tower-crane'
  assert.equal(
    await pageOf({ productId, title: '假的', imgUrl: '/media/qr.png' }),
    await pageOf({ productId }),
    'one page, of what is stored',
  )
})

test('a product says the same of itself on both pages, with its pictures and data', async () => {
  const ofPhone = graph(await headOf('/cpDeatail?productId=zhgd-tower-crane', phone))
  assert.deepEqual(
    ofPhone.map((entity) => entity['@type']),
    ['Organization', 'Product', 'WebPage', 'BreadcrumbList'],
  )
  const { data: product } = await post('/v1/product/detailProduct', { productId: 'zhgd-tower-crane' })
  assert.deepEqual(
    [ofPhone[1]?.image, ofPhone[1]?.additionalProperty],
    [
      [product.coverUrl, ...product.pictures].map((address: string) => SITE_URL + address),
      [{ term: '保修期', value: product.warranty }, ...product.specs].map(({ term, value }) => ({
        '@type': 'PropertyValue',
        name: term,
        value,
      })),
    ],
  )
  assert.deepEqual(
    [ofPhone[1]?.model, ofPhone[1]?.offers],
    [
      product.models.map(({ model }: { model: string }) => model),
      {
        '@type': 'AggregateOffer',
        lowPrice: 12_800,
        priceCurrency: 'CNY',
        url: `${SITE_URL}/productDet?productId=zhgd-tower-crane`,
      },
    ],
  )
  assert.deepEqual(ofPhone, graph(await headOf('/productDet?productId=zhgd-tower-crane')))
  const [, byWords] = graph(await headOf('/productDet?productId=cpxt-patrol'))
  assert.equal(byWords?.offers, undefined, '面议 is no offer')
})

test('search engines read when the hotline is answered', async () => {
  const [organization] = graph(await headOf('/'))
  const { hoursAvailable } = organization?.contactPoint as { hoursAvailable: unknown }
  assert.deepEqual(hoursAvailable, {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    opens: '8:30',
    closes: '17:30',
  })
})

test('the map, and pages whose words come from their address, are not indexed', async () => {
  for (const [path, agent] of [
    ['/map', desktop],
    ['/map?zoom=12', phone],
    ['/mobile?title=%E4%BD%A0%E5%A5%BD', phone],
    ['/mobile?desc=x', phone],
    ['/product/compare', desktop],
    ['/product/compare?ids=zhgd-tower-crane,zhgd-dust-noise', phone],
    ['/cpDeatail?title=x', phone],
    ['/cpDeatail?desc=x', phone],
    ['/cpDeatail?imgUrl=/media/qr.png', phone],
  ] as const) {
    const head = await headOf(path, agent)
    assert.match(head, /<meta name="robots" content="noindex">/, path)
    assert.deepEqual(canonical(head), [undefined, undefined], path)
  }
})

test('search engines read the parts of the address, and what a list has', async () => {
  const [organization] = graph(await headOf('/'))
  const { data } = await post('/v1/site/detail')
  const { addressRegion, addressLocality, streetAddress } = organization?.address as Record<string, string>
  assert.deepEqual([addressRegion, addressLocality], ['山东省', '淄博市'])
  assert.equal(`${addressRegion}${addressLocality}${streetAddress}`, data.address)

  const listIn = async (path: string, agent = desktop): Promise<{ name: string; url: string }[]> =>
    (graph(await headOf(path, agent)).find((entity) => entity['@type'] === 'ItemList')?.itemListElement ?? []) as []
  const {
    data: { data: news },
  } = await post('/v1/news/list', { limit: 3 })
  assert.deepEqual(
    (await listIn('/xwdt')).slice(0, 3).map(({ name, url: address }) => [name, address]),
    news.map(({ newTitle, newId }: { newTitle: string; newId: string }) => [
      newTitle,
      `${SITE_URL}/xwdtDet?newId=${newId}`,
    ]),
  )
  const listed = { cases: (await listIn('/xiangmuanli')).length, products: (await listIn('/product')).length }
  assert.deepEqual(listed, { cases: 4, products: 20 })
  assert.deepEqual(await listIn('/zhuyingyewu', phone), await listIn('/product'))
  for (const path of ['/product?locationId=cpxt', '/xwdt?page=2', '/gywm'])
    assert.deepEqual(await listIn(path), [], path)
})

test('addresses in pages are ASCII, for programs that do not encode them', async () => {
  const pages = [
    ...everyDesktop.map((path) => [path, desktop] as const),
    ...everyPhone.map((path) => [path, phone] as const),
  ]
  for (const [path, agent] of pages) {
    const html = await (await fetch(url + path, { headers: { 'User-Agent': agent } })).text()
    const addresses = [...html.matchAll(/ (?:href|src|srcset|action)="([^"]*)"/g)].map(([, address = '']) => address)
    assert.ok(addresses.length > 0, path)
    assert.deepEqual(
      addresses.filter((address) => /[^\x20-\x7e]/.test(address)),
      [],
      path,
    )
  }
})
