import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmdirSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

/** A disk of so many megabytes; undefined, and the test is skipped, where none can be mounted. */
export function smallDisk(t: TestContext, megabytes: number): { folder: string; unmount(): void } | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'zhuzhan-disk-'))
  const unmount = (): void => {
    spawnSync('umount', ['-l', folder])
    rmdirSync(folder)
  }
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]).status === 0)
    return { folder, unmount }
  rmdirSync(folder)
  t.skip('no disk can be mounted here')
  return undefined
}

/** To the last byte. */
export function fill(file: string): void {
  const fd = openSync(file, 'w')
  for (let size = 1_048_576; size >= 1; size >>= 1) {
    try {
      for (;;) writeSync(fd, Buffer.alloc(size))
    } catch {
      // Less may fit.
    }
  }
  closeSync(fd)
}
