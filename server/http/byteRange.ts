export interface ByteRange {
  start: number
  /** Inclusive. */
  end: number
}

/**
 * The one range that was asked for; undefined means the whole: no range, a malformed one, or several, which we need not serve.
 * 'outside' is none of the bytes there are.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'outside' | undefined {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return undefined
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const [start, end] = [Number(from), to === '' ? Infinity : Number(to)]
  if (end < start) return undefined
  return start >= size ? 'outside' : { start, end: Math.min(end, size - 1) }
}
