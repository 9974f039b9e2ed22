import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, realpath, rm, stat, unlink, writeFile } from 'node:fs/promises'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFolder } from '../system/folders.ts'
import { errorCode, ForOperator, ignore, ignoreMissing } from '../system/systemErrors.ts'

export interface Lock {
  release(): Promise<void>
}

export class LockHeld extends ForOperator {
  /** `holder`: `process 12`, for example. */
  constructor(root: string, holder: string) {
    super(`another server (${holder}) is running on ${root}`)
    this.name = 'LockHeld'
  }
}

/** The other process may be another starter that withdraws its claim as well, so look again a few times. */
const maxRetries = 6

/**
 * Keeps a second server from using the folder. Each starter first creates a claim, an empty file named after its process and the
 * folder, and then looks for the claims of others. Of two that start at once at least one sees the other, with any timing. A
 * claim counts if its process is alive and it is for this folder, nothing else: there is no stale lock to steal, and no content that
 * could be half-written. The socket beside the claim is seen from other containers, too, where processes have other numbers.
 */
export async function acquireLock(root: string): Promise<Lock> {
  const folder = join(root, 'lock')
  makeFolder(root)
  const start = await startOf(process.pid)
  const boot = start === undefined ? noBoot : await bootId()
  for (let retries = maxRetries; ; retries--) {
    await makeLockFolder(folder)
    const identity = await identityOf(folder)
    const nonce = randomBytes(nonceDigits / 2).toString('hex')
    const claim = `${process.pid}-${start ?? '0'}-${boot}-${nonce}${identity.path}${identity.inode}`
    const socket = `${nonce}${socketEnding}`
    await writeFile(join(folder, claim), '', { flag: 'wx', mode: 0o600 })
    const close = await listenAt(join(folder, socket))
    const release = async (): Promise<void> => {
      await close?.()
      await rm(join(folder, claim), { force: true })
    }
    const other = await otherLiving(folder, [claim, socket], boot, identity)
    // Another starter that looked right before this one listened has removed the socket.
    const isSeen = close === undefined || existsSync(join(folder, socket))
    if (other === undefined && isSeen) return { release }
    await release()
    if (retries === 0) throw new LockHeld(root, other ?? 'starting now')
    await delay(randomInt(10, 100))
  }
}

/** Creates the folder of claims. Replaces a file of that name with unlink, which fails for a folder that another starter has just made. */
async function makeLockFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch(ignore('ENOENT', 'ELOOP'))
  if (stats?.isDirectory()) return
  await unlink(folder).catch(ignore('ENOENT', 'EISDIR', 'EPERM'))
  await mkdir(folder, { mode: 0o700 }).catch(ignore('EEXIST'))
}

/** Distinguishes a folder from its copies. In hexadecimal digits, which end the name of a claim. */
interface FolderIdentity {
  path: string
  inode: string
}
const nonceDigits = 12
const pathDigits = 16

async function identityOf(folder: string): Promise<FolderIdentity> {
  const path = createHash('sha256')
    .update(await realpath(folder))
    .digest('hex')
    .slice(0, pathDigits)
  return { path, inode: (await stat(folder, { bigint: true })).ino.toString(16) }
}

/**
 * In a copy made by hand, which includes the lock folder, both path and inode differ. One match is enough: a folder moved under its
 * server keeps its inode, and some network folders renumber theirs.
 */
function isFor({ path: ownPath, inode }: FolderIdentity, ending: string): boolean {
  const path = ending.slice(nonceDigits, nonceDigits + pathDigits)
  return path === ownPath || ending.slice(nonceDigits + pathDigits) === inode
}

/** Who runs on the folder. Changes nothing there, so that it can be asked by another user than its owner. */
export async function lockHolder(root: string): Promise<string | undefined> {
  const folder = join(root, 'lock')
  if (!existsSync(folder)) return undefined
  const boot = (await startOf(process.pid)) === undefined ? noBoot : await bootId()
  return (await claimsIn(folder, [], boot, await identityOf(folder))).living
}

/** Who else has a valid claim or listens. Where nobody does, removes the claims and sockets of dead processes and of copied folders. */
async function otherLiving(
  folder: string,
  ownNames: readonly string[],
  boot: string,
  identity: FolderIdentity,
): Promise<string | undefined> {
  const { living, dead } = await claimsIn(folder, ownNames, boot, identity)
  if (living !== undefined) return living
  for (const name of dead) await rm(join(folder, name), { force: true, recursive: true })
  return undefined
}

