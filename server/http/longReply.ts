import type { ServerResponse } from 'node:http'
import type { Reply } from '../../contract/calls.ts'
import type { FlatHeaders } from './headers.ts'
import { countUnread } from './send.ts'

/** Lists up to this length are sent at once. */
const maxShortList = 100
/** In characters. */
const chunkLength = 32 * 1024

export function isLong(data: unknown): data is object {
  if (typeof data !== 'object' || data === null) return false
  return isLongList(data) || Object.values(data).some(isLongList)
}

const isLongList = (value: unknown): boolean => Array.isArray(value) && value.length > maxShortList

/**
 * Sends a reply with long lists in chunks, each when the client has read the previous one, so that the server never holds all of
 * the text. Other requests are handled between the chunks.
 */
export async function sendLong(res: ServerResponse, status: number, headers: FlatHeaders, reply: Reply<object>): Promise<void> {
  res.writeHead(status, [...headers])
  let text = ''
  for (const piece of serialize(reply)) {
    text += piece
    if (text.length < chunkLength) continue
    if (!(await writeChunk(res, text))) return
    text = ''
  }
  res.end(text)
  countUnread(res, Buffer.byteLength(text))
}

/** Resolves to false when the client has disconnected. */
const writeChunk = (res: ServerResponse, text: string): Promise<boolean> =>
  new Promise((resolve) => {
    res.write(text, (error) => void setImmediate(resolve, !error))
    countUnread(res, Buffer.byteLength(text))
  })

function* serialize({ code, msg, data, pictures }: Reply<object>): Generator<string> {
  yield `{"code":${JSON.stringify(code)},"msg":${JSON.stringify(msg)},"data":`
  yield* Array.isArray(data) ? serializeList(data) : serializeFields(data ?? {})
  yield pictures ? `,"pictures":${JSON.stringify(pictures)}}` : '}'
}

function* serializeFields(fields: object): Generator<string> {
  let separator = '{'
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (value === undefined) continue
    yield `${separator}${JSON.stringify(name)}:`
    if (Array.isArray(value)) yield* serializeList(value)
    else yield JSON.stringify(value)
    separator = ','
  }
  yield separator === '{' ? '{}' : '}'
}

function* serializeList(list: readonly unknown[]): Generator<string> {
  let separator = '['
  for (const item of list) {
    yield `${separator}${JSON.stringify(item) ?? 'null'}`
    separator = ','
  }
  yield separator === '[' ? '[]' : ']'
}
