import { NoSuchPage } from './route.ts'

/** A page shows one chunk of a long list, so that it stays light; the next chunk is another page, with an address of its own. */
export interface Chunk {
  /** The first chunk is number 1. */
  number: number
  total: number
}

/** The `page` of the address. */
export function requestedChunk(query: URLSearchParams): number {
  const number = query.get('page') || '1'
  if (!/^[1-9]\d{0,5}$/.test(number)) throw new NoSuchPage()
  return Number(number)
}

export function chunkOf(number: number, count: number, size: number): Chunk {
  const total = Math.max(1, Math.ceil(count / size))
  if (number > total) throw new NoSuchPage()
  return { number, total }
}
