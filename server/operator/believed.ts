import { setTimeout as delay } from 'node:timers/promises'

interface Parts {
  /** What the server says of itself; empty where none replies. */
  ask(): Promise<{ version?: string; uptimeSeconds?: number }>
  now?(): number
  wait?(ms: number): Promise<unknown>
}

/** So long one process has to answer, before what it replaces is given up. */
const believedMs = 20_000
/** On a busy machine a reply may be missed; a process that has ended stays away, or is another one. */
const silentMs = 10_000

/** Whether the process that answers now is the one that answers 20 s later. */
export async function staysUp(
  version: string,
  { ask, now = () => performance.now(), wait = delay }: Parts,
): Promise<boolean> {
  const begun = now()
  let seenAt = begun
  for (;;) {
    const askedAt = now()
    const reply = await ask()
    if (reply.version !== undefined && reply.version !== version) return false
    if (reply.uptimeSeconds !== undefined) {
      // Seconds are whole ones, rounded down.
      const isSameProcess = (reply.uptimeSeconds + 1) * 1000 >= askedAt - begun
      if (!isSameProcess) return false
      if (askedAt - begun >= believedMs) return true
      seenAt = now()
    }
    if (now() - seenAt > silentMs) return false
    await wait(200)
  }
}
