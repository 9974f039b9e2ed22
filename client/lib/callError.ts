/** A call that failed; the message is safe to show. The code is 0 where there was no reply. */
export class CallError extends Error {
  readonly code: number
  /** The invalid field, where the server names one. */
  readonly field: string | undefined
  /** The reply's data, such as who has changed a record meanwhile (409). */
  readonly data: unknown

  constructor(code: number, message: string, field?: string, data?: unknown) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.field = field
    this.data = data
  }
}

const refusals: readonly number[] = [400, 403, 404, 413, 422]

/** Whether the server would answer the same again, so that trying again cannot help. */
export const isRefused = (cause: unknown): boolean => cause instanceof CallError && refusals.includes(cause.code)

export const isMissing = (cause: unknown): boolean => cause instanceof CallError && cause.code === 404

/** What to show for any failure. */
export const messageOf = (cause: unknown, otherwise = '加载失败，请稍后重试'): string =>
  cause instanceof CallError ? cause.message : otherwise
