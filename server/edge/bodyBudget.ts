import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { type Holder, makeRoom } from '../system/makeRoom.ts'

/** The memory of one request's body. Whoever opens it releases it when the handler has returned, before the reply is read. */
export interface BodyMemory {
  /** Called when the body must be dropped; set it before the body is read. */
  drop?: (failure: Failure) => void
  /** Counts memory that it needs while it arrives. */
  received(bytes: number): void
  /** Nothing more of it comes. */
  arrived(): void
  /** Waits before a large body is parsed and handled. */
  handle(bytes: number): Promise<void>
  release(): void
}

/** `handled`: of either, what is parsed and handled at once. */
const defaultLimits = { staff: 32 * 1_048_576, visitors: 8 * 1_048_576, handled: 4 * 1_048_576 }

export type BodyBudget = ReturnType<typeof createBodyBudget>

/**
 * Limits the memory of all request bodies together. Visitors have a budget of their own and cannot use up that of staff. No body waits to be
 * read, or a few slow senders would block all others: where there are too many, the oldest of the account that has most is dropped.
 */
export function createBodyBudget({ staff, visitors, handled } = defaultLimits) {
  const ofStaff = createBudget(staff, handled)
  const ofVisitors = createBudget(visitors, handled)
  return (account?: string): BodyMemory => (account === undefined ? ofVisitors('') : ofStaff(account))
}

const busy = (): Failure => new Failure(503, '服务器繁忙，请稍后再试', { headers: { 'Retry-After': '10' } })

function createBudget(limit: number, handled: number): (sender: string) => BodyMemory {
  const arriving = new Set<Holder>()
  let total = 0
  let free = handled
  let onFree = (): void => {}
  /** One body after the other begins. */
  let last = Promise.resolve()
  const take = async (bytes: number): Promise<void> => {
    while (free < bytes) await new Promise<void>((resolve) => (onFree = resolve))
    free -= bytes
    await pause()
  }

  return (sender) => {
    let taken = 0
    const holder: Holder = {
      sender,
      size: 0,
      drop() {
        memory.release()
        memory.drop?.(busy())
      },
    }
    const memory: BodyMemory = {
      received(bytes) {
        holder.size += bytes
        total += bytes
        arriving.add(holder)
        makeRoom(arriving, total - limit)
      },
      arrived: () => void arriving.delete(holder),
      async handle(bytes) {
        taken = Math.min(bytes, handled)
        await (last = last.then(() => take(taken)))
      },
      release() {
        arriving.delete(holder)
        total -= holder.size
        free += taken
        holder.size = taken = 0
        onFree()
      },
    }
    return memory
  }
}

/**
 * A large body blocks the event loop for some 50 ms: without pauses a visitor would wait for one body per connection that is accepted before
 * theirs.
 */
const pauseMs = 20

/** Begins when the body before has blocked the loop. */
async function pause(): Promise<void> {
  await nextTurn()
  await delay(pauseMs)
}
