import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { importCalls } from '../../../server/acts/importCalls.ts'
import { decodeText } from '../../../moving/sourceText.ts'
import { clean } from '../../../server/media/clean.ts'
import { parsePage } from '../../../moving/tree.ts'
import { webSites } from '../../../server/edge/outside.ts'
import { outsideSite } from '../../media/outside.ts'
import { pbootNews, sentence } from '../../acts/forms.ts'
import { callerNamed, encoded, foreignReader, oldSite, refusal } from '../../acts/oldSite.ts'

const megabyte = 1_048_576
const page = (body: string): string => `<!doctype html><title>标题</title><div class="content">${body}</div>`
const article = page(`<p>${sentence}</p>`)

test('nothing but public addresses, wherever a redirect leads and whatever a name means later', async (t) => {
  const inner = await outsideSite(t, (_req, res) => void res.end(article), '127.0.0.2')
  const site = await oldSite(t, {}, { 'inner.example': ['127.0.0.2'], 'changing.example': ['127.0.0.1', '127.0.0.2'] })
  const redirect = (to: string) => ({ status: 302, headers: { Location: to } })
  const targets = [
    `http://127.0.0.2:${inner.port}/`,
    `http://inner.example:${inner.port}/`,
    'http://[::1]/',
    'http://169.254.169.254/latest/meta-data/',
    'http://10.0.0.1/',
    'http://2130706434/',
    'file:///etc/passwd',
    'ftp://old.example/',
    'http://user:password@old.example/',
    'http://:0/',
  ]
  for (const [index, target] of targets.entries()) {
    site.pages[`/${index}`] = redirect(target)
    assert.match(await refusal(site.page(`/${index}`)), /不是公网上的网址/, target)
  }
  for (const target of targets.slice(0, 6)) assert.match(await refusal(site.page(target)), /不是公网上的网址/, target)
  // A sitemap does not lead there either.
  site.pages['/robots.txt'] = { body: `Sitemap: http://inner.example:${inner.port}/sitemap.xml` }
  site.pages['/'] = '<a href="/1.html">一</a>'
  assert.match((await site.addresses('/')).notes.join(), /inner\.example.+不是公网上的网址/)

  // The second request asks for the name again, which is another machine by then.
  site.pages['/changing'] = redirect(`http://changing.example:${site.port}/changing`)
  assert.match(await refusal(site.page(`http://changing.example:${site.port}/changing`)), /不是公网上的网址/)
  assert.equal(inner.requests.length, 0)
})

test('on the internet this machine is left out, and every port but the usual one', async () => {
  const { readPage } = importCalls({ fetchOutside: true, foreignReader }, webSites)
  for (const address of [
    'http://127.0.0.1/',
    'http://localhost/',
    'http://[::ffff:127.0.0.1]/',
    'http://8.8.8.8:6379/',
  ]) {
    const read = async (): Promise<unknown> => readPage({ address, beside: undefined }, 'a')
    assert.match(await refusal(read()), /不是公网上的网址/, address)
  }
})

test('redirects end, and one to a sign-in says so', async (t) => {
  const site = await oldSite(t, {
    '/a': { status: 301, headers: { Location: '/a' } },
    '/secret': { status: 302, headers: { Location: '/login?back=/secret' } },
    '/login?back=/secret': article,
    '/moved': { status: 301, headers: { Location: '/new/1.html' } },
    '/new/1.html': pbootNews,
    '/refreshed': `<meta http-equiv="refresh" content="0; url='new/1.html'">`,
    '/round': `<meta http-equiv="refresh" content="0;url=/round">`,
  })
  assert.match(await refusal(site.page('/a')), /301/)
  assert.match(await refusal(site.page('/secret')), /要登录/)
  assert.equal((await site.page('/moved')).address, `${site.origin}/new/1.html`)
  assert.equal((await site.page('/refreshed')).address, `${site.origin}/new/1.html`)
  assert.match(await refusal(site.page('/round')), /只是转到别的网页/)
})

test('each answer that is no page is said in words', async (t) => {
  const site = await oldSite(t, {
    '/401': { status: 401 },
    '/403': { status: 403 },
    '/410': { status: 410 },
    '/429': { status: 429 },
    '/500': { status: 500 },
    '/304': { status: 304 },
    '/204': { status: 204 },
    '/206': { status: 206, body: article },
    '/empty': '',
    '/picture': { body: article, type: 'image/jpeg' },
    '/hidden-picture': { body: Buffer.from('\xff\xd8\xff\xe0 jpeg', 'latin1') },
    '/json': { body: '{"a":1}', type: 'application/json' },
    '/form': '<title>会员</title><form><input type=password></form>',
  })
  const words: Record<string, RegExp> = {
    '/401': /要登录/,
    '/403': /拒绝了读取（403）/,
    '/404': /不在了（404）/,
    '/410': /不在了/,
    '/429': /过几分钟再试/,
    '/500': /自己出错了/,
    '/304': /没有发来网页（304）/,
    '/204': /没有发来网页（204）/,
    '/206': /没有发来网页（206）/,
    '/empty': /没有找到正文/,
    '/picture': /不是网页/,
    '/hidden-picture': /不是网页/,
    '/json': /不是网页/,
    '/form': /要登录/,
  }
  for (const [path, expected] of Object.entries(words)) assert.match(await refusal(site.page(path)), expected, path)
  assert.match(await refusal(site.page('http://nowhere.example:9/')), /网站打不开/)
})

