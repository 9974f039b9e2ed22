/** A call that did not succeed; the message is fit to show. Code 0: no reply came. */
export class CallError extends Error {
  readonly code: number
  /** The field at fault, where the server names one. */
  readonly field: string | undefined
  /** What the reply said beside its message: who changed a record since (409), the field at fault (400). */
  readonly data: unknown

  constructor(code: number, message: string, field?: string, data?: unknown) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.field = field
    this.data = data
  }
}
