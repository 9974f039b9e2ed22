import assert from 'node:assert/strict'
import { readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { eventually } from '../eventually.ts'
import { ask, connectTo, portOf } from '../edge/edge.ts'
import { startServer, filesOnly, type TestServer } from '../server.ts'
import { smallDisk } from '../smallDisk.ts'
import { docx, pdf, xlsx, zip } from '../media/documents.ts'
import { onePixel, png } from '../media/pictures.ts'

const megabyte = 1_048_576
const server = await startServer({ after }, { env: { RATE_LIMIT: 'off' } })
const asked = { topic: '报价', name: '周工', company: '', question: '附图' }
const formOf = (fields: Record<string, string>, ...files: [name: string, bytes: Buffer][]): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, bytes] of files) form.append('file', new Blob([new Uint8Array(bytes)]), name)
  return form
}
async function sendFile(name: string, bytes: Buffer) {
  const response = await fetch(`${server.url}/v1/inquiry/file`, { method: 'POST', body: formOf({}, [name, bytes]) })
  return { status: response.status, ...((await response.json()) as { msg: string; data: ReturnType<JSON['parse']> }) }
}
const staff = await server.signIn()
const leadOf = async (phone: string) =>
  (await server.post('/v1/agent/list', { kind: 'all', word: phone }, { headers: staff })).data.data[0]
const download = (agentId: string, fileId: string, headers = staff) =>
  fetch(`${server.url}/v1/inquiry/file?agentId=${agentId}&fileId=${fileId}`, { headers })
const dwg = Buffer.from('AC1032\0\0\0\0drawing')
const dxf = Buffer.from('999\r\nmade by hand\r\n  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nENDSEC\r\n  0\r\nEOF\r\n')
const scripted = Buffer.from(pdf().toString('latin1').replace('%%EOF', '<script>alert(1)</script>%%EOF'), 'latin1')
const html = Buffer.from('<!doctype html><script>alert(1)</script>')
const nameOf = (fileId: string): string =>
  readdirSync(join(server.folder, 'uploads/lead')).find((name) => name.endsWith(fileId)) ?? ''

