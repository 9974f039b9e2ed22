import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import type { ReceivedFile, ReceivedVariant } from '../../server/call.ts'
import { Failure } from '../../server/failure.ts'
import { createUploads, type Uploads } from '../../server/media/uploads.ts'
import { newFolder } from '../server.ts'
import { canvas, exif, exifSegment, jpg, lossy, png, riff, webp } from './pictures.ts'

interface Folder {
  uploads: Uploads
  home: string
  received(bytes: Buffer): Promise<ReceivedFile>
  variant(width: number, bytes: Buffer): Promise<ReceivedVariant>
}

async function uploadsFolder(t: TestContext): Promise<Folder> {
  const folder = newFolder(t)
  const uploads = createUploads(folder)
  await uploads.prepare()
  let count = 0
  const received = async (bytes: Buffer): Promise<ReceivedFile> => {
    const path = join(uploads.incoming, `${++count}`)
    await writeFile(path, bytes, { mode: 0o600 })
    return { path, size: bytes.length }
  }
  return {
    uploads,
    home: join(folder, 'news'),
    received,
    variant: async (width, bytes) => ({ ...(await received(bytes)), width }),
  }
}

const stem = '/uploads/news/([0-9a-f]{32})'

test('a picture is stored with its variants, and its name lists them', async (t) => {
  const { uploads, home, received, variant } = await uploadsFolder(t)
  const send = async (small = webp(480, 270)): Promise<string> =>
    uploads.keep(await received(jpg(1920, 1080)), 'news', {
      variants: [await variant(480, small), await variant(960, jpg(960, 540))],
      color: '#c8d2e0',
    })
  const address = await send()
  assert.match(address, new RegExp(`^${stem}\\.1920x1080\\.c8d2e0\\.480w\\.960w\\.jpg$`))
  const facts = pictureFacts(address)
  assert.deepEqual([facts?.width, facts?.height, facts?.color], [1920, 1080, '#c8d2e0'])
  const [small, large] = facts?.variants.map(({ src }) => join(home, src.replace('/uploads/news/', ''))) ?? []
  assert.deepEqual(await readFile(small ?? ''), webp(480, 270))
  assert.deepEqual(await readFile(large ?? ''), jpg(960, 540))

  assert.equal(await send(), address, 'the same again is the same')
  assert.equal((await readdir(home)).length, 3)
  const other = await send(riff(['VP8X', canvas(480, 270)], ['VP8 ', lossy(480, 270)]))
  assert.notEqual(other, address)
  assert.deepEqual(await readFile(small ?? ''), webp(480, 270), 'another variant is no reason to change this one')
})

test('stored pictures have no place or time, and the size in the name is the upright picture’s', async (t) => {
  const { uploads, home, received, variant } = await uploadsFolder(t)
  for (let orientation = 1; orientation <= 8; orientation++) {
    const small = riff(
      ['VP8X', canvas(480, orientation > 4 ? 640 : 360, 0b1000)],
      ['VP8 ', lossy(480, orientation > 4 ? 640 : 360)],
      ['EXIF', exif(orientation)],
    )
    const address = await uploads.keep(await received(jpg(800, 600, exifSegment(orientation))), 'news', {
      variants: [await variant(480, small)],
    })
    assert.match(address, orientation > 4 ? /\.600x800\.480w\.jpg$/ : /\.800x600\.480w\.jpg$/, `${orientation}`)
  }
  const names = await readdir(home)
  assert.equal(names.length, 16)
  for (const name of names) assert.doesNotMatch(await readFile(join(home, name), 'latin1'), /GPS/, name)
  const twice = await Promise.all([received(jpg(9, 9, exifSegment(1))), received(jpg(9, 9))])
  assert.equal(
    await uploads.keep(twice[0], 'news'),
    await uploads.keep(twice[1], 'news'),
    'the same pixels with other notes are one file',
  )
})

