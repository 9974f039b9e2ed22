import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { connect } from 'node:net'
import { readPicture } from '../../server/media/readPicture.ts'
import { filesOnly, newFolder, startServer } from '../server.ts'

const SITE_URL = 'https://www.example.com'
const server = await startServer({ after }, { env: { SEED: 'on', SITE_URL } })
const { url } = server

/** The raw response, not decompressed. */
function raw(
  url: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<{ status: number; headers: Record<string, string>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, method }, (answer) => {
      const parts: Buffer[] = []
      answer
        .on('data', (part) => parts.push(part))
        .on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers as Record<string, string>,
            body: Buffer.concat(parts),
          }),
        )
    })
    sent.on('error', reject).end()
  })
}

test('a page is sent in an accepted encoding, with the same content in all', async () => {
  const plain = await raw(`${url}/xwdt`)
  assert.equal(plain.headers['content-encoding'], undefined)
  const br = await raw(`${url}/xwdt`, { 'Accept-Encoding': 'gzip, deflate, br' })
  assert.deepEqual([br.headers['content-encoding'], br.headers.vary], ['br', 'Accept-Encoding'])
  assert.deepEqual(brotliDecompressSync(br.body), plain.body)
  const gzip = await raw(`${url}/xwdt`, { 'Accept-Encoding': 'gzip, br;q=0' })
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  assert.deepEqual(gunzipSync(gzip.body), plain.body)
  const head = await raw(`${url}/xwdt`, { 'Accept-Encoding': 'br' }, 'HEAD')
  assert.deepEqual([head.status, head.body.length, head.headers['content-length']], [200, 0, String(br.body.length)])
})

test('sitemap, feed and robots.txt use the public origin and list published content', async () => {
  const sitemap = String((await raw(`${url}/sitemap.xml`)).body)
  const products = sitemap.match(/<loc>https:\/\/www\.example\.com\/productDet\?productId=/g)?.length
  const news = sitemap.match(/<loc>https:\/\/www\.example\.com\/xwdtDet\?newId=/g)?.length
  assert.deepEqual({ products, news }, { products: 20, news: 24 })
  assert.match(sitemap, /<loc>https:\/\/www\.example\.com\/dljm<\/loc>/)
  assert.doesNotMatch(sitemap, /mobile|dashboard|cpDeatail|\/demo/)
  const feed = await raw(`${url}/rss.xml`)
  assert.match(feed.headers['content-type'] ?? '', /rss\+xml/)
  assert.equal(String(feed.body).match(/<item>/g)?.length, 24, 'news')
  const robots = String((await raw(`${url}/robots.txt`)).body)
  assert.match(robots, /Disallow: \/dashboard/)
  assert.match(robots, /Sitemap: https:\/\/www\.example\.com\/sitemap\.xml/)
  const blocked = Array.from(robots.matchAll(/^Disallow: (\S+)$/gm), ([, path = '']) => path)
  const listed = Array.from(
    sitemap.matchAll(/<loc>https:\/\/www\.example\.com([^<]*)/g),
    ([, path = '']) => path || '/',
  )
  assert.deepEqual(
    listed.filter((path) => blocked.some((each) => path.startsWith(each))),
    [],
    'no page of the sitemap is closed to robots',
  )
})

