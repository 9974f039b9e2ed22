import { isDocumentName } from '../../../contract/media/documents.ts'
import type { FilmUpload } from '../../../contract/media/media.ts'
import { CallError, isMissing } from '../../lib/callError.ts'
import { stored } from '../../lib/stored.ts'
import { keepTrying } from '../../lib/keepTrying.ts'
import { api, uploadPart } from '../session/api.ts'
import type { FileFacts } from '../../lib/uploads.ts'

interface Options {
  onProgress(progress: number): void
  /** The connection was lost; the upload is retried. */
  onOffline(): void
  signal: AbortSignal
}

/** By type or extension, which phones and cameras write differently; the server decides what it accepts. */
export const isFilmFile = ({ type, name }: FileFacts): boolean =>
  type.startsWith('video/') || /\.(mp4|m4v|mov)$/i.test(name)

/** Whether it is sent in chunks: a film or a document. */
export const isLargeFile = (file: FileFacts): boolean => isFilmFile(file) || isDocumentName(file.name)

export const uploadFilm = (file: File, options: Options) =>
  sendLarge(file, options, (uploadId) => api('uploadFinish', { uploadId }, options.signal))

/**
 * Sends a file in chunks, and does with all of it what `finish` does. Continues after a lost connection, and when the same file is chosen
 * again after the page was closed.
 */
export async function sendLarge<Done>(
  file: File,
  options: Options,
  finish: (uploadId: string) => Promise<Done>,
): Promise<Done> {
  const { onProgress, signal } = options
  const attempt = <T>(action: () => Promise<T>): Promise<T> => keepTrying(action, options)
  // Without the signal: an upload that has begun can be cancelled only by the id in the reply.
  let upload =
    (await attempt(() => unfinished(file, signal))) ??
    (await attempt(() => api('uploadBegin', { name: file.name, bytes: file.size })))
  const { uploadId } = upload
  uploadIdOf(file).writeText(uploadId)
  try {
    if (signal.aborted) throw new CallError(0, '上传已取消')
    while (upload.received < file.size) {
      onProgress(upload.received / file.size)
      const { received, chunk } = upload
      upload = await attempt(() => sendChunk(file, { uploadId, received, chunk }, options))
    }
    onProgress(1)
    const done = await attempt(() => finish(uploadId))
    uploadIdOf(file).remove()
    return done
  } catch (cause) {
    // A cancelled upload needs no space on the server. One that the server has refused or lost starts again.
    if (signal.aborted) void api('uploadCancel', { uploadId }).catch(() => {})
    if (signal.aborted || (cause instanceof CallError && cause.code >= 400 && cause.code < 500))
      uploadIdOf(file).remove()
    throw cause
  }
}

/** A connection without progress for this long counts as lost, even if the browser reports no error. */
const stalledMs = 30_000

async function sendChunk(
  file: File,
  { uploadId, received, chunk }: Pick<FilmUpload, 'uploadId' | 'received' | 'chunk'>,
  { onProgress, signal }: Options,
): Promise<FilmUpload> {
  const part = file.slice(received, received + chunk)
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  let timer = setTimeout(abort, stalledMs)
  signal.addEventListener('abort', abort)
  addEventListener('offline', abort)
  try {
    const onPart = (progress: number): void => {
      clearTimeout(timer)
      timer = setTimeout(abort, stalledMs)
      onProgress((received + progress * part.size) / file.size)
    }
    return await uploadPart('uploadChunk', { uploadId, offset: `${received}` }, part, onPart, controller.signal)
  } catch (cause) {
    // The reply to an earlier attempt was lost, or another tab sends the same film.
    if (cause instanceof CallError && cause.code === 409) return api('uploadStatus', { uploadId }, signal)
    if (controller.signal.aborted && !signal.aborted) throw new CallError(0, '网络连接中断，请检查网络后继续上传')
    throw cause
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    removeEventListener('offline', abort)
  }
}

/** Under a key that identifies a file without reading its bytes, which would take too long. */
const uploadIdOf = ({ name, size, lastModified }: File) =>
  stored(`film/${size}/${lastModified}/${name}`, 'localStorage')

/** The unfinished upload of the same file in this browser. */
async function unfinished(file: File, signal: AbortSignal): Promise<FilmUpload | undefined> {
  const uploadId = uploadIdOf(file).text()
  if (uploadId === null) return undefined
  try {
    return await api('uploadStatus', { uploadId }, signal)
  } catch (cause) {
    if (!isMissing(cause)) throw cause
    uploadIdOf(file).remove()
    return undefined
  }
}
