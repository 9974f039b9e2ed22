/**
 * Who follows the changes of records, in the order in which they are called. What only counts comes before what begins work, which may look
 * at any of it. `state` calls those who follow the state of a record instead of one place, in the same order.
 */
const followers = [
  'revision',
  'notes',
  'files',
  'uses',
  'redirects',
  'schedule',
  'state',
  'histories',
  'applications',
  'leadFiles',
  'receipts',
  'outbox',
  'operations',
] as const
export type Follower = (typeof followers)[number]

export function followed<C>() {
  const listeners: { follower: Follower; listener: (change: C) => void }[] = []
  const placeOf = (follower: Follower): number => followers.indexOf(follower)
  return {
    watch(follower: Follower, listener: (change: C) => void): void {
      listeners.push({ follower, listener })
      listeners.sort((a, b) => placeOf(a.follower) - placeOf(b.follower))
    },
    emit(change: C): void {
      for (const { listener } of listeners) listener(change)
    },
  }
}
