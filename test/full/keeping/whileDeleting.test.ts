import assert from 'node:assert/strict'
import fs, {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { folderContent } from '../../../server/keeping/siteContent.ts'
import { writeSnapshot } from '../../../server/keeping/snapshotFile.ts'
import { bytesOfFile } from '../../../server/keeping/readArchive.ts'
import { verifyArchive } from '../../../server/keeping/verifyArchive.ts'
import { type ArchiveSource, writeArchive } from '../../../server/keeping/writeArchive.ts'
import { newFolder } from '../../server.ts'

const nameOf = (n: number): string => `${String(n).padStart(32, '0')}.png`
const snapshotTime = '2026-01-01T00:00:00.000+08:00'

interface Folders {
  dataDir: string
  uploadsDir: string
}

/** Nine uploads, two versions of a record, and an empty snapshot. */
async function sourceIn(t: TestContext, folder: string): Promise<ArchiveSource & Folders> {
  const uploads = join(folder, 'uploads', 'media')
  const history = join(folder, 'data', 'history', 'later', '1')
  for (const made of [uploads, history]) mkdirSync(made, { recursive: true })
  for (let n = 0; n < 9; n++) writeFileSync(join(uploads, nameOf(n)), Buffer.alloc(1000, n))
  for (const version of ['a', 'b']) writeFileSync(join(history, `${version}.json`), '{}')
  await writeSnapshot(join(folder, 'snapshot'), snapshotTime, [])
  const snapshot = openSync(join(folder, 'snapshot'), 'r')
  const archive = openSync(join(folder, 'archive'), 'wx+')
  t.after(() => [snapshot, archive].forEach((fd) => closeSync(fd)))
  const folders = { dataDir: join(folder, 'data'), uploadsDir: join(folder, 'uploads') }
  return {
    ...folders,
    snapshot,
    archive,
    content: folderContent(folders),
    version: '0',
    siteUrl: '',
    free: Infinity,
    mayLack: 0,
  }
}

/** Calls `before` with each path that is opened. */
function onOpen(t: TestContext, before: (path: string) => void): void {
  const opened = fs.openSync
  const read = fs.readFileSync
  fs.openSync = (path, ...rest) => {
    before(String(path))
    return opened(path, ...rest)
  }
  fs.readFileSync = ((path: string, ...rest: []) => {
    before(path)
    return read(path, ...rest)
  }) as typeof read
  syncBuiltinESMExports()
  t.after(() => {
    fs.openSync = opened
    fs.readFileSync = read
    syncBuiltinESMExports()
  })
}

test('an archive is written although staff delete uploads while they are read', async (t) => {
  const folder = newFolder(t)
  const source = await sourceIn(t, folder)
  const uploads = join(source.uploadsDir, 'media')
  // The first and the last upload, and the first version, go when they have been listed.
  const deleted = [join(uploads, nameOf(0)), join(uploads, nameOf(8)), join(source.dataDir, 'history/later/1/a.json')]
  onOpen(t, (path) => {
    if (deleted.includes(path)) rmSync(path)
  })
  const manifest = await writeArchive(source)
  assert.deepEqual(
    deleted.map((path) => existsSync(path)),
    [false, false, false],
  )
  const names = [1, 2, 3, 4, 5, 6, 7].map((n) => `uploads/media/${nameOf(n)}`)
  assert.deepEqual(
    manifest.files.map(({ name }) => name),
    ['data/history/later/1/b.json', ...names],
  )
  assert.deepEqual([manifest.counts, manifest.uploads], [{ 'history/later': 1 }, { files: 7, bytes: 7000 }])
  await verifyArchive(bytesOfFile(source.archive), manifest)
})

test('an archive reads each upload once', async (t) => {
  const source = await sourceIn(t, newFolder(t))
  const opened: string[] = []
  onOpen(t, (path) => opened.push(path))
  await writeArchive(source)
  const uploads = readdirSync(join(source.uploadsDir, 'media')).map((name) => join(source.uploadsDir, 'media', name))
  assert.deepEqual(
    opened.filter((path) => path.startsWith(source.uploadsDir)),
    uploads,
  )
})

test('an upload that is lost while it is archived is missing, and too many of them stop the archive', async (t) => {
  const folder = newFolder(t)
  const source = await sourceIn(t, folder)
  const record = { id: 'm1', createdAt: snapshotTime, address: `/uploads/media/${nameOf(3)}` }
  mkdirSync(join(source.dataDir, 'media'))
  writeFileSync(join(source.dataDir, 'media', 'm1.json'), JSON.stringify(record))
  await writeSnapshot(join(folder, 'named'), snapshotTime, [['media', [record]]])
  const snapshot = openSync(join(folder, 'named'), 'r')
  t.after(() => closeSync(snapshot))
  const lost = join(source.uploadsDir, 'media', nameOf(3))
  const bytes = readFileSync(lost)
  onOpen(t, (path) => {
    if (path === lost) rmSync(path, { force: true })
  })
  await assert.rejects(writeArchive({ ...source, snapshot }), /缺少 1 个上传的文件/)

  writeFileSync(lost, bytes)
  const archive = openSync(join(folder, 'allowed'), 'wx+')
  t.after(() => closeSync(archive))
  const manifest = await writeArchive({ ...source, snapshot, archive, mayLack: 1 })
  assert.deepEqual(manifest.missing, [`uploads/media/${nameOf(3)}`])
  await verifyArchive(bytesOfFile(archive), manifest)
})