test('a page that never ends is left at 5 MB, and a packed one as well', async (t) => {
  let sent = 0
  const site = await oldSite(t, {
    '/endless': (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/html' })
      const more = (): void => {
        if (res.destroyed) return
        sent += megabyte
        res.write(Buffer.alloc(megabyte, 'a'), () => setImmediate(more))
      }
      more()
    },
    '/named': (_req, res) => void res.writeHead(200, { 'Content-Length': 6 * megabyte }).write('<p>'),
    '/bomb': { body: gzipSync(Buffer.alloc(200 * megabyte)), headers: { 'Content-Encoding': 'gzip' } },
    '/twice': { body: gzipSync(gzipSync(Buffer.alloc(200 * megabyte))), headers: { 'Content-Encoding': 'gzip' } },
  })
  assert.match(await refusal(site.page('/endless')), /太大/)
  assert.ok(sent < 40 * megabyte, `${sent} bytes were sent`)
  assert.match(await refusal(site.page('/named')), /太大/)
  assert.match(await refusal(site.page('/bomb')), /太大/)
  assert.match(await refusal(site.page('/twice')), /太大/)
  assert.match(await refusal(site.addresses('/bomb')), /太大/)
})

test('a site that is too slow is left, and so is one that sends a little again and again', async (t) => {
  const site = await oldSite(
    t,
    {
      '/silent': () => {},
      '/drops': (_req, res) => {
        res.writeHead(200, { 'Content-Type': 'text/html' })
        const drops = setInterval(() => res.write(' '), 5)
        res.on('close', () => clearInterval(drops))
      },
      '/sitemap.xml': `<urlset><url><loc>/1.html</loc></url></urlset>`,
      '/robots.txt': () => {},
      '/': '<a href="/2.html">二</a>',
    },
    {},
    { sourceMs: 1_000, callMs: 20_000, readMs: 20_000 },
  )
  assert.match(await refusal(site.page('/silent')), /太慢/)
  assert.match(await refusal(site.page('/drops')), /太慢/)
  // One answer does not use up the time of the others.
  assert.equal((await site.addresses('/')).addresses[0]?.address, `${site.origin}/1.html`)
})

test('a page that is packed in any of the usual ways is read', async (t) => {
  const packed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  const site = await oldSite(t, {})
  for (const [name, pack] of Object.entries(packed)) {
    site.pages[`/${name}`] = { body: pack(article), headers: { 'Content-Encoding': name } }
    assert.equal((await site.page(`/${name}`)).html, `<p>${sentence}</p>`)
  }
  // It says so, and is not.
  site.pages['/wrong'] = { body: article, headers: { 'Content-Encoding': 'gzip' } }
  assert.equal((await site.page('/wrong')).html, `<p>${sentence}</p>`)
})

