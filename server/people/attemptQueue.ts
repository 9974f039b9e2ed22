import { tooManyTries } from '../failure.ts'

/** The lowest goes first: strangers delay no known device, and no account whose password the operator has just set. */
const ranks = { knownDevice: 0, resetAccount: 1, unknownDevice: 2 }
/** Waiting in one rank: as many as can be checked while a person is willing to wait, and as many as may share one address. */
const limits = { inRank: 200, ofSender: 20 }

interface Attempt {
  rank: number
  sender: string
  start(): void
}

/**
 * Passwords are checked one at a time, so that concurrent attempts cannot exceed the limits of failures, and the thread pool keeps threads
 * for files. A full rank refuses its own attempts only.
 */
export function createAttemptQueue(): <T>(
  rank: keyof typeof ranks,
  sender: string,
  check: () => Promise<T>,
) => Promise<T> {
  const waiting: Attempt[] = []
  let busy = false

  const enter = (rank: number, sender: string): Promise<void> => {
    const rivals = waiting.filter((attempt) => attempt.rank === rank)
    if (
      rivals.length >= limits.inRank ||
      rivals.filter((attempt) => attempt.sender === sender).length >= limits.ofSender
    ) {
      throw tooManyTries('登录请求过多，请稍后再试', 10)
    }
    const ahead = waiting.filter((attempt) => attempt.rank <= rank).length
    return new Promise((start) => waiting.splice(ahead, 0, { rank, sender, start }))
  }

  return async (rank, sender, check) => {
    if (busy) await enter(ranks[rank], sender)
    busy = true
    try {
      return await check()
    } finally {
      const next = waiting.shift()
      busy = next !== undefined
      next?.start()
    }
  }
}
