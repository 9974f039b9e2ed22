import { setTimeout as wait } from 'node:timers/promises'

/** After so long a machine that is merely busy is taken for one where a test hangs. */
export const hangsAfterMs = Number(process.env.HANGS_AFTER_MS ?? 180_000)

/** Waits until something is so. */
export async function eventually(done: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + hangsAfterMs
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`)
    await wait(5)
  }
}
