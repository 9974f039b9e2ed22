import { signal } from '@preact/signals-react'
import type { MediaRow } from '../../../contract/media.ts'

export interface MediaPrompt {
  readonly type: 'picture' | 'film'
  resolve(picked: MediaRow | undefined): void
}

/** Answered by the dialog of the library, which is loaded when it is first needed. */
export const mediaPrompt = signal<MediaPrompt | undefined>(undefined)

/** Lets the person choose from the media library; undefined when nothing was chosen. */
export function pickMedia(type: MediaPrompt['type']): Promise<MediaRow | undefined> {
  return new Promise((resolvePromise) => {
    mediaPrompt.peek()?.resolve(undefined)
    const prompt: MediaPrompt = {
      type,
      resolve(picked) {
        if (mediaPrompt.peek() === prompt) mediaPrompt.value = undefined
        resolvePromise(picked)
      },
    }
    mediaPrompt.value = prompt
  })
}
