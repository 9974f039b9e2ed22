import assert from 'node:assert/strict'
import { readdir, readFile, stat } from 'node:fs/promises'
import { describe, test, type TestContext } from 'node:test'
import { calls } from '../../contract/calls/calls.ts'
import type { UploadRule } from '../../contract/calls/callRow.ts'
import { limits, messages } from '../../contract/calls/rules.ts'
import { type ReceivedUpload, receiveUpload } from '../../server/edge/multipart.ts'
import { newFolder } from '../server.ts'
import { eventually } from '../eventually.ts'
import { ask, connectTo, type Edge, type HttpReply, newBounds, parseReply, startEdge } from './edge.ts'

const boundary = '----筑站boundary'.replace(/[^\w-]/g, 'x')
const typed = { 'Content-Type': `multipart/form-data; boundary=${boundary}` }
const end = Buffer.from(`--${boundary}--\r\n`)

const field = (name: string, value: string): Buffer =>
  Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
const file = (name: string, bytes: Uint8Array, filename = 'a.png'): Buffer =>
  Buffer.concat([
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"; filename="${filename}"\r\n`),
    Buffer.from('Content-Type: application/octet-stream\r\n\r\n'),
    bytes,
    Buffer.from('\r\n'),
  ])
const form = (...parts: Uint8Array[]): Buffer => Buffer.concat([...parts, end])

interface Receiver extends Edge {
  folder: string
  received: ReceivedUpload[]
}

/** Receives uploads with the row of a real call, and keeps them for the test. */
async function receiver(t: TestContext, row: UploadRule = calls.fileUpload.upload, timeouts = {}): Promise<Receiver> {
  const folder = newFolder(t)
  const received: ReceivedUpload[] = []
  const edge = await startEdge(
    t,
    (replies) => async (req, res) => {
      const upload = await receiveUpload(req, res, row, { incoming: folder, memory: newBounds().memory })
      received.push(upload)
      replies.send(res, 200, { code: 200, msg: '', data: { fields: upload.fields, size: upload.files[0]?.size } })
    },
    timeouts,
  )
  return { ...edge, folder, received }
}

async function assertRefused(
  edge: Receiver,
  reply: HttpReply,
  status: number,
  msg: RegExp | string,
  named?: string,
): Promise<void> {
  assert.equal(reply.status, status, reply.text)
  if (typeof msg === 'string') assert.equal(reply.msg, msg)
  else assert.match(reply.msg, msg)
  if (named !== undefined) assert.deepEqual(reply.data, { field: named })
  assert.deepEqual(edge.received, [])
  assert.deepEqual(await readdir(edge.folder), [], 'nothing is left behind')
  assert.deepEqual(edge.logged, [])
}

