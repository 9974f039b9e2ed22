import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { ReceivedFile } from '../../server/call.ts'
import { Failure, uploadFailure } from '../../server/failure.ts'
import { createUploads, type Uploads } from '../../server/media/uploads.ts'
import { jpg, png } from './pictures.ts'

interface Folder {
  folder: string
  uploads: Uploads
  /** A received file. */
  received(name: string, bytes: Uint8Array): Promise<ReceivedFile>
}

async function uploadsFolder(t: TestContext): Promise<Folder> {
  const folder = join(await mkdtemp(join(tmpdir(), 'uploads-')), 'deeper', 'uploads')
  t.after(() => rm(join(folder, '../..'), { recursive: true }))
  const uploads = createUploads(folder)
  await uploads.prepare()
  const received = async (name: string, bytes: Uint8Array): Promise<ReceivedFile> => {
    const path = join(uploads.incoming, name)
    await writeFile(path, bytes, { mode: 0o600 })
    return { path, size: bytes.length }
  }
  return { folder, uploads, received }
}

const failsWith =
  (code: number, words: RegExp) =>
  (error: unknown): boolean => {
    assert.ok(error instanceof Failure)
    assert.equal(error.code, code)
    assert.match(error.message, words)
    return true
  }

test('a picture is stored in the folder of its kind, named after its content, with the extension of its type', async (t) => {
  const { folder, uploads, received } = await uploadsFolder(t)
  const url = await uploads.keep(await received('a', png(3, 4)), 'product')
  assert.match(url, /^\/uploads\/product\/[0-9a-f]{32}\.3x4\.png$/)
  const path = join(folder, url.replace('/uploads/', ''))
  assert.deepEqual(await readFile(path), png(3, 4))
  assert.equal((await stat(path)).mode & 0o777, 0o644)
  assert.match(await uploads.keep(await received('b', jpg()), 'logo'), /^\/uploads\/logo\/[0-9a-f]{32}\.1x1\.jpg$/)
  assert.deepEqual(await readdir(uploads.incoming), [])
})

test('the same bytes twice are one file, concurrently or not, and repair a damaged one', async (t) => {
  const { folder, uploads, received } = await uploadsFolder(t)
  const files = await Promise.all(Array.from({ length: 20 }, (_, n) => received(`n${n}`, png(9, 9))))
  const urls = await Promise.all(files.map((file) => uploads.keep(file, 'news')))
  assert.equal(new Set(urls).size, 1)
  const names = await readdir(join(folder, 'news'))
  assert.equal(names.length, 1)
  assert.deepEqual(await readdir(uploads.incoming), [])

  const path = join(folder, 'news', names[0] ?? '')
  await writeFile(path, 'damaged')
  assert.equal(await uploads.keep(await received('again', png(9, 9)), 'news'), urls[0])
  assert.deepEqual(await readFile(path), png(9, 9))
  assert.notEqual(await uploads.keep(await received('other', png(9, 8)), 'news'), urls[0])
})

test('a file that is not a picture, or is too large, is refused and not stored', async (t) => {
  const { folder, uploads, received } = await uploadsFolder(t)
  await assert.rejects(
    uploads.keep(await received('text.png', Buffer.from('<svg/>')), 'quill'),
    failsWith(422, /^只能上传jpg\/png文件！$/),
  )
  await assert.rejects(
    uploads.keep(await received('empty', Buffer.alloc(0)), 'quill'),
    failsWith(422, /^只能上传jpg\/png文件！$/),
  )
  await assert.rejects(uploads.keep(await received('wide', png(16_385, 1)), 'quill'), failsWith(422, /16384/))
  await assert.rejects(uploads.keep(await received('vast', jpg(16_000, 16_000)), 'quill'), failsWith(422, /5000万/))
  assert.deepEqual(await readdir(join(folder, 'quill')), [])
})

test('a disk error is reported with a message', async (t) => {
  const { folder, uploads, received } = await uploadsFolder(t)
  const file = await received('a', png())
  await rm(join(folder, 'carousel'), { recursive: true })
  await writeFile(join(folder, 'carousel'), 'in the way')
  await assert.rejects(uploads.keep(file, 'carousel'), failsWith(500, /未能保存/))

  const refusal = (code: string): Error => Object.assign(new Error(code), { code, syscall: 'write', errno: -1 })
  for (const code of ['ENOSPC', 'EDQUOT']) {
    const failure = uploadFailure(refusal(code))
    assert.ok(failure instanceof Failure)
    assert.equal(failure.code, 507)
    assert.equal(failure.message, '磁盘空间不足，未能保存，请联系管理员')
  }
  const bug = new TypeError('ours')
  assert.equal(uploadFailure(bug), bug)
  const refusal422 = new Failure(422, 'x')
  assert.equal(uploadFailure(refusal422), refusal422)
})

test('a start removes half-received files and nothing else', async (t) => {
  const { folder, uploads, received } = await uploadsFolder(t)
  const url = await uploads.keep(await received('a', png()), 'product')
  await received('left.part', png())
  await mkdir(join(uploads.incoming, 'odd'))
  await createUploads(folder).prepare()
  assert.deepEqual(await readdir(uploads.incoming), [])
  assert.equal((await stat(uploads.incoming)).mode & 0o777, 0o700)
  assert.ok(await stat(join(folder, url.replace('/uploads/', ''))))
})

test('a copy of a film that breaks off while it is fetched from the database leaves no file', async (t) => {
  const { folder } = await uploadsFolder(t)
  async function* broken(): AsyncGenerator<Buffer> {
    yield Buffer.alloc(1000)
    throw new Error('the database has not answered')
  }
  const rows = {
    put: async () => {},
    get: async () => undefined,
    list: async () => [],
    remove: async () => {},
    held: async () => new Set<string>(),
    facts: async () => new Map(),
  }
  const uploads = createUploads(folder, { ...rows, large: { put: async () => {}, get: async () => broken() } })
  await assert.rejects(uploads.fetch('film', 'a.mp4'), failsWith(503, /暂时无法读取/))
  assert.deepEqual(await readdir(uploads.incoming), [])
})
