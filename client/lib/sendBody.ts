import type { FieldErrorData, Reply } from '../../contract/calls/replies.ts'
import { unreadable } from './call.ts'
import { CallError } from './callError.ts'

/** It is called with values from 0 to 1. */
export type OnProgress = (progress: number) => void

export const cancelled = (): DOMException => new DOMException('操作已取消', 'AbortError')

/** Sends a file. Uses XMLHttpRequest, since fetch reports no upload progress. */
export function sendBody<T>(
  method: string,
  url: string,
  body: FormData | Blob,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const abort = (): void => request.abort()
    const failed = (message: string) => () => reject(new CallError(0, message))
    request.open(method, url)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = failed('网络连接失败，上传未完成，请重试')
    request.onabort = () => reject(cancelled())
    request.onload = () => {
      const reply = request.response as Reply<T | FieldErrorData> | null
      if (typeof reply?.msg !== 'string') reject(new CallError(request.status, unreadable))
      else if (request.status === 200) resolve(reply.data as T)
      else reject(new CallError(request.status, reply.msg, (reply.data as FieldErrorData | null)?.field, reply.data))
    }
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    if (signal?.aborted) return reject(cancelled())
    signal?.addEventListener('abort', abort)
    request.send(body)
  })
}
