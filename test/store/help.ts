import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { chinaTime } from '../../server/store/chinaTime.ts'
import { Collection, type CollectionOptions } from '../../server/store/collection.ts'
import { commitBatch } from '../../server/store/commit.ts'
import { type Disk, openDisk } from '../../server/store/disk.ts'
import type { Kind, Stored } from '../../server/store/records.ts'
import type { Commit } from '../../server/store/writeQueue.ts'

/** A log that keeps its lines. */
export function readableLog() {
  const lines: string[] = []
  return { lines, log: (_level: string, message: string): void => void lines.push(message) }
}

/** Writes in this thread, which starts faster; `thread` uses the writer thread, like the server. */
export function newDisk(
  t: TestContext,
  root: string,
  commit: Commit | 'thread' = async (ops) => commitBatch(root, ops),
): Disk & { lines: string[] } {
  const { lines, log } = readableLog()
  const disk = openDisk(root, { log, ...(commit !== 'thread' && { commit }) })
  t.after(() => disk.close())
  return { ...disk, lines }
}

export interface Note extends Stored {
  text: string
}
export const noteKind: Kind<Note, { id: string; text: string }> = {
  name: 'note',
  published: true,
  is: (value) => typeof value.text === 'string',
  row: ({ id, text }) => ({ id, text }),
  searchText: ({ text }) => text,
}

export type Notes = Collection<Note, { id: string; text: string }>

export function openNotes(disk: Disk, options: Partial<CollectionOptions> = {}): Promise<Notes> {
  return Collection.open(disk, noteKind, { now: Date.now, log: readableLog().log, ...options })
}

export const note = (id: string, text: string, time = 0): Note => ({ id, createdAt: chinaTime(Date.UTC(2026, 0, 1) + time), text })

/** The records that the next start reads. */
export async function reread(root: string): Promise<Note[]> {
  const { lines, log } = readableLog()
  const notes = await openNotes(openDisk(root, { log }))
  if (lines.length > 0) throw new Error(lines.join('\n'))
  return [...notes.newest()]
}

export const tempsIn = (root: string): string[] => readdirSync(join(root, 'note')).filter((name) => name.startsWith('.tmp-'))
export const texts = (notes: Iterable<Note>): string[] => Array.from(notes, ({ text }) => text)
