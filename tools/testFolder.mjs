import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk in memory, which most Linux machines have: most of what tests wait for is a disk that syncs. */
const inMemory = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/** A folder for all that a run of tests writes, which is gone when this process ends; in memory where it may be and can be. */
export function testFolder(mayBeInMemory) {
  const hasMemory = existsSync(inMemory)
  if (hasMemory) [inMemory, tmpdir()].forEach(removeLeft)
  const parents = [...(hasMemory && mayBeInMemory && isRoomy() ? [inMemory] : []), tmpdir()]
  for (const parent of parents) {
    const folder = mkdtempSync(join(parent, `tests-${process.pid}-`))
    // Some tests run a server as another user.
    chmodSync(folder, 0o755)
    process.on('exit', () => remove(folder))
    if (parent === tmpdir() || runsPrograms(folder)) return folder
  }
}

const remove = (folder) => rmSync(folder, { recursive: true, force: true, maxRetries: 10 })

/** Of runs that were killed. */
function removeLeft(parent) {
  for (const name of readdirSync(parent)) {
    const pid = /^tests-(\d+)-/.exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    console.error(`removed what a run that was killed has left: ${join(parent, name)}`)
    remove(join(parent, name))
  }
}

function isRoomy() {
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > neededBytes
}

/** Some machines mount it so that it does not. */
function runsPrograms(folder) {
  const script = join(folder, 'script')
  writeFileSync(script, '#!/bin/sh\n', { mode: 0o755 })
  return spawnSync(script).status === 0
}
