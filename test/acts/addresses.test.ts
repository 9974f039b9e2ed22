import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { oldSite, refusal } from './oldSite.ts'

const xml = (body: string, root = 'urlset'): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">${body}</${root}>`
const urls = (...paths: string[]): string => paths.map((path) => `<url><loc>${path}</loc></url>`).join('')
const file = (body: string) => ({ body, type: 'application/xml' })

test('a sitemap: pages of the site with their dates in China, each once; no pictures, files or other sites', async (t) => {
  const site = await oldSite(t, {})
  site.pages['/sitemap.xml'] = file(
    xml(`<url><loc> ${site.origin}/news/1.html </loc><lastmod>2021-03-04</lastmod>
<image:image><image:loc>${site.origin}/upload/1.jpg</image:loc></image:image></url>
<url><loc>${site.origin}/news/2.html?a=1&amp;b=2</loc><lastmod>2021-03-04T20:00:00+00:00</lastmod></url>
<url><loc><![CDATA[${site.origin}/news/1.html#top]]></loc></url>
<url><loc>/product/%B2%FA.html</loc><lastmod>昨天</lastmod></url>
<url><loc>http://old.example/product/3.html</loc></url>
<url><loc>http://other.example/4.html</loc></url><url><loc>${site.origin}/upload/a.pdf</loc></url><url><loc>javascript:alert(1)</loc></url>`),
  )
  const { addresses, notes } = await site.addresses('/sitemap.xml')
  assert.deepEqual(addresses, [
    { address: `${site.origin}/news/1.html`, date: '2021-03-04 00:00:00' },
    { address: `${site.origin}/news/2.html?a=1&b=2`, date: '2021-03-05 04:00:00' },
    { address: `${site.origin}/product/%B2%FA.html`, date: '' },
    { address: 'http://old.example/product/3.html', date: '' },
  ])
  assert.deepEqual(notes, [`来自网站地图 ${site.origin}/sitemap.xml`])
})

test('a sitemap of sitemaps, one of them packed, one that is not there, and lines of text', async (t) => {
  const site = await oldSite(t, {})
  const { origin } = site
  const listed = ['/a.xml.gz', '/b.txt', '/none.xml', '/index.xml'].map(
    (path) => `<sitemap><loc>${origin}${path}</loc></sitemap>`,
  )
  site.pages['/index.xml'] = file(xml(listed.join(''), 'sitemapindex'))
  site.pages['/a.xml.gz'] = { body: gzipSync(xml(urls(`${origin}/1.html`))), type: 'application/x-gzip' }
  site.pages['/b.txt'] = { body: `${origin}/2.html\r\n${origin}/3.html\n`, type: 'text/plain' }
  const { addresses, notes } = await site.addresses('/index.xml')
  assert.deepEqual(
    addresses.map(({ address }) => address),
    [1, 2, 3].map((name) => `${origin}/${name}.html`),
  )
  assert.equal(notes.length, 2)
  assert.match(notes[1] ?? '', /none\.xml 没有读成：网页不在了（404）/)
  assert.equal(site.requests.length, 4, 'each once')
})

test('for a page: the sitemap that robots.txt names, else /sitemap.xml, else the links of the page', async (t) => {
  const home = `<html><head><base href="/zh/"></head><body><a href="news/1.html">一</a><a href="#top">顶</a><a href="news/1.html#x">一</a>
<a href="javascript:void(0)">二</a><a href="mailto:a@b.cn">三</a><a href="/a.zip">四</a><a href="http://other.example/">五</a><iframe src="/list.asp"></iframe></body></html>`
  const site = await oldSite(t, { '/': home })
  const { origin } = site
  const paths = async (): Promise<string[]> =>
    (await site.addresses('/')).addresses.map(({ address }) => address.replace(origin, ''))

  assert.deepEqual(await paths(), ['/zh/news/1.html', '/zh/', '/list.asp'])
  assert.match((await site.addresses('/')).notes.join(), /没有找到网站地图/)
  // Some sites answer with their first page what they do not have.
  site.pages['/sitemap.xml'] = home
  assert.deepEqual(await paths(), ['/zh/news/1.html', '/zh/', '/list.asp'])
  site.pages['/sitemap.xml'] = file(xml(urls(`${origin}/from-usual`)))
  assert.deepEqual(await paths(), ['/from-usual'])
  site.pages['/robots.txt'] = { body: 'User-agent: *\nDisallow: /admin\nsitemap: /map/own.xml\n', type: 'text/plain' }
  site.pages['/map/own.xml'] = file(xml(urls(`${origin}/from-robots`)))
  assert.deepEqual(await paths(), ['/from-robots', '/from-usual'])
})

test('at most 2,000 are listed', async (t) => {
  const site = await oldSite(t, {})
  const many = Array.from({ length: 3_000 }, (_, index) => `${site.origin}/${index}.html`)
  site.pages['/sitemap.xml'] = file(xml(urls(...many)))
  const { addresses, notes } = await site.addresses('/sitemap.xml')
  assert.equal(addresses.length, 2_000)
  assert.deepEqual(notes.slice(1), ['网址太多，只列出前 2000 个'])
})

test('sitemaps that name each other end, and so do those that name new ones for ever', async (t) => {
  const site = await oldSite(t, {})
  const { origin } = site
  const index = (path: string) => file(xml(`<sitemap><loc>${origin}${path}</loc></sitemap>`, 'sitemapindex'))
  site.pages['/a.xml'] = index('/b.xml')
  site.pages['/b.xml'] = index('/a.xml')
  assert.match(await refusal(site.addresses('/a.xml')), /没有找到网页的网址/)
  assert.equal(site.requests.length, 2)

  for (let each = 0; each < 200; each++) site.pages[`/${each}.xml`] = index(`/${each + 1}.xml`)
  assert.match(await refusal(site.addresses('/0.xml')), /没有找到网页的网址/)
  assert.equal(site.requests.length, 2 + 51)
})

test('a sitemap with entities of its own is refused', async (t) => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(100)}"><!ENTITY b "&a;&a;&a;">]>`
  const site = await oldSite(t, {
    '/sitemap.xml': file(`<?xml version="1.0"?>${bomb}<urlset><url><loc>&b;</loc></url></urlset>`),
  })
  assert.match(await refusal(site.addresses('/sitemap.xml')), /不该有的内容/)
})

test('an address without links or of a picture says what to give', async (t) => {
  const site = await oldSite(t, { '/': '<p>空</p>', '/a.png': { body: '\x89PNG', type: 'image/png' } })
  assert.match(await refusal(site.addresses('/')), /常见的是 \/sitemap\.xml/)
  assert.match(await refusal(site.addresses('/a.png')), /不是网页/)
})
