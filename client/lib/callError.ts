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

/** What to show for any failure. */
export const messageOf = (cause: unknown, otherwise: string): string => (cause instanceof CallError ? cause.message : otherwise)
