import * as nodeFs from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { canSyncFolders } from '../system/folders.ts'
import { errorCode, unless } from '../system/systemErrors.ts'

interface RemoveOp {
  collection: string
  id: string
  /** Done only when the op before it in the batch is durable. */
  after?: true
  /** In a database, done with those after it only while no other server has changed these. */
  seen?: readonly Seen[] | undefined
}
interface PutOp extends RemoveOp {
  text: string
}
export type Op = PutOp | RemoveOp

/** The revision of a record that was read: 0 where there was none. One process that writes alone has no need of it. */
export interface Seen {
  collection: string
  id: string
  revision: number
}

/** Why an op failed; plain data, since it is sent between threads. */
export interface WriteError {
  code: string
  message: string
  /** The new state may be on disk all the same: a step after the rename failed. */
  maybeOnDisk: boolean
}
/** null when it is committed and durable. */
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
  mkdirSync(path: string, mode: number): void
  rmdirSync(path: string): void
  readdirSync(path: string): string[]
}

interface Task {
  op: Op
  /** What must be durable before it. */
  before: Task | undefined
  /** So many ops come before it. */
  level: number
  folder: string
  path: string
  /** The temporary file, from its creation until its rename. */
  temp: string | undefined
  error: WriteResult
}

export const tempPrefix = '.tmp-'

/**
 * Makes a batch of changes durable, each one completely or not at all. It works in phases over the whole batch instead of file by
 * file: the first fsync then commits the journal for all of them, and each folder is synced once. Ops that come after others are renamed
 * in a phase of their own.
 */
export async function commitBatch(root: string, ops: readonly Op[], fs: CommitFs = nodeFs): Promise<WriteResult[]> {
  const tasks = tasksOf(root, ops)
  const phase = (part: readonly Task[], step: (task: Task) => void): void => {
    for (const task of part) if (task.error === null) attempt(fs, task, step)
  }

  phase(tasks, (task) => {
    if ('text' in task.op) writeTemp(fs, task, task.op.text)
  })
  await syncTemps(
    fs,
    tasks.filter(({ error, temp }) => error === null && temp !== undefined),
  )
  for (let level = 0; ; level++) {
    const now = tasks.filter((task) => task.level === level)
    if (now.length === 0) return tasks.map((task) => task.error)
    phase(now, (task) => {
      const earlierError = task.before?.error
      if (earlierError) throw Object.assign(new Error(earlierError.message), { code: earlierError.code })
      if (task.temp === undefined) return remove(fs, task)
      fs.renameSync(task.temp, task.path)
      task.temp = undefined
    })
    if (canSyncFolders)
      syncFolders(
        fs,
        now.filter((task) => task.error === null),
      )
  }
}

function tasksOf(root: string, ops: readonly Op[]): Task[] {
  let last: Task | undefined
  return ops.map((op) => {
    const folder = join(root, op.collection)
    const before = op.after ? last : undefined
    const level = before ? before.level + 1 : 0
    return (last = { op, before, level, folder, path: join(folder, `${op.id}.json`), temp: undefined, error: null })
  })
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
  // All of them take their tasks from the same iterator.
  const queue = tasks.values()
  const syncNext = async (): Promise<void> => {
    for (const task of queue) await syncTemp(fs, task).catch((error: unknown) => abandon(fs, task, error))
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
  if (ownFolder(task)) {
    unless(() => fs.mkdirSync(task.folder, 0o700), ['EEXIST'])
    removeLeft(fs, task.folder)
  }
  const fd = fs.openSync(temp, 'wx', 0o600)
  task.temp = temp
  const bytes = Buffer.from(text)
  useAndClose(fs, fd, () => {
    // After a truncate, even of an empty file, ext4 allocates the blocks at close and not at fsync, so that the fsyncs that
    // follow share one journal commit: a third faster.
    fs.ftruncateSync(fd, 0)
    for (let offset = 0; offset < bytes.length; ) {
      const count = fs.writeSync(fd, bytes, offset, bytes.length - offset, offset)
      if (count === 0) throw Object.assign(new Error('EIO: nothing was written'), { code: 'EIO' })
      offset += count
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
function remove(fs: CommitFs, task: Task): void {
  unless(() => fs.unlinkSync(task.path))
  if (ownFolder(task) && removeLeft(fs, task.folder)) unless(() => fs.rmdirSync(task.folder))
}

/** Removes the temporary files of a killed writer, which other folders lose when they are loaded. Returns whether the folder is empty. */
function removeLeft(fs: CommitFs, folder: string): boolean {
  const names = unless(() => fs.readdirSync(folder)) ?? []
  const leftovers = names.filter((name) => name.startsWith(tempPrefix) && !name.includes(runId))
  for (const name of leftovers) fs.unlinkSync(join(folder, name))
  return names.length === leftovers.length
}

/** `history/news/12` is a folder for one record: made with its first file, and removed with its last. */
const ownFolder = ({ op }: Task): boolean => op.collection.split('/').length === 3

/** Each folder is opened by its path every time: the sync of a folder that was removed meanwhile must fail. */
function syncFolders(fs: CommitFs, tasks: readonly Task[]): void {
  const syncEach = (part: readonly Task[], folderOf: (task: Task) => string, sync: (folder: string) => void): void => {
    for (const folder of new Set(part.map(folderOf))) {
      try {
        sync(folder)
      } catch (error) {
        for (const task of part) if (folderOf(task) === folder) task.error = writeErrorOf(error, true)
      }
    }
  }
  const sync = (folder: string): void => useAndClose(fs, fs.openSync(folder, 'r'), (fd) => fs.fsyncSync(fd))
  const inOwnFolders = tasks.filter(ownFolder)
  syncEach(
    tasks.filter((task) => !ownFolder(task)),
    ({ folder }) => folder,
    sync,
  )
  syncEach(
    inOwnFolders,
    ({ folder }) => folder,
    (folder) => unless(() => sync(folder)),
  )
  syncEach(inOwnFolders, ({ folder }) => dirname(folder), sync)
}

const runId = randomBytes(6).toString('hex')
let tempCount = 0
const tempName = (id: string): string => `${tempPrefix}${id}-${runId}-${++tempCount}`
