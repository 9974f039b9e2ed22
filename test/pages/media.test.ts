import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { requestPath } from '../../server/edge/request.ts'
import { openMedia } from '../../server/pages/media.ts'
import { newFolder } from '../server.ts'
import { ask, security, startEdge } from '../edge/edge.ts'

const hashed = 'crane.1a2b3c4d.960x720.e8eef5.480w'
const forGood = 'public, max-age=31536000, immutable'
const forADay = 'public, max-age=86400'

/** What is not among these is answered by "nothing". */
async function media(t: TestContext, files: Record<string, string>) {
  const folder = newFolder(t)
  for (const [name, text] of Object.entries(files)) {
    await mkdir(join(folder, name, '..'), { recursive: true })
    await writeFile(join(folder, name), text)
  }
  const { port } = await startEdge(t, () => {
    const { serve } = openMedia(folder, security)
    return (req, res) => void (serve(req, res, requestPath(req.url)) || res.writeHead(404).end('nothing'))
  })
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(port, { method, path: `/media/${path}`, headers })
  return { folder, get, port }
}

const shipped = {
  [`product/${hashed}.png`]: 'main',
  'product/crane.1a2b3c4d.480w.webp': 'variant',
  'mark.1a2b3c4d.svg': 'drawing',
  'qr.png': 'plain',
  'film/intro.1a2b3c4d.1280x720.jpg': 'poster',
  'film/intro.mp4': 'a film of some length',
}

describe('the shipped pictures', () => {
  test('a picture named after its content is immutable for a year, any other is cached for a day', async (t) => {
    const { get } = await media(t, shipped)
    const expected = {
      [`product/${hashed}.png`]: ['image/png', forGood, 'main'],
      'product/crane.1a2b3c4d.480w.webp': ['image/webp', forGood, 'variant'],
      'mark.1a2b3c4d.svg': ['image/svg+xml', forGood, 'drawing'],
      'qr.png': ['image/png', forADay, 'plain'],
      'film/intro.mp4': ['video/mp4', forADay, 'a film of some length'],
    }
    for (const [path, answer] of Object.entries(expected)) {
      const { status, headers, text } = await get(path)
      assert.deepEqual([status, headers['content-type'], headers['cache-control'], text], [200, ...answer], path)
    }
  })

  test('an address from an earlier version serves the current picture, cached for a day', async (t) => {
    const { get } = await media(t, shipped)
    for (const [path, body, type] of [
      ['mark.svg', 'drawing', 'image/svg+xml'],
      ['product/crane.png', 'main', 'image/png'],
      ['product/crane.jpg', 'main', 'image/png'],
      ['product/crane.00000000.640x480.480w.jpg', 'main', 'image/png'],
      ['product/crane.00000000.480w.webp', 'variant', 'image/webp'],
      ['product/crane.00000000.1440w.webp', 'main', 'image/png'],
      ['film/intro.jpg', 'poster', 'image/jpeg'],
    ] as const) {
      const { status, headers, text } = await get(path)
      assert.deepEqual(
        [status, headers['content-type'], headers['cache-control'], text],
        [200, type, forADay, body],
        path,
      )
    }
    for (const path of [
      'product/crane',
      'product/crane.webp',
      'product/crane.svg',
      'product/other.png',
      'product/crane.00000000.mp4',
      'product/../product/crane.png/',
      'product/constructor.png',
    ])
      assert.equal((await get(path)).status, 404, path)
  })

  test('files removed or replaced after the start are still served unchanged, completely and in ranges', async (t) => {
    const { folder, get } = await media(t, shipped)
    await rm(folder, { recursive: true })
    await mkdir(join(folder, 'product'), { recursive: true })
    await writeFile(join(folder, `product/${hashed}.png`), 'other')
    assert.equal((await get(`product/${hashed}.png`)).text, 'main')
    assert.equal((await get('film/intro.mp4')).text, 'a film of some length')
    const part = await get('film/intro.mp4', { Range: 'bytes=2-5' })
    assert.deepEqual([part.status, part.text, part.headers['content-range']], [206, 'film', 'bytes 2-5/21'])
    const { headers } = await get('qr.png')
    assert.equal((await get('qr.png', { 'If-None-Match': headers.etag ?? '' })).status, 304)
    const head = await get('qr.png', {}, 'HEAD')
    assert.deepEqual([head.status, head.text, head.headers['content-length']], [200, '', '5'])
  })

  test('clients that disconnect do not affect later ones', async (t) => {
    const film = 'film '.repeat(1_600_000)
    const { get, port } = await media(t, { 'film/long.mp4': film })
    for (let n = 0; n < 5; n++) {
      const socket = connect(port, '127.0.0.1')
      socket.write('GET /media/film/long.mp4 HTTP/1.1\r\nHost: a\r\n\r\n')
      await once(socket, 'data')
      socket.destroy()
      await once(socket, 'close')
    }
    const { status, text } = await get('film/long.mp4')
    assert.equal(status, 200)
    assert.ok(text === film)
  })
})
