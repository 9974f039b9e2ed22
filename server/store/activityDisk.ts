import { type FileHandle, open, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFolder } from '../system/folders.ts'
import type { Log } from '../system/log.ts'
import { ignore } from '../system/systemErrors.ts'

/** Where the activity log outlives the process: lines that are only ever added, by day. */
export interface ActivityDisk {
  /** Resolves when the lines outlive the process; with `sync`, when they outlive the machine, which is otherwise a second later. */
  append(day: string, lines: readonly string[], sync: boolean): Promise<void>
  /** Those that have lines, the oldest first. */
  days(): Promise<string[]>
  /** The lines of a day, each with its line feed; what is behind the last line feed is no line. */
  read(day: string): Promise<string>
  remove(day: string): Promise<void>
  close(): Promise<void>
}

export const activityFolder = 'log'
const suffix = '.jsonl'
const syncMs = 1_000

export const activityFile = (day: string): string => `${activityFolder}/${day}${suffix}`
/** The day of a file; undefined for other files. */
export const activityDay = (name: string): string | undefined => /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1]

interface Pending {
  day: string
  text: string
  sync: boolean
  resolve(): void
  reject(cause: unknown): void
}

/** A file a day, which people can read. The lines that arrive while others are written are written together. */
export function activityFiles(root: string, log: Log): ActivityDisk {
  const folder = join(root, activityFolder)
  let current: { day: string; file: FileHandle } | undefined
  const pending: Pending[] = []
  let running: Promise<void> | undefined
  let syncing: NodeJS.Timeout | undefined

  const leave = async (): Promise<void> => {
    const left = current
    current = undefined
    clearTimeout(syncing)
    syncing = undefined
    await left?.file.sync().finally(() => left.file.close())
  }
  const enter = async (day: string): Promise<FileHandle> => {
    await leave()
    makeFolder(folder)
    const file = await open(join(root, activityFile(day)), 'a+', 0o600)
    await removeTorn(file)
    await syncFolder(folder)
    current = { day, file }
    return file
  }
  const syncSoon = (file: FileHandle): void => {
    syncing ??= setTimeout(() => {
      syncing = undefined
      file.sync().catch((cause: unknown) => current?.file === file && log('error', 'the activity log could not be synced', cause))
    }, syncMs).unref()
  }

  const write = async (batch: readonly Pending[], day: string): Promise<void> => {
    try {
      const file = current?.day === day ? current.file : await enter(day)
      const bytes = Buffer.from(batch.map(({ text }) => text).join(''))
      const { bytesWritten } = await file.write(bytes)
      if (bytesWritten < bytes.length) throw Object.assign(new Error('ENOSPC: not all was written'), { code: 'ENOSPC' })
      for (const { sync, resolve } of batch) if (!sync) resolve()
      if (batch.some(({ sync }) => sync)) await file.sync()
      else syncSoon(file)
      for (const { resolve } of batch) resolve()
    } catch (cause) {
      // A part of a line may be written: the next append opens the file anew, and removes it.
      await leave().catch(() => {})
      for (const { reject } of batch) reject(cause)
    }
  }
  const run = async (): Promise<void> => {
    // The calls of a batch of saves are done in one turn of the event loop.
    await new Promise(setImmediate)
    for (let [first] = pending; first; [first] = pending) {
      const { day } = first
      const next = pending.findIndex((each) => each.day !== day)
      await write(pending.splice(0, next === -1 ? pending.length : next), day)
    }
    running = undefined
  }

  return {
    append: (day, lines, sync) =>
      new Promise((resolve, reject) => {
        pending.push({ day, text: lines.map((line) => `${line}\n`).join(''), sync, resolve, reject })
        running ??= run()
      }),
    async days() {
      return ((await readdir(folder).catch(ignore('ENOENT'))) ?? []).flatMap((name) => activityDay(name) ?? []).sort()
    },
    read: async (day) => (await readFile(join(root, activityFile(day)), 'utf8').catch(ignore('ENOENT'))) ?? '',
    async remove(day) {
      if (current?.day === day) await leave()
      await rm(join(root, activityFile(day)), { force: true })
    },
    async close() {
      await running
      await leave()
    },
  }
}

/** What a killed server, or a full disk, has left of a line whose call was not answered. */
async function removeTorn(file: FileHandle): Promise<void> {
  const { size } = await file.stat()
  const chunk = Buffer.alloc(Math.min(size, 65_536))
  for (let end = size; end > 0;) {
    const start = Math.max(0, end - chunk.length)
    const { bytesRead } = await file.read(chunk, 0, end - start, start)
    const last = chunk.subarray(0, bytesRead).lastIndexOf(10)
    end = start
    if (last === -1 && end > 0) continue
    if (start + last + 1 < size) await file.truncate(start + last + 1)
    return
  }
}
