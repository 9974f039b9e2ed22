import type { Caller } from './caller.ts'
import { signedIn } from './signedIn.ts'

const retentionMs = 10 * 60_000
const maxRemembered = 1_000

/**
 * Makes saves safe to retry: a browser that got no reply sends the request again with the same id, and it is saved only once, with the
 * same result. A failed save is forgotten at once, so that it can be tried again.
 */
export function createIdempotency<T>(now: () => number): (caller: Caller, requestId: string | undefined, save: () => Promise<T>) => Promise<T> {
  /** The oldest first. */
  const remembered = new Map<string, { at: number; result: Promise<T> }>()

  const forgetOld = (): void => {
    for (const [key, { at }] of remembered) {
      if (at > now() - retentionMs && remembered.size < maxRemembered) break
      remembered.delete(key)
    }
  }

  return (caller, requestId, save) => {
    if (!requestId) return save()
    forgetOld()
    const key = `${signedIn(caller).user.id} ${requestId}`
    const known = remembered.get(key)
    if (known) return known.result
    const result = save()
    remembered.set(key, { at: now(), result })
    result.catch(() => remembered.delete(key))
    return result
  }
}
