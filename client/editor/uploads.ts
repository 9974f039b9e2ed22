import { pictureFacts } from '../../contract/pictureName.ts'
import { limits, tooLarge } from '../../contract/rules.ts'
import { shrunk } from '../lib/bytes.ts'

/** A file that is too large is made smaller first; `onShrunk` receives its new size. */
export type Upload = (file: File, onProgress: (share: number) => void, signal: AbortSignal, onShrunk: (size: number) => void) => Promise<string>

export interface UploadState {
  readonly id: string
  readonly name: string
  readonly share: number
  /** Why it failed, if it has. */
  readonly error?: string
}

/** A file that was not sent, because it has to be made smaller first. */
export const isTooLarge = ({ error }: UploadState): boolean => error === tooLarge.quill

interface Picture {
  address: string
  width: number
  height: number
}

interface Hooks {
  upload: Upload
  /** The pictures in the content that have this id: an older snapshot brings them back. */
  find(id: string): HTMLImageElement[]
  applyChange(change: () => void): void
  onChange(uploads: readonly UploadState[]): void
  notify(message: string): void
}

export type Uploads = ReturnType<typeof createUploads>

/**
 * Uploads the pictures in the content. Each is shown at once from its file, and gets its address when the upload is done. A long
 * factory, because its short functions share the list of uploads.
 */
export function createUploads({ upload, find, applyChange, onChange, notify }: Hooks) {
  const files = new Map<string, File>()
  const done = new Map<string, Picture>()
  const previews: string[] = []
  const abort = new AbortController()
  let uploads: readonly UploadState[] = []
  let lastEmitted = uploads
  let lastId = 0

  /** A failed upload counts as long as its picture is in the content: there it can be deleted, and an undo brings it back. */
  function refresh(): void {
    for (const { id, error } of uploads) for (const image of find(id)) image.toggleAttribute('data-failed', error !== undefined)
    const next = uploads.filter(({ id, error }) => error === undefined || find(id).length > 0)
    if (next.length === lastEmitted.length && next.every((each, at) => each === lastEmitted[at])) return
    lastEmitted = next
    onChange(next)
  }
  const update = (next: readonly UploadState[]): void => {
    uploads = next
    refresh()
  }
  const patch = (id: string, change: Partial<UploadState>): void => update(uploads.map((each) => (each.id === id ? { ...each, ...change } : each)))
  const others = (id: string): UploadState[] => uploads.filter((each) => each.id !== id)
  const failedIds = (): string[] => lastEmitted.filter(({ error }) => error !== undefined).map(({ id }) => id)

  async function send(id: string, allowLarge = false): Promise<void> {
    const file = files.get(id)
    if (!file) return
    const isRefused = !allowLarge && file.size >= limits.imageUnder
    update([...others(id), { id, name: file.name, share: 0, ...(isRefused && { error: tooLarge.quill }) }])
    if (isRefused) return
    try {
      const address = await upload(file, (share) => patch(id, { share }), abort.signal, (size) => notify(shrunk(file.size, size)))
      if (abort.signal.aborted) return
      const [shown] = find(id)
      // The stored picture may be smaller than the chosen file.
      const { width, height } = pictureFacts(address) ?? { width: shown?.naturalWidth ?? 0, height: shown?.naturalHeight ?? 0 }
      const picture = { address, width, height }
      done.set(id, picture)
      applyChange(() => find(id).forEach((image) => setPicture(image, picture)))
      update(others(id))
    } catch (error) {
      if (!abort.signal.aborted) patch(id, { error: error instanceof Error ? error.message : '' })
    }
  }

  return {
    /** Returns the address that the content shows until the upload is done. */
    register(file: File): { id: string; address: string } {
      const id = `${++lastId}`
      const address = URL.createObjectURL(file)
      files.set(id, file)
      previews.push(address)
      return { id, address }
    },
    send,
    /** Sends the failed ones again; a picture that is too large is now made smaller. */
    retry: () => failedIds().forEach((id) => void send(id, true)),
    discardFailed(): void {
      const failed = failedIds()
      applyChange(() => failed.flatMap(find).forEach((image) => image.remove()))
      refresh()
    },
    refresh,
    /** Gives the pictures of an older snapshot the addresses they have received since. */
    reapply(): void {
      for (const [id, picture] of done) for (const image of find(id)) setPicture(image, picture)
    },
    destroy(): void {
      abort.abort()
      previews.forEach((address) => URL.revokeObjectURL(address))
    },
  }
}

export function setPicture(image: Element, { address, width, height }: Picture): void {
  image.setAttribute('src', address)
  image.removeAttribute('data-upload')
  image.removeAttribute('data-failed')
  // So that the page does not shift when it has loaded.
  if (width > 0 && height > 0 && width < 10_000 && height < 10_000) {
    image.setAttribute('width', `${width}`)
    image.setAttribute('height', `${height}`)
  }
}
