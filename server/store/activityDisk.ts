import { appendFile, readdir, readFile, rm, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, syncFile, syncFolder } from '../system/folders.ts'
import type { Log } from '../system/log.ts'
import { ignoreMissing } from '../system/systemErrors.ts'

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

/** A file a day, which people can read. Appends, removals and syncs happen one after another. */
export function activityFiles(root: string, log: Log): ActivityDisk {
  const folder = join(root, activityFolder)
  const fileOf = (day: string): string => join(root, activityFile(day))
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  /** The day whose file ends with a complete line. */
  let begun: string | undefined
  const unsynced = new Set<string>()
  let syncing: NodeJS.Timeout | undefined

  const begin = async (day: string): Promise<void> => {
    makeFolder(folder)
    await removeTorn(fileOf(day))
    begun = day
  }
  const syncAll = async (): Promise<void> => {
    for (const day of unsynced) {
      await syncFile(fileOf(day)).catch(ignoreMissing)
      unsynced.delete(day)
    }
    await syncFolder(folder).catch(ignoreMissing)
  }
  const syncSoon = (): void => {
    syncing ??= setTimeout(() => {
      syncing = undefined
      inTurn(syncAll).catch((cause: unknown) => log('error', 'the activity log could not be synced', cause))
    }, syncMs).unref()
  }

  return {
    append: (day, lines, sync) =>
      inTurn(async () => {
        if (begun !== day) await begin(day)
        // A part of a line may be written when this fails.
        begun = undefined
        await appendFile(fileOf(day), lines.map((line) => `${line}\n`).join(''), { mode: 0o600 })
        begun = day
        unsynced.add(day)
        if (sync) await syncAll()
        else syncSoon()
      }),
    async days() {
      return ((await readdir(folder).catch(ignoreMissing)) ?? []).flatMap((name) => activityDay(name) ?? []).sort()
    },
    read: async (day) => (await readFile(fileOf(day), 'utf8').catch(ignoreMissing)) ?? '',
    remove: (day) => inTurn(() => rm(fileOf(day), { force: true })),
    close: () =>
      inTurn(async () => {
        clearTimeout(syncing)
        await syncAll()
      }),
  }
}

/** What a killed server, or a full disk, has left of a line whose call was not answered. */
async function removeTorn(path: string): Promise<void> {
  const bytes = await readFile(path).catch(ignoreMissing)
  if (!bytes) return
  const end = bytes.lastIndexOf(10) + 1
  if (end < bytes.length) await truncate(path, end)
}
