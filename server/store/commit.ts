import * as nodeFs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { canSyncFolders } from '../folders.ts'
import { errorCode } from '../systemErrors.ts'

export interface PutOp {
  collection: string
  id: string
  text: string
  /** The revision that must be the record's own; one process that writes alone has no need of it. */
  expected?: number | undefined
}
interface RemoveOp {
  collection: string
  id: string
  expected?: number | undefined
}
export type Op = PutOp | RemoveOp

/** Why an op failed; plain data, since it is sent between threads. */
export interface WriteError {
  code: string
  message: string
  /** The new state may be on disk all the same: a step after the rename failed. */
  maybeOnDisk: boolean
}
/** null: committed and durable. */
export type WriteResult = WriteError | null

/** The system calls in use, so that a test can fail each of them in turn. */
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
  /** The temporary file, from its creation until its rename. */
  temp: string | undefined
  error: WriteResult
}

export const tempPrefix = '.tmp-'

/**
 * Makes a batch of changes durable, each one completely or not at all. It works in phases over the whole batch instead of file by
 * file: the first fsync then commits the journal for all of them, and each folder is synced once.
 */
export async function commitBatch(root: string, ops: readonly Op[], fs: CommitFs = nodeFs): Promise<WriteResult[]> {
  const tasks = ops.map((op): Task => {
    const folder = join(root, op.collection)
    return { op, folder, path: join(folder, `${op.id}.json`), temp: undefined, error: null }
  })
  const phase = (step: (task: Task) => void): void => {
    for (const task of tasks) if (task.error === null) attempt(fs, task, step)
  }

  phase((task) => {
    if ('text' in task.op) writeTemp(fs, task, task.op.text)
  })
  await syncTemps(fs, tasks.filter(({ error, temp }) => error === null && temp !== undefined))
  phase((task) => {
    if (task.temp === undefined) return remove(fs, task.path)
    fs.renameSync(task.temp, task.path)
    task.temp = undefined
  })
  if (canSyncFolders) syncFolders(fs, tasks.filter((task) => task.error === null))
  return tasks.map((task) => task.error)
}

export const writeErrorOf = (error: unknown, maybeOnDisk: boolean): WriteError => ({
  code: errorCode(error),
  message: error instanceof Error ? error.message : String(error),
  maybeOnDisk,
})

function attempt(fs: CommitFs, task: Task, step: (task: Task) => void): void {
  try {
    step(task)
  } catch (error) {
    abandon(fs, task, error)
  }
}

function abandon(fs: CommitFs, task: Task, error: unknown): void {
  task.error = writeErrorOf(error, false)
  if (task.temp === undefined) return
  try {
    fs.unlinkSync(task.temp)
  } catch {
    // The next start removes the file; the first error is the one to report.
  }
}

/** More than the thread pool has threads, so that none is idle; few enough to leave file handles to the process. */
const concurrency = 8

/**
 * Each fsync flushes the disk's cache, and the kernel lets concurrent ones share a flush: a batch of 32 is done five times sooner on a
 * busy machine, and no later on an idle one. A single file is not worth a thread of the pool.
 */
async function syncTemps(fs: CommitFs, tasks: readonly Task[]): Promise<void> {
  const [first, second] = tasks
  if (first !== undefined && second === undefined) {
    return attempt(fs, first, ({ temp }) => useAndClose(fs, fs.openSync(temp ?? '', 'r+'), (fd) => fs.fsyncSync(fd)))
  }
  const waiting = tasks.values()
  const syncNext = async (): Promise<void> => {
    for (const task of waiting) await syncTemp(fs, task).catch((error: unknown) => abandon(fs, task, error))
  }
  await Promise.all(Array.from({ length: concurrency }, syncNext))
}

async function syncTemp(fs: CommitFs, { temp = '' }: Task): Promise<void> {
  const fd = fs.openSync(temp, 'r+')
  const error = await new Promise<Error | null>((resolve) => fs.fsync(fd, resolve))
  useAndClose(fs, fd, () => {
    if (error) throw error
  })
}

function writeTemp(fs: CommitFs, task: Task, text: string): void {
  const temp = join(task.folder, tempName(task.op.id))
  const fd = fs.openSync(temp, 'wx', 0o600)
  task.temp = temp
  const bytes = Buffer.from(text)
  useAndClose(fs, fd, () => {
    // After a truncate, even of an empty file, ext4 allocates the blocks at close and not at fsync, so that the fsyncs that
    // follow share one journal commit: a third faster.
    fs.ftruncateSync(fd, 0)
    for (let offset = 0; offset < bytes.length; ) {
      const written = fs.writeSync(fd, bytes, offset, bytes.length - offset, offset)
      if (written === 0) throw Object.assign(new Error('EIO: nothing was written'), { code: 'EIO' })
      offset += written
    }
  })
}

/** A failing close counts: on a network folder it is where a full disk shows. */
function useAndClose(fs: CommitFs, fd: number, work: (fd: number) => void): void {
  try {
    work(fd)
  } catch (error) {
    try {
      fs.closeSync(fd)
    } catch {
      // The first error is the one to report.
    }
    throw error
  }
  fs.closeSync(fd)
}

/** A missing file counts as removed; if its folder is missing, the sync of the folder fails. */
function remove(fs: CommitFs, path: string): void {
  try {
    fs.unlinkSync(path)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error
  }
}

/** Each folder is opened by its path every time: the sync of a folder that was removed meanwhile must fail. */
function syncFolders(fs: CommitFs, tasks: readonly Task[]): void {
  for (const folder of new Set(tasks.map((task) => task.folder))) {
    try {
      useAndClose(fs, fs.openSync(folder, 'r'), (fd) => fs.fsyncSync(fd))
    } catch (error) {
      for (const task of tasks) if (task.folder === folder) task.error = writeErrorOf(error, true)
    }
  }
}

const runId = randomBytes(6).toString('hex')
let tempCount = 0
const tempName = (id: string): string => `${tempPrefix}${id}-${runId}-${++tempCount}`
