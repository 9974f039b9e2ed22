import { createHmac } from 'node:crypto'
import type { OffsiteSettings } from '../config.ts'
import { sha256 } from '../system/sha256.ts'

interface Signed {
  method: string
  url: URL
  /** They are signed with the host; their names are lower case. */
  headers: Readonly<Record<string, string>>
  body: Uint8Array
}

/**
 * The headers that sign a request by version 4 of S3's signature. The hash is that of the bytes sent: OSS, COS and OBS refuse the
 * signature of chunks that SDKs prefer.
 */
export function signedHeaders(
  { method, url, headers, body }: Signed,
  { region, keyId, secret }: Pick<OffsiteSettings, 'region' | 'keyId' | 'secret'>,
  time: Date,
): Record<string, string> {
  const at = time.toISOString().replace(/[-:]|\.\d+/g, '')
  const bodyHash = sha256(body)
  const all: Record<string, string> = { ...headers, host: url.host, 'x-amz-content-sha256': bodyHash, 'x-amz-date': at }
  const names = Object.keys(all).sort()
  const query = [...url.searchParams]
    .map((pair) => pair.map(encoded).join('='))
    .sort()
    .join('&')
  const path = url.pathname
    .split('/')
    .map((part) => encoded(decodeURIComponent(part)))
    .join('/')
  const canonical = [
    method,
    path,
    query,
    ...names.map((name) => `${name}:${all[name]}`),
    '',
    names.join(';'),
    bodyHash,
  ].join('\n')
  const scope = [at.slice(0, 8), region, 's3', 'aws4_request']
  const key = scope.reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${secret}`)
  const signature = hmac(key, ['AWS4-HMAC-SHA256', at, scope.join('/'), sha256(canonical)].join('\n')).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${keyId}/${scope.join('/')}, SignedHeaders=${names.join(';')}, Signature=${signature}`
  return { ...all, authorization }
}

const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
/** Also what `encodeURIComponent` leaves. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
