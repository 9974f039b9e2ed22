import { isUtf8 } from 'node:buffer'

const gb18030 = new TextDecoder('gb18030')
/** What MySQL calls latin1. */
const latin1 = new TextDecoder('windows-1252')
const byteOf = new Map(Array.from({ length: 128 }, (_, at) => [latin1.decode(Uint8Array.of(128 + at)), 128 + at]))

/** Bytes that were taken for characters and written as such; undefined where other characters are among them. */
function bytesIn(text: string): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(text.length)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const byte = code < 128 ? code : byteOf.get(text.charAt(at))
    if (byte === undefined) return undefined
    bytes[at] = byte
  }
  return bytes
}

const hasHan = (text: string): boolean => /\p{Script=Han}/u.test(text)

/** What is written twice over: UTF-8 or GBK in a table of latin1. */
function undoubled(text: string): string | undefined {
  const bytes = bytesIn(text)
  if (!bytes || isUtf8(bytes)) return bytes?.toString()
  const inner = gb18030.decode(bytes)
  return hasHan(inner) && !inner.includes('\uFFFD') ? inner : undefined
}

/** The texts of a table, in an encoding that most of them agree on: a short one of GBK may look like UTF-8. */
export function createTexts() {
  const votes = { utf8: 0, gbk: 0, doubled: 0 }
  return {
    /** `raw` has a character for each byte. */
    learn(raw: string): void {
      if (raw.length > maxLearned || !/[\x80-\xff]/.test(raw)) return
      const bytes = Buffer.from(raw, 'latin1')
      if (!isUtf8(bytes)) votes.gbk++
      else if (hasHan(undoubled(bytes.toString()) ?? '')) votes.doubled++
      else votes.utf8++
    },
    read(raw: string): string {
      if (!/[\x80-\xff]/.test(raw)) return raw
      const bytes = Buffer.from(raw, 'latin1')
      const text = votes.gbk > votes.utf8 + votes.doubled ? gb18030.decode(bytes) : bytes.toString()
      return votes.doubled > votes.utf8 ? (undoubled(text) ?? text) : text
    },
  }
}
const maxLearned = 10_000
