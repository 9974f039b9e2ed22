import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { ClientDisconnected, Failure } from '../failure.ts'

/** Waits until so many bytes are free, and throws when that takes too long. They are released when the response is closed. */
type Reserve = (res: ServerResponse, bytes: number) => Promise<void>

/** Shorter than proxies wait for a response (nginx: 60 s), so that the client gets a message. */
export const bodyWaitMs = 50_000

const defaultLimits = { received: 16 * 1_048_576, handled: 4 * 1_048_576, visitors: 8 * 1_048_576 }

export type BodyBudget = ReturnType<typeof createBodyBudget>

/**
 * Limits the memory of all request bodies together. Visitors have a budget of their own and cannot use up that of staff.
 *
 * Bodies of staff wait for each other; one that has waited for `waitMs` is refused and may be sent again. Those of visitors do not
 * wait, or a few slow senders would block all others: when the budget is exceeded, the body that has been arriving for longest is
 * dropped.
 */
export function createBodyBudget(limits = defaultLimits, waitMs = bodyWaitMs) {
  const arriving = new Map<IncomingMessage, { bytes: number; refuse: (failure: Failure) => void }>()
  let total = 0

  const release = (req: IncomingMessage): void => {
    total -= arriving.get(req)?.bytes ?? 0
    arriving.delete(req)
  }

  /** Counts a chunk of anybody's body as it arrives; calls `refuse` when the body must be dropped. */
  const hold = (req: IncomingMessage, bytes: number, refuse: (failure: Failure) => void): void => {
    const body = arriving.get(req)
    if (body === undefined) arriving.set(req, { bytes, refuse })
    else body.bytes += bytes
    total += bytes
    for (const [oldest, { refuse: refuseOldest }] of arriving) {
      if (total <= limits.visitors) return
      release(oldest)
      refuseOldest(busy())
    }
  }

  return {
    /** Reserves memory for a large body of staff, before it is read. */
    receive: createReserve(limits.received, waitMs),
    /** The same before it is parsed and handled, so that a slow sender does not keep others from that. */
    handle: withPauses(createReserve(limits.handled, waitMs)),
    hold,
    release,
  }
}

const busy = (): Failure => new Failure(503, '服务器繁忙，请稍后再试', { headers: { 'Retry-After': '10' } })

/** Serves those first who have waited longest. */
function createReserve(limit: number, waitMs: number): Reserve {
  let free = limit
  const waiting = new Set<{ bytes: number; resolve: () => void; timer: NodeJS.Timeout }>()

  const admit = (): void => {
    for (const request of waiting) {
      if (request.bytes > free) return
      waiting.delete(request)
      clearTimeout(request.timer)
      free -= request.bytes
      request.resolve()
    }
  }

  return (res, bytes) => {
    if (res.closed) return Promise.reject(new ClientDisconnected())
    return new Promise((resolve, reject) => {
      const leave = (reason: Error): void => {
        clearTimeout(request.timer)
        if (waiting.delete(request)) reject(reason)
        else free += request.bytes
        // Also when this request never had any: a smaller one behind it may fit.
        admit()
      }
      const onClose = (): void => leave(new ClientDisconnected())
      const onTimeout = (): void => {
        res.off('close', onClose)
        leave(busy())
      }
      const request = { bytes: Math.min(bytes, limit), resolve, timer: setTimeout(onTimeout, waitMs) }
      waiting.add(request)
      res.once('close', onClose)
      admit()
    })
  }
}

/**
 * A pause after each large body. A body blocks the event loop for some 50 ms, and each turn of the loop accepts one connection: without
 * pauses a visitor would wait for one body per connection that is accepted before theirs.
 */
const pause = { ms: 10, turns: 100 }

function withPauses(reserve: Reserve): Reserve {
  let last = Promise.resolve()
  return async (res: ServerResponse, bytes: number) => {
    await reserve(res, bytes)
    await (last = last.then(yieldToOthers))
  }
}

/** Counts turns as well as time, since on a busy machine the time may pass within one turn. */
async function yieldToOthers(): Promise<void> {
  await delay(pause.ms)
  for (let n = 0; n < pause.turns; n++) await nextTurn()
}
