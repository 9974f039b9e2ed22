import { setTimeout as wait } from 'node:timers/promises'

/** Waits until something is so. */
export async function eventually(
  done: () => boolean | Promise<boolean>,
  what: string,
  withinMs = 20_000,
): Promise<void> {
  const end = Date.now() + withinMs
  while (!(await done())) {
    if (Date.now() > end) throw new Error(`timed out waiting until ${what}`)
    await wait(5)
  }
}
