import { eventually } from '../eventually.ts'

/** Waits for what another process is about to do. */
export const until = (condition: () => boolean | Promise<boolean>): Promise<void> =>
  eventually(condition, `this is so: ${condition}`)
