import { errorCode } from './system/systemErrors.ts'

/**
 * The reply of a call that cannot do what was asked: a status code, a message safe to show to a person, and a private cause.
 * Anything else that is thrown is a bug and gets a generic message.
 */
export class Failure extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: number,
    message: string,
    {
      data = null,
      headers = {},
      ...options
    }: {
      data?: Readonly<Record<string, unknown>> | null
      headers?: Readonly<Record<string, string>>
      cause?: unknown
    } = {},
  ) {
    super(message, options)
    this.name = 'Failure'
    this.code = code
    this.data = data
    this.headers = headers
  }
}

/** The client disconnected before its request was complete. There is nobody to reply to, and nothing to log. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client disconnected')
    this.name = 'ClientDisconnected'
  }
}

export const notFound = (): Failure => new Failure(404, '记录不存在或已被删除')
export const fieldFailure = (field: string, message: string): Failure => new Failure(400, message, { data: { field } })
export const noSpace = (message: string): Failure => new Failure(507, message)
export const fetchingIsOff = (): Failure =>
  new Failure(403, '服务器设置为不从其他网站读取（FETCH_OUTSIDE），请联系管理员')
export const tooManyTries = (message: string, seconds: number): Failure =>
  new Failure(429, message, { headers: { 'Retry-After': String(seconds) }, data: { seconds } })
export function refuseFor(seconds: number, reason: string): void {
  const time = seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`
  if (seconds > 0) throw tooManyTries(`${reason}，请${time}后再试`, seconds)
}

const diskFull = new Set(['ENOSPC', 'EDQUOT'])
const notWritable = new Set(['EROFS', 'EACCES', 'EPERM', 'ENOENT'])

/** The reply to a write that the disk refused, by the code of its system error. */
export function writeFailure(code: string, what: 'record' | 'upload'): [status: number, message: string] {
  if (diskFull.has(code)) return [507, '磁盘空间不足，未能保存，请联系管理员']
  if (code === 'OFFLINE') return [503, '数据库暂时连接不上，未能保存，请稍后重试']
  if (code === 'UNKNOWN') return [503, '数据库连接中断，无法确认是否已保存，请稍后刷新页面核对']
  if (what === 'upload') return [500, '文件未能保存，请稍后重试或联系管理员']
  return [500, notWritable.has(code) ? '数据目录不可写，未能保存，请联系管理员' : '保存失败，请稍后重试']
}

/** A system error as a Failure; any other error is returned unchanged. */
export function uploadFailure(error: unknown): unknown {
  const isSystemError = error instanceof Error && 'syscall' in error && errorCode(error) !== ''
  return isSystemError ? new Failure(...writeFailure(errorCode(error), 'upload'), { cause: error }) : error
}
