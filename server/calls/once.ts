import type { Caller } from './caller.ts'
import { signedIn } from './signedIn.ts'

const keptMs = 10 * 60_000
const mostKept = 1_000

/**
 * When the answer to a save is lost on the way, the browser sends it again under the same request id: it is saved once, and told
 * the same. What failed is forgotten at once, so that it can be tried again.
 */
export function createOnce<T>(now: () => number): (caller: Caller, requestId: string | undefined, save: () => Promise<T>) => Promise<T> {
  /** The oldest first. */
  const known = new Map<string, { at: number; answer: Promise<T> }>()

  const forgetOld = (): void => {
    for (const [key, { at }] of known) {
      if (at > now() - keptMs && known.size < mostKept) break
      known.delete(key)
    }
  }

  return (caller, requestId, save) => {
    if (!requestId) return save()
    forgetOld()
    const key = `${signedIn(caller).user.id} ${requestId}`
    const before = known.get(key)
    if (before) return before.answer
    const answer = save()
    known.set(key, { at: now(), answer })
    answer.catch(() => known.delete(key))
    return answer
  }
}
