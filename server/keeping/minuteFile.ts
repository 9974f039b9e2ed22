import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib'
import { entryKind } from './manifest.ts'
import { valueRejection } from './verifyArchive.ts'
import { isCollection } from '../store/collectionFolders.ts'
import { uploadOf } from '../store/records.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { sha256 } from '../system/sha256.ts'

/** The first line of a minute's text; then follows a line a change, `["news/12", {…}]`, with null for a record that was removed. */
export interface MinuteHead {
  format: 1
  dataFormat: number
  /** What was committed after this and until then is in it; a record may be newer, but each is as it was at that moment. */
  since: string
  at: string
  /** The hash of the minute before; '' for the first of a server's run. */
  previous: string
  /** The ids of the collections in which records may be gone. */
  names?: Readonly<Record<string, readonly string[]>>
}

export type MinuteLine = readonly [name: string, record: object | null]

export interface Minute extends MinuteHead {
  hash: string
  lines: readonly MinuteLine[]
}

/** What a minute has more is in further files, each of which follows the one before. */
export const maxMinuteLength = 32 * 1_048_576

/** Unlike gzip it finds a record's version again behind 32 KB of the next one. */
export const packed = (text: string): Buffer =>
  brotliCompressSync(text, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 22 },
  })
export const unpacked = (bytes: Buffer): string =>
  brotliDecompressSync(bytes, { maxOutputLength: 6 * maxMinuteLength }).toString()

/** Undefined for what is no minute, or has a line that no server has written. */
export function minuteIn(bytes: Buffer): Minute | undefined {
  let text: string
  let head: Partial<MinuteHead>
  let lines: MinuteLine[]
  try {
    text = unpacked(bytes)
    const [first = '', ...others] = text.split('\n')
    head = JSON.parse(first) as Partial<MinuteHead>
    lines = others.map((line) => JSON.parse(line) as MinuteLine)
  } catch {
    // Of the decompression or of JSON.
    return undefined
  }
  if (!isHead(head) || !lines.every(isLine)) return undefined
  return { ...head, hash: sha256(text), lines }
}

const isHead = (head: Partial<MinuteHead>): head is MinuteHead =>
  head.format === 1 &&
  [head.since, head.at].every((time) => !Number.isNaN(Date.parse(String(time)))) &&
  Object.entries(head.names ?? {}).every(([collection, ids]) => isCollection(collection) && Array.isArray(ids))

function isLine(line: unknown): line is MinuteLine {
  if (!Array.isArray(line) || line.length !== 2) return false
  const [name, record] = line as unknown[]
  const kind = entryKind(`data/${String(name)}.json`)
  if (kind?.is !== 'record') return false
  return record === null || valueRejection(kind.collection, kind.id, record) === undefined
}

/** The address of an upload whose record this is. */
export const addressIn = (name: string, record: object | null): string | undefined =>
  record ? uploadOf(name.slice(0, name.indexOf('/')), record) : undefined

const digits = (time: string): string => time.slice(0, 23).replace(/\D/g, '')

export const minutesPrefix = (storeId = ''): string => `minutes-${storeId}/`
/** In China time, so that the names sort by it; then the mark of the machine that sent it, which older ones lack. */
export const minuteName = (storeId: string | undefined, at: string, mark = ''): string =>
  `${minutesPrefix(storeId)}${digits(at)}${mark && `-${mark}`}.sealed`

export const uploadsPrefix = (storeId = ''): string => `uploads-${storeId}/`
/** With the day, since a list of a bucket has no other age. */
export const uploadObject = (storeId: string | undefined, at: string, upload: string): string =>
  `${uploadsPrefix(storeId)}${digits(at).slice(0, 8)}/${upload.slice('uploads/'.length)}.sealed`

/** The upload's name in an archive. */
export const uploadIn = (object: string): string =>
  `uploads/${object
    .split('/')
    .slice(2)
    .join('/')
    .replace(/\.sealed$/, '')}`

const named = /^minutes-[^/]*\/(\d{17})(?:-([^/]+))?\.sealed$/
/** The time in a minute's name; undefined for another name. */
export const timeIn = (name: string): string | undefined => named.exec(name)?.[1]
/** The machine that sent it; '' for one from before marks. */
export const markIn = (name: string): string => named.exec(name)?.[2] ?? ''
export const placeAt = (ms: number): string => digits(chinaTime(ms))

/** Undefined for another name. */
export function timeOfMinute(name: string): number | undefined {
  const place = timeIn(name)
  if (place === undefined) return undefined
  const time = place.replace(/(....)(..)(..)(..)(..)(..)(...)/, '$1-$2-$3T$4:$5:$6.$7+08:00')
  return Date.parse(time)
}

/** What is older than a moment, of the minutes and of the uploads beside them. */
export function isOlder(object: string, ms: number): boolean {
  const [, time = ''] = /^(?:minutes|uploads)-[^/]*\/(\d+)/.exec(object) ?? []
  return time !== '' && time < digits(chinaTime(ms)).slice(0, time.length)
}
