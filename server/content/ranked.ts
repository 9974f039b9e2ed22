import { inSlices } from '../system/timeSlices.ts'

interface Dated {
  /** '' where it has none. */
  createdAt: string
}

/** The best first, and of those the newest. Of each rank at least `limit` are found, if there are as many. */
export async function ranked<F extends Dated>(
  all: Iterable<F>,
  rankOf: (each: F) => number | undefined,
  limit = Infinity,
): Promise<F[]> {
  const byRank: F[][] = []
  await inSlices(all, (each) => {
    const rank = rankOf(each)
    if (rank === undefined) return
    const found = (byRank[rank] ??= [])
    if (found.push(each) === 2 * limit) found.sort(newestFirst).length = limit
  })
  return byRank.flatMap((found) => found.sort(newestFirst)).slice(0, limit)
}

const newestFirst = (one: Dated, other: Dated): number =>
  one.createdAt === other.createdAt ? 0 : one.createdAt < other.createdAt ? 1 : -1
