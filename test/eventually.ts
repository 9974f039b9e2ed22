import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'

const hangsAfterMs = Number(process.env.HANGS_AFTER_MS ?? 60_000)

/** After so long a test hangs; a machine that has more to do than it has cores is given as much more. */
export const patienceMs = (): number =>
  Math.round(hangsAfterMs * Math.max(1, (loadavg()[0] ?? 0) / availableParallelism()))

/** Waits until something is so. */
export async function eventually(done: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const startedAt = Date.now()
  while (!(await done())) {
    if (Date.now() > startedAt + patienceMs()) throw new Error(`timed out waiting until ${what}`)
    await wait(5)
  }
}
