import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { ClientDisconnected, Failure } from '../failure.ts'

/** A large body of staff that is being received. */
export interface Arrival {
  /** Called when it must be dropped; set it before the body is read. */
  drop?: (failure: Failure) => void
  received(bytes: number): void
  /** Nothing more of it comes. */
  end(): void
}

/**
 * Waits until so many bytes are free, and throws when that takes too long. They are released when the response is closed. Bodies of
 * `account` wait for its share, too.
 */
type Reserve = (res: ServerResponse, bytes: number, account?: string) => Promise<Arrival>

/** Injected, so that tests need not wait. */
interface BudgetClock {
  now(): number
  /** Returns what cancels it. */
  after(ms: number, act: () => void): () => void
}

const realClock: BudgetClock = {
  now: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
}

/** Shorter than proxies wait for a response (nginx: 60 s), so that the client gets a message. */
export const bodyWaitMs = 50_000

/** One that brings less than this in that time has stalled; slower lines than 13 kbit/s do not carry a back office. */
const stalled = { bytes: 16_384, ms: 10_000 }
/** How often it is looked for those while somebody waits. */
const lookMs = 1_000

interface Limits {
  received: number
  /** What the bodies of one account may have of `received`, which one alone may exceed. */
  account?: number
  handled: number
  visitors: number
}
const defaultLimits: Limits = {
  received: 16 * 1_048_576,
  account: 4 * 1_048_576,
  handled: 4 * 1_048_576,
  visitors: 8 * 1_048_576,
}

export type BodyBudget = ReturnType<typeof createBodyBudget>

/**
 * Limits the memory of all request bodies together. Visitors have a budget of their own and cannot use up that of staff.
 *
 * Bodies of staff wait for each other; one that has waited for `waitMs` is refused and may be sent again. Each account has a share, an
 * account that uses none of it goes first, and while somebody waits the oldest body that has stalled is dropped. Bodies of visitors do not
 * wait, or a few slow senders would block all others: when the budget is exceeded, the body that has been arriving for longest is dropped.
 */
export function createBodyBudget(limits = defaultLimits, waitMs = bodyWaitMs, clock = realClock) {
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
    receive: createReserve({ limit: limits.received, share: limits.account, waitMs, clock }),
    /** The same before it is parsed and handled, so that a slow sender does not keep others from that. */
    handle: withPauses(createReserve({ limit: limits.handled, waitMs, clock })),
    hold,
    release,
  }
}

const busy = (): Failure => new Failure(503, '服务器繁忙，请稍后再试', { headers: { 'Retry-After': '10' } })

interface ReserveOptions {
  limit: number
  share?: number | undefined
  waitMs: number
  clock: BudgetClock
}

interface Request {
  account: string
  bytes: number
  admit: () => void
}

interface Admitted extends Arrival {
  account: string
  /** When the last `stalled.bytes` were complete. */
  since: number
}

/** Serves those first whose account has nothing admitted, and of these who have waited longest. */
function createReserve({ limit, share = limit, waitMs, clock }: ReserveOptions): Reserve {
  let free = limit
  const waiting = new Set<Request>()
  /** Those of which more is expected, the oldest first. */
  const arriving = new Set<Admitted>()
  const usedBy = new Map<string, number>()

  const use = (account: string, bytes: number): void => {
    free -= bytes
    const used = (usedBy.get(account) ?? 0) + bytes
    if (used > 0) usedBy.set(account, used)
    else usedBy.delete(account)
  }
  const exceedsShare = ({ account, bytes }: Request): boolean => {
    const used = usedBy.get(account) ?? 0
    return used > 0 && used + bytes > share
  }

  function* inTurn(): Generator<Request> {
    for (const request of waiting) if (!usedBy.has(request.account)) yield request
    for (const request of waiting) if (usedBy.has(request.account)) yield request
  }
  const admit = (): void => {
    for (const request of inTurn()) {
      if (exceedsShare(request)) continue
      if (request.bytes > free) return
      waiting.delete(request)
      use(request.account, request.bytes)
      request.admit()
    }
  }

  /** The oldest that has stalled, for the first whom it keeps waiting. */
  const stalledBody = (): Admitted | undefined => {
    const bodies = [...arriving].filter(({ drop, since }) => drop && clock.now() - since >= stalled.ms)
    if (bodies.length === 0) return undefined
    for (const request of inTurn()) {
      const body = exceedsShare(request) ? bodies.find(({ account }) => account === request.account) : bodies[0]
      if (body) return body
    }
    return undefined
  }
  let isLooking = false
  const lookForStalled = (): void => {
    if (isLooking || waiting.size === 0) return
    isLooking = true
    clock.after(lookMs, () => {
      isLooking = false
      if (waiting.size > 0) stalledBody()?.drop?.(busy())
      lookForStalled()
    })
  }

  return (res, wanted, account = '') => {
    if (res.closed) return Promise.reject(new ClientDisconnected())
    const bytes = Math.min(wanted, limit)
    return new Promise((resolve, reject) => {
      let arrival: Admitted | undefined
      const request: Request = {
        account,
        bytes,
        admit() {
          stopWaiting()
          arrival = arrivalOf(account, arriving, clock)
          resolve(arrival)
        },
      }
      const leave = (reason: Error): void => {
        stopWaiting()
        arrival?.end()
        if (waiting.delete(request)) reject(reason)
        else use(account, -bytes)
        // Also when this request never had any: a smaller one behind it may fit.
        admit()
      }
      const onClose = (): void => leave(new ClientDisconnected())
      const stopWaiting = clock.after(waitMs, () => {
        res.off('close', onClose)
        leave(busy())
      })
      waiting.add(request)
      res.once('close', onClose)
      admit()
      lookForStalled()
    })
  }
}

function arrivalOf(account: string, arriving: Set<Admitted>, clock: BudgetClock): Admitted {
  let bytes = 0
  const arrival: Admitted = {
    account,
    since: clock.now(),
    received(more) {
      bytes += more
      if (bytes < stalled.bytes) return
      bytes = 0
      arrival.since = clock.now()
    },
    end() {
      arriving.delete(arrival)
    },
  }
  arriving.add(arrival)
  return arrival
}

/**
 * A pause after each large body. A body blocks the event loop for some 50 ms, and each turn of the loop accepts one connection: without
 * pauses a visitor would wait for one body per connection that is accepted before theirs.
 */
const pause = { ms: 10, turns: 100 }

function withPauses(reserve: Reserve): (res: ServerResponse, bytes: number) => Promise<void> {
  let last = Promise.resolve()
  return async (res, bytes) => {
    // The body is there.
    const arrival = await reserve(res, bytes)
    arrival.end()
    await (last = last.then(yieldToOthers))
  }
}

/** Counts turns as well as time, since on a busy machine the time may pass within one turn. */
async function yieldToOthers(): Promise<void> {
  await delay(pause.ms)
  for (let n = 0; n < pause.turns; n++) await nextTurn()
}
