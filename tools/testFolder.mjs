import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory, which most Linux machines have: most of what tests wait for is a disk that syncs. */
const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** A folder for all that a run of tests writes, which is gone when this process ends; in memory where it may be and can be. */
export function testFolder(mayBeInMemory) {
  const parents = [...(mayBeInMemory && isRoomy(inMemory) ? [inMemory] : []), tmpdir()]
  for (const parent of parents) {
    const folder = mkdtempSync(join(parent, 'tests-'))
    // Some tests run a server as another user.
    chmodSync(folder, 0o755)
    const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    process.on('exit', remove)
    if (parent === tmpdir() || runsPrograms(folder)) return folder
  }
}

function isRoomy(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

/** Some machines mount it so that it does not. */
function runsPrograms(folder) {
  const script = join(folder, 'script')
  writeFileSync(script, '#!/bin/sh\n')
  chmodSync(script, 0o755)
  return spawnSync(script).status === 0
}
