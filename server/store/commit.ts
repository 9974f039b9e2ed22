import * as nodeFs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { foldersSync } from './makeFolder.ts'

export interface PutOp {
  collection: string
  id: string
  text: string
}
export interface RemoveOp {
  collection: string
  id: string
}
export type Op = PutOp | RemoveOp

/** Why an op failed, in a form that crosses threads. */
export interface Fault {
  code: string
  message: string
  /** The new state may be on disk all the same: its name was changed before something failed. */
  landed: boolean
}
/** null: done, and durable. */
export type Outcome = Fault | null

/** What is asked of the file system, so that a test can fail each of these in turn. */
export interface CommitFs {
  openSync(path: string, flags: string, mode?: number): number
  ftruncateSync(fd: number, length: number): void
  writeSync(fd: number, bytes: Uint8Array, offset: number, length: number, position: number): number
  fsyncSync(fd: number): void
  fsync(fd: number, done: (error: NodeJS.ErrnoException | null) => void): void
  closeSync(fd: number): void
  renameSync(from: string, to: string): void
  unlinkSync(path: string): void
}

interface Task {
  op: Op
  folder: string
  path: string
  /** The temporary file, from when it exists until it has its name. */
  temp: string | undefined
  fault: Outcome
}

export const tempPrefix = '.tmp-'

/**
 * Makes a batch of changes durable, each one whole or not at all. It goes in phases over all of them instead of file by file:
 * the first fsync then commits the journal for everyone, and each folder is synced once.
 */
export async function commitBatch(root: string, ops: readonly Op[], fs: CommitFs = nodeFs): Promise<Outcome[]> {
  const tasks = ops.map((op): Task => {
    const folder = join(root, op.collection)
    return { op, folder, path: join(folder, `${op.id}.json`), temp: undefined, fault: null }
  })
  const phase = (step: (task: Task) => void): void => {
    for (const task of tasks) if (task.fault === null) attempt(fs, task, step)
  }

  phase((task) => {
    if ('text' in task.op) writeTemp(fs, task, task.op.text)
  })
  await syncTemps(fs, tasks.filter(({ fault, temp }) => fault === null && temp !== undefined))
  phase((task) => {
    if (task.temp === undefined) return remove(fs, task.path)
    fs.renameSync(task.temp, task.path)
    task.temp = undefined
  })
  if (foldersSync) syncFolders(fs, tasks.filter((task) => task.fault === null))
  return tasks.map((task) => task.fault)
}

export function faultOf(error: unknown, landed: boolean): Fault {
  if (!(error instanceof Error)) return { code: '', message: String(error), landed }
  return { code: 'code' in error ? String(error.code) : '', message: error.message, landed }
}

function attempt(fs: CommitFs, task: Task, step: (task: Task) => void): void {
  try {
    step(task)
  } catch (error) {
    giveUp(fs, task, error)
  }
}

function giveUp(fs: CommitFs, task: Task, error: unknown): void {
  task.fault = faultOf(error, false)
  if (task.temp === undefined) return
  try {
    fs.unlinkSync(task.temp)
  } catch {
    // The next start sweeps it; the first error is the one to tell.
  }
}

/** More than there are threads for it, so that none waits; few enough to leave the process its file handles. */
const lanes = 8

/**
 * Each fsync has the disk flush its cache, and the kernel lets those that wait side by side share one flush. On a busy machine a
 * batch of 32 is done five times sooner, on an idle one no later. A lone one is not worth the way to a thread.
 */
async function syncTemps(fs: CommitFs, tasks: readonly Task[]): Promise<void> {
  const [first, second] = tasks
  if (first !== undefined && second === undefined) {
    return attempt(fs, first, ({ temp }) => use(fs, fs.openSync(temp ?? '', 'r+'), (fd) => fs.fsyncSync(fd)))
  }
  const waiting = tasks.values()
  const lane = async (): Promise<void> => {
    for (const task of waiting) await syncTemp(fs, task).catch((error: unknown) => giveUp(fs, task, error))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

async function syncTemp(fs: CommitFs, { temp = '' }: Task): Promise<void> {
  const fd = fs.openSync(temp, 'r+')
  const fault = await new Promise<Error | null>((resolve) => fs.fsync(fd, resolve))
  use(fs, fd, () => {
    if (fault) throw fault
  })
}

function writeTemp(fs: CommitFs, task: Task, text: string): void {
  const temp = join(task.folder, tempName(task.op.id))
  const fd = fs.openSync(temp, 'wx', 0o600)
  task.temp = temp
  const bytes = Buffer.from(text)
  use(fs, fd, () => {
    // Truncated, even from nothing to nothing, ext4 gives the file its blocks when it is closed and not at its fsync, so that
    // the fsyncs to come find one journal commit to share: a third faster.
    fs.ftruncateSync(fd, 0)
    for (let at = 0; at < bytes.length; ) {
      const written = fs.writeSync(fd, bytes, at, bytes.length - at, at)
      if (written === 0) throw Object.assign(new Error('EIO: nothing was written'), { code: 'EIO' })
      at += written
    }
  })
}

/** A close that fails is a failure too: on a network folder it is where a full disk shows. */
function use(fs: CommitFs, fd: number, work: (fd: number) => void): void {
  try {
    work(fd)
  } catch (error) {
    try {
      fs.closeSync(fd)
    } catch {
      // The first error is the one to tell.
    }
    throw error
  }
  fs.closeSync(fd)
}

/** What is gone already is removed; if its whole folder is gone, the sync of the folder says so. */
function remove(fs: CommitFs, path: string): void {
  try {
    fs.unlinkSync(path)
  } catch (error) {
    if (faultOf(error, false).code !== 'ENOENT') throw error
  }
}

/** Each is opened anew by its path: a sync of a folder that somebody has removed since must fail, not reach its ghost. */
function syncFolders(fs: CommitFs, tasks: readonly Task[]): void {
  for (const folder of new Set(tasks.map((task) => task.folder))) {
    try {
      use(fs, fs.openSync(folder, 'r'), (fd) => fs.fsyncSync(fd))
    } catch (error) {
      for (const task of tasks) if (task.folder === folder) task.fault = faultOf(error, true)
    }
  }
}

const run = randomBytes(6).toString('hex')
let made = 0
const tempName = (id: string): string => `${tempPrefix}${id}-${run}-${++made}`
