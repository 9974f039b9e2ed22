/** A range of bytes; `to` is not part of it. */
export interface ByteRange {
  from: number
  to: number
}

/** The tables that say where the samples of a track are, each without its version. */
interface SampleTables {
  /** How many samples are in each chunk (stsc). */
  counts: Buffer
  /** stsz. */
  sizes: Buffer
  /** Where the chunks begin, in 4 (stco) or 8 bytes (co64). */
  offsets: Buffer
  offsetBytes: 4 | 8
}

const uintAt = (bytes: Buffer, at: number): number => (at + 4 <= bytes.length ? bytes.readUInt32BE(at) : 0)

/** The chunks of a track, at most `max` of them. What the tables lack counts as nothing. */
export function* chunksOf({ counts, sizes, offsets, offsetBytes }: SampleTables, max: number): Generator<ByteRange> {
  const chunks = Math.min(uintAt(offsets, 0), Math.floor((offsets.length - 4) / offsetBytes), max)
  const equalSize = uintAt(sizes, 0)
  const samples = equalSize === 0 ? Math.min(uintAt(sizes, 4), Math.floor((sizes.length - 8) / 4)) : uintAt(sizes, 4)
  let sample = 0
  let entry = 4
  for (let chunk = 0; chunk < chunks; chunk++) {
    // An entry is for its chunk and those after it, up to the one that the next entry names.
    while (entry + 24 <= counts.length && uintAt(counts, entry + 12) <= chunk + 1) entry += 12
    const last = Math.min(sample + uintAt(counts, entry + 4), samples)
    let length = (last - sample) * equalSize
    for (; equalSize === 0 && sample < last; sample++) length += uintAt(sizes, 8 + 4 * sample)
    sample = last
    const at = 4 + offsetBytes * chunk
    const from = offsetBytes === 4 ? offsets.readUInt32BE(at) : Number(offsets.readBigUInt64BE(at))
    yield { from, to: from + length }
  }
}

/** The ranges that are within one of the areas, which are in order, with each byte once. */
export function within(ranges: readonly ByteRange[], areas: readonly ByteRange[]): ByteRange[] {
  const merged: ByteRange[] = []
  let at = 0
  for (const { from, to } of [...ranges].sort((a, b) => a.from - b.from)) {
    let area = areas[at]
    while (area && area.to <= from) area = areas[++at]
    if (!area || from < area.from || to > area.to || from === to) continue
    const last = merged.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else merged.push({ from, to })
  }
  return merged
}
