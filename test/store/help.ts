import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { chinaTime } from '../../server/system/chinaTime.ts'
import { Collection } from '../../server/store/collection.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { type Disk, openDisk } from '../../server/store/disk.ts'
import { completed } from '../../contract/kinds/read.ts'
import { type Kind, type Stored, texts as textFields } from '../../server/store/kind.ts'
import type { Commit } from '../../server/store/writeQueue.ts'
import { openDatabase } from '../../server/store/postgres/database.ts'
import { openPostgresDisk } from '../../server/store/postgres/postgresDisk.ts'
import { createSchema } from '../../server/store/postgres/schema.ts'
import type { Log } from '../../server/system/log.ts'
import { databaseFor, onPostgres } from '../server.ts'

/** A log that keeps its lines. */
export function readableLog() {
  const lines: string[] = []
  return { lines, log: (_level: string, message: string): void => void lines.push(message) }
}

/** Writes in this thread, which starts faster; `thread` uses the writer thread, like the server. */
export function newDisk(t: TestContext, root: string, commit?: Commit | 'thread'): Disk & { lines: string[] } {
  const { lines, log } = readableLog()
  if (onPostgres && typeof commit !== 'function') return { ...openPostgres(t, root, log), lines }
  const disk = openDisk(root, {
    log,
    ...(commit !== 'thread' && { commit: commit ?? (async (ops) => commitBatch(root, ops)) }),
  })
  t.after(() => disk.close())
  return { ...disk, lines }
}

/** The database in place of the folder; it opens while the caller continues. */
function openPostgres(t: TestContext | undefined, root: string, log: Log): Disk {
  const opened = databaseFor(root).then(async (address) => {
    const database = openDatabase(address, { onWarning: () => {} })
    await createSchema(database)
    return openPostgresDisk(database, { log })
  })
  const disk: Disk = {
    load: async (collection) => (await opened).load(collection),
    put: async (...change) => (await opened).put(...change),
    remove: async (...change) => (await opened).remove(...change),
    write: async (ops) => (await opened).write(ops),
    list: async (collection) => (await opened).list(collection),
    read: async (...record) => (await opened).read(...record),
    holds: async (...record) => (await opened).holds(...record),
    activity: {
      append: async (...lines) => (await opened).activity.append(...lines),
      days: async () => (await opened).activity.days(),
      read: async (day) => (await opened).activity.read(day),
      remove: async (day) => (await opened).activity.remove(day),
      close: async () => {},
    },
    quarantined: async () => (await opened).quarantined(),
    quarantine: async (...record) => (await opened).quarantine(...record),
    follow: async (...follower) => (await opened).follow(...follower),
    catchUp: async () => (await opened).catchUp(),
    exclusive: async (key, work) => (await opened).exclusive(key, work),
    check: async () => (await opened).check(),
    close: async () => (await opened).close(),
  }
  t?.after(disk.close)
  return disk
}

export interface Note extends Stored {
  text: string
}
export const noteKind: Kind<Note> = {
  name: 'note',
  published: true,
  complete: (stored) => completed({ fields: textFields('text') }, stored),
  searchText: ({ text }) => text,
}

export type Notes = Collection<Note>

export async function openNotes(disk: Disk, options: { now?: () => number; log?: Log } = {}): Promise<Notes> {
  const notes = await Collection.open(disk, noteKind, { now: Date.now, log: readableLog().log, ...options })
  await disk.follow((_collection, change) => notes.applyChange(change))
  return notes
}

export const note = (id: string, text: string, time = 0): Note => ({
  id,
  createdAt: chinaTime(Date.UTC(2026, 0, 1) + time),
  text,
})

/** The records that the next start reads. */
export async function reread(root: string): Promise<Note[]> {
  const { lines, log } = readableLog()
  const disk = onPostgres ? openPostgres(undefined, root, log) : openDisk(root, { log })
  const notes = await openNotes(disk)
  await disk.close()
  if (lines.length > 0) throw new Error(lines.join('\n'))
  return [...notes.newest()]
}

export const tempsIn = (root: string): string[] =>
  readdirSync(join(root, 'note')).filter((name) => name.startsWith('.tmp-'))
export const texts = (notes: Iterable<Note>): string[] => Array.from(notes, ({ text }) => text)
