import { limits, messages, type UploadType } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { type DrawnPicture, drawPicture } from '../../lib/drawPicture.ts'
import { cancelled, uploadFile } from '../api.ts'
import type { UploadPicture } from '../ui/PictureField.tsx'

/** A photo takes 50 MB of memory while it is drawn, so many that are chosen together wait for one another. */
const atOnce = 2
const waiting: (() => void)[] = []
let running = 0

/** Uploads pictures of one type. The form counts them and is not saved before they have ended. */
export const uploadPicture =
  (type: UploadType, uploading: <T>(work: Promise<T>) => Promise<T>): UploadPicture =>
  (...sent) =>
    uploading(inTurn(() => send(type, ...sent)))

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++
  else await new Promise<void>((resolve) => waiting.push(resolve))
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}

async function send(type: UploadType, ...[file, onProgress, signal, onShrunk]: Parameters<UploadPicture>): Promise<string> {
  if (signal?.aborted) throw cancelled()
  const drawn = await drawnOr(file)
  if (file.size >= limits.imageUnder) onShrunk?.(drawn.file.size)
  const fields = { type, ...(drawn.color !== undefined && { color: drawn.color }) }
  try {
    return await uploadFile('fileUpload', drawn.file, { fields, variants: drawn.variants }, onProgress, signal)
  } catch (error) {
    // The server decoded the picture differently and rejects the variants: send the picture alone.
    if (drawn.variants.length === 0 || !(error instanceof CallError && error.code === 422)) throw error
    return uploadFile('fileUpload', drawn.file, { fields: { type } }, onProgress, signal)
  }
}

/** If this browser cannot draw the picture (its bytes, its size, memory), the file is sent as it is. */
async function drawnOr(file: File): Promise<DrawnPicture> {
  try {
    return await drawPicture(file)
  } catch {
    if (file.size >= limits.imageUnder) throw new CallError(0, messages.notShrunk)
    return { file, variants: [] }
  }
}
