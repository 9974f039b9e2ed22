import { execFileSync } from 'node:child_process'
import { closeSync, existsSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stored } from './records.ts'
import { median } from './rounds.ts'

/** On a disk, where /tmp may be memory. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()
const made: string[] = []

/** Only at the very end: ext4 makes files many times slower for minutes where many have just been deleted. */
export function removeFolders(): void {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(parent, 'zhuzhan-bench-'))
  made.push(folder)
  return folder
}

/** A folder with records in it as the server keeps them. */
export function folderWith(collection: string, records: Iterable<Stored>): string {
  const folder = newFolder()
  const inside = join(folder, 'data', collection)
  mkdirSync(inside, { recursive: true, mode: 0o700 })
  for (const record of records) writeFileSync(join(inside, `${record.id}.json`), `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 })
  return folder
}

export interface DiskSpeed {
  /** Microseconds, the median of some tries. */
  make: number
  sync: number
}

/** How the disk is just now, without which no figure about saves can be read. */
export function diskSpeed(): DiskSpeed {
  const folder = newFolder()
  const [make, sync]: [number[], number[]] = [[], []]
  for (let n = 0; n < 50; n++) {
    const begun = performance.now()
    const fd = openSync(join(folder, String(n)), 'wx')
    writeSync(fd, 'a record is some hundred bytes '.repeat(8))
    const made = performance.now()
    fsyncSync(fd)
    closeSync(fd)
    make.push((made - begun) * 1000)
    sync.push((performance.now() - made) * 1000)
  }
  return { make: median(make), sync: median(sync) }
}

/** Lets the disk finish what was prepared, so that it does not go on under the measurements. */
export function settleDisk(): void {
  if (process.platform !== 'win32') execFileSync('sync')
}
