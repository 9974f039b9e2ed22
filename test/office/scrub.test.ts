import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Summary } from '../../contract/kinds/entities.ts'
import { command } from '../keeping/commands.ts'
import { sendLarge } from '../media/sendLarge.ts'
import { settableClock } from '../clock.ts'
import { eventually } from '../eventually.ts'
import { type Answer, filesOnly, newFolder, startServer, type TestServer } from '../server.ts'
import { pdf } from '../media/documents.ts'
import { png, webp } from '../media/pictures.ts'
import { uploadPicture } from '../media/uploadPicture.ts'

/** Changes one bit of a file, behind the server's back. */
async function flip(path: string, at = 30): Promise<void> {
  const bytes = await readFile(path)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at)
  await writeFile(path, bytes)
}

const save = async (server: TestServer, headers: Record<string, string>): Promise<string> =>
  (await server.post('/v1/news/saveNews', { newTitle: '一则新闻' }, { headers })).data.newId

async function faultsOf(server: TestServer, headers: Record<string, string>): Promise<string> {
  const { faults = [] } = (await server.post('/v1/dashboard/summary', {}, { headers })).data as Summary
  return faults.join('\n')
}

test(
  'records that the disk has changed are written again by the command, each is named, and nothing else is touched',
  filesOnly,
  async (t) => {
    const server = await startServer(t)
    const headers = await server.signIn()
    const [flipped, torn, lost, replaced, laidOut] = await Promise.all(
      Array.from({ length: 6 }, () => save(server, headers)),
    )
    const pathOf = (id = ''): string => join(server.folder, 'data', 'news', `${id}.json`)
    const before = await Promise.all([flipped, torn, lost, replaced].map((id) => readFile(pathOf(id), 'utf8')))
    await flip(pathOf(flipped))
    await writeFile(pathOf(torn), '{"id":')
    await rm(pathOf(lost))
    await writeFile(pathOf(replaced), before[0] ?? '')
    const compact = JSON.stringify(JSON.parse(await readFile(pathOf(laidOut), 'utf8')))
    await writeFile(pathOf(laidOut), compact)

    const { code, output } = await command('scrub', server.folder, [])
    assert.equal(code, 0, output)
    assert.match(output, /重新写好的记录：4 条/)
    assert.deepEqual(
      output.match(/news\/\w+/g)?.sort(),
      [flipped, torn, lost, replaced].map((id) => `news/${id}`).sort(),
    )
    assert.deepEqual(
      await Promise.all([flipped, torn, lost, replaced].map((id) => readFile(pathOf(id), 'utf8'))),
      before,
    )
    assert.equal(await readFile(pathOf(laidOut), 'utf8'), compact, 'the same content in another layout is no damage')
    assert.match(await faultsOf(server, headers), /4条记录在硬盘上的内容不对或不见了，已按原样重新写好：news\/.*等/)
    for (const id of [flipped, torn, lost, replaced]) {
      assert.ok(server.output().stderr.includes(`news/${id} was not on the disk as it was saved`))
    }

    assert.match((await command('scrub', server.folder, [])).output, /全部一致/)
    assert.match(await faultsOf(server, headers), /4条记录/, 'for a week it is shown that the disk has failed')
    assert.deepEqual(await readdir(join(server.folder, 'data', 'orders')), [])
  },
)

