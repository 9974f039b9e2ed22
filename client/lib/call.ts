import { type CallName, calls, type OutputOf, type InputOf } from '../../contract/calls/calls.ts'
import type { FieldErrorData, Reply } from '../../contract/calls/replies.ts'
import type { PictureNotes } from '../../contract/media/media.ts'
import { limits } from '../../contract/calls/rules.ts'
import { CallError } from './callError.ts'

const unreachable = '网络连接失败，请检查网络后重试'
const tooSlow = '服务器响应超时，请稍后重试'
export const unreadable = '服务器返回了无法识别的内容，请稍后重试'

/**
 * Makes a call of the contract over HTTP. Throws a CallError with a message that is safe to show. `onPictures` receives the library's notes
 * on the pictures in the reply.
 */
export async function call<N extends CallName>(
  name: N,
  input: InputOf<N>,
  signal?: AbortSignal,
  onPictures?: (notes: PictureNotes | undefined) => void,
): Promise<OutputOf<N>> {
  const { method, path } = calls[name]
  // AbortSignal.timeout and AbortSignal.any are newer than the oldest supported browsers.
  const controller = new AbortController()
  let timedOut = false
  const abort = (): void => controller.abort()
  const timer = setTimeout(() => {
    timedOut = true
    abort()
  }, limits.requestTimeoutMs)
  signal?.addEventListener('abort', abort)
  if (signal?.aborted) abort()
  let response: Response
  let reply: Reply<OutputOf<N> | FieldErrorData> | null
  try {
    response = await fetch(path, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(input),
      signal: controller.signal,
    })
    reply = await response.json()
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (timedOut) throw new CallError(0, tooSlow)
    throw cause instanceof SyntaxError ? new CallError(0, unreadable) : new CallError(0, unreachable)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
  // JSON of somebody else, such as a firewall before the server.
  if (typeof reply?.msg !== 'string') throw new CallError(0, unreadable)
  if (response.ok) {
    onPictures?.(reply.pictures)
    return reply.data as OutputOf<N>
  }
  throw new CallError(response.status, reply.msg, (reply.data as FieldErrorData | null)?.field, reply.data)
}
