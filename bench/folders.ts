import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Stored } from './records.ts'

/** On a disk, where /tmp may be memory. */
const parent = existsSync('/var/tmp') ? '/var/tmp' : tmpdir()
const made: string[] = []

// Not before: ext4 makes files much slower for minutes where many have just been deleted.
process.on('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

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

/** Lets the disk finish what was prepared, so that it does not go on under the measurements. */
export function settleDisk(): void {
  if (process.platform !== 'win32') execFileSync('sync')
}
