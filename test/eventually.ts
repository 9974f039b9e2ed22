import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const longestMs = Number(process.env.PATIENCE_MS ?? 90_000)

/** So long one thing is waited for, less than a test may take; twice as long on a machine that has more to do than it has cores. */
export const patienceMs = (): number => longestMs * ((loadavg()[0] ?? 0) > availableParallelism() ? 2 : 1)

/** Waits until something is so. */
export async function eventually(done: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const startedAt = Date.now()
  globalThis.waitsUntil?.(what)
  while (!(await done())) {
    if (Date.now() > startedAt + patienceMs()) throw new Error(`timed out waiting until ${what}`)
    await wait(5)
  }
}

declare global {
  /** Noted for the case that the test is ended: what it waits for. */
  var waitsUntil: ((what: string) => void) | undefined
}
