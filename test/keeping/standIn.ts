import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const md5 = (data: Buffer): string => createHash('md5').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()
/** Of RFC 3986; what is encoded already stays. */
const strict = (text: string): string =>
  text.replace(/[^A-Za-z0-9\-._~%/=&]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** Version 4 of the signature, from the raw request as Amazon describes it. */
export function signatureOf(
  { method, url, headers }: { method: string; url: string; headers: IncomingMessage['headers'] },
  secret: string,
): string {
  const [, date, region, names] =
    /\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+),/.exec(headers.authorization ?? '') ?? []
  if (!date || !region || !names) return ''
  const [path = '', query = ''] = url.split('?')
  const pairs = query === '' ? [] : query.split('&').map((pair) => (pair.includes('=') ? pair : `${pair}=`))
  const lines = names
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`)
    .join('')
  const canonical = `${method}\n${strict(path)}\n${strict(pairs.sort().join('&'))}\n${lines}\n${names}\n${headers['x-amz-content-sha256']}`
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${date}/${region}/s3/aws4_request\n${sha256(canonical)}`
  return hmac(hmac(hmac(hmac(hmac(`AWS4${secret}`, date), region), 's3'), 'aws4_request'), text).toString('hex')
}

/** Arguments of Node for a program that seals or opens files. */
export const withQuickKeys = ['--require', fileURLToPath(new URL('./quickKeys.cjs', import.meta.url))]

/** What goes wrong: the connection is cut before the reply or in the middle of it, nothing is replied, or a code is. */
export type Fault = 'cut' | 'half' | 'hang' | 'NotImplemented' | undefined

export interface StandIn {
  objects: Map<string, Buffer>
  /** Unfinished uploads with their parts, by id. */
  uploads: Map<string, { name: string; parts: Map<string, Buffer> }>
  /** Each request as `METHOD name?query`. */
  asked: string[]
  /** Called with each request. */
  fault: (line: string) => Fault
  /** Objects are stored without their bytes. */
  storesNothing: boolean
  settings: { endpoint: string; region: string; bucket: string; keyId: string; secret: string; shared: boolean }
  env: Record<string, string>
  url: string
}

