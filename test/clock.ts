import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The environment of a server whose clock a test can set, and what sets it: so many milliseconds ahead. */
export function settableClock(folder: string): { env: Record<string, string>; advance(ms: number): void } {
  const file = join(folder, 'clock')
  const advance = (ms: number): void => writeFileSync(file, String(ms))
  advance(0)
  return { advance, env: { CLOCK_OFFSET: file, NODE_OPTIONS: `--import ${fileURLToPath(new URL('./clock.mjs', import.meta.url))}` } }
}
