import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SettableClock {
  now(): number
  /** So many milliseconds ahead. */
  advance(ms: number): void
  /** Stands still at this time. */
  stand(time: number): void
}

/** The clock of a server within the test. */
export function settableClock(): SettableClock {
  let ahead = 0
  let standing: number | undefined
  return {
    now: () => standing ?? Date.now() + ahead,
    advance(ms) {
      ahead = ms
      standing = undefined
    },
    stand: (time) => void (standing = time),
  }
}

interface ProgramClock extends Omit<SettableClock, 'now'> {
  env: Record<string, string>
}

/** The environment of a program whose clock a test can set by a file, and what sets it. */
export function programClock(folder: string): ProgramClock {
  const file = join(folder, 'clock')
  const advance = (ms: number): void => writeFileSync(file, String(ms))
  advance(0)
  return {
    advance,
    stand: (time) => writeFileSync(file, `=${time}`),
    env: { CLOCK_OFFSET: file, NODE_OPTIONS: `--import ${fileURLToPath(new URL('./clock.mjs', import.meta.url))}` },
  }
}
