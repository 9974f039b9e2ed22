import { mkdir, readdir, readFile, realpath, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from './makeFolder.ts'

export interface Lock {
  release(): Promise<void>
}

export class LockHeld extends Error {
  constructor(root: string, pid: number) {
    super(`another server (process ${pid}) is running on ${root}`)
    this.name = 'LockHeld'
  }
}

/** How often a starter looks again when it finds another, which may be no server but a starter that steps back like itself. */
const tries = 6

/**
 * Keeps a second server off the folder. Each starter first puts up a claim, an empty file whose name says which process it is
 * and which folder it is for, and then looks for claims of others. Of two that start at once at least one sees the other,
 * whatever the timing, and a claim is judged by nothing but whether its process lives and whether it is for this folder: there
 * is no stale lock to steal, and nothing in it can be torn.
 */
export async function takeLock(root: string): Promise<Lock> {
  const folder = join(root, 'lock')
  makeFolder(root)
  const start = await startOf(process.pid)
  const boot = start === undefined ? noBoot : await bootId()
  for (let left = tries; ; left--) {
    await makeLockFolder(folder)
    const place = await placeOf(folder)
    const own = `${process.pid}-${start ?? '0'}-${boot}-${randomBytes(nonceDigits / 2).toString('hex')}${place.path}${place.inode}`
    const release = (): Promise<void> => rm(join(folder, own), { force: true })
    await writeFile(join(folder, own), '', { flag: 'wx', mode: 0o600 })
    const other = await otherLiving(folder, own, boot, place)
    if (other === undefined) return { release }
    await release()
    if (left === 0) throw new LockHeld(root, other)
    await delay(randomInt(10, 100))
  }
}

/** A file in its place is nobody's lock. It is unlinked, which a folder that another starter has just made would survive. */
async function makeLockFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch(ignoring('ENOENT', 'ELOOP'))
  if (found?.isDirectory()) return
  await unlink(folder).catch(ignoring('ENOENT', 'EISDIR', 'EPERM'))
  await mkdir(folder, { mode: 0o700 }).catch(ignoring('EEXIST'))
}

/** What tells a folder from its copies, in hexadecimal digits: that is all that servers of before expect at a claim's end. */
interface Place {
  path: string
  inode: string
}
const nonceDigits = 12
const pathDigits = 16

async function placeOf(folder: string): Promise<Place> {
  const path = createHash('sha256').update(await realpath(folder)).digest('hex').slice(0, pathDigits)
  return { path, inode: (await stat(folder, { bigint: true })).ino.toString(16) }
}

/**
 * A copy made by hand, the lock with it, has neither the path nor the inode. Either alone is believed: a folder that was moved
 * under its server has kept its inode, and some network folders number theirs anew. Servers of before name no place.
 */
function isFor(place: Place, ending: string): boolean {
  const path = ending.slice(nonceDigits, nonceDigits + pathDigits)
  return path === '' || path === place.path || ending.slice(nonceDigits + pathDigits) === place.inode
}

/** The process behind another's claim; what belongs to no living process, or came with a copy, is cleared away. */
async function otherLiving(folder: string, own: string, boot: string, place: Place): Promise<number | undefined> {
  let living: number | undefined
  for (const name of await readdir(folder)) {
    if (name === own) continue
    const pid = await livingClaimant(name, boot, place)
    if (pid === undefined) await rm(join(folder, name), { force: true, recursive: true })
    else living = pid
  }
  return living
}

async function livingClaimant(claim: string, boot: string, place: Place): Promise<number | undefined> {
  const [, pidDigits, start, claimBoot, ending = ''] = /^([1-9]\d{0,9})-(\d+)-([0-9a-z]+)-([0-9a-f]+)$/.exec(claim) ?? []
  if (pidDigits === undefined || claimBoot !== boot || !isFor(place, ending)) return undefined
  const pid = Number(pidDigits)
  const lives = boot === noBoot ? answersSignals(pid) : (await startOf(pid)) === start
  return lives ? pid : undefined
}

/** Where there is no /proc, as on macOS, a process is known by its number alone. */
const noBoot = 'none'

async function bootId(): Promise<string> {
  const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ignoring('ENOENT'))
  return id?.slice(0, 8) ?? noBoot
}

/**
 * When a process began, in clock ticks since boot, which tells it from a later one of the same number; undefined when it has
 * ended, or is another user's and hidden: this folder is open to one user only.
 */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignoring('ENOENT', 'ESRCH', 'EACCES', 'EPERM'))
  // The second field, the program's name, may hold spaces and brackets itself.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // Killed, but its parent has not asked after it yet.
  if (fields?.[0] === 'Z' || fields?.[0] === 'X') return undefined
  return fields?.[19]
}

/** Also one of another user. */
export function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const ignoring = (...codes: string[]) => (error: NodeJS.ErrnoException): undefined => {
  if (!codes.includes(error.code ?? '')) throw error
}
