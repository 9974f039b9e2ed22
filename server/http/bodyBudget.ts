import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../failure.ts'
import { createGate, type Gate } from './gate.ts'

/** What request bodies may hold in memory, all together. Strangers use another budget than staff, and take nothing from them. */
export interface BodyBudget {
  /** For a large body of staff, before it is read. */
  receive: Gate
  /** The same, before it is parsed and handled: a slow sender keeps nobody else from that. */
  handle: Gate
  /** For a body of anyone, as it arrives; `refuse` is called when it has to give way. */
  hold(req: IncomingMessage, bytes: number, refuse: (failure: Failure) => void): void
  release(req: IncomingMessage): void
}

const usual = { received: 16 * 1_048_576, handled: 4 * 1_048_576, visitors: 8 * 1_048_576 }

/**
 * Staff wait for each other and none is refused. Visitors do not wait, or a few who send slowly would keep all others out: the body
 * that has been arriving for longest gives way to the new ones.
 */
export function createBodyBudget(most = usual): BodyBudget {
  const arriving = new Map<IncomingMessage, { bytes: number; refuse: (failure: Failure) => void }>()
  let arrived = 0

  const release = (req: IncomingMessage): void => {
    arrived -= arriving.get(req)?.bytes ?? 0
    arriving.delete(req)
  }

  const hold = (req: IncomingMessage, bytes: number, refuse: (failure: Failure) => void): void => {
    const one = arriving.get(req)
    if (one === undefined) arriving.set(req, { bytes, refuse })
    else one.bytes += bytes
    arrived += bytes
    for (const [oldest, { refuse: giveWay }] of arriving) {
      if (arrived <= most.visitors) return
      release(oldest)
      giveWay(new Failure(503, '服务器繁忙，请稍后再试', { headers: { 'Retry-After': '10' } }))
    }
  }

  return { receive: createGate(most.received), handle: withPauses(createGate(most.handled)), hold, release }
}

/**
 * Between one large body and the next. Each keeps the event loop for some 50 ms, and in one turn of it one new connection is accepted:
 * without a pause a visitor would wait for as many bodies as there are connections before theirs.
 */
const pause = { ms: 10, turns: 100 }

function withPauses(gate: Gate): Gate {
  let last = Promise.resolve()
  return async (res: ServerResponse, bytes: number) => {
    await gate(res, bytes)
    await (last = last.then(yieldToOthers))
  }
}

/** Turns too, since on a busy machine the time may pass without any. */
async function yieldToOthers(): Promise<void> {
  await wait(pause.ms)
  for (let n = 0; n < pause.turns; n++) await turn()
}
