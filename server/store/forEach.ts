import { Failure } from '../failure.ts'

/** Does the work for each id, all at once. Of several, those that are gone already are no error. */
export async function forEach<T>(ids: readonly string[], work: (id: string) => Promise<T>): Promise<T[]> {
  const isGone = (reason: unknown): boolean => reason instanceof Failure && reason.code === 404
  const results = await Promise.allSettled(Array.from(new Set(ids), work))
  const reasons = results.flatMap((result): unknown[] =>
    result.status === 'rejected' && !isGone(result.reason) ? [result.reason] : [],
  )
  const [first, second] = reasons
  if (first instanceof Failure && second) {
    const all = reasons.flatMap((reason) => (reason instanceof Failure ? reason.message : []))
    throw new Failure(first.code, listed(all), { cause: first })
  }
  if (first) throw first
  return results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
}

const mostListed = 5

/** Some of several sentences, and how many there are. */
export function listed(sentences: readonly string[]): string {
  const all = [...new Set(sentences)]
  return `${all.slice(0, mostListed).join('；')}${all.length > mostListed ? `；等${all.length}条` : ''}`
}
