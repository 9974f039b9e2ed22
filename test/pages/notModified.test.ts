import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask } from '../edge/edge.ts'
import { startServer } from '../server.ts'

const server = await startServer({ after }, { env: { SEED: 'on' } })

test('If-None-Match gives 304 for one or several ETags: pages, feeds, scripts, styles and pictures', async () => {
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(Number(new URL(server.url).port), {
      method,
      path,
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64)', ...headers },
    })
  const html = (await get('/')).text
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1] ?? ''
  const style = /href="(\/assets\/[^"]+\.css)"/.exec(html)?.[1] ?? ''
  for (const path of ['/', '/xwdt', '/rss.xml', '/sitemap.xml', script, style, '/media/mark.svg']) {
    const { headers } = await get(path, { 'Accept-Encoding': 'br' })
    const { etag = '' } = headers
    assert.match(etag, /^(?:W\/)?"[^"]+"$/, path)
    for (const named of [
      etag,
      `"a", ${etag}`,
      `W/"a",${etag} , "b"`,
      etag.replace(/^W\//, ''),
      `W/${etag.replace(/^W\//, '')}`,
      '*',
      ' * ',
    ]) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await get(path, { 'If-None-Match': named, 'Accept-Encoding': 'gzip' }, method)
        assert.deepEqual(
          [answer.status, answer.text, answer.headers.etag, answer.headers['cache-control']],
          [304, '', etag, headers['cache-control']],
          `${method} ${path} ${named}`,
        )
        assert.equal(answer.headers['content-encoding'], undefined)
      }
    }
    for (const other of ['"a"', 'W/"a", "b"', etag.replaceAll('"', ''), '', '"*"', `${etag.slice(0, -1)}x"`]) {
      assert.equal((await get(path, { 'If-None-Match': other })).status, 200, `${path} ${other}`)
    }
  }
})

test('a missing page is a 404 with any If-None-Match', async () => {
  const get = (headers: Record<string, string>) =>
    ask(Number(new URL(server.url).port), { method: 'GET', path: '/nothing-here', headers })
  const { headers } = await get({})
  for (const named of ['*', headers.etag ?? ''])
    assert.equal((await get({ 'If-None-Match': named })).status, 404, named)
})
