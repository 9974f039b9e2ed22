/**
 * What a call answers when it cannot do what was asked: the code, words fit to show to a person, and privately the cause.
 * Everything else that is thrown is a fault of ours and is answered blandly.
 */
export class Failure extends Error {
  readonly code: number
  readonly data: Readonly<Record<string, unknown>> | null
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: number,
    message: string,
    more: { data?: Readonly<Record<string, unknown>>; headers?: Readonly<Record<string, string>>; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause })
    this.name = 'Failure'
    this.code = code
    this.data = more.data ?? null
    this.headers = more.headers ?? {}
  }
}

export const notFound = (): Failure => new Failure(404, '记录不存在或已被删除')
export const fieldFailure = (field: string, message: string): Failure => new Failure(400, message, { data: { field } })
export const noSpace = (message: string): Failure => new Failure(507, message)
export const tooManyTries = (message: string, seconds: number): Failure =>
  new Failure(429, message, { headers: { 'Retry-After': String(seconds) }, data: { seconds } })
