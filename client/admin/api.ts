import { type CallName, calls, type OutputOf, type InputOf } from '../../contract/calls.ts'
import type { FieldErrorData, Reply } from '../../contract/replies.ts'
import { variantField } from '../../contract/rules.ts'
import { call, unreadable } from '../lib/call.ts'
import { CallError } from '../lib/callError.ts'
import { signInAgain } from './session.ts'

/** A call of the contract. If the login has ended, the person signs in again in a dialog and the call is repeated once. */
export function api<N extends CallName>(name: N, input: InputOf<N>, signal?: AbortSignal): Promise<OutputOf<N>> {
  return withLogin(() => call(name, input, signal), signal)
}

type UploadName = 'fileUpload' | 'logoUpload'

interface Attachments {
  fields?: Readonly<Record<string, string>>
  variants?: readonly { width: number; blob: Blob }[]
}

/** It is called with values from 0 to 1. */
type OnProgress = (progress: number) => void

export function uploadFile<N extends UploadName>(
  name: N,
  file: File,
  { fields = {}, variants = [] }: Attachments,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  const { method, path, upload } = calls[name]
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, value)
  form.append(upload.field, file)
  for (const { width, blob } of variants) form.append(variantField(width), blob)
  return withLogin(() => send(method, path, form, onProgress, signal), signal)
}

/** Uploads a part of a file as raw bytes. */
export function uploadPart<N extends 'uploadChunk'>(
  name: N,
  fields: Readonly<Record<string, string>>,
  part: Blob,
  onProgress?: OnProgress,
  signal?: AbortSignal,
): Promise<OutputOf<N>> {
  const { method, path } = calls[name]
  return withLogin(() => send(method, `${path}?${new URLSearchParams(fields)}`, part, onProgress, signal), signal)
}

async function withLogin<T>(request: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof CallError && error.code === 401)) throw error
    await signInAgain()
    if (signal?.aborted) throw cancelled()
    return request()
  }
}

export const cancelled = (): DOMException => new DOMException('操作已取消', 'AbortError')

/** Uses XMLHttpRequest, since fetch reports no upload progress. */
function send<T>(
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
