import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { sweepFilmUploads } from '../../server/media/filmCalls.ts'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { openStore } from '../../server/store/store.ts'
import { createFilms } from '../../server/media/films.ts'
import { createUploads } from '../../server/media/uploads.ts'
import { newFolder } from '../server.ts'
import { newDisk } from '../store/help.ts'

test('an upload that was not continued for a day is removed, and so are bytes that belong to none', async (t) => {
  const folder = newFolder(t)
  const disk = newDisk(t, join(folder, 'data'))
  const store = await openStore({ disk, now: Date.now, log: () => {} })
  const uploadsDir = join(folder, 'uploads')
  const uploads = createUploads(uploadsDir)
  await uploads.prepare()
  const films = createFilms(uploadsDir, uploads)
  const start = Date.UTC(2026, 0, 1)
  const begin = async (changedAt: number): Promise<string> => {
    const { id } = await store.filmUpload.insert({
      name: 'a.mp4',
      bytes: 9,
      received: 3,
      userId: 'u',
      changedAt: chinaTime(changedAt),
    })
    const write = await films.begin(id, 0)
    await write(Readable.from([Buffer.from('abc')]))
    return id
  }
  const [old, recent] = [await begin(start), await begin(start + 2 * 3_600_000)]
  await mkdir(join(uploadsDir, '.unfinished'), { recursive: true })
  await writeFile(join(uploadsDir, '.unfinished', 'left'), 'abc')
  const isThere = (id: string): boolean => existsSync(join(uploadsDir, '.unfinished', id))

  await sweepFilmUploads(store, films, () => start + 24 * 3_600_000 - 1, true)
  assert.deepEqual([old, recent, 'left'].map(isThere), [true, true, false])
  await writeFile(join(uploadsDir, '.unfinished', 'left'), 'abc')
  await sweepFilmUploads(store, films, () => start + 25 * 3_600_000, false)
  assert.deepEqual([old, recent, 'left'].map(isThere), [true, true, false], 'another server leads')
  await sweepFilmUploads(store, films, () => start + 25 * 3_600_000, true)
  assert.deepEqual([old, recent].map(isThere), [false, true])
  assert.deepEqual(
    store.filmUpload.all().map(({ id }) => id),
    [recent],
  )
})
