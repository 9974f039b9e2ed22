import { pictureFacts } from '../../contract/media/pictureName.ts'
import type { Target, Upload, UploadQueue } from '../lib/uploads.ts'

interface Picture {
  address: string
  width: number
  height: number
}

interface TextUploadsParts {
  uploads: UploadQueue
  target: Target
  /** The pictures in the content that show this upload: an older snapshot brings them back. */
  find(id: string): HTMLImageElement[]
  applyChange(change: () => void): void
  notify(message: string): void
}

export type TextUploads = ReturnType<typeof createTextUploads>

/** The pictures of a text that are being uploaded. Each is shown at once from its file, and gets its address when its upload is done. */
export function createTextUploads({ uploads, target, find, applyChange, notify }: TextUploadsParts) {
  const all = (): Upload[] => uploads.of(target.form, target.field)
  const failed = (): Upload[] => all().filter(({ state, needed }) => state === 'failed' && needed)

  /** A failed one is needed as long as its picture is in the content: there it can be deleted, and an undo brings it back. */
  function refresh(): void {
    for (const { id, state } of all()) {
      if (state === 'done') continue
      const images = find(id)
      for (const image of images) image.toggleAttribute('data-failed', state === 'failed')
      uploads.need(id, images.length > 0)
    }
  }
  /** Pictures of an older snapshot get the addresses that they have received since. */
  function reapply(): void {
    for (const { id, state, address } of all()) {
      if (state === 'done') for (const image of find(id)) setPicture(image, sizedPicture(address, image))
    }
  }
  function onEnd({ state, note }: Upload): void {
    if (state === 'done') applyChange(reapply)
    if (state === 'done' && note !== '') notify(note)
    refresh()
  }

  return {
    refresh,
    reapply,
    /** Returns the address that the content shows until the upload is done. */
    add(file: File) {
      const { id } = uploads.add(target, file, onEnd)
      return { id, address: uploads.preview(id) }
    },
    /** Sends the failed ones again; a picture that is too large is now made smaller. */
    retry(): void {
      for (const { id } of failed()) uploads.retry(id)
      refresh()
    },
    discardFailed(): void {
      for (const { id } of failed()) {
        applyChange(() => find(id).forEach((image) => image.remove()))
        uploads.remove(id)
      }
    },
  }
}

/** The stored picture may be smaller than the chosen file. */
export function sizedPicture(address: string, { naturalWidth, naturalHeight }: HTMLImageElement): Picture {
  const { width, height } = pictureFacts(address) ?? { width: naturalWidth, height: naturalHeight }
  return { address, width, height }
}

export function setPicture(image: Element, { address, width, height }: Picture): void {
  image.setAttribute('src', address)
  image.removeAttribute('data-upload')
  image.removeAttribute('data-failed')
  // With its size known, the page does not shift when the picture has loaded.
  if (width > 0 && height > 0 && width < 10_000 && height < 10_000) {
    image.setAttribute('width', `${width}`)
    image.setAttribute('height', `${height}`)
  }
}