describe('an upload', () => {
  test('is received with its fields, in any order', async (t) => {
    const edge = await receiver(t)
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, n) => (n * n) & 255))
    const type = field('type', 'news')
    for (const body of [form(type, file('file', bytes)), form(file('file', bytes), type)]) {
      const reply = await ask(edge.port, { headers: typed, body })
      assert.deepEqual(reply.data, { fields: { type: 'news' }, size: bytes.length })
      const { path } = edge.received.at(-1)?.files[0] ?? assert.fail()
      assert.deepEqual(await readFile(path), bytes)
      assert.equal((await stat(path)).mode & 0o777, 0o600)
    }
    assert.equal((await readdir(edge.folder)).length, 2)
    for (const upload of edge.received) {
      await upload.discard()
      await upload.discard()
    }
    assert.deepEqual(await readdir(edge.folder), [])
  })

  test('may arrive in chunks of any size', async (t) => {
    const edge = await receiver(t)
    const whole = form(field('type', '轮播'), file('file', Buffer.from(`\r\n--${boundary.slice(0, -1)}\r\n`)))
    const body = Array.from(whole, (_, at) => whole.subarray(at, at + 1))
    assert.deepEqual((await ask(edge.port, { headers: typed, body })).data, {
      fields: { type: '轮播' },
      size: boundary.length + 5,
    })
  })

  test('is accepted one byte below its limit and not at it', async (t) => {
    const cases: [UploadRule, number, string][] = [
      [calls.fileUpload.upload, 2_097_152, messages.newsCoverTooLarge],
      [calls.logoUpload.upload, 104_858, messages.logoTooLarge],
    ]
    for (const [row, under, words] of cases) {
      const edge = await receiver(t, row)
      const send = (size: number): Promise<HttpReply> =>
        ask(edge.port, { headers: typed, body: form(field('type', 'news'), file(row.field, Buffer.alloc(size))) })
      await assertRefused(edge, await send(under), 413, words)
      await assertRefused(edge, await send(under + 1), 413, words)
      assert.deepEqual((await send(under - 1)).data, { fields: { type: 'news' }, size: under - 1 })
    }
    assert.equal(limits.logoUnder, 104_858)
  })

  test('that is too large is reported by its type if that came first, else by the first type', async (t) => {
    const edge = await receiver(t)
    const big = file('file', Buffer.alloc(limits.imageUnder))
    const send = (...parts: Uint8Array[]): Promise<HttpReply> =>
      ask(edge.port, { headers: typed, body: form(...parts) })
    await assertRefused(edge, await send(field('type', 'quill'), big), 413, '图片大小不能超过2MB！')
    await assertRefused(edge, await send(big, field('type', 'quill')), 413, messages.coverTooLarge)
    await assertRefused(edge, await send(field('type', 'constructor'), big), 413, messages.coverTooLarge)
  })

  test('that is too large is refused at the limit, not at its end', async (t) => {
    const edge = await receiver(t)
    const connection = await connectTo(t, edge.port)
    connection.send(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${typed['Content-Type']}\r\nContent-Length: 8000000\r\n\r\n`,
    )
    connection.send(Buffer.concat([field('type', 'news'), file('file', Buffer.alloc(limits.imageUnder + 10))]))
    const reply = parseReply(await connection.until(/}$/))
    await assertRefused(edge, reply, 413, messages.newsCoverTooLarge)
  })

  test('whose Content-Length is far too large is not received at all', async (t) => {
    const edge = await receiver(t)
    const connection = await connectTo(t, edge.port)
    connection.send(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${typed['Content-Type']}\r\nContent-Length: 900000000\r\nExpect: 100-continue\r\n\r\n`,
    )
    const reply = parseReply(await connection.closed())
    assert.equal(reply.headers.connection, 'close')
    await assertRefused(edge, reply, 413, messages.coverTooLarge)
  })

  test('with too much data before or after the file is too large as well', async (t) => {
    const edge = await receiver(t)
    const heap = Buffer.alloc(limits.imageUnder + 300_000, 0x78)
    const small = form(file('file', Buffer.alloc(10)))
    for (const body of [
      [Buffer.concat([heap, Buffer.from('\r\n')]), small],
      [small, heap],
    ]) {
      assert.equal((await ask(edge.port, { headers: typed, body })).status, 413)
      await eventually(async () => (await readdir(edge.folder)).length === 0, 'nothing is left behind')
    }
  })
})