test('above 9,000 entries the sitemap is an index of files, each without pages that are off', filesOnly, async (t) => {
  const folder = newFolder(t)
  const products = join(folder, 'data', 'product')
  mkdirSync(products, { recursive: true })
  for (let n = 0; n < 10_050; n++) {
    const record = {
      id: `p${n}`,
      createdAt: '2026-01-02T00:00:00.000+08:00',
      coverName: 'a',
      coverDescribe: '',
      coverUrl: '',
      jumpUrl: '',
    }
    writeFileSync(join(products, `p${n}.json`), JSON.stringify({ ...record, productCon: '', locationId: 'zhgd' }))
  }
  const large = await startServer(t, { folder, env: { SITE_URL } })
  const headers = await large.signIn()
  const text = async (path: string): Promise<string> => String((await raw(large.url + path)).body)
  const locations = (xml: string): string[] =>
    Array.from(xml.matchAll(/<loc>https:\/\/www\.example\.com([^<]+)/g), ([, path = '']) => path)
  const index = await text('/sitemap.xml')
  assert.match(index, /<sitemapindex .*<\/sitemapindex>\n$/s)
  assert.deepEqual(locations(index), ['/sitemap-1.xml', '/sitemap-2.xml'])
  const listed = (await Promise.all(locations(index).map(text))).map(locations)
  assert.equal(listed[0]?.length, 9_000)
  const all = new Set(listed.flat())
  assert.equal(all.size, listed.flat().length)
  for (const path of ['/', '/dljm', '/productDet?productId=p0', '/productDet?productId=p10049'])
    assert.ok(all.has(path), path)
  for (const path of ['/sitemap-3.xml', '/sitemap-0.xml', '/sitemap-01.xml'])
    assert.equal((await raw(large.url + path)).status, 404, path)
  assert.match(await text('/robots.txt'), /Sitemap: https:\/\/www\.example\.com\/sitemap\.xml\n$/)

  const { pagesOn } = (await large.post('/v1/site/detail')).data
  assert.equal(
    (await large.post('/v1/site/update', { pagesOn: { ...pagesOn, product: false } }, { headers })).code,
    200,
  )
  assert.match(await text('/sitemap.xml'), /<urlset /)
  assert.ok(!locations(await text('/sitemap.xml')).some((path) => path.startsWith('/product')))
  assert.equal((await raw(`${large.url}/sitemap-1.xml`)).status, 404)
})

test('what staff have chosen for search results replaces what follows from a record, in the head of its pages only', async () => {
  const headers = await server.signIn()
  const metas = (html: string): (string | undefined)[] =>
    [
      /<title>([^<]*)<\/title>/,
      /name="description" content="([^"]*)"/,
      /property="og:title" content="([^"]*)"/,
      /property="og:description" content="([^"]*)"/,
      /property="og:image" content="([^"]*)"/,
    ].map((pattern) => pattern.exec(html)?.[1])
  const share = { shareTitle: '高层塔机选型', shareText: '介绍'.repeat(90), sharePicture: '/media/chosen.png' }
  const {
    data: { productId },
  } = await server.post(
    '/v1/product/saveProduct',
    {
      coverName: '自有的名称',
      coverDescribe: '自有的描述',
      coverUrl: '/media/own.png',
      locationId: 'zhgd',
      ...share,
    },
    { headers },
  )
  const {
    data: { newId },
  } = await server.post('/v1/news/saveNews', { newTitle: '自有的名称', newIntro: '自有的描述', ...share }, { headers })
  await server.post(
    '/v1/pages/save',
    { pageTitle: '自有的名称', pagePath: 'zxsj', pageBody: '<p>自有的描述</p>', ...share },
    { headers },
  )
  const phone = { 'User-Agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148' }
  const {
    data: { siteName, titlePattern },
  } = await server.post('/v1/site/detail')
  const title = (own: string): string => titlePattern.replace('{页面}', own).replace('{网站名称}', siteName)
  const pages: [string, Record<string, string>][] = [
    [`/productDet?productId=${productId}`, {}],
    [`/cpDeatail?productId=${productId}`, phone],
    [`/xwdtDet?newId=${newId}`, {}],
    ['/p/zxsj', {}],
  ]
  for (const [path, agent] of pages) {
    const html = String((await raw(url + path, agent)).body)
    const text = `${'介绍'.repeat(54)}介…`
    assert.deepEqual(
      metas(html),
      [title('高层塔机选型'), text, title('高层塔机选型'), text, `${SITE_URL}/media/chosen.png`],
      path,
    )
    assert.match(html, /<h1[^>]*>.*自有的名称/, path)
  }
  assert.doesNotMatch(
    String((await raw(`${url}/rss.xml`)).body) + String((await raw(`${url}/product`)).body),
    /高层塔机选型/,
  )
  await server.post('/v1/news/updateNews', { newId, shareTitle: '', shareText: '', sharePicture: '' }, { headers })
  const [first, second, , , image] = metas(String((await raw(`${url}/xwdtDet?newId=${newId}`)).body))
  assert.deepEqual([first, second], [title('自有的名称'), '自有的描述'])
  assert.notEqual(image, `${SITE_URL}/media/chosen.png`)
})

