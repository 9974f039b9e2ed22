import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { everyDesktop, everyPhone } from '../browser/paths.ts'
import { startCdn } from '../cdn.ts'
import { newFolder, startServer, type TestServer } from '../server.ts'
import { plainPng } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

const folder = newFolder({ after })
const siteUrl = 'https://www.example.com'
const cdn = 'https://cdn.example'
const start = (assetsUrl = ''): Promise<TestServer> =>
  startServer({ after }, { folder, env: { SEED: 'on', SITE_URL: siteUrl, ASSETS_URL: assetsUrl } })

interface Seen {
  text: string
  headers: Record<string, string>
}

/** What those of these addresses say that have an answer of their own for this device. */
async function seenOn({ url }: TestServer, paths: readonly string[], agent: string): Promise<Record<string, Seen>> {
  const seen: Record<string, Seen> = {}
  for (const path of paths) {
    const response = await fetch(url + path, { headers: { 'User-Agent': agent }, redirect: 'manual' })
    const { date, etag, 'content-length': length, ...headers } = Object.fromEntries(response.headers)
    seen[`${agent} ${path}`] = { text: await response.text(), headers }
  }
  return seen
}
const withoutOrigin = (text: string, origin: string): string =>
  text.replaceAll(new RegExp(`${origin}(?=/(?:assets|media|uploads)/)`, 'g'), '').replaceAll(integrity, '')
/** What a browser compares a script or sheet of the CDN with. */
const integrity = / (?:data-)?integrity="sha256-([^"]+)"(?: crossorigin)?/g

test('pages with a CDN and without differ by its origin alone, and all else does not differ', async () => {
  const server = await start()
  const headers = await server.signIn()
  const cover = (await uploadPicture(server, headers, plainPng(640, 480, [9, 9, 9]))).data
  const film = '/media/film/intro.mp4'
  const newInfo = `<p><img src="${cover}" alt='src="/media/qr.png"'></p><p><video src="${film}" controls></video></p>`
  const saved = await server.post('/v1/news/saveNews', { newTitle: '开工', newCover: cover, newInfo }, { headers })
  const article = `/xwdtDet?newId=${saved.data.newId}`
  const preview = async ({ post }: TestServer): Promise<unknown> => {
    const sent = { kind: 'news', device: 'desktop', newTitle: '开工', newCover: cover, newInfo }
    return (await post('/v1/page/preview', sent, { headers })).data
  }
  const others = ['/robots.txt', '/rss.xml', '/sitemap.xml', '/site.webmanifest', '/login', '/favicon.ico', cover]
  const pages = async (of: TestServer): Promise<Record<string, Seen>> => ({
    ...(await seenOn(of, [...everyDesktop, article], 'Chrome')),
    ...(await seenOn(of, [...everyPhone, article], 'iPhone')),
  })
  const without = { pages: await pages(server), others: await seenOn(server, others, 'Chrome') }
  const replies = [await preview(server), (await server.post('/v1/news/detailNews', saved.data)).data]
  await server.stop()

  const other = await start(cdn)
  const { pages: plain } = without
  const far = await pages(other)
  let count = 0
  for (const [path, { text, headers }] of Object.entries(far)) {
    const before = plain[path]
    assert.ok(before)
    if (headers.location !== undefined) continue
    count++
    const again = new RegExp(`<script src="/assets/again-\\w+\\.js" data-cdn="${cdn}"></script>`)
    assert.match(text, again)
    assert.doesNotMatch(before.text, /assets\/again/)
    assert.equal(withoutOrigin(text.replace(again, ''), cdn), withoutOrigin(before.text, siteUrl), path)
    const { 'content-security-policy': policy = '', ...rest } = headers
    const { 'content-security-policy': policyBefore, ...restBefore } = before.headers
    assert.deepEqual(rest, restBefore)
    assert.equal(policy.replaceAll(` ${cdn}`, ''), policyBefore)
    assert.equal(policy.split(cdn).length, 5, policy)
    for (const of of ['script', 'style', 'img', 'media']) assert.match(policy, new RegExp(`${of}-src 'self' ${cdn}`))

    const [html = '', data = ''] = text.split('<script type="application/json" id="page">')
    const [head = '', body = ''] = html.split('</head>')
    assert.match(head, new RegExp(`<meta property="og:image" content="${cdn}/`))
    // What is opened, and what has no second address: links, the captions of films, and the two scripts that begin.
    const here =
      (body + head).match(/(?:src|srcSet|srcset|imagesrcset|href)="\/(?:assets|media|uploads)\/[^"]+/gi) ?? []
    assert.deepEqual(
      here.filter((each) => !/^href=(?!.*\.css)|\.vtt$|\/assets\/(?:entry|again)-/.test(each)),
      [],
      path,
    )
    assert.ok(!data.includes(cdn), 'the data of the page are those of calls')
  }
  assert.ok(count > 30)
  const text = far[`Chrome ${article}`]?.text ?? ''
  assert.ok(text.includes(`<img src="${cdn}${cover}" alt="src=&quot;/media/qr.png&quot;"`))
  assert.ok(text.includes(`<video src="${cdn}${film}"`))
  const product = far['Chrome /productDet?productId=zhgd-tower-crane']?.text ?? ''
  assert.match(product, new RegExp(`imagesrcset="${cdn}/media/[^ ]+ \\d+w, ${cdn}/media/`))

  for (const [path, { text, headers }] of Object.entries(await seenOn(other, others, 'Chrome'))) {
    assert.ok(text === without.others[path]?.text, path)
    // What a feed may load concerns nobody.
    if (!/\.(?:txt|xml)$/.test(path)) assert.deepEqual(headers, without.others[path]?.headers)
  }
  assert.deepEqual([await preview(other), (await other.post('/v1/news/detailNews', saved.data)).data], replies)
  const script = /data-module="https:\/\/cdn\.example([^"]+)/.exec(text)?.[1] ?? ''
  const checked = [...text.matchAll(new RegExp(`"${cdn}(/assets/[^"]+)"${integrity.source}`, 'g'))]
  assert.equal(checked.length, text.split(`"${cdn}/assets/`).length - 1)
  assert.equal(checked.length, 6, 'the first script, three sheets, and two preloads')
  for (const [, path = '', hash] of checked) {
    const bytes = await (await fetch(other.url + path)).arrayBuffer()
    assert.equal(createHash('sha256').update(new Uint8Array(bytes)).digest('base64'), hash, path)
  }
  const { headers: sent } = await fetch(other.url + script)
  assert.deepEqual(
    [sent.get('access-control-allow-origin'), sent.get('cache-control')],
    ['*', 'public, max-age=31536000, immutable'],
  )
  await other.stop()
})

test('a CDN passes a part of a film on, and a form that is sent without a script has a page as the others', async (t) => {
  const far = await startCdn(t)
  const server = await start(far.url)
  far.site = server.url
  const part = await fetch(`${far.url}/media/film/intro.mp4`, { headers: { Range: 'bytes=10-19' } })
  assert.deepEqual([part.status, (await part.arrayBuffer()).byteLength], [206, 10])
  const result = await fetch(`${server.url}/zixun?applied=1`)
  assert.match(result.headers.get('content-security-policy') ?? '', new RegExp(`script-src 'self' ${far.url};`))
  assert.ok((await result.text()).includes(`<link rel="stylesheet" href="${far.url}/assets/`))
  await server.stop()
})
