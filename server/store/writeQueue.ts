import { faultOf, type Op, type Outcome } from './commit.ts'
import { SaveFailure } from './saveFailure.ts'

export type Commit = (ops: readonly Op[]) => Promise<Outcome[]>

export interface WriteQueue {
  add(op: Op): Promise<void>
  close(): Promise<void>
}

/** Bounds how long the first of a batch waits for the last, and what the thread must hold at once. */
const mostOps = 256
const mostText = 4_000_000

interface Waiting {
  op: Op
  settle(outcome: Outcome): void
}

/** Gathers what comes in while a batch is being committed into the next one. A lone write goes out at once. */
export function writeQueue(commit: Commit): WriteQueue {
  const waiting: Waiting[] = []
  let running: Promise<void> | undefined
  let closed = false

  const run = async (): Promise<void> => {
    // Everything that this turn of the event loop still brings in shares the first batch.
    await new Promise(setImmediate)
    let answer = (): void => {}
    while (waiting.length > 0) {
      const batch = takeBatch(waiting)
      const committed = outcomesOf(commit, batch.map(({ op }) => op))
      // While the disk is at this one, the last one is answered.
      answer()
      const outcomes = await committed
      answer = () => batch.forEach(({ settle }, i) => settle(outcomes[i] === undefined ? unanswered : outcomes[i]))
    }
    answer()
    running = undefined
  }

  return {
    add: (op) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new SaveFailure({ code: '', message: 'the store is closed', landed: false }))
        waiting.push({ op, settle: (fault) => (fault ? reject(new SaveFailure(fault)) : resolve()) })
        running ??= run()
      }),
    async close() {
      closed = true
      await running
    },
  }
}

const unanswered: Outcome = { code: '', message: 'the writer did not answer', landed: true }

function takeBatch(waiting: Waiting[]): Waiting[] {
  let text = 0
  let ops = 0
  for (const { op } of waiting) {
    text += 'text' in op ? op.text.length : 0
    if (ops === mostOps || (ops > 0 && text > mostText)) break
    ops++
  }
  return waiting.splice(0, ops)
}

/** A thread that dies at its work fails the batch; how much of it was done by then nobody knows. */
async function outcomesOf(commit: Commit, ops: Op[]): Promise<Outcome[]> {
  try {
    return await commit(ops)
  } catch (error) {
    return ops.map(() => faultOf(error, true))
  }
}
