import type { RequestListener } from 'node:http'
import { type Caller, signedIn, visitorAt } from '../../server/call.ts'
import { createForeignReader } from '../../server/acts/foreignReader.ts'
import { importCalls } from '../../server/acts/importCalls.ts'
import { outsideSite, testInternet } from '../media/outside.ts'

export interface Sent {
  body?: string | Uint8Array
  type?: string
  status?: number
  headers?: Record<string, string>
}
export type Pages = Record<string, string | Sent | RequestListener>

export const callerNamed = (name: string): Caller =>
  ({ ...visitorAt(''), signedIn: { user: { id: name, name } } }) as unknown as Caller

export const foreignReader = createForeignReader()

/** On a busy machine, too, what is read is read to its end. */
const patient = { sourceMs: 15_000, callMs: 60_000, readMs: 60_000 }

/** Answers with what is at each address; 404 for any other. */
export const sender =
  (pages: Pages): RequestListener =>
  (req, res) => {
    const page = pages[req.url ?? '']
    if (typeof page === 'function') return page(req, res)
    const sent = typeof page === 'string' ? { body: page } : page
    const { body = '', type = 'text/html; charset=utf-8', status = 200, headers = {} } = sent ?? { status: 404 }
    // A status such as 304 has no body.
    res.writeHead(status, { 'Content-Type': type, ...headers }).end(status === 304 || status === 204 ? undefined : body)
  }

/** A site of somebody else, and the calls that read it: only in this process can this machine be the internet. */
export async function oldSite(
  t: { after(fn: () => unknown): void },
  pages: Pages,
  names: Readonly<Record<string, readonly string[]>> = {},
  limits: Parameters<typeof importCalls>[2] = patient,
) {
  const { port, requests } = await outsideSite(t, sender(pages))
  const internet = testInternet(names)
  const { calls, readPage } = importCalls({ fetchOutside: true, foreignReader }, internet, limits)
  const origin = `http://www.old.example:${port}`
  const addressOf = (path: string): string => (path.startsWith('http') ? path : origin + path)
  return {
    origin,
    port,
    pages,
    requests,
    readPage,
    resolved: internet.resolved,
    page: async (path: string, by = callerNamed('admin'), beside?: string) =>
      readPage({ address: addressOf(path), beside: beside && addressOf(beside) }, signedIn(by).user.id),
    addresses: async (path: string, by = callerNamed('admin'), list = false) =>
      calls.importAddresses({ address: addressOf(path), list }, by),
  }
}

/** The message of the failure. */
export async function refusal(work: Promise<unknown>): Promise<string> {
  const failure = await work.then(
    () => new Error('it was read'),
    (error: Error) => error,
  )
  return failure.message
}

/** Encodes a text as old pages are; Node can only decode. */
export function encoded(text: string, encoding: 'gbk' | 'big5'): Buffer {
  const bytesOf = codes.get(encoding) ?? codesOf(encoding)
  codes.set(encoding, bytesOf)
  return Buffer.from([...text].flatMap((each) => (each < '\x80' ? each.charCodeAt(0) : (bytesOf.get(each) ?? [0x3f]))))
}

const codes = new Map<string, ReadonlyMap<string, number[]>>()
function codesOf(encoding: string): ReadonlyMap<string, number[]> {
  const decoder = new TextDecoder(encoding, { fatal: true })
  const bytesOf = new Map<string, number[]>()
  for (let first = 0x81; first <= 0xfe; first++) {
    for (let second = 0x40; second <= 0xfe; second++) {
      try {
        const character = decoder.decode(Uint8Array.of(first, second))
        if (!bytesOf.has(character)) bytesOf.set(character, [first, second])
      } catch {
        // No character has these bytes.
      }
    }
  }
  return bytesOf
}
