import type { Reply } from '../../contract/calls.ts'
import type { Page } from '../../contract/entities.ts'

/** The rows that visitors see again and again are few. */
const mostRows = 2_000

let kept = new WeakMap<object, Buffer>()
let keptRows = 0
const comma = Buffer.from(',')

/** A reply without long lists as JSON. The rows of a list are frozen and shared by all who read it, so their bytes are made once and not for each. */
export function replyBytes(reply: Reply<unknown>): string | Uint8Array {
  const { code, msg, data } = reply
  if (!isPage(data)) return JSON.stringify(reply)
  const parts: Buffer[] = [Buffer.from(`{"code":${JSON.stringify(code)},"msg":${JSON.stringify(msg)},"data":{"data":[`)]
  for (const [i, row] of data.data.entries()) {
    if (i > 0) parts.push(comma)
    parts.push(rowBytes(row))
  }
  parts.push(Buffer.from(`],"count":${data.count}}}`))
  return Buffer.concat(parts)
}

/** Such a list and nothing beside it. */
function isPage(data: unknown): data is Page<unknown> {
  if (typeof data !== 'object' || data === null || !('data' in data) || !('count' in data)) return false
  return Array.isArray(data.data) && Number.isInteger(data.count) && Object.keys(data).join() === 'data,count'
}

function rowBytes(row: unknown): Buffer {
  const shared = typeof row === 'object' && row !== null
  const known = shared ? kept.get(row) : undefined
  if (known !== undefined) return known
  const bytes = Buffer.from(JSON.stringify(row))
  // What may still change is not kept.
  if (!shared || !Object.isFrozen(row)) return bytes
  if (++keptRows > mostRows) {
    kept = new WeakMap()
    keptRows = 1
  }
  kept.set(row, bytes)
  return bytes
}
