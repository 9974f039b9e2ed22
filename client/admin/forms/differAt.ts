const before = 30
const most = 240

/** Two long texts, each cut to what stands around the first place where they differ. */
export function differAt(one: string, other: string): readonly [string, string] {
  let at = 0
  while (at < one.length && at < other.length && one[at] === other[at]) at++
  const from = Math.max(0, at - before)
  const cut = (text: string): string => {
    const part = text.slice(from, from + most)
    return `${from > 0 ? '…' : ''}${part}${from + most < text.length ? '…' : ''}`
  }
  return [cut(one), cut(other)]
}
