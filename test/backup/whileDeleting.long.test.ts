import assert from 'node:assert/strict'
import fs, { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { test } from 'node:test'
import { writeSnapshot } from '../../server/backup/snapshotFile.ts'
import { bytesOfFile } from '../../server/backup/readArchive.ts'
import { verifyArchive } from '../../server/backup/verifyArchive.ts'
import { writeArchive } from '../../server/backup/writeArchive.ts'
import { newFolder } from '../server.ts'

test('an archive is written although staff delete uploads while they are read', async (t) => {
  const folder = newFolder(t)
  const uploads = join(folder, 'uploads', 'media')
  mkdirSync(uploads, { recursive: true })
  const nameOf = (n: number): string => `${String(n).padStart(32, '0')}.png`
  for (let n = 0; n < 9; n++) writeFileSync(join(uploads, nameOf(n)), Buffer.alloc(1000, n))
  const opened = (name: string): Promise<FileHandle> => open(join(folder, name), 'wx+')
  const [snapshot, archive, scratch] = [await opened('snapshot'), await opened('archive'), await opened('scratch')]
  t.after(() => Promise.all([snapshot, archive, scratch].map((file) => file.close())))
  await writeSnapshot(snapshot, '2026-01-01T00:00:00.000+08:00', [])

  // The first file goes before it is read for its hash, the last one before it is read again for its content.
  const opensLeft = new Map([[join(uploads, nameOf(0)), 1], [join(uploads, nameOf(8)), 2]])
  const { openSync } = fs
  fs.openSync = (path, ...rest) => {
    const left = (opensLeft.get(String(path)) ?? 0) - 1
    opensLeft.set(String(path), left)
    if (left === 0) rmSync(path)
    return openSync(path, ...rest)
  }
  syncBuiltinESMExports()
  t.after(() => {
    fs.openSync = openSync
    syncBuiltinESMExports()
  })
  const source = {
    snapshot: snapshot.fd, archive: archive.fd, scratch: scratch.fd, dataDir: join(folder, 'data'), uploadsDir: join(folder, 'uploads'),
    version: '0', free: Infinity, mayLack: 0,
  }
  const manifest = writeArchive(source)
  assert.deepEqual([nameOf(0), nameOf(8)].map((name) => existsSync(join(uploads, name))), [false, false])
  assert.deepEqual(manifest.files.map(({ name }) => name), [1, 2, 3, 4, 5, 6, 7].map((n) => `uploads/media/${nameOf(n)}`))
  await verifyArchive(bytesOfFile(archive.fd), manifest)
})