test('an invalid variant is refused, and nothing of the upload is stored', async (t) => {
  const { uploads, home, received, variant } = await uploadsFolder(t)
  const cases: [why: string, main: Buffer, width: number, variant: Buffer, words: RegExp][] = [
    ['another width', jpg(1920, 1080), 480, webp(481, 270), /480像素宽/],
    ['other proportions', jpg(1920, 1080), 480, webp(480, 272), /长宽比例/],
    ['on its side', jpg(1920, 1080, exifSegment(6)), 480, webp(480, 270), /长宽比例/],
    ['larger than the picture', jpg(400, 200), 480, webp(480, 240), /不大于原图/],
    [
      'an animation',
      jpg(1920, 1080),
      480,
      riff(['VP8X', canvas(480, 270, 2)], ['ANIM', Buffer.alloc(6)], ['VP8 ', lossy(480, 270)]),
      /^只能上传/,
    ],
    ['no picture', jpg(1920, 1080), 480, Buffer.from('<script>'), /^只能上传/],
    ['a webp as the picture', webp(1920, 1080), 480, webp(480, 270), /^只能上传jpg\/png文件！$/],
  ]
  for (const [why, main, width, small, words] of cases) {
    const kept = uploads.keep(await received(main), 'news', { variants: [await variant(width, small)] })
    await assert.rejects(
      kept,
      (error) => error instanceof Failure && error.code === 422 && words.test(error.message),
      why,
    )
    assert.deepEqual(await readdir(home), [], why)
  }
  const nearly = uploads.keep(await received(png(1921, 1081)), 'news', {
    variants: [await variant(480, webp(480, 271)), await variant(960, webp(960, 540))],
  })
  assert.match(await nearly, /\.1921x1081\.480w\.960w\.png$/, 'a pixel is lost in rounding')
})

test('the picture is stored last: an interrupted upload leaves no name that lists missing variants, and a retry completes it', async (t) => {
  const { uploads, home, received, variant } = await uploadsFolder(t)
  const send = async (): Promise<string> =>
    uploads.keep(await received(jpg(1920, 1080)), 'news', { variants: [await variant(480, webp(480, 270))] })
  const address = await send()
  const names = (await readdir(home)).sort()
  await rm(home, { recursive: true })
  // A folder with the picture's name: storing stops there, as at a power cut.
  const main = address.replace('/uploads/news/', '')
  await mkdir(join(home, main), { recursive: true })
  await assert.rejects(send(), /未能保存/)
  assert.deepEqual((await readdir(home)).sort(), names)
  assert.deepEqual(
    await readFile(join(home, pictureFacts(address)?.variants[0]?.src.replace('/uploads/news/', '') ?? '')),
    webp(480, 270),
  )
  await rm(join(home, main), { recursive: true })
  assert.equal(await send(), address)
  assert.deepEqual(await readFile(join(home, main)), jpg(1920, 1080))
})

test('the variants that another server is storing stay when a server starts, and those that have no picture after an hour go', async (t) => {
  const rows = new Map<string, { bytes: Buffer; madeAt: number }>()
  let now = 0
  let meanwhile = async (): Promise<void> => {}
  const shared = {
    async put(name: string, bytes: Buffer) {
      if (name.endsWith('.jpg')) await meanwhile()
      rows.set(name, { bytes, madeAt: now })
    },
    get: async (name: string) => rows.get(name)?.bytes,
    list: async (prefix: string) => [...rows.keys()].filter((name) => name.startsWith(prefix)),
    remove: async (names: readonly string[]) => names.forEach((name) => rows.delete(name)),
    held: async (names: readonly string[]) => new Set(names.filter((name) => rows.has(name))),
    facts: async (names: readonly string[]) =>
      new Map(
        names.flatMap((name) =>
          rows.has(name) ? [[name, { bytes: 1, madeAt: rows.get(name)?.madeAt ?? 0 }] as const] : [],
        ),
      ),
    large: { put: async () => {}, get: async () => undefined },
  }
  const [first, second] = [
    createUploads(newFolder(t), shared, () => now),
    createUploads(newFolder(t), shared, () => now),
  ]
  for (const server of [first, second]) await server.prepare()
  meanwhile = second.removeStrayVariants
  const written = async (name: string, bytes: Buffer): Promise<ReceivedFile> => {
    const path = join(first.incoming, name)
    await writeFile(path, bytes)
    return { path, size: bytes.length }
  }
  const address = await first.keep(await written('a', jpg(1920, 1080)), 'news', {
    variants: [{ ...(await written('b', webp(480, 270))), width: 480 }],
  })
  assert.equal(rows.size, 2)

  rows.delete(address.slice('/uploads/'.length))
  now = 3_600_000
  await second.removeStrayVariants()
  assert.equal(rows.size, 0)
})
