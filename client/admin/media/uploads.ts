import { signal } from '@preact/signals-react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { CallError } from '../../lib/callError.ts'
import { pictureTypeError } from '../../lib/pictureErrors.ts'
import { messageOf } from '../forms/form.ts'
import { uploadPicture } from '../forms/uploadPicture.ts'
import { registerGuard } from '../guards.ts'
import { user } from '../session.ts'
import { isFilmFile, uploadFilm } from './uploadFilm.ts'

export interface Upload {
  readonly id: number
  readonly file: File
  readonly state: 'waiting' | 'sending' | 'offline' | 'done' | 'failed'
  /** From 0 to 1. */
  readonly progress: number
  /** Why it failed. */
  readonly error: string
  /** The server would refuse it again. */
  readonly refused: boolean
  /** Of a film that was uploaded. */
  readonly mediaId?: string
}

/** Kept by the module, because uploads continue while other screens are shown. Newest last. */
export const uploads = signal<readonly Upload[]>([])
/** Counts the uploads that have succeeded. */
export const finishedCount = signal(0)

/** The server checks files one after the other, and more at once would only share the bandwidth. */
const maxConcurrent = 2
const controllers = new Map<number, AbortController>()
let lastId = 0
let unregisterGuard: (() => void) | undefined
let subscribed = false

/** The next person to sign in must not see what another has uploaded. */
function clearAtSignOut(): void {
  if (subscribed) return
  subscribed = true
  user.subscribe((current) => {
    if (!current) for (const { id } of uploads.peek()) dismiss(id)
  })
}

export function addFiles(files: Iterable<File>): void {
  clearAtSignOut()
  const added = Array.from(files, (file): Upload => {
    const error = isFilmFile(file) ? undefined : pictureTypeError(file, '只能上传jpg、png图片或MP4、WebM视频！')
    return { id: ++lastId, file, state: error === undefined ? 'waiting' : 'failed', progress: 0, error: error ?? '', refused: error !== undefined }
  })
  uploads.value = [...uploads.peek(), ...added]
  startNext()
}

/** A film continues where it was interrupted. */
export function retry(id: number): void {
  change(id, { state: 'waiting', progress: 0, error: '' })
  startNext()
}

/** Stops it, if it has not ended, and removes it from the list. */
export function dismiss(id: number): void {
  controllers.get(id)?.abort()
  uploads.value = uploads.peek().filter((each) => each.id !== id)
}

export function dismissEnded(): void {
  uploads.value = uploads.peek().filter((each) => !hasEnded(each))
}

export const hasEnded = ({ state }: Upload): boolean => state === 'done' || state === 'failed'

function change(id: number, changes: Partial<Upload>): void {
  uploads.value = uploads.peek().map((each) => (each.id === id ? { ...each, ...changes } : each))
}

function startNext(): void {
  const waiting = uploads.peek().filter(({ state }) => state === 'waiting')
  for (const upload of waiting.slice(0, Math.max(0, maxConcurrent - controllers.size))) void run(upload)
}

async function run({ id, file }: Upload): Promise<void> {
  const controller = new AbortController()
  controllers.set(id, controller)
  unregisterGuard ??= registerGuard(adminScreens.media, () => controllers.size > 0)
  const { signal: aborted } = controller
  const onProgress = (progress: number): void => change(id, { state: 'sending', progress })
  change(id, { state: 'sending' })
  try {
    if (isFilmFile(file)) {
      const { mediaId } = await uploadFilm(file, { onProgress, onOffline: () => change(id, { state: 'offline' }), signal: aborted })
      change(id, { state: 'done', mediaId })
    } else {
      await sendPicture(file, onProgress, aborted)
      change(id, { state: 'done' })
    }
    finishedCount.value++
  } catch (cause) {
    change(id, {
      state: 'failed',
      error: messageOf(cause, '上传失败，请重试'),
      refused: cause instanceof CallError && refusalCodes.includes(cause.code),
    })
  } finally {
    controllers.delete(id)
    if (controllers.size === 0) {
      unregisterGuard?.()
      unregisterGuard = undefined
    }
    startNext()
  }
}

const refusalCodes: readonly number[] = [400, 403, 413, 422]

const sendPicture = uploadPicture('media', (work) => work)
