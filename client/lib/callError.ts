/** A call that did not succeed; the message is fit to show. Code 0: no reply came. */
export class CallError extends Error {
  readonly code: number
  /** The field at fault, where the server names one. */
  readonly field: string | undefined

  constructor(code: number, message: string, field?: string) {
    super(message)
    this.name = 'CallError'
    this.code = code
    this.field = field
  }
}