/** A small S3 service with one bucket. It accepts only the hash of the bytes themselves, as OSS, COS and OBS do. */
export async function standIn(t: TestContext): Promise<StandIn> {
  const settings = {
    endpoint: '',
    region: 'cn-test-1',
    bucket: 'copies',
    keyId: 'AKIDEXAMPLE',
    secret: 'secret/of+the/bucket',
    shared: false,
  }
  const own: StandIn = {
    objects: new Map(),
    uploads: new Map(),
    asked: [],
    fault: () => undefined,
    storesNothing: false,
    settings,
    env: {},
    url: '',
  }
  const server = createServer((req, res) => void reply(own, req, res))
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  settings.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}` // a TCP server's address is never a string
  own.url = `${settings.endpoint}/${settings.bucket}/`
  own.env = {
    OFFSITE_ENDPOINT: settings.endpoint,
    OFFSITE_REGION: settings.region,
    OFFSITE_BUCKET: settings.bucket,
    OFFSITE_KEY_ID: settings.keyId,
    OFFSITE_SECRET: settings.secret,
    OFFSITE_PASSPHRASE: 'correct horse battery staple',
  }
  return own
}

async function reply(own: StandIn, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of req as AsyncIterable<Buffer>) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  const url = new URL(own.settings.endpoint + req.url)
  const name = url.pathname.slice(`/${own.settings.bucket}/`.length)
  const line = `${req.method} ${name}${url.search}`
  own.asked.push(line)
  const fault = own.fault(line)
  if (fault === 'cut') return void req.socket.destroy()
  if (fault === 'hang') return
  const refused = fault === 'NotImplemented' ? fault : refusal(own, req, body)
  if (refused)
    return void res.writeHead(refused === 'NotImplemented' ? 501 : 403).end(`<Error><Code>${refused}</Code></Error>`)
  const { status, text, headers } = act(own, {
    method: req.method ?? '',
    name,
    query: url.searchParams,
    body,
    range: req.headers.range,
  })
  res.writeHead(status, { 'content-length': text.length, ...headers })
  if (fault !== 'half') return void res.end(req.method === 'HEAD' ? undefined : text)
  res.write(text.subarray(0, text.length >> 1), () => req.socket.destroy())
}

function refusal(
  { settings }: StandIn,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
): string | undefined {
  if (headers['x-amz-content-sha256'] !== sha256(body) || headers['content-encoding']) return 'NotImplemented'
  if (headers['content-md5'] && headers['content-md5'] !== createHash('md5').update(body).digest('base64'))
    return 'BadDigest'
  if (!headers.authorization?.includes(`Credential=${settings.keyId}/`)) return 'InvalidAccessKeyId'
  const isSigned = headers.authorization.endsWith(`Signature=${signatureOf({ method, url, headers }, settings.secret)}`)
  return isSigned ? undefined : 'SignatureDoesNotMatch'
}

interface Asked {
  method: string
  name: string
  query: URLSearchParams
  body: Buffer
  range: string | undefined
}
const answer = (status: number, text: string | Buffer = '', headers: Record<string, string> = {}) => ({
  status,
  text: Buffer.from(text),
  headers,
})

function act(own: StandIn, asked: Asked): ReturnType<typeof answer> {
  const { method, name, query } = asked
  const id = query.get('uploadId') ?? ''
  const upload = own.uploads.get(id)
  if (name === '') return list(own, query)
  if (method === 'POST' && query.has('uploads')) {
    const uploadId = `id&${own.asked.length}`
    own.uploads.set(uploadId, { name, parts: new Map() })
    return answer(200, `<UploadId>${uploadId.replace('&', '&amp;')}</UploadId>`)
  }
  if (id !== '' && !upload) return answer(404, '<Error><Code>NoSuchUpload</Code></Error>')
  if (upload && method === 'DELETE') own.uploads.delete(id)
  else if (upload && method === 'PUT') upload.parts.set(query.get('partNumber') ?? '', asked.body)
  else if (upload) return complete(own, id, asked.body.toString())
  else if (method === 'DELETE') own.objects.delete(name)
  else return read(own, asked)
  return answer(method === 'PUT' ? 200 : 204, '', { etag: `"${md5(asked.body)}"` })
}

function complete(own: StandIn, id: string, wanted: string): ReturnType<typeof answer> {
  const { name = '', parts = new Map<string, Buffer>() } = own.uploads.get(id) ?? {}
  const rows = [...parts].map(
    ([part, bytes]) => `<Part><PartNumber>${part}</PartNumber><ETag>"${md5(bytes)}"</ETag></Part>`,
  )
  if (!wanted.includes(`>${rows.join('')}<`)) return answer(200, '<Error><Code>InvalidPart</Code></Error>')
  own.objects.set(name, own.storesNothing ? Buffer.alloc(0) : Buffer.concat([...parts.values()]))
  own.uploads.delete(id)
  return answer(200, `<ETag>&quot;${md5(own.objects.get(name) ?? Buffer.alloc(0))}&quot;</ETag>`)
}

function read({ objects }: StandIn, { method, name, range }: Asked): ReturnType<typeof answer> {
  const bytes = objects.get(name)
  if (!bytes) return answer(404, method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
  const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
  const headers = { etag: `"${md5(bytes)}"` }
  return from === undefined
    ? answer(200, bytes, headers)
    : answer(206, bytes.subarray(Number(from), Number(to) + 1), headers)
}

/** Two a page. */
function list({ objects, uploads }: StandIn, query: URLSearchParams): ReturnType<typeof answer> {
  const prefix = query.get('prefix') ?? ''
  if (query.has('uploads')) {
    const rows = [...uploads]
      .filter(([, { name }]) => name.startsWith(prefix))
      .map(([id, { name }]) => `<Upload><Key>${name}</Key><UploadId>${id.replace('&', '&amp;')}</UploadId></Upload>`)
    return answer(200, rows.join(''))
  }
  const names = [...objects.keys()]
    .sort()
    .filter((name) => name.startsWith(prefix) && name > (query.get('marker') ?? ''))
  const rows = names
    .slice(0, 2)
    .map((name) => `<Contents><Key>${name}</Key><Size>${objects.get(name)?.length}</Size></Contents>`)
  return answer(200, `<IsTruncated>${names.length > 2}</IsTruncated>${rows.join('')}`)
}
