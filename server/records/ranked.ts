import { inSlices } from '../system/timeSlices.ts'

interface Dated {
  /** '' where it has none. */
  createdAt: string
}

/** The best first, and of those the newest. Of each rank at least `limit` are found, if there are as many. */
export async function ranked<F extends Dated>(
  all: Iterable<F>,
  rankOf: (item: F) => number | undefined,
  limit = Infinity,
): Promise<F[]> {
  const byRank: F[][] = []
  await inSlices(all, (item) => {
    const rank = rankOf(item)
    if (rank === undefined) return
    const ofRank = (byRank[rank] ??= [])
    ofRank.push(item)
    if (ofRank.length === 2 * limit) ofRank.sort(newestFirst).length = limit
  })
  return byRank.flatMap((ofRank) => ofRank.sort(newestFirst)).slice(0, limit)
}

function newestFirst(one: Dated, other: Dated): number {
  if (one.createdAt === other.createdAt) return 0
  return one.createdAt < other.createdAt ? 1 : -1
}