test('unknown query parameters do not create another cached page', async () => {
  const known = await raw(`${url}/productDet?productId=zhgd-tower-crane`)
  const decorated = await raw(`${url}/productDet?utm_source=x&productId=zhgd-tower-crane&gclid=1`)
  assert.equal(decorated.headers.etag, known.headers.etag)
  assert.match(
    String(decorated.body),
    /<link rel="canonical" href="https:\/\/www\.example\.com\/productDet\?productId=zhgd-tower-crane">/,
  )
})

test('the not-found page says nothing of its first request', async (t) => {
  const { url } = await startServer(t, { env: { SITE_URL } })
  const asked = connect(Number(new URL(url).port), '127.0.0.1')
  t.after(() => asked.destroy())
  asked.write('GET ftp://evil.example/offer HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n')
  let first = ''
  for await (const part of asked) first += part
  assert.match(first, /^HTTP\/1\.1 404 /)
  for (const path of ['/nothing-here', '/nor-here']) {
    const { status, body } = await raw(url + path)
    assert.equal(status, 404)
    assert.doesNotMatch(String(body), /evil|offer|og:url|rel="canonical"/)
    assert.match(String(body), /页面无法进入/)
  }
})

test('a missing page is a 404 with the not-found page', async () => {
  for (const path of [
    '/nothing',
    '/productDet?productId=none',
    '/xwdtDet?newId=none',
    '/xwdtDet',
    '/media/none.png',
    '/assets/none.js',
    '/index.php?m=content&id=1',
    '/%2e%2e/etc',
  ]) {
    const { status, body } = await raw(url + path)
    assert.equal(status, 404, path)
    assert.match(String(body), /页面无法进入/, path)
    assert.match(String(body), /<meta name="robots" content="noindex">/, path)
  }
  assert.equal((await raw(`${url}/xwdt`, {}, 'POST')).status, 405)
})

test('shared links of pages without a picture show the site’s, 1200 by 630; a phone’s home screen has name and icon', async () => {
  const { body } = await raw(`${url}/xwdt`)
  const [, image = ''] =
    /<meta property="og:image" content="https:\/\/www\.example\.com([^"]+)">/.exec(String(body)) ?? []
  assert.match(
    String(body),
    /<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">/,
  )
  const [, manifest = ''] = /<link rel="manifest" href="([^"]+)">/.exec(String(body)) ?? []
  const reply = await raw(url + manifest)
  assert.match(reply.headers['content-type'] ?? '', /manifest\+json/)
  const { name, short_name: short, icons } = JSON.parse(String(reply.body))
  const { data: site } = await server.post('/v1/site/detail')
  assert.deepEqual([name, short], [site.companyName, site.siteName])
  const addresses = [image, ...icons.map(({ src }: { src: string }) => src)]
  for (const address of addresses) assert.equal((await raw(url + address)).status, 200, address)
})

test('shared links of each starter record show its picture, 1200 by 630', async () => {
  const covers = new Map<string, string>()
  for (const kind of ['product', 'news', 'case']) {
    for (const name of readdirSync(`data/seed/${kind}`)) {
      const record = JSON.parse(readFileSync(`data/seed/${kind}/${name}`, 'utf8'))
      const id = name.slice(0, -'.json'.length)
      if (kind === 'product') covers.set(`/productDet?productId=${id}`, record.coverUrl)
      if (kind === 'news') covers.set(`/xwdtDet?newId=${id}`, record.newCover)
      if (kind === 'case') covers.set(`/${id}`, record.caseImage)
    }
  }
  assert.equal(covers.size, 48)
  for (const [page, cover] of covers) {
    const html = String((await raw(url + page)).body)
    const [, image = ''] = /"og:image" content="https:\/\/www\.example\.com([^"]+)"/.exec(html) ?? []
    const [stem, hash] = cover.replace('/media/', '').split('.')
    if (cover === '') {
      assert.match(image, /^\/media\/og\./, page)
      continue
    }
    assert.equal(
      image,
      `/media/share/${stem}.${hash}.1200x630.jpg`,
      'node --import tsx scripts/seedPictures.ts makes it',
    )
    assert.equal(readPicture((await raw(url + image)).body)?.width, 1200, image)
  }
})