test('code never gets through: scripts, handlers and addresses of scripts', async (t) => {
  const body = `<p onclick="alert(1)">${sentence}<script>alert(2)</script></p><p><a href="javascript:alert(3)">一</a>
<a href="&#106;avascript:alert(4)">二</a><a href="/ok.html" onmouseover=alert(5)>三</a></p>
<img src="x.jpg" onerror="alert(6)" alt='"><script>alert(7)</script>'><img src="javascript:alert(8)"><img src="data:text/html,alert">
<svg onload=alert(9)><p>${sentence}</p></svg><p style="background:url(javascript:alert(10))">四，。</p><style>p{}</style>
<p>&lt;img src="https://picture.invalid/0" onerror=alert(11)&gt;</p><object data="x.swf"></object>`
  const site = await oldSite(t, { '/1.html': page(body) })
  const { html, pictures, notes } = await site.page('/1.html')
  const tags = html.match(/<[^>]*>/g)?.join('') ?? ''
  assert.ok(!/on\w+=|javascript|script|style|svg|object/i.test(tags.replaceAll(/alt="[^"]*"/g, '')), tags)
  assert.deepEqual(pictures, [`${site.origin}/x.jpg`])
  assert.match(html, /&lt;img src="[^"]*" onerror=alert\(11\)&gt;/)
  assert.deepEqual(notes, ['有 1 个视频没有搬过来'])
})

test('the text is as the cleaner would leave it: no control characters, no depth that a browser would not keep', async (t) => {
  const deep = `${'<blockquote>'.repeat(150)}<p>${sentence}</p>`
  const site = await oldSite(t, { '/1.html': page(`<p>&#1;一&#xFEFF;，${sentence}</p>${deep}`) })
  const { html } = await site.page('/1.html')
  assert.ok(html.startsWith(`<p>一，${sentence}</p><blockquote>`), html.slice(0, 200))
  assert.equal(clean(html), html)
})

/** How much of the time this thread is busy, while a page is read in another one. */
async function busyWhile(work: () => Promise<unknown>): Promise<number> {
  const before = performance.eventLoopUtilization()
  await work()
  return performance.eventLoopUtilization(before).utilization
}

test('a page that is made to be expensive costs the thread that reads it, and no other', async (t) => {
  const expensive = {
    '/deep': page('<div>'.repeat(100_000) + sentence),
    '/links': page('<a href=/a>a</a>'.repeat(300_000)),
    '/attributes': page(`<p title="${'x'.repeat(4 * megabyte)}">${sentence}</p>`),
    '/names': page(`<p ${Array.from({ length: 400_000 }, (_, index) => `a${index}`).join(' ')}>${sentence}</p>`),
    '/marks': page('<b><i><u>'.repeat(30_000) + `<p>${sentence}</p>`.repeat(1_000)),
    '/comments': page('<!--'.repeat(megabyte)),
    '/json': page(`<script type="application/ld+json">${'['.repeat(megabyte)}</script><p>${sentence}</p>`),
    '/comments.xml': `<?xml version="1.0"?><urlset>${'<!--'.repeat(megabyte)}`,
    '/1.html': article,
  }
  const site = await oldSite(t, expensive, {}, { sourceMs: 15_000, callMs: 25_000, readMs: 4_000 })
  for (const path of ['/deep', '/links', '/attributes', '/names', '/marks', '/comments', '/json']) {
    assert.match(await refusal(site.page(path)), /太复杂|没有找到正文|it was read/, path)
    // The thread reads the next page, whatever became of this one.
    assert.equal((await site.page('/1.html')).html, `<p>${sentence}</p>`)
  }
  // Each beginning of a comment is looked for its end in all that follows.
  const busy = await busyWhile(async () => assert.match(await refusal(site.addresses('/comments.xml')), /太复杂/))
  assert.ok(busy < 0.6, `the thread of everybody is busy for ${Math.round(busy * 100)} % of the time`)
  assert.equal((await site.page('/1.html')).html, `<p>${sentence}</p>`)
})

test('of a page as many elements and levels are read as people write, and no more', () => {
  for (const source of [
    '<i></i>'.repeat(101_000),
    '<!---->'.repeat(101_000),
    '<div>'.repeat(501),
    '<p><b><i><u><s>'.repeat(10_000),
  ])
    assert.equal(parsePage(source).complete, false)
  assert.equal(parsePage('<div>'.repeat(400)).complete, true)
})

test('of a page with 300,000 links, those are listed that stand first', async (t) => {
  const links = Array.from(
    { length: 150_000 },
    (_, index) => `<a href=/${index % 9}>a</a><a href=//x.example/${index}>b</a>`,
  )
  const site = await oldSite(t, { '/links': links.join('').slice(0, 5 * megabyte) })
  assert.equal((await site.addresses('/links')).addresses.length, 9)
})

test('an encoding that is wrong, or none, does not spoil the text', () => {
  const text = `<p>${sentence}</p>`
  const gbk = encoded(text, 'gbk')
  for (const type of [
    'text/html',
    'text/html; charset=utf-8',
    'text/html; charset=nonsense',
    'text/html;charset=gb2312',
  ])
    assert.equal(decodeText(gbk, type), text, type)
  const utf8 = Buffer.from(text)
  for (const type of ['text/html; charset=gb2312', 'text/html; charset=iso-8859-1', ''])
    assert.equal(decodeText(utf8, type), text, type)
  // One damaged byte does not make it a text of GBK.
  const damaged = Buffer.concat([utf8, Buffer.from([0xe4])])
  assert.equal(decodeText(damaged, 'text/html; charset=utf-8'), `${text}\uFFFD`)
  assert.equal(decodeText(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'text/html; charset=gbk'), text)
})

test('three of a person and six in all are read at a time, and the first of anybody else', async (t) => {
  const waiting: (() => void)[] = []
  const site = await oldSite(t, { '/slow': (_req, res) => void waiting.push(() => res.end(article)) })
  const reading = [...'aaaabbbcc'].map((name) => site.page('/slow', callerNamed(name)))
  const outcomes = Promise.allSettled(reading)
  while (waiting.length < 7) await new Promise((resolve) => setTimeout(resolve, 5))
  for (const answer of waiting) answer()
  const read = await outcomes
  assert.equal(read.map(({ status }) => (status === 'fulfilled' ? '1' : '0')).join(''), '111011110')
  const [refused] = read.filter((each) => each.status === 'rejected')
  assert.deepEqual([refused?.reason.code, refused?.reason.headers['Retry-After']], [503, '5'])
})
