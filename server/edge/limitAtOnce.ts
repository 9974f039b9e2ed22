import { Failure } from '../failure.ts'

interface Limits {
  ofSender: number
  inAll: number
  /** In the place of `inAll` where a sender has nothing else in progress: a few others who wait for long must not keep everybody away. */
  inAllForFirst?: number
}

/** Refuses work with a 503 while too much of one sender, or in all, is in progress. */
export function limitAtOnce({ ofSender, inAll, inAllForFirst = inAll }: Limits, message: string) {
  const bySender = new Map<string, number>()
  let all = 0
  return async <T>(sender: string, work: () => Promise<T>): Promise<T> => {
    const ofThisSender = bySender.get(sender) ?? 0
    const most = ofThisSender === 0 ? inAllForFirst : inAll
    if (ofThisSender >= ofSender || all >= most) throw new Failure(503, message, { headers: { 'Retry-After': '5' } })
    bySender.set(sender, ofThisSender + 1)
    all++
    try {
      return await work()
    } finally {
      const running = (bySender.get(sender) ?? 1) - 1
      if (running > 0) bySender.set(sender, running)
      else bySender.delete(sender)
      all--
    }
  }
}
