import { reasons, type Source } from '../../contract/kinds/foreignReading.ts'
import { Failure } from '../failure.ts'
import { openOutside, readAtMost } from '../edge/openOutside.ts'
import { NotAllowed, NotResolved, type Outside } from '../edge/outside.ts'
import { errorCode } from '../system/systemErrors.ts'

type Reason = keyof typeof reasons
const sourceFailure = (reason: Reason, cause?: unknown): Failure => new Failure(422, reasons[reason], { cause })

interface Limits {
  outside: Outside
  signal: AbortSignal
  maxBytes: number
}

const headers = {
  Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.1',
  'Accept-Encoding': 'gzip',
  'Accept-Language': 'zh-CN,zh;q=0.9',
}

const reasonOfStatus: Readonly<Record<number, Reason>> = {
  401: 'signIn',
  403: 'refused',
  404: 'absent',
  407: 'signIn',
  410: 'absent',
  429: 'busy',
  503: 'busy',
}

const certificateProblem =
  /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET_ISSUER))/
const signInPath = /\/(?:login|signin|sign-in|passport|sso)\b/i
const otherContent =
  /^(?:image|audio|video|font)\/|^application\/(?:pdf|zip|msword|vnd\.|x-(?!httpd|gzip)|json|javascript)/i

/** Asks a site for a page or a sitemap; throws a Failure that says what to do if there is none. */
export async function fetchSource(address: string, { outside, signal, maxBytes }: Limits): Promise<Source> {
  try {
    const { url, response } = await openOutside(address, { headers, signal, outside })
    const problem = leadsToSignIn(address, url) ? sourceFailure('signIn') : problemOf(response.statusCode ?? 0)
    if (problem) {
      response.destroy()
      throw problem
    }
    const bytes = await readAtMost(response, maxBytes)
    if (bytes === undefined) throw sourceFailure('tooLarge')
    const { 'content-type': contentType = '', 'content-encoding': contentEncoding = '' } = response.headers
    return { address: url.href, contentType, contentEncoding, bytes }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw sourceFailure(signal.aborted ? 'slow' : reasonOf(cause), cause)
  }
}

function problemOf(status: number): Failure | undefined {
  if (status === 200) return undefined
  const reason = reasonOfStatus[status] ?? (status >= 500 ? 'broken' : undefined)
  if (reason) return sourceFailure(reason)
  return new Failure(422, `网站没有发来网页（${status}）。请在浏览器里打开试一试，再检查网址`)
}

const leadsToSignIn = (address: string, { pathname }: URL): boolean =>
  signInPath.test(pathname) && !signInPath.test(new URL(address).pathname)

function reasonOf(cause: unknown): Reason {
  if (cause instanceof NotAllowed) return 'notPublic'
  if (cause instanceof NotResolved) return 'noSite'
  return certificateProblem.test(errorCode(cause)) ? 'certificate' : 'closed'
}

/** Refuses what cannot be a page. A file without a type, or with a wrong one, is known by its first bytes. */
export function refuseFiles({ contentType, bytes }: Source): void {
  const start = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isFile = /^(?:\x89PNG|\xff\xd8\xff|GIF8|RIFF|%PDF|PK\x03\x04|BM.{4}\0\0)/s.test(start)
  if (isFile || otherContent.test(contentType)) throw sourceFailure('notAPage')
}
