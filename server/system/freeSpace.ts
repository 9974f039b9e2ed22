import { statfs } from 'node:fs/promises'
import type { Log } from './log.ts'

interface WatchedFolder {
  folder: string
  /** Bytes; 0: never low. */
  reserve: number
  /** What is refused while space is low, for the log. */
  refused: string
  now: () => number
  log: Log
  readStats?: (folder: string) => Promise<{ bavail: number; bsize: number }>
}

/** Free bytes; Infinity where the system does not say. */
export const freeIn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )

const freshMs = 2_000

export type FreeSpace = ReturnType<typeof createFreeSpace>

/** Reads the disk at most every two seconds; concurrent callers share one read. */
export function createFreeSpace({ folder, reserve, refused, now, log, readStats = statfs }: WatchedFolder) {
  let cached: Promise<number | undefined> | undefined
  let readAt = 0
  let reading = false
  let wasLow = false
  let wasUnknown = false

  const read = async (): Promise<number | undefined> => {
    readAt = now()
    reading = true
    try {
      const { bavail, bsize } = await readStats(folder)
      wasUnknown = false
      report(bavail * bsize)
      return bavail * bsize
    } catch (cause) {
      if (!wasUnknown)
        log('warn', `the free space of ${folder} cannot be read, so nothing is refused for lack of it`, cause)
      wasUnknown = true
      return undefined
    } finally {
      reading = false
    }
  }
  /** Logs once when space becomes low and once when it is not any more, however many writes are refused in between. */
  const report = (free: number): void => {
    if (free < reserve === wasLow) return
    wasLow = !wasLow
    if (wasLow)
      log('warn', `less than ${reserve} bytes are free in ${folder}: ${refused} are refused until there is more`)
    else log('info', `there is enough free in ${folder} again: ${refused} are accepted`)
  }
  /** Free bytes; undefined where the system does not report it. */
  const bytes = (): Promise<number | undefined> => {
    if (cached === undefined || (!reading && Math.abs(now() - readAt) >= freshMs)) cached = read()
    return cached
  }

  return {
    bytes,
    /** As it was read last, for what every request asks. */
    isLow(): boolean {
      if (reserve > 0) void bytes()
      return wasLow
    },
    /** Whether less than the reserve is free. False where that is unknown: on a full disk the write itself fails. */
    async low(): Promise<boolean> {
      if (reserve === 0) return false
      const free = await bytes()
      return free !== undefined && free < reserve
    },
  }
}
