import { readSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Stored } from '../store/records.ts'
import type { Snapshot } from '../store/store.ts'

export interface SnapshotHead {
  time: string
  counts: Readonly<Record<string, number>>
}

/** About what is made into text at a time, before requests have their turn: a fraction of a millisecond. */
const pieceLength = 32_768

/**
 * Writes a snapshot of the store as lines of JSON: its head, then every record. The snapshot holds still by itself, so this may go
 * slowly, and the site is served meanwhile.
 */
export async function writeSnapshot(file: FileHandle, time: string, snapshot: Snapshot, signal?: AbortSignal): Promise<void> {
  const counts = Object.fromEntries(snapshot.map(([collection, records]) => [collection, records.length]))
  const head: SnapshotHead = { time, counts }
  for (const piece of pieces(head, snapshot)) {
    signal?.throwIfAborted()
    await file.writeFile(piece)
    await nextTurn()
  }
}

function* pieces(head: SnapshotHead, snapshot: Snapshot): Generator<string, void, undefined> {
  let piece = `${JSON.stringify(head)}\n`
  for (const [collection, records] of snapshot) {
    for (const record of records) {
      piece += `${JSON.stringify([collection, record])}\n`
      if (piece.length < pieceLength) continue
      yield piece
      piece = ''
    }
  }
  yield piece
}

export const snapshotHead = (fd: number): SnapshotHead => {
  for (const line of lines(fd)) return JSON.parse(line) as SnapshotHead
  throw new Error('the snapshot is empty')
}

/** Reads such a file from its start, one record at a time; it may be read several times. */
export function* readSnapshot(fd: number): Generator<readonly [collection: string, record: Stored], void, undefined> {
  let atHead = true
  for (const line of lines(fd)) {
    if (!atHead) yield JSON.parse(line) as [string, Stored]
    atHead = false
  }
}

function* lines(fd: number): Generator<string, void, undefined> {
  const buffer = Buffer.alloc(262_144)
  let begun: Buffer[] = []
  let position = 0
  for (;;) {
    const length = readSync(fd, buffer, 0, buffer.length, position)
    if (length === 0) return
    position += length
    let start = 0
    for (let end = buffer.indexOf(10); end !== -1 && end < length; end = buffer.indexOf(10, start)) {
      begun.push(buffer.subarray(start, end))
      yield Buffer.concat(begun).toString()
      begun = []
      start = end + 1
    }
    // Copied, for the buffer is used again.
    if (start < length) begun.push(Buffer.from(buffer.subarray(start, length)))
  }
}
