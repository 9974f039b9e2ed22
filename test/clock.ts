import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface SettableClock {
  env: Record<string, string>
  /** So many milliseconds ahead. */
  advance(ms: number): void
  /** Stands still at this time. */
  stand(time: number): void
}

/** The environment of a server whose clock a test can set, and what sets it. */
export function settableClock(folder: string): SettableClock {
  const file = join(folder, 'clock')
  const advance = (ms: number): void => writeFileSync(file, String(ms))
  advance(0)
  return {
    advance,
    stand: (time) => writeFileSync(file, `=${time}`),
    env: { CLOCK_OFFSET: file, NODE_OPTIONS: `--import ${fileURLToPath(new URL('./clock.mjs', import.meta.url))}` },
  }
}