describe('variants', () => {
  const main = file('file', Buffer.alloc(10))

  test('are received with the picture, in any order, and identified by their fields', async (t) => {
    const edge = await receiver(t)
    const most = limits.variantUnder - 1
    const body = form(
      file('w960', Buffer.alloc(most, 9)),
      field('color', '#ffffff'),
      file('w480', Buffer.alloc(most, 4)),
      field('type', 'news'),
      file('file', Buffer.alloc(limits.imageUnder - 1)),
    )
    const reply = await ask(edge.port, { headers: typed, body })
    assert.deepEqual(reply.data, { fields: { color: '#ffffff', type: 'news' }, size: limits.imageUnder - 1 })
    const [upload = assert.fail()] = edge.received
    assert.deepEqual(
      upload.variants.map(({ width, size }) => [width, size]),
      [
        [480, most],
        [960, most],
      ],
    )
    assert.equal((await readFile(upload.variants[0]?.path ?? ''))[0], 4)
    assert.equal((await readdir(edge.folder)).length, 3)
    await upload.discard()
    assert.deepEqual(await readdir(edge.folder), [])
  })

  test('have a limit and fields of their own, and need a picture', async (t) => {
    const edge = await receiver(t)
    const small = file('w480', Buffer.alloc(10))
    const cases: [why: string, body: Uint8Array, status: number, msg: RegExp, named: string][] = [
      ['too large', form(main, file('w480', Buffer.alloc(limits.variantUnder))), 413, /小尺寸图片过大/, 'w480'],
      ['far too large', form(main, file('w960', Buffer.alloc(limits.imageUnder))), 413, /小尺寸图片过大/, 'w960'],
      ['twice the same', form(main, small, small), 400, /一个文件/, 'file'],
      ['another width', form(main, file('w640', Buffer.alloc(10))), 400, /一个文件/, 'file'],
      ['no picture', form(small), 400, /请选择/, 'file'],
      [
        'four files',
        form(main, small, file('w960', Buffer.alloc(10)), file('w1440', Buffer.alloc(10))),
        400,
        /一个文件/,
        'file',
      ],
    ]
    for (const [why, body, status, msg, named] of cases) {
      await t.test(why, async () =>
        assertRefused(edge, await ask(edge.port, { headers: typed, body }), status, msg, named),
      )
    }
    const logo = await receiver(t, calls.logoUpload.upload)
    await assertRefused(logo, await ask(logo.port, { headers: typed, body: form(small) }), 400, /字段 logo/, 'logo')
  })
})

describe('an invalid form', () => {
  test('is refused with its field, and leaves no file', async (t) => {
    const edge = await receiver(t)
    const small = file('file', Buffer.alloc(10))
    const cases: [why: string, body: Uint8Array, status: number, msg: RegExp, named?: string][] = [
      ['no file', form(field('type', 'news')), 400, /请选择/, 'file'],
      ['the file as text', form(field('file', 'abc')), 400, /请选择/, 'file'],
      ['no file chosen', form(file('file', Buffer.alloc(0), '')), 400, /请选择/, 'file'],
      ['a file in another field', form(file('logo', Buffer.alloc(10))), 400, /字段 file/, 'file'],
      ['two files', form(small, small), 400, /一个文件/, 'file'],
      ['a second file elsewhere', form(small, file('other', Buffer.alloc(10))), 400, /一个文件/, 'file'],
      ['a field too long', form(field('type', 'x'.repeat(5000)), small), 400, /过长/, 'type'],
      ['too many fields', form(...Array.from({ length: 9 }, (_, n) => field(`f${n}`, '')), small), 400, /过多/],
      ['no end', Buffer.concat([field('type', 'news'), small]), 400, /不完整/],
      ['cut in the file', small.subarray(0, small.length - 6), 400, /不完整/],
      ['cut in the last boundary', form(small).subarray(0, -4), 400, /不完整/],
      ['cut in a part header', form(small).subarray(0, 60), 400, /不完整/],
      ['nothing', new Uint8Array(), 400, /不完整/],
      ['no form at all', Buffer.from('hello'), 400, /不完整/],
      [
        'another boundary',
        Buffer.from(form(small).toString('latin1').replaceAll(boundary, 'other'), 'latin1'),
        400,
        /不完整/,
      ],
      [
        'a broken part header',
        form(small, Buffer.from(`--${boundary}\r\nno header at all\r\n\r\nx\r\n`)),
        400,
        /不完整/,
      ],
      ['a broken part header before the file', form(Buffer.from(`--${boundary}\r\n\r\nx\r\n`), small), 400, /不完整/],
    ]
    for (const [why, body, status, msg, named] of cases) {
      await t.test(why, async () => {
        for (const sent of [
          body,
          Array.from({ length: Math.ceil(body.length / 7) }, (_, n) => body.subarray(n * 7, n * 7 + 7)),
        ]) {
          await assertRefused(edge, await ask(edge.port, { headers: typed, body: sent }), status, msg, named)
        }
      })
    }
  })

  test('must be a form, with a boundary, and not compressed', async (t) => {
    const edge = await receiver(t)
    const body = form(file('file', Buffer.alloc(10)))
    const others = [
      'application/json',
      'multipart/mixed; boundary=x',
      'application/x-www-form-urlencoded',
      'multipart/form-datax; boundary=x',
      '',
    ]
    for (const type of others) {
      await assertRefused(
        edge,
        await ask(edge.port, { headers: { 'Content-Type': type }, body }),
        415,
        /multipart\/form-data/,
      )
    }
    await assertRefused(
      edge,
      await ask(edge.port, { headers: { 'Content-Type': 'multipart/form-data' }, body }),
      400,
      /boundary/,
    )
    await assertRefused(
      edge,
      await ask(edge.port, { headers: { 'Content-Type': 'multipart/form-data; boundary' }, body }),
      400,
      /boundary/,
    )
    await assertRefused(
      edge,
      await ask(edge.port, { headers: { ...typed, 'Content-Encoding': 'gzip' }, body }),
      415,
      /压缩/,
    )
  })

  test('may have any field names without affecting other objects', async (t) => {
    const edge = await receiver(t)
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty']
    const body = form(...names.map((name) => field(name, 'polluted')), file('file', Buffer.alloc(1)))
    const reply = await ask(edge.port, { headers: typed, body })
    assert.equal(reply.status, 200)
    assert.deepEqual(Object.keys(edge.received[0]?.fields ?? {}), names)
    assert.equal('polluted' in {}, false)
    assert.equal(String({}), '[object Object]')
  })
})

