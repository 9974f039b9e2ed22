import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { limits } from '../../contract/rules.ts'
import { Failure } from '../failure.ts'
import { allowedAddresses, lookupIn, NotAllowed, type Outside, webSites } from '../network/outside.ts'
import { readPicture } from './readPicture.ts'

const reasons = {
  refused: '地址不允许',
  unreachable: '地址打不开',
  tooLarge: '图片太大（超过2MB）',
  timeout: '超时',
  notPicture: '不是图片',
  otherFormat: '不是jpg或png图片',
} as const
const failed = (reason: keyof typeof reasons, cause?: unknown): Failure => new Failure(422, reasons[reason], { cause })

const maxRedirects = 3
/** No webp: it cannot be stored. No referrer: WeChat refuses those of other sites. */
const headers = {
  Accept: 'image/jpeg,image/png',
  'Accept-Encoding': 'identity',
  'User-Agent': 'Mozilla/5.0 (compatible; Zhuzhan)',
}

/** The bytes of a picture of another site; throws a Failure that says why there are none. */
export async function fetchPicture(address: string, signal: AbortSignal, outside = webSites): Promise<Buffer> {
  try {
    let url = urlOf(address)
    for (let redirects = 0; ; redirects++) {
      const response = await get(url, signal, outside)
      const {
        statusCode = 0,
        headers: { location },
      } = response
      if (statusCode === 200) return pictureOf(await readBytes(response))
      response.destroy()
      if (!/^30[12378]$/.test(`${statusCode}`) || location === undefined || redirects === maxRedirects)
        throw failed('unreachable')
      url = urlOf(location, url)
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    if (cause instanceof NotAllowed) throw failed('refused', cause)
    throw failed(signal.aborted ? 'timeout' : 'unreachable', cause)
  }
}

function urlOf(address: string, base?: URL): URL {
  let url: URL
  try {
    url = new URL(address, base)
  } catch (cause) {
    throw failed('refused', cause)
  }
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') throw failed('refused')
  // With it WeChat sends webp.
  if (url.hostname.endsWith('.qpic.cn')) url.searchParams.delete('tp')
  return url
}

async function get(url: URL, signal: AbortSignal, outside: Outside): Promise<IncomingMessage> {
  const addresses = await allowedAddresses(url, outside, signal)
  return new Promise((resolve, reject) => {
    const client = url.protocol === 'https:' ? https : http
    client.get(url, { agent: false, headers, signal, lookup: lookupIn(addresses) }, resolve).on('error', reject)
  })
}

async function readBytes(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  // Leaving the loop ends the connection.
  for await (const part of response as AsyncIterable<Buffer>) {
    size += part.length
    if (Math.max(size, Number(response.headers['content-length'] ?? 0)) >= limits.imageUnder) throw failed('tooLarge')
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const otherFormats = /^(?:GIF8|BM|RIFF.{4}WEBP|.{4}ftyp(?:avif|avis|heic|heix|mif1)|\s*(?:<\?xml[^>]*>\s*)?<svg)/s

function pictureOf(bytes: Buffer): Buffer {
  const type = readPicture(bytes)?.type
  if (type === 'jpg' || type === 'png') return bytes
  throw failed(otherFormats.test(bytes.toString('latin1', 0, 300)) ? 'otherFormat' : 'notPicture')
}