test('uploads that are missing or have other bytes are named until they are put right', filesOnly, async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const upload = async (
    ...picture: Parameters<typeof uploadPicture> extends [unknown, unknown, ...infer P] ? P : never
  ): Promise<string> => (await uploadPicture(server, headers, ...picture)).data
  const plain = await upload(png(7, 7))
  const varied = await upload(png(960, 540), { fields: { w480: webp(480, 270) } })
  const lost = await upload(png(5, 5))
  const document = (await sendLarge(server, headers).send(pdf(), '资料.pdf')).data.address
  const whole = [await upload(png(9, 9)), await upload(png(964, 540), { fields: { w480: webp(480, 269) } })]
  assert.match((await command('scrub', server.folder, [])).output, /，6 个上传的文件\n全部一致/)

  const variant = `${varied.split('.')[0]}.480w.webp`
  for (const address of [plain, variant, document]) await flip(join(server.folder, address))
  await rm(join(server.folder, lost))
  const { code, output } = await command('scrub', server.folder, [])
  assert.equal(code, 1, output)
  for (const address of [plain, varied, document, lost]) assert.ok(output.includes(`  ${address}\n`), address)
  for (const address of whole) assert.ok(!output.includes(address), address)
  assert.match(await faultsOf(server, headers), /有4个上传的文件不见了或已损坏：\/uploads\/.*等/)

  for (const address of [plain, variant, document]) await flip(join(server.folder, address))
  assert.equal(await upload(png(5, 5)), lost)
  assert.match((await command('scrub', server.folder, [])).output, /全部一致/)
  assert.equal(await faultsOf(server, headers), '')
})

test('a damaged file of an inquiry is named, and what nobody has asked with is not', filesOnly, async (t) => {
  const server = await startServer(t)
  const send = async (): Promise<string> => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(pdf())]), '图纸.pdf')
    const reply = await fetch(`${server.url}/v1/inquiry/file`, { method: 'POST', body: form })
    return ((await reply.json()) as Answer).data.fileId
  }
  const [whole, flipped, lost, unasked] = [await send(), await send(), await send(), await send()]
  const inquiry = { topic: '报价', name: '周工', phone: '13900000031', files: [whole, flipped, lost] }
  assert.equal((await server.post('/v1/inquiry/save', inquiry)).code, 200)
  assert.match((await command('scrub', server.folder, [])).output, /，3 个上传的文件\n全部一致/)
  const names = await readdir(join(server.folder, 'uploads/lead'))
  const addressOf = (id: string): string => `/uploads/lead/${names.find((name) => name.endsWith(id))}`
  await flip(join(server.folder, addressOf(flipped)))
  for (const id of [lost, unasked]) await rm(join(server.folder, addressOf(id)))
  const { code, output } = await command('scrub', server.folder, [])
  assert.equal(code, 1, output)
  assert.deepEqual(output.match(/\/uploads\/lead\/[\w.]+/g)?.sort(), [flipped, lost].map(addressOf).sort())
  assert.match(await faultsOf(server, await server.signIn()), /有2个上传的文件不见了或已损坏：\/uploads\/lead/)
})

test('a start finds what is missing, with all of it counted, and what is back', filesOnly, async (t) => {
  const folder = newFolder(t)
  const first = await startServer(t, { folder })
  const headers = await first.signIn()
  const count = 103
  for (let n = 1; n <= count; n++) assert.equal((await uploadPicture(first, headers, png(n, 7))).code, 200)
  const [uploads, away] = [join(folder, 'uploads'), join(folder, 'away')]
  await first.stop()
  await rename(uploads, away)

  const bare = await startServer(t, { folder })
  const faults = async (server: TestServer): Promise<string> => faultsOf(server, await server.signIn())
  const fault = new RegExp(`有${count}个上传的文件不见了或已损坏`)
  await eventually(async () => fault.test(await faults(bare)), 'they are missed')
  const doctor = await command('doctor', folder, [])
  assert.match(doctor.output, new RegExp(`^✗ 数据与上传的文件：${fault.source}`, 'm'))
  const { code, output } = await command('scrub', folder, [])
  assert.deepEqual([code, /缺失或损坏的上传文件：103 个/.test(output), output.match(/\.png/g)?.length], [1, true, 100])
  await bare.stop()

  await rm(uploads, { recursive: true })
  await rename(away, uploads)
  const whole = await startServer(t, { folder })
  await eventually(async () => (await faults(whole)) === '', 'they are back')
})

