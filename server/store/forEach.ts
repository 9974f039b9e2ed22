import { Failure } from '../failure.ts'

const mostListed = 5

/** Does the work for each id, all at once. Of several, those that are gone already are no error. */
export async function forEach(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<void> {
  const isGone = (reason: unknown): boolean => reason instanceof Failure && reason.code === 404
  const results = await Promise.allSettled(Array.from(new Set(ids), work))
  const reasons = results.flatMap((result): unknown[] =>
    result.status === 'rejected' && !isGone(result.reason) ? [result.reason] : [],
  )
  const [first, second] = reasons
  if (first instanceof Failure && second) {
    const all = [...new Set(reasons.flatMap((reason) => (reason instanceof Failure ? reason.message : [])))]
    const rest = all.length > mostListed ? `；等${all.length}条` : ''
    throw new Failure(first.code, all.slice(0, mostListed).join('；') + rest, { cause: first })
  }
  if (first) throw first
}