test('the head of a page has its metadata for search engines and shared links', async () => {
  const html = String((await raw(`${url}/xwdtDet?newId=20251218-troweling-robot-night`)).body)
  for (const part of [
    /<html lang="zh-CN">/,
    /<title>[^<]+ - 筑站科技<\/title>/,
    /<meta name="description" content="[^"]{10,}">/,
    /<meta property="og:type" content="article">/,
    /<meta property="og:image" content="https:\/\/www\.example\.com\/media\/share\/news\/[a-z-]+\.[0-9a-f]{8}\.1200x630\.jpg">/,
    /<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">/,
    /<meta property="og:image:alt" content="[^"]{4,}">/,
    /<meta property="article:published_time" content="2025-12-18T/,
    /<link rel="alternate" type="application\/rss\+xml"/,
  ]) {
    assert.match(html, part)
  }
  const jsonLd = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  assert.deepEqual(
    jsonLd['@graph'].map((entity: { '@type': string }) => entity['@type']),
    ['Organization', 'NewsArticle', 'BreadcrumbList'],
  )
  assert.equal(jsonLd['@graph'][2].itemListElement[1].item, `${SITE_URL}/xwdt`)
  const product = String((await raw(`${url}/productDet?productId=zhgd-tower-crane`)).body)
  assert.match(product, /"@type":"Product"/)
  assert.match(
    product,
    /<link rel="alternate" media="[^"]+" href="https:\/\/www\.example\.com\/cpDeatail\?productId=zhgd-tower-crane">/,
  )
})

test('an article without a title has its date as a name, wherever visitors and search engines meet it', async () => {
  const headers = await server.signIn()
  const save = async (newTitle: string) =>
    (await server.post('/v1/news/saveNews', { newTitle, newIntro: '简介' }, { headers })).data.newId
  const [before, newId, after] = [await save('前一篇'), await save(' '), await save('后一篇')]
  const { createDate } = (await server.post('/v1/news/detailNews', { newId })).data
  const name = `新闻 ${createDate.slice(0, 10)}`
  const page = async (path: string, agent = ''): Promise<string> =>
    String((await raw(url + path, { 'User-Agent': agent })).body).replaceAll(/<wbr[^>]*>/g, '')
  const html = await page(`/xwdtDet?newId=${newId}`)
  assert.match(html, new RegExp(`<title>${name} - 筑站科技</title>`))
  assert.match(html, new RegExp(`<meta property="og:title" content="${name} - 筑站科技">`))
  assert.match(html, new RegExp(`"headline":"${name}"`))
  assert.match(html, new RegExp(`"name":"${name}","item"`))
  assert.match(html, new RegExp(`aria-current="page"[^>]*>${name}<`))
  for (const path of [before, after].map((id) => `/xwdtDet?newId=${id}`))
    assert.match(await page(path), new RegExp(`<p[^>]*>${name}<`), path)
  assert.match(await page('/rss.xml'), new RegExp(`<item><title>${name}</title>`))
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
  for (const list of [await page('/xwdt'), await page('/xwdt', phone)]) {
    assert.match(list, new RegExp(`<h[23][^>]*>${name}<`))
    assert.doesNotMatch(list, /<h[1-6][^>]*><\/h/)
  }
  assert.match(html, new RegExp(`<h1[^>]*>${name}</h1>`))
})

test('scripts and styles are immutable', async () => {
  const html = String((await raw(`${url}/`)).body)
  for (const path of [/src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1], /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1]]) {
    const { status, headers } = await raw(url + path, { 'Accept-Encoding': 'br' })
    assert.deepEqual(
      [status, headers['content-encoding'], headers['cache-control']],
      [200, 'br', 'public, max-age=31536000, immutable'],
    )
  }
  for (const path of ['/media/../site/site.json', '/media/%2e%2e/site/site.json', '/media/', '/assets/manifest.json']) {
    assert.equal((await raw(url + path)).status, 404, path)
  }
})

test('the HTML contains its data, and nothing in it can end its script element', async () => {
  const headers = await server.signIn()
  const { data } = await server.post(
    '/v1/news/saveNews',
    { newTitle: '</script><script>alert(1)</script>', newIntro: '"><img onerror=x>' },
    { headers },
  )
  const html = String((await raw(`${url}/xwdtDet?newId=${data.newId}`)).body)
  assert.doesNotMatch(html, /<script>alert|<img onerror/)
  const embedded = JSON.parse(/<script type="application\/json" id="page">(.*?)<\/script>/.exec(html)?.[1] ?? '')
  assert.equal(embedded.facts.record.newTitle, '</script><script>alert(1)</script>')
})
