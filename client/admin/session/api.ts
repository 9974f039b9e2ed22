import { type CallName, calls, type OutputOf, type InputOf } from '../../../contract/calls/calls.ts'
import { variantField } from '../../../contract/calls/rules.ts'
import { call } from '../../lib/call.ts'
import { CallError } from '../../lib/callError.ts'
import { cancelled, type OnProgress, sendBody } from '../../lib/sendBody.ts'
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
  return withLogin(() => sendBody(method, path, form, onProgress, signal), signal)
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
  return withLogin(() => sendBody(method, `${path}?${new URLSearchParams(fields)}`, part, onProgress, signal), signal)
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
