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
  readonly share: number
  /** Why it failed. */
  readonly why: string
  /** The server would refuse it again. */
  readonly refused: boolean
  /** Of a film that was uploaded. */
  readonly mediaId?: string
}

/** A module's, because uploads go on while other screens are shown. The newest last. */
export const uploads = signal<readonly Upload[]>([])
/** Counts the files that are in the library now. */
export const finished = signal(0)

/** The server checks one after the other, and a line is not faster for many. */
const atOnce = 2
const aborts = new Map<number, AbortController>()
let lastId = 0
let removeGuard: (() => void) | undefined
let watched = false

/** The next person to sign in must not see what another has uploaded. */
function endWithLogin(): void {
  if (watched) return
  watched = true
  user.subscribe((current) => {
    if (!current) for (const { id } of uploads.peek()) dismiss(id)
  })
}

export function addFiles(files: Iterable<File>): void {
  endWithLogin()
  const added = Array.from(files, (file): Upload => {
    const why = isFilmFile(file) ? undefined : pictureTypeError(file)
    return { id: ++lastId, file, state: why === undefined ? 'waiting' : 'failed', share: 0, why: why ?? '', refused: why !== undefined }
  })
  uploads.value = [...uploads.peek(), ...added]
  startNext()
}

/** A film goes on where it was. */
export function retry(id: number): void {
  change(id, { state: 'waiting', share: 0, why: '' })
  startNext()
}

/** Stops it, if it has not ended, and removes it from the list. */
export function dismiss(id: number): void {
  aborts.get(id)?.abort()
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
  for (const upload of waiting.slice(0, Math.max(0, atOnce - aborts.size))) void run(upload)
}

async function run({ id, file }: Upload): Promise<void> {
  const controller = new AbortController()
  aborts.set(id, controller)
  removeGuard ??= registerGuard(adminScreens.media, () => aborts.size > 0)
  const { signal: aborted } = controller
  const onProgress = (share: number): void => change(id, { state: 'sending', share })
  change(id, { state: 'sending' })
  try {
    if (isFilmFile(file)) {
      const { mediaId } = await uploadFilm(file, { onProgress, onOffline: () => change(id, { state: 'offline' }), signal: aborted })
      change(id, { state: 'done', mediaId })
    } else {
      await sendPicture(file, onProgress, aborted)
      change(id, { state: 'done' })
    }
    finished.value++
  } catch (cause) {
    change(id, {
      state: 'failed',
      why: messageOf(cause, '上传失败，请重试'),
      refused: cause instanceof CallError && refusals.includes(cause.code),
    })
  } finally {
    aborts.delete(id)
    if (aborts.size === 0) {
      removeGuard?.()
      removeGuard = undefined
    }
    startNext()
  }
}

const refusals: readonly number[] = [400, 403, 413, 422]

const sendPicture = uploadPicture('media', (work) => work)