describe('a file with a question', () => {
  test('is what its bytes are, whatever it is called', async () => {
    for (const [sent, bytes, kept] of [
      ['图纸.dwg', dwg, '图纸.dwg'],
      ['平面.DXF', dxf, '平面.dxf'],
      ['清单.pdf', pdf(), '清单.pdf'],
      ['清单.docx', docx(), '清单.docx'],
      ['清单', xlsx(), '清单.xlsx'],
      ['包.docx', zip({ 'a.txt': 'a' }), '包.zip'],
      ['../../etc/passwd.png', onePixel, 'passwd.png'],
      ['C:\\temp\\a.png', onePixel, 'a.png'],
      ['a\u202Egnp.exe.png', onePixel, 'a gnp.exe.png'],
      ['...', pdf(), '文件.pdf'],
      ['"><b>.pdf', pdf(), '%22 b.pdf'],
      ['a\r\nSet-Cookie: x=1.pdf', pdf(), 'a%0D%0ASet-Cookie x=1.pdf'],
      ['CON .pdf', pdf(), 'CON.pdf'],
      ['包.zip', zip({ '../../../etc/cron.d/x': 'a' }), '包.zip'],
      ['双.pdf', scripted, '双.pdf'],
      [`${'长'.repeat(200)}.pdf`, pdf(), `${'长'.repeat(80)}.pdf`],
    ] as const) {
      const { status, data, msg } = await sendFile(sent, bytes)
      assert.deepEqual([status, data?.name, data?.size], [200, kept, bytes.length], `${sent}: ${msg}`)
    }
    for (const [sent, bytes] of [
      ['清单.pdf', html],
      ['a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
      ['a.docx', zip({ '[Content_Types].xml': '<Types/>', 'ppt/a.xml': '<a/>' })],
      ['a.xlsx', zip({ '[Content_Types].xml': '<Types/>', 'xl/vbaProject.bin': 'macro' })],
      ['a.dxf', Buffer.concat([dxf, html])],
      ['a.pdf', Buffer.concat([html, pdf()])],
      ['empty.pdf', Buffer.alloc(0)],
      ['a.exe', Buffer.from('MZ\x90\0')],
      ['bomb.png', png(16_384, 16_384)],
      ['a.zip', Buffer.concat([zip({ 'a.txt': 'a' }), html])],
    ] as const) {
      const { status, data } = await sendFile(sent, bytes)
      assert.deepEqual([status, data], [400, { field: 'file' }], sent)
    }
    for (const [sent, bytes] of [
      ['清单.pdf', pdf().subarray(0, -40)],
      ['清单.docx', docx().subarray(0, -40)],
      ['清单.xlsx', xlsx().subarray(0, 100)],
      ['包.zip', zip().subarray(0, -1)],
    ] as const) {
      const { status, data, msg } = await sendFile(sent, bytes)
      assert.deepEqual([status, data], [400, { field: 'file' }], sent)
      assert.match(msg, /已损坏或不完整/, sent)
    }
    assert.equal((await sendFile('a\u0000.pdf', pdf())).status, 400)
    const large = await sendFile('a.pdf', Buffer.concat([pdf(), Buffer.alloc(11 * 1_048_576)]))
    assert.deepEqual([large.status, large.msg], [413, '文件合计不能超过10 MB'])
    const polyglot = await sendFile('a.png', Buffer.concat([onePixel, html]))
    assert.equal(polyglot.data.size, onePixel.length, 'what follows a picture is not kept')
  })

  test(
    'is read by staff alone, as a download in which nothing runs, and erased with the inquiry',
    filesOnly,
    async () => {
      const bytes = Buffer.concat([dwg, Buffer.alloc(2_500_000, 7)])
      const { fileId } = (await sendFile('图纸 1.dwg', bytes)).data
      const phone = '13900000011'
      const inquiry = { ...asked, phone, files: [fileId] }
      assert.equal((await server.post('/v1/inquiry/save', inquiry)).code, 200)
      assert.equal((await server.post('/v1/inquiry/save', inquiry)).code, 200, 'a repeat is the same inquiry')
      const { agentId, files } = await leadOf(phone)
      assert.deepEqual(files, [{ fileId, name: '图纸 1.dwg', size: bytes.length }])
      const added = (await sendFile('b.pdf', pdf())).data.fileId
      await server.post('/v1/inquiry/save', { ...inquiry, files: [fileId, added] })
      assert.deepEqual((await leadOf(phone)).files.length, 2, 'the same words with one more file are another inquiry')
      const reply = await download(agentId, fileId)
      assert.deepEqual(Buffer.from(await reply.arrayBuffer()), bytes)
      assert.equal(reply.headers.get('content-type'), 'application/octet-stream')
      assert.equal(
        reply.headers.get('content-disposition'),
        `attachment; filename*=UTF-8''${encodeURIComponent('图纸 1.dwg')}`,
      )
      assert.equal(reply.headers.get('x-content-type-options'), 'nosniff')
      assert.match(reply.headers.get('content-security-policy') ?? '', /sandbox/)
      assert.equal((await download(agentId, fileId, {})).status, 401)
      const other = (await sendFile('b.pdf', pdf())).data.fileId
      assert.equal((await download(agentId, other)).status, 404, 'of no inquiry')
      const name = nameOf(fileId)
      const spellings = [
        `lead/${name}`,
        `lead%2F${name}`,
        `./lead/${name}`,
        `product/../lead/${name}`,
        `LEAD/${name}`,
        `lead/${name.slice(0, 32)}`,
      ]
      for (const path of spellings) {
        const { status } = await ask(portOf(server), { method: 'GET', path: `/uploads/${path}`, headers: staff })
        assert.ok(name !== '' && status === 404, path)
      }
      await server.post('/v1/agent/forget', { phone }, { headers: staff })
      assert.equal(nameOf(fileId), '')
      assert.equal((await download(agentId, fileId)).status, 404)
    },
  )

  test('is named where it is gone, and so are too many', async () => {
    const save = (files: unknown) => server.post('/v1/inquiry/save', { ...asked, phone: '13900000012', files })
    assert.deepEqual((await save(['0123456789abcdef0123456789abcdef'])).data, { field: 'files' })
    assert.deepEqual((await save(['a', 'b', 'c', 'd'])).data, { field: 'files' })
  })

  test('comes with the form of a browser without a script, which says what it lacks', async () => {
    const post = (phone: string, ...files: [string, Buffer][]) =>
      fetch(`${server.url}/zixun`, {
        method: 'POST',
        redirect: 'manual',
        headers: { Origin: server.url },
        body: formOf({ ...asked, phone }, ...files),
      })
    const sent = await post('gc@example.com', ['a.pdf', pdf()], ['b.dwg', dwg])
    assert.match(
      await (await fetch(server.url + sent.headers.get('location'))).text(),
      /已收到2个文件（a.pdf、b.dwg），.+gc…@example.com，.+前回复邮件，/,
    )
    const { files } = await leadOf('gc@example.com')
    assert.deepEqual(
      files.map(({ name }: { name: string }) => name),
      ['a.pdf', 'b.dwg'],
    )
    const wrong = await post('13900000014', ['a.pdf', html])
    const page = await wrong.text()
    assert.equal(wrong.status, 400)
    assert.match(page, /只能发送PDF/)
    assert.match(page, /value="13900000014"/, 'what was typed is there')
    assert.equal(await leadOf('13900000014'), undefined)
    const many = await post('13900000015', ...Array.from({ length: 4 }, (): [string, Buffer] => ['a.pdf', pdf()]))
    assert.equal(many.status, 400)
    assert.equal((await post('13900000016')).status, 303, 'none is needed')
    assert.deepEqual(readdirSync(join(server.folder, 'uploads/.incoming')), [])
  })
})

describe('strangers', () => {
  const fileFrom = async ({ url }: TestServer, address: string): Promise<number> => {
    const headers = { 'X-Forwarded-For': address }
    const tiny = Buffer.from('%PDF-1.4 startxref')
    return (await fetch(`${url}/v1/inquiry/file`, { method: 'POST', headers, body: formOf({}, ['a.pdf', tiny]) }))
      .status
  }

  test('keep nobody waiting with a page that they do not read, in which what they have typed is cut', async (t) => {
    const open = await startServer(t, { env: { SEED: 'on', TRUST_PROXY: '1' } })
    const rows = Array.from({ length: 30 }, (_, row) =>
      ['model', 'name', 'quantity', 'unit', 'note'].map((name) => [`${name}${row}`, '<'.repeat(4_000)]),
    ).flat()
    const products = Array.from({ length: 30 }, (_, row) => [`productId${row}`, 'p'])
    const sent = new Response(
      formOf({ ...asked, ...Object.fromEntries([...rows, ...products]) }, ['a.bin', Buffer.alloc(4 * megabyte, 65)]),
    )
    const body = Buffer.from(await sent.arrayBuffer())
    const unread = await connectTo(t, portOf(open))
    unread.socket.pause()
    const head = [
      'POST /xunjia HTTP/1.1',
      `Host: ${new URL(open.url).host}`,
      `Origin: ${open.url}`,
      `Content-Type: ${sent.headers.get('content-type')}`,
      `Content-Length: ${body.length}`,
    ]
    unread.send(`${head.join('\r\n')}\r\n\r\n`)
    unread.send(body)
    const received = (): number => readdirSync(join(open.folder, 'uploads/.incoming')).length
    await eventually(() => received() > 0, 'it is received')
    await eventually(() => received() === 0, 'it is handled')
    const article = { newTitle: '长', newIntro: '', newCover: '', newInfo: `<p>${'长'.repeat(14_000)}</p>` }
    assert.equal((await open.post('/v1/news/saveNews', article, { headers: await open.signIn() })).code, 200)
    assert.equal(await fileFrom(open, '198.51.100.1'), 200)
    unread.socket.resume()
    const page = await unread.until(/<\/html>/)
    assert.ok(page.length < 500_000, `${page.length}`)
  })

  test('are counted by their network also where what they send is no inquiry', async (t) => {
    const open = await startServer(t, { env: { SEED: 'on', TRUST_PROXY: '1' } })
    const post = async (address: string, fields: Record<string, string>): Promise<number> => {
      const headers = { Origin: open.url, 'X-Forwarded-For': address }
      const body = new URLSearchParams(fields)
      return (await fetch(`${open.url}/xunjia`, { method: 'POST', headers, body })).status
    }
    for (let n = 0; n < 30; n++) {
      assert.equal(await post('203.0.113.1', { add: 'p' }), 200)
      assert.equal(await post('203.0.113.1', { productId0: 'p' }), 400)
    }
    assert.equal(await post('203.0.113.1', { add: 'p' }), 429)
    assert.equal(await post('203.0.113.2', { add: 'p' }), 200)
  })

  test('shut nobody out with small files', async (t) => {
    const open = await startServer(t, { env: { SEED: 'on', TRUST_PROXY: '1' } })
    for (let n = 0; n < 128; n++) assert.equal(await fileFrom(open, `203.0.${n % 2}.${n % 9}`), 200)
    assert.equal(await fileFrom(open, '198.51.100.1'), 200)
  })
})

test('where space is short the words are taken, and what is said is that the file is not', filesOnly, async (t) => {
  const disk = smallDisk(t, 96)
  if (!disk) return
  t.after(disk.unmount)
  const env = { DATA_DIR: join(disk.folder, 'data'), UPLOADS_DIR: join(disk.folder, 'uploads'), RATE_LIMIT: 'off' }
  const filler = join(disk.folder, 'filler')
  const leave = (megabytes: number): void => {
    rmSync(filler, { force: true })
    const { bavail, bsize } = statfsSync(disk.folder)
    writeFileSync(filler, Buffer.alloc(bavail * bsize - megabytes * megabyte))
  }
  const short = await startServer(t, { env: { ...env, DISK_RESERVE: '20' } })
  const post = (phone: string) =>
    fetch(`${short.url}/zixun`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: short.url },
      body: formOf({ ...asked, phone }, ['a.pdf', pdf()]),
    })
  leave(30)
  const send = () => fetch(`${short.url}/v1/inquiry/file`, { method: 'POST', body: formOf({}, ['a.pdf', pdf()]) })
  await eventually(async () => (await send()).status === 507, 'the free space is read again')
  const sent = await post('13900000021')
  const page = await (await fetch(short.url + sent.headers.get('location'))).text()
  assert.match(page, /已收到，[^<]*。文件没有收到，请在联系时再发给我们/)
  await short.stop()

  // Full while it is kept.
  const full = await startServer(t, { env: { ...env, DISK_RESERVE: '0' } })
  const kept = readdirSync(join(env.DATA_DIR, 'leadFile')).length
  leave(3)
  const large = Buffer.concat([dwg, Buffer.alloc(4 * megabyte)])
  const failed = await fetch(`${full.url}/v1/inquiry/file`, { method: 'POST', body: formOf({}, ['a.dwg', large]) })
  assert.deepEqual(
    [
      failed.status,
      readdirSync(join(env.DATA_DIR, 'leadFile')).length,
      readdirSync(join(env.UPLOADS_DIR, '.incoming')),
    ],
    [507, kept, []],
  )
  assert.equal((await full.post('/v1/inquiry/save', { ...asked, phone: '13900000022' })).code, 200)
})
