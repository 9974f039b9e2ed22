import { statfs } from 'node:fs/promises'
import type { Log } from '../log.ts'

/** What a disk has left. */
export interface FreeSpace {
  /** Bytes; undefined where the system does not say. */
  bytes(): Promise<number | undefined>
  /** Whether less than the reserve is left. Where the system does not say, no: a disk that is full still fails the write itself. */
  low(): Promise<boolean>
}

interface Options {
  folder: string
  /** Bytes; 0: never low. */
  reserve: number
  /** What is refused meanwhile, for the log. */
  refused: string
  now: () => number
  log: Log
  ask?: (folder: string) => Promise<{ bavail: number; bsize: number }>
}

const freshMs = 2_000

/** Asked at most every two seconds, by whoever wants to know; those who come while it is being asked share the answer. */
export function createFreeSpace({ folder, reserve, refused, now, log, ask = statfs }: Options): FreeSpace {
  let answer: Promise<number | undefined> | undefined
  let askedAt = 0
  let asking = false
  let wasLow = false
  let wasUnknown = false

  const measured = async (): Promise<number | undefined> => {
    askedAt = now()
    asking = true
    try {
      const { bavail, bsize } = await ask(folder)
      wasUnknown = false
      report(bavail * bsize)
      return bavail * bsize
    } catch (cause) {
      if (!wasUnknown) log('warn', `how much is free in ${folder} is not known; nothing is refused for it`, cause)
      wasUnknown = true
      return undefined
    } finally {
      asking = false
    }
  }
  /** Once when it begins and once when it ends, however many are refused in between. */
  const report = (free: number): void => {
    if (free < reserve === wasLow) return
    wasLow = !wasLow
    if (wasLow) log('warn', `less than ${reserve} bytes are free in ${folder}: ${refused} are refused until there is more`)
    else log('info', `there is enough free in ${folder} again: ${refused} are accepted`)
  }
  const bytes = (): Promise<number | undefined> => {
    if (answer === undefined || (!asking && Math.abs(now() - askedAt) >= freshMs)) answer = measured()
    return answer
  }

  return {
    bytes,
    async low() {
      if (reserve === 0) return false
      const free = await bytes()
      return free !== undefined && free < reserve
    },
  }
}
