import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isObject } from '../../contract/site/siteFieldKinds.ts'
import { allowedAddresses, lookupIn, type Outside } from '../edge/outside.ts'
import { connectionFailure } from './deliveryFailure.ts'

interface Request {
  url: URL
  headers?: Readonly<Record<string, string>>
  body?: string
  signal: AbortSignal
  /** What may be connected to; absent for an address that the program or the operator has chosen. */
  outside?: Outside
}

export interface Posted {
  status: number
  headers: IncomingHttpHeaders
  /** Resolves to the first 64 KB of the body. */
  text(): Promise<string>
  close(): void
}

const ownHeaders = { 'Content-Type': 'application/json; charset=utf-8', 'User-Agent': 'Zhuzhan' }
const maxReplyBytes = 64 * 1024

/** Both follow no redirects, and reject with a DeliveryFailure when there is no reply. */
export const post = (request: Request & { body: string }): Promise<Posted> => ask('POST', request)
export const get = (request: Request): Promise<Posted> => ask('GET', request)

async function ask(method: string, { url, headers, body, signal, outside }: Request): Promise<Posted> {
  try {
    const lookup = outside && lookupIn(await allowedAddresses(url, outside, signal))
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      const { request } = url.protocol === 'https:' ? https : http
      const options = {
        method,
        agent: false,
        headers: { ...ownHeaders, ...headers },
        signal,
        ...(lookup && { lookup }),
      }
      request(url, options, resolve).on('error', reject).end(body)
    })
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      text: () =>
        readText(response).catch((error: unknown) => {
          throw connectionFailure(error, signal)
        }),
      close: () => void response.destroy(),
    }
  } catch (error) {
    throw connectionFailure(error, signal)
  }
}

async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    if ((size += part.length) >= maxReplyBytes) break
  }
  return Buffer.concat(parts).toString('utf8', 0, maxReplyBytes)
}

/** The object in a reply; an empty one where it is something else. */
export function parsedJson(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : {}
  } catch {
    return {}
  }
}