test('a record that cannot be written is one more finding, and all others are compared', filesOnly, async (t) => {
  const server = await startServer(t)
  const headers = await server.signIn()
  const pathOf = (id: string): string => join(server.folder, 'data', 'news', `${id}.json`)
  const ids = [await save(server, headers), await save(server, headers), await save(server, headers)] as const
  // Both neighbours: whichever comes first.
  const [older, unwritable, newer] = ids
  const before = await Promise.all([older, newer].map((id) => readFile(pathOf(id), 'utf8')))
  const { data: picture } = await uploadPicture(server, headers, png(7, 7))
  await rm(pathOf(unwritable))
  await mkdir(pathOf(unwritable))
  await flip(pathOf(older))
  await flip(pathOf(newer))
  await flip(join(server.folder, picture))

  const { code, output } = await command('scrub', server.folder, [])
  assert.equal(code, 1, output)
  assert.match(output, /重新写好的记录：2 条/)
  assert.match(output, new RegExp(`写不进硬盘的记录：1 条.*\n  news/${unwritable}\n`))
  assert.ok(output.includes(`  ${picture}\n`), output)
  assert.deepEqual(await Promise.all([older, newer].map((id) => readFile(pathOf(id), 'utf8'))), before)
  const faults = await faultsOf(server, headers)
  assert.match(faults, new RegExp(`1条记录.*写不进硬盘：news/${unwritable}。.*重启`))
  assert.match(faults, /2条记录.*已按原样重新写好/)
  assert.match(faults, /有1个上传的文件不见了或已损坏/)
  assert.match(server.output().stderr, new RegExp(`news/${unwritable} is not on the disk .*EISDIR`))

  await rm(pathOf(unwritable), { recursive: true })
  assert.match((await command('scrub', server.folder, [])).output, /重新写好的记录：1 条/)
  assert.doesNotMatch(await faultsOf(server, headers), /写不进硬盘/)
})

test('its result is told also where it cannot be recorded', filesOnly, async (t) => {
  const server = await startServer(t)
  await mkdir(join(server.folder, 'data', 'scrub', 'last.json'))
  const { code, output } = await command('scrub', server.folder, [])
  assert.deepEqual([code, /写不进硬盘的记录：1 条.*\n  scrub\/last\n/.test(output)], [1, true], output)
})

test(
  'each night it is done without being asked, and what is being saved meanwhile is no damage',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const clock = settableClock()
    const server = await startServer(t, { folder, env: { RATE_LIMIT: 'off' }, now: clock.now })
    const headers = await server.signIn()
    const newId = await save(server, headers)
    const path = join(folder, 'data', 'news', `${newId}.json`)
    const before = await readFile(path, 'utf8')
    await flip(path)
    let over = false
    const others = await Promise.all(Array.from({ length: 4 }, () => save(server, headers)))
    const saving = Promise.all(
      others.map(async (id) => {
        for (let n = 0; !over; n++)
          await server.post('/v1/news/updateNews', { newId: id, newTitle: `${n}` }, { headers })
      }),
    )
    clock.advance(86_400_000)
    await eventually(async () => (await readFile(path, 'utf8')) === before, 'it is written again')
    over = true
    await saving
    await eventually(() => server.output().stderr.includes(`news/${newId} was not`), 'the log says so')
    for (const id of others) assert.ok(!server.output().stderr.includes(`news/${id} was not`), id)
  },
)

test('without a server, or a database that answers, the command says what to do', filesOnly, async (t) => {
  const server = await startServer(t)
  await server.stop()
  const { code, output } = await command('scrub', server.folder, [])
  assert.deepEqual([code, /服务器没有运行/.test(output)], [1, true], output)
  await mkdir(join(server.folder, 'empty'))
  assert.match(
    (await command('scrub', server.folder, [], { env: { DATA_DIR: join(server.folder, 'empty') } })).output,
    /没有站点的数据/,
  )
  const elsewhere = await command('scrub', server.folder, [], { env: { DATABASE_URL: 'postgres://127.0.0.1:1/none' } })
  assert.deepEqual([elsewhere.code, /ECONNREFUSED 127\.0\.0\.1:1/.test(elsewhere.output)], [1, true], elsewhere.output)
})
