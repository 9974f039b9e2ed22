import { Failure } from '../failure.ts'

/** Refuses work with a 503 while too much of one sender, or in all, is in progress. */
export function limitAtOnce({ ofSender, inAll }: { ofSender: number; inAll: number }, message: string) {
  const bySender = new Map<string, number>()
  let all = 0
  return async <T>(sender: string, work: () => Promise<T>): Promise<T> => {
    const ofThisSender = bySender.get(sender) ?? 0
    if (ofThisSender >= ofSender || all >= inAll) throw new Failure(503, message, { headers: { 'Retry-After': '5' } })
    bySender.set(sender, ofThisSender + 1)
    all++
    try {
      return await work()
    } finally {
      const left = (bySender.get(sender) ?? 1) - 1
      if (left > 0) bySender.set(sender, left)
      else bySender.delete(sender)
      all--
    }
  }
}
