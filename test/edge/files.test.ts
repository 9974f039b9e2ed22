import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { createUploadFiles } from '../../server/edge/files.ts'
import { requestPath } from '../../server/edge/request.ts'
import { hashesOf, isIntact, readFiles } from '../../server/media/isIntact.ts'
import { newFolder } from '../server.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, type Edge, security, startEdge } from './edge.ts'

const name = 'a'.repeat(32)
const path = `/uploads/news/${name}.png`
const bytes = Buffer.from(Array.from({ length: 1000 }, (_, n) => n & 255))
const noPipes = { skip: process.platform === 'win32' }
const immutable = 'public, max-age=31536000, immutable'

async function files(t: TestContext): Promise<Edge & { folder: string }> {
  const folder = newFolder(t)
  await mkdir(join(folder, 'news'))
  await writeFile(join(folder, 'news', `${name}.png`), bytes)
  const edge = await startEdge(t, (replies) => {
    const serve = createUploadFiles({ folder, fetch: async () => false, security, replies })
    return (req, res) => {
      if (!serve(req, res, requestPath(req.url))) res.end('a page')
    }
  })
  return { ...edge, folder }
}

describe('an uploaded file', () => {
  test('is sent with its type, as immutable, and cannot run', async (t) => {
    const { port, folder } = await files(t)
    await mkdir(join(folder, 'logo'))
    await writeFile(join(folder, 'logo', `${name}.jpg`), '')
    const reply = await ask(port, { method: 'GET', path: `${path}?v=1` })
    assert.equal(reply.status, 200)
    assert.deepEqual(reply.body, bytes)
    assert.equal(reply.headers['content-type'], 'image/png')
    assert.equal(reply.headers['content-length'], '1000')
    assert.equal(reply.headers['cache-control'], immutable)
    assert.equal(reply.headers['x-content-type-options'], 'nosniff')
    assert.equal(reply.headers['content-security-policy'], "default-src 'none'; frame-ancestors 'self'; sandbox")
    assert.equal(reply.headers['strict-transport-security'], 'max-age=31536000')
    assert.equal(reply.headers['accept-ranges'], 'bytes')
    assert.equal(reply.headers.etag, `"${name}"`)
    const empty = await ask(port, { method: 'GET', path: `/uploads/logo/${name}.jpg` })
    assert.deepEqual([empty.status, empty.headers['content-type'], empty.text], [200, 'image/jpeg', ''])
  })

  test('is also found by names of the current format, and a variant has the type of its bytes', async (t) => {
    const { port, folder } = await files(t)
    const cases: [name: string, bytes: string, type: string][] = [
      [`${name}.1920x1080.jpg`, 'ffd8', 'image/jpeg'],
      [`${name}.16384x1.c8d2e0.480w.960w.png`, '8950', 'image/png'],
      [`${name}.480w.webp`, '52494646', 'image/webp'],
      [`${name}.960w.webp`, 'ffd8', 'image/jpeg'],
      [`${name}.640w.webp`, '8950', 'image/png'],
    ]
    for (const [file, content, type] of cases) {
      await writeFile(join(folder, 'news', file), Buffer.from(content, 'hex'))
      const reply = await ask(port, { method: 'GET', path: `/uploads/news/${file}` })
      assert.deepEqual(
        [reply.status, reply.headers['content-type'], reply.headers['cache-control'], reply.body.toString('hex')],
        [200, type, immutable, content],
        file,
      )
    }
    const tags = await Promise.all(
      cases.map(async ([file]) => (await ask(port, { method: 'HEAD', path: `/uploads/news/${file}` })).headers.etag),
    )
    assert.equal(new Set(tags).size, cases.length)
    for (const wrong of [
      '.webp',
      '.1920x1080.webp',
      '.480w.jpg',
      '.1920x1080.c8d2e0.480w.webp',
      '.x1.jpg',
      '.1x1..jpg',
      '.1x1.c8d2e.png',
    ]) {
      await writeFile(join(folder, 'news', name + wrong), 'x')
      assert.equal((await ask(port, { method: 'GET', path: `/uploads/news/${name}${wrong}` })).status, 404, wrong)
    }
  })

  test('is described to HEAD without its bytes; other methods are refused', async (t) => {
    const { port } = await files(t)
    const head = await ask(port, { method: 'HEAD', path, headers: { Range: 'bytes=0-1' } })
    assert.deepEqual([head.status, head.headers['content-length'], head.body.length], [200, '1000', 0])
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const reply = await ask(port, { method, path })
      assert.deepEqual([reply.status, reply.headers.allow], [405, 'GET, HEAD'])
    }
  })

  test('is not sent again to a browser that has it', async (t) => {
    const { port } = await files(t)
    for (const tag of [`"${name}"`, `W/"${name}"`, `"other", "${name}"`, '*']) {
      const reply = await ask(port, { method: 'GET', path, headers: { 'If-None-Match': tag } })
      assert.deepEqual(
        [reply.status, reply.body.length, reply.headers['cache-control'], reply.headers.etag],
        [304, 0, immutable, `"${name}"`],
        tag,
      )
    }
    for (const tag of ['"other"', name, '']) {
      assert.equal((await ask(port, { method: 'GET', path, headers: { 'If-None-Match': tag } })).status, 200, tag)
    }
  })

  test('is sent in part for a range', async (t) => {
    const { port } = await files(t)
    const cases: [range: string, status: number, from: number, to: number][] = [
      ['bytes=0-0', 206, 0, 0],
      ['bytes=0-999', 206, 0, 999],
      ['bytes=10-19', 206, 10, 19],
      ['bytes=990-', 206, 990, 999],
      ['bytes=999-5000', 206, 999, 999],
      ['bytes=-1', 206, 999, 999],
      ['bytes=-5000', 206, 0, 999],
      ['bytes=20-10', 200, 0, 999],
      ['bytes=0-1,5-6', 200, 0, 999],
      ['bytes=-', 200, 0, 999],
      ['bytes=a-b', 200, 0, 999],
      ['lines=0-1', 200, 0, 999],
    ]
    for (const [range, status, from, to] of cases) {
      const reply = await ask(port, { method: 'GET', path, headers: { Range: range } })
      assert.equal(reply.status, status, range)
      assert.deepEqual(reply.body, bytes.subarray(from, to + 1), range)
      assert.equal(reply.headers['content-range'], status === 206 ? `bytes ${from}-${to}/1000` : undefined)
      assert.equal(reply.headers['content-length'], String(to - from + 1))
    }
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0', `bytes=${'9'.repeat(30)}-`]) {
      const reply = await ask(port, { method: 'GET', path, headers: { Range: range } })
      assert.deepEqual(
        [reply.status, reply.headers['content-range'], reply.body.length],
        [416, 'bytes */1000', 0],
        range,
      )
    }
  })

  test('is sent in part only if If-Range matches', async (t) => {
    const { port } = await files(t)
    const statusOf = async (tag: string): Promise<number> =>
      (await ask(port, { method: 'GET', path, headers: { Range: 'bytes=0-1', 'If-Range': tag } })).status
    assert.equal(await statusOf(`"${name}"`), 206)
    for (const tag of ['"other"', `W/"${name}"`, 'Wed, 21 Oct 2015 07:28:00 GMT'])
      assert.equal(await statusOf(tag), 200, tag)
  })

  test('is found by its exact path only', async (t) => {
    const { port, folder } = await files(t)
    await writeFile(join(folder, 'secret.png'), 'secret')
    await mkdir(join(folder, 'news', `${'b'.repeat(32)}.png`))
    await symlink('nowhere', join(folder, 'news', `${'c'.repeat(32)}.png`))
    await symlink(join(folder, 'secret.png'), join(folder, 'news', `${'e'.repeat(32)}.png`))
    const inNews = [
      `${'d'.repeat(32)}.png`,
      `${'b'.repeat(32)}.png`,
      `${'c'.repeat(32)}.png`,
      `${'e'.repeat(32)}.png`,
      `${name}.jpg`,
      `${name}.PNG`,
      name,
      `${name.toUpperCase()}.png`,
      '',
      `../news/${name}.png`,
      `${name}.png/`,
      '%2e%2e/secret.png',
      `${name}.png%00`,
      `${name}.png%0a`,
    ]
    const elsewhere = [
      `product/${name}.png`,
      '',
      `/news/${name}.png`,
      '..%2fsecret.png',
      `.incoming/${name}.png`,
      'secret.png',
    ]
    const paths = [...inNews.map((rest) => `/uploads/news/${rest}`), ...elsewhere.map((rest) => `/uploads/${rest}`)]
    for (const wrong of paths) {
      const reply = await ask(port, { method: 'GET', path: wrong })
      assert.deepEqual(
        [reply.status, reply.code, reply.msg, reply.headers['cache-control']],
        [404, 404, '没有这个文件', 'no-store'],
        wrong,
      )
    }
    assert.equal((await ask(port, { method: 'GET', path: '/upload' })).text, 'a page')
  })

  test('is never a pipe or a device, and asking for one keeps no other work on files waiting', noPipes, async (t) => {
    const { port, folder } = await files(t)
    const pipes = ['0', '1', '2', '3', '4'].map((digit) => `${digit.repeat(32)}.png`)
    for (const pipe of pipes) execFileSync('mkfifo', [join(folder, 'news', pipe)])
    await symlink('/dev/zero', join(folder, 'news', `${'5'.repeat(32)}.png`))
    const odd = [...pipes, `${'5'.repeat(32)}.png`]
    const replies = await Promise.all(odd.map((each) => ask(port, { method: 'GET', path: `/uploads/news/${each}` })))
    assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([404]))
    assert.equal((await ask(port, { method: 'GET', path })).status, 200)
    for (const each of odd) assert.equal(await isIntact(hashesOf(readFiles(folder)), `/uploads/news/${each}`), false)
  })

  test('that is truncated while it is sent closes the connection and affects no other', async (t) => {
    const { port, folder, served, logged } = await files(t)
    const big = join(folder, 'news', `${'e'.repeat(32)}.png`)
    await writeFile(big, Buffer.alloc(40_000_000))
    const connection = await connectTo(t, port)
    connection.socket.once('data', () => connection.socket.pause())
    connection.send(`GET /uploads/news/${'e'.repeat(32)}.png HTTP/1.1\r\nHost: a\r\n\r\n`)
    await connection.until(/200 OK/)
    await truncate(big, 1000)
    connection.socket.resume()
    await connection.closed()
    await eventually(() => served.length === 1, 'the request is over')
    assert.ok((served[0]?.bytes ?? 0) < 40_000_000)
    assert.deepEqual(logged, [])
  })

  test('leaves no file handle open, however the download ends', { skip: process.platform !== 'linux' }, async (t) => {
    const { port, folder, served, logged } = await files(t)
    const big = `/uploads/news/${'f'.repeat(32)}.png`
    await writeFile(join(folder, big.replace('/uploads/', '')), Buffer.alloc(20_000_000))
    const open = async (): Promise<number> => (await readdir('/proc/self/fd')).length
    // Handles that are forgotten are closed at last by the garbage collector, which complains.
    const complaints: Error[] = []
    const hear = (warning: Error): void => void complaints.push(warning)
    process.on('warning', hear)
    t.after(() => process.off('warning', hear))
    const before = await open()
    for (const how of ['destroy', 'resetAndDestroy'] as const) {
      for (let n = 0; n < 10; n++) {
        const connection = await connectTo(t, port)
        connection.send(`GET ${big} HTTP/1.1\r\nHost: a\r\n\r\n`)
        await connection.until(/\r\n\r\n/)
        connection.socket[how]()
      }
    }
    for (const headers of [{}, { Range: 'bytes=5-6' }, { Range: 'bytes=-0' }, { 'If-None-Match': '*' }]) {
      for (const method of ['GET', 'HEAD']) await ask(port, { method, path, headers })
    }
    await eventually(() => served.length === 28, 'all are over')
    await eventually(async () => (await open()) <= before, 'every handle is closed')
    assert.deepEqual(complaints, [])
    assert.deepEqual(logged, [])
  })
})