async function claimsIn(folder: string, ownNames: readonly string[], boot: string, identity: FolderIdentity) {
  const dead: string[] = []
  let pid: number | undefined
  let listens = false
  for (const name of await readdir(folder)) {
    if (ownNames.includes(name)) continue
    if (name.endsWith(socketEnding)) {
      const answer = await connectTo(join(folder, name))
      if (answer === 'refused') dead.push(name)
      listens ||= answer === 'connected'
      continue
    }
    const claimant = await livingClaimant(folder, name, boot, identity)
    if (claimant === undefined) dead.push(name)
    pid ??= claimant
  }
  const listener = listens ? 'in another container' : undefined
  return { living: pid === undefined ? listener : `process ${pid}`, dead }
}

const socketEnding = '.socket'
/** The kernel's limit, on macOS; on Linux it is four bytes more. Node cuts off the rest. */
const maxSocketPath = 103

/**
 * Listens for as long as the process lives, for nothing but to be seen. Resolves to what ends it; to undefined where no socket can be made,
 * on Windows or on some network folders. Claims are all there is then.
 */
function listenAt(path: string): Promise<(() => Promise<unknown>) | undefined> {
  if (Buffer.byteLength(path) > maxSocketPath) return Promise.resolve(undefined)
  return new Promise((resolve) => {
    const server = createServer((connection) => connection.destroy()).unref()
    // The claim has just been written to the same folder: what fails here is what its file system cannot do. Later it is a process without
    // free descriptors, which has other troubles.
    server.on('error', () => resolve(undefined))
    server.listen(path, () => resolve(() => new Promise((closed) => server.close(closed))))
  })
}

/** A process that is busy or stopped is connected to by the kernel; a dead one, or the copy of a socket, refuses at once. */
function connectTo(path: string): Promise<'connected' | 'refused' | 'unknown'> {
  if (Buffer.byteLength(path) > maxSocketPath) return Promise.resolve('unknown')
  return new Promise((resolve) => {
    const connection = connect(path, () => {
      connection.destroy()
      resolve('connected')
    })
    connection.on('error', (error) => {
      const code = errorCode(error)
      // So many connect at once that the queue of the listener is full.
      if (code === 'EAGAIN') resolve('connected')
      else resolve(code === 'ECONNREFUSED' || code === 'ENOENT' ? 'refused' : 'unknown')
    })
  })
}

async function livingClaimant(
  folder: string,
  claim: string,
  boot: string,
  identity: FolderIdentity,
): Promise<number | undefined> {
  const [, pidDigits, start, claimBoot, ending = ''] =
    /^([1-9]\d{0,9})-(\d+)-([0-9a-z]+)-([0-9a-f]+)$/.exec(claim) ?? []
  if (pidDigits === undefined || start === undefined || !isFor(identity, ending)) return undefined
  const pid = Number(pidDigits)
  if (boot === noBoot) return claimBoot === noBoot && isRunning(pid) ? pid : undefined
  if ((await startOf(pid)) !== start) return undefined
  return claimBoot === boot || (await isOfThisBoot(join(folder, claim), pid, start)) ? pid : undefined
}

/**
 * Two processes of one machine may be shown different boots: where the machine is a container, systemd's ProtectKernelTunables gives the
 * service a /proc of its own, with the host's. The claim is then of this boot when it was made after its process began: one that
 * an earlier boot has left is older than every process that lives.
 */
async function isOfThisBoot(path: string, pid: number, start: string): Promise<boolean> {
  if (pid === process.pid) return false
  const [claim, ownStart] = await Promise.all([stat(path).catch(ignoreMissing), startOf(process.pid)])
  if (claim === undefined || ownStart === undefined) return false
  const began = performance.timeOrigin - (Number(ownStart) - Number(start)) * msPerTick
  return claim.mtimeMs > began - 1000
}

/** Linux reports times to programs in hundredths of a second, on every kind of machine. */
const msPerTick = 10

/** Without /proc, as on macOS, a process is identified by its number alone. */
const noBoot = 'none'

async function bootId(): Promise<string> {
  const id = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(ignoreMissing)
  return id?.slice(0, 8) ?? noBoot
}

/**
 * When a process started, in clock ticks since boot, which distinguishes it from a later one with the same number. Undefined when it
 * has ended, or is hidden because it is another user's: this folder is accessible to one user only.
 */
async function startOf(pid: number): Promise<string | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(ignore('ENOENT', 'ESRCH', 'EACCES', 'EPERM'))
  // The second field, the program's name, may contain spaces and brackets.
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie: killed, but not yet reaped by its parent.
  if (fields?.[0] === 'Z' || fields?.[0] === 'X') return undefined
  return fields?.[19]
}

/** A process of another user counts too. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return errorCode(error) === 'EPERM'
  }
}
