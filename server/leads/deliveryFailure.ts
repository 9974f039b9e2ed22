import type { IncomingHttpHeaders } from 'node:http'
import { NotAllowed, NotResolved } from '../edge/outside.ts'

interface More {
  /** It stays until somebody changes something: the channel is paused. */
  permanent?: true
  /** The connection has ended before the reply: it may have arrived all the same. */
  uncertain?: true
  /** The service takes nothing before. */
  waitMs?: number | undefined
}

export const permanent = { permanent: true } as const

/** A message that was not delivered. The text says to staff what to do, and contains nothing that the service has sent. */
export class DeliveryFailure extends Error {
  readonly permanent: boolean
  readonly uncertain: boolean
  readonly waitMs: number

  constructor(message: string, { permanent, uncertain, waitMs = 0 }: More = {}) {
    super(message)
    this.permanent = permanent ?? false
    this.uncertain = uncertain ?? false
    this.waitMs = waitMs
  }
}

export interface TestResult {
  ok: boolean
  message: string
}

/** What staff read of a test: what it resolves to, or why nothing was delivered. */
export async function resultOf(test: Promise<string>): Promise<TestResult> {
  try {
    return { ok: true, message: await test }
  } catch (error) {
    if (error instanceof DeliveryFailure) return { ok: false, message: error.message }
    throw error
  }
}

/** What the replies of a service mean, by their codes. */
export type FailureWords = Readonly<Record<string, readonly [words: string, more?: More]>>

const unreachable: FailureWords = {
  ENOTFOUND: ['连接失败，没有发出：找不到这个域名，请检查地址，或服务器的DNS设置'],
  EAI_AGAIN: ['域名解析失败，请检查服务器的DNS设置'],
  ECONNREFUSED: ['对方拒绝连接，请检查地址和端口，或服务器的防火墙'],
  ECONNRESET: ['连接被中断，可能被防火墙拦截', { uncertain: true }],
  EHOSTUNREACH: ['连接不上对方的服务器，请检查网络'],
  ENETUNREACH: ['连接不上对方的服务器，请检查网络'],
  ETIMEDOUT: ['连接超时，请检查地址、端口，以及服务器能否访问外网', { uncertain: true }],
}
const certificateCodes = /^(?:ERR_TLS_CERT_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_(?:GET|VERIFY)_)/

/** The failure of a request that has got no reply. */
export function connectionFailure(error: unknown, signal: AbortSignal, isUnsent = false): DeliveryFailure {
  if (error instanceof DeliveryFailure) return error
  if (error instanceof NotAllowed) {
    return new DeliveryFailure('这个地址指向内网地址，不能使用；确需使用时，请运维人员设置NOTIFY_PRIVATE=on', permanent)
  }
  let code = codeOf(error)
  if (error instanceof NotResolved) code = 'ENOTFOUND'
  else if (signal.aborted) code = 'ETIMEDOUT'
  const [words, more] = unreachable[code] ?? []
  if (words !== undefined) return new DeliveryFailure(words, isUnsent ? {} : more)
  if (certificateCodes.test(code)) {
    return new DeliveryFailure('对方的TLS证书无效（过期、自签名或与域名不符），请联系对方更换证书', permanent)
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return new DeliveryFailure('无法建立加密连接，请检查端口是否正确')
  return new DeliveryFailure(`连接失败${code && `（${code}）`}`, { uncertain: true })
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** The failure of a status; undefined for success. */
export function statusFailure(status: number, headers: IncomingHttpHeaders): DeliveryFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  const waitMs = waitOf(headers)
  if (status === 410) return new DeliveryFailure('对方已停用这个地址（HTTP 410），请更换地址', permanent)
  if (status < 400)
    return new DeliveryFailure(`对方要求跳转到别处（HTTP ${status}），请填写跳转后的最终地址`, { waitMs })
  if (status === 429) return new DeliveryFailure('对方说发送太频繁（HTTP 429），稍后自动重试', { waitMs })
  if (status === 401 || status === 403)
    return new DeliveryFailure(`对方拒绝接收（HTTP ${status}），请检查地址和密钥`, permanent)
  if (status < 500 && status !== 408 && status !== 425) {
    return new DeliveryFailure(`对方不接受这个请求（HTTP ${status}），请检查地址`, permanent)
  }
  return new DeliveryFailure(`对方的服务器出错（HTTP ${status}），稍后自动重试`, { waitMs })
}

/** What came is none of the replies that the service documents. */
export const foreignReply = (service: string, status: number): DeliveryFailure =>
  new DeliveryFailure(`返回的不是${service}的结果（HTTP ${status}），可能被代理或防火墙拦截，请检查服务器的网络`)

const longestWaitMs = 3_600_000

/** How long a service says to wait, within bounds. */
export function waitOf(headers: IncomingHttpHeaders): number | undefined {
  const { 'retry-after': after = headers['x-ogw-ratelimit-reset'] } = headers
  if (typeof after !== 'string') return undefined
  const ms = /^\d+$/.test(after) ? Number(after) * 1000 : Date.parse(after) - Date.parse(headers.date ?? '')
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 0), longestWaitMs)
}
