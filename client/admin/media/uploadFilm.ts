import type { FilmUpload } from '../../../contract/media.ts'
import { CallError } from '../../lib/callError.ts'
import { api, uploadFile } from '../api.ts'

interface Options {
  onProgress(share: number): void
  /** The connection was lost; it is tried again. */
  onOffline(): void
  signal: AbortSignal
}

/** Whatever a phone or a camera calls a film: the server names what it accepts. */
export const isFilmFile = ({ type, name }: File): boolean => type.startsWith('video/') || /\.(mp4|m4v|mov|webm)$/i.test(name)

/** In chunks that go on after a lost connection, and after the page was closed, when the same file is chosen again. */
export async function uploadFilm(file: File, options: Options): Promise<{ mediaId: string; address: string }> {
  const { onProgress, signal } = options
  const attempt = <T>(action: () => Promise<T>): Promise<T> => keepTrying(action, options)
  // Without the signal: what the server has begun can be cancelled only by the id in its answer.
  let upload = (await attempt(() => unfinished(file, signal))) ?? (await attempt(() => api('filmBegin', { name: file.name, bytes: file.size })))
  const { uploadId } = upload
  remember(file, uploadId)
  try {
    if (signal.aborted) throw new CallError(0, '上传已取消')
    while (upload.received < file.size) {
      onProgress(upload.received / file.size)
      const { received, chunk } = upload
      upload = await attempt(() => sendChunk(file, { uploadId, received, chunk }, options))
    }
    onProgress(1)
    const done = await attempt(() => api('filmFinish', { uploadId }, signal))
    forget(file)
    return done
  } catch (cause) {
    // What was cancelled needs no space on the server; what the server has refused or lost starts again.
    if (signal.aborted) void api('filmCancel', { uploadId }).catch(() => {})
    if (signal.aborted || (cause instanceof CallError && cause.code >= 400 && cause.code < 500)) forget(file)
    throw cause
  }
}

/** A connection without progress for this long counts as lost, even if the browser reports no error. */
const stalledMs = 30_000

async function sendChunk(file: File, { uploadId, received, chunk }: Pick<FilmUpload, 'uploadId' | 'received' | 'chunk'>, { onProgress, signal }: Options): Promise<FilmUpload> {
  const part = file.slice(received, received + chunk)
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  let timer = setTimeout(abort, stalledMs)
  signal.addEventListener('abort', abort)
  addEventListener('offline', abort)
  try {
    const fields = { uploadId, offset: `${received}` }
    const onPart = (share: number): void => {
      clearTimeout(timer)
      timer = setTimeout(abort, stalledMs)
      onProgress((received + share * part.size) / file.size)
    }
    return await uploadFile('filmChunk', new File([part], 'chunk'), { fields }, onPart, controller.signal)
  } catch (cause) {
    // The answer to an earlier try was lost, or another tab sends the same film.
    if (cause instanceof CallError && cause.code === 409) return api('filmStatus', { uploadId }, signal)
    if (controller.signal.aborted && !signal.aborted) throw new CallError(0, '网络连接中断，请检查网络后继续上传')
    throw cause
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    removeEventListener('offline', abort)
  }
}

/** About five minutes; after that a button continues. */
const mostTries = 24
const [firstDelayMs, longestDelayMs] = [500, 15_000]

/** A lost connection, and a server that starts again, are waited for; any other failure is final. */
async function keepTrying<T>(action: () => Promise<T>, { onOffline, signal }: Options): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await action()
    } catch (cause) {
      if (signal.aborted || tries === mostTries || !(cause instanceof CallError) || !isPassing(cause.code)) throw cause
      onOffline()
      await delay(Math.min(longestDelayMs, firstDelayMs * 2 ** (tries - 1)), signal)
    }
  }
}
const isPassing = (code: number): boolean => code === 0 || code === 502 || code === 503 || code === 504

/** Ends early when the browser is online again, or the upload is cancelled. */
const delay = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer)
      removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    addEventListener('online', end)
    signal.addEventListener('abort', end)
  })

/** By what distinguishes a file, since reading its bytes would take too long. */
const nameOf = ({ name, size, lastModified }: File): string => `film/${size}/${lastModified}/${name}`

/** The upload of the same file that was left unfinished in this browser. */
async function unfinished(file: File, signal: AbortSignal): Promise<FilmUpload | undefined> {
  const uploadId = localStorage.getItem(nameOf(file))
  if (uploadId === null) return undefined
  try {
    return await api('filmStatus', { uploadId }, signal)
  } catch (cause) {
    if (!(cause instanceof CallError && cause.code === 404)) throw cause
    forget(file)
    return undefined
  }
}

const remember = (file: File, uploadId: string): void => localStorage.setItem(nameOf(file), uploadId)
const forget = (file: File): void => localStorage.removeItem(nameOf(file))
