import { readSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Stored } from '../store/kind.ts'
import type { Snapshot } from '../store/store.ts'

interface SnapshotHead {
  time: string
  counts: Readonly<Record<string, number>>
}

/** How much is serialized before other requests get a turn: a fraction of a millisecond. */
const chunkLength = 32_768

/**
 * Writes a snapshot of the store to a new file as lines of JSON: a head, then every record. The snapshot cannot change, so this may take
 * its time while the site is served. Leaves no file when it fails.
 */
export async function writeSnapshot(
  path: string,
  time: string,
  snapshot: Snapshot,
  signal?: AbortSignal,
): Promise<void> {
  const counts = Object.fromEntries(snapshot.map(([collection, records]) => [collection, records.length]))
  const head: SnapshotHead = { time, counts }
  const file = await open(path, 'wx', 0o600)
  try {
    for (const chunk of chunks(head, snapshot)) {
      signal?.throwIfAborted()
      await file.writeFile(chunk)
      await nextTurn()
    }
  } catch (error) {
    await rm(path)
    throw error
  } finally {
    await file.close()
  }
}

function* chunks(head: SnapshotHead, snapshot: Snapshot): Generator<string, void, undefined> {
  let chunk = `${JSON.stringify(head)}\n`
  for (const [collection, records] of snapshot) {
    for (const record of records) {
      chunk += `${JSON.stringify([collection, record])}\n`
      if (chunk.length < chunkLength) continue
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

export const snapshotHead = (fd: number): SnapshotHead => {
  for (const line of lines(fd)) return JSON.parse(line) as SnapshotHead
  throw new Error('the snapshot is empty')
}

/** Reads the records of a snapshot one at a time, each call from the start. */
export function* readSnapshot(fd: number): Generator<readonly [collection: string, record: Stored], void, undefined> {
  let atHead = true
  for (const line of lines(fd)) {
    if (!atHead) yield JSON.parse(line) as [string, Stored]
    atHead = false
  }
}

function* lines(fd: number): Generator<string, void, undefined> {
  const buffer = Buffer.alloc(262_144)
  let partial: Buffer[] = []
  let position = 0
  for (;;) {
    const length = readSync(fd, buffer, 0, buffer.length, position)
    if (length === 0) return
    position += length
    let start = 0
    for (let end = buffer.indexOf(10); end !== -1 && end < length; end = buffer.indexOf(10, start)) {
      partial.push(buffer.subarray(start, end))
      yield Buffer.concat(partial).toString()
      partial = []
      start = end + 1
    }
    // Copied, since the buffer is reused.
    if (start < length) partial.push(Buffer.from(buffer.subarray(start, length)))
  }
}
