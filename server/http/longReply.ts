import type { ServerResponse } from 'node:http'
import type { Reply } from '../../contract/calls.ts'
import type { FlatHeaders } from './headers.ts'
import { countUnread } from './unread.ts'

/** A list up to this length is one text. */
const longestList = 100
/** In characters. */
const together = 32 * 1024

export function isLong(data: unknown): data is object {
  if (typeof data !== 'object' || data === null) return false
  return isLongList(data) || Object.values(data).some(isLongList)
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > longestList

/**
 * Sends a reply with long lists a piece at a time, the next one when the last has been read, so that no reader makes the server
 * hold all of its text. Others are answered between the pieces.
 */
export async function sendLong(res: ServerResponse, status: number, headers: FlatHeaders, reply: Reply<object>): Promise<void> {
  res.writeHead(status, [...headers])
  let text = ''
  for (const piece of pieces(reply)) {
    text += piece
    if (text.length < together) continue
    if (!(await written(res, text))) return
    text = ''
  }
  res.end(text)
  countUnread(res, text.length)
}

/** False when the reader has gone. */
const written = (res: ServerResponse, text: string): Promise<boolean> =>
  new Promise((resolve) => {
    res.write(text, (error) => void setImmediate(resolve, !error))
    countUnread(res, text.length)
  })

function* pieces({ code, msg, data }: Reply<object>): Generator<string> {
  yield `{"code":${JSON.stringify(code)},"msg":${JSON.stringify(msg)},"data":`
  yield* Array.isArray(data) ? ofList(data) : ofFields(data ?? {})
  yield '}'
}

function* ofFields(fields: object): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* ofList(value)
    else yield JSON.stringify(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

function* ofList(list: readonly unknown[]): Generator<string> {
  let before = '['
  for (const item of list) {
    yield `${before}${JSON.stringify(item) ?? 'null'}`
    before = ','
  }
  yield before === '[' ? '[]' : ']'
}