describe('a client that disconnects', () => {
  for (const leave of ['destroy', 'resetAndDestroy'] as const) {
    test(`in the middle of the file (${leave}) leaves no file behind`, async (t) => {
      const edge = await receiver(t)
      const connection = await connectTo(t, edge.port)
      connection.send(
        `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${typed['Content-Type']}\r\nContent-Length: 1000000\r\n\r\n`,
      )
      connection.send(file('file', Buffer.alloc(200_000)))
      await eventually(async () => (await readdir(edge.folder)).length === 1, 'the file is begun')
      connection.socket[leave]()
      await eventually(async () => (await readdir(edge.folder)).length === 0, 'the file is gone')
      assert.deepEqual(edge.logged, [])
      assert.deepEqual(edge.received, [])
    })
  }

  test('as soon as the file begins leaves no file behind', async (t) => {
    const edge = await receiver(t)
    for (let n = 0; n < 30; n++) {
      const connection = await connectTo(t, edge.port)
      connection.send(
        `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${typed['Content-Type']}\r\nContent-Length: 1000000\r\n\r\n`,
      )
      connection.send(file('file', Buffer.alloc(n)))
      connection.socket.end()
      await connection.closed()
    }
    await eventually(() => edge.served.length === 30, 'all are over')
    await eventually(async () => (await readdir(edge.folder)).length === 0, 'the files are gone')
    assert.deepEqual(edge.logged, [])
  })

  test('or stops sending is disconnected, and leaves no file behind', async (t) => {
    const edge = await receiver(t, undefined, { requestMs: 150, headersMs: 100 })
    const connection = await connectTo(t, edge.port)
    connection.send(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${typed['Content-Type']}\r\nContent-Length: 1000000\r\n\r\n`,
    )
    connection.send(file('file', Buffer.alloc(1000)))
    assert.match(await connection.closed(), /^HTTP\/1\.1 408 /)
    await eventually(async () => (await readdir(edge.folder)).length === 0, 'the file is gone')
    assert.deepEqual(edge.logged, [])
  })
})

test('a folder that is not writable is a server error, with a message and a log entry', async (t) => {
  const folder = newFolder(t)
  const edge = await startEdge(t, (replies) => async (req, res) => {
    await receiveUpload(req, res, calls.fileUpload.upload, {
      incoming: `${folder}/missing`,
      memory: newBounds().memory,
    })
    replies.send(res, 200, { code: 200, msg: '', data: null })
  })
  const reply = await ask(edge.port, { headers: typed, body: form(file('file', Buffer.alloc(100_000))) })
  assert.equal(reply.status, 500)
  assert.match(reply.msg, /^文件未能保存，请稍后重试或联系管理员（编号：[0-9a-f]{8}）$/)
  assert.equal(edge.logged.length, 1)
})
