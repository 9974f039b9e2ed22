/** Something of a sender that takes room which others need. */
export interface Holder {
  sender: string
  size: number
  drop(): void
}

/** Of whoever has most the oldest is dropped, until so much is free: nobody keeps others out. The oldest come first. */
export function makeRoom(holders: Iterable<Holder>, needed: number): void {
  const remaining = new Set(holders)
  for (let over = needed; over > 0; ) {
    const sizes = new Map<string, number>()
    for (const { sender, size } of remaining) sizes.set(sender, (sizes.get(sender) ?? 0) + size)
    const [oldest] = [...remaining].sort((a, b) => (sizes.get(b.sender) ?? 0) - (sizes.get(a.sender) ?? 0))
    if (!oldest) return
    remaining.delete(oldest)
    over -= oldest.size
    oldest.drop()
  }
}
