import { Failure } from '../failure.ts'

/** Does the work for each id, all at once. Of several, those that are gone already are no error. */
export async function forEach(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
  const isGone = (reason: unknown): boolean => reason instanceof Failure && reason.code === 404
  const results = await Promise.allSettled(Array.from(new Set(ids), work))
  for (const result of results) if (result.status === 'rejected' && !isGone(result.reason)) throw result.reason
}
