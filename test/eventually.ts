import { setTimeout as wait } from 'node:timers/promises'

/** Waits until something is so. */
export async function eventually(done: () => boolean | Promise<boolean>, what: string, withinMs = 20_000): Promise<void> {
  for (const end =
    Date.now() + withinMs; !(await done()); await wait(5)) if (Date.now() > end) throw new Error(`timed out waiting until ${what}`)
}
