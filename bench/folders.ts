import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stored } from './records.ts'
import { median } from './rounds.ts'

/** On a disk; /tmp may be in memory. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()
const created: string[] = []

/** Call it at the very end: ext4 creates files many times slower for minutes after many were deleted. */
export function removeFolders(): void {
  for (const folder of created) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(parent, 'zhuzhan-bench-'))
  created.push(folder)
  return folder
}

/** Creates a folder with records in the server's format. */
export function folderWith(collection: string, records: Iterable<Stored>): string {
  const folder = newFolder()
  const inside = join(folder, 'data', collection)
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  for (const record of records)
    writeFileSync(join(inside, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  return folder
}

/** In microseconds, the median of several attempts: needed to interpret the figures of saves. */
export function diskSpeed(): { make: number; sync: number } {
  const folder = newFolder()
  const make: number[] = []
  const sync: number[] = []
  for (let n = 0; n < 50; n++) {
    const startedAt = performance.now()
    const fd = openSync(join(folder, String(n)), 'wx')
    writeSync(fd, 'a record is some hundred bytes '.repeat(8))
    const madeAt = performance.now()
    fsyncSync(fd)
    closeSync(fd)
    make.push((madeAt - startedAt) * 1000)
    sync.push((performance.now() - madeAt) * 1000)
  }
  return { make: median(make), sync: median(sync) }
}

/** Waits until the prepared files are written, so that this does not affect the measurements. */
export function syncDisk(): void {
  if (process.platform !== 'win32') execFileSync('sync')
}
