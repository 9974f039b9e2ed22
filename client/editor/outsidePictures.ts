import { useState, useSyncExternalStore } from 'react'
import type { FetchedPicture } from '../../contract/media/media.ts'
import { messageOf } from '../lib/callError.ts'
import { neverChanges } from '../lib/listeners.ts'
import type { Surface } from './surface.ts'
import { outsidePictures } from './text/media.ts'
import { setPicture, sizedPicture } from './uploads.ts'

/** Stores pictures of other sites on this one. */
export type FetchPictures = (addresses: string[]) => Promise<FetchedPicture[]>

export interface OutsidePictures {
  /** How many are in the text; one that is there twice counts once. */
  count: number
  /** It goes from 0 to 1 while they are being stored. */
  progress: number | undefined
  /** Why the last ones were not stored; '' if all were, or none have been tried. */
  failure: string
  store(): void
}

/** Small enough that the progress moves. */
const atOnce = 6

/** The pictures of a text that lie on other sites, which may refuse to show them here. */
export function useOutsidePictures(surface: Surface | undefined, fetchPictures: FetchPictures): OutsidePictures {
  const addresses = useSyncExternalStore(surface?.subscribe ?? neverChanges, surface?.outside ?? none, none)
  const [progress, setProgress] = useState<number>()
  const [reasons, setReasons] = useState<ReadonlyMap<string, string>>(new Map())

  const store = async (editor: Surface): Promise<void> => {
    const { urls, failed } = await storePictures(addresses, fetchPictures, setProgress)
    // The form was closed meanwhile, and what it had is saved or given up.
    if (!editor.root.isConnected) return
    replacePictures(editor, urls)
    for (const image of outsidePictures(editor.root)) image.toggleAttribute('data-failed', failed.has(sourceOf(image)))
    setReasons(failed)
    setProgress(undefined)
  }

  return {
    count: addresses.length,
    progress,
    failure: failureSummary(addresses.flatMap((address) => reasons.get(address) ?? [])),
    store() {
      if (surface && progress === undefined) void store(surface)
    },
  }
}

/** What they are called here, and why the others are not; `onProgress` is called with a number from 0 to 1. */
export async function storePictures(
  addresses: readonly string[],
  fetchPictures: FetchPictures,
  onProgress?: (progress: number) => void,
) {
  const urls = new Map<string, string>()
  const failed = new Map<string, string>()
  for (let from = 0; from < addresses.length; from += atOnce) {
    onProgress?.(from / addresses.length)
    const some = addresses.slice(from, from + atOnce)
    const fail = (cause: unknown): FetchedPicture[] =>
      some.map((address) => ({ address, reason: messageOf(cause, '请稍后重试') }))
    for (const picture of await fetchPictures(some).catch(fail)) {
      if ('url' in picture) urls.set(picture.address, picture.url)
      else failed.set(picture.address, picture.reason)
    }
  }
  return { urls, failed }
}

/** Replaces the addresses in one step that can be undone. What has been written meanwhile stays. */
function replacePictures(surface: Surface, urls: ReadonlyMap<string, string>): void {
  const replacements = outsidePictures(surface.root).flatMap((image) => {
    const url = urls.get(sourceOf(image))
    return url === undefined ? [] : [{ image, url }]
  })
  if (replacements.length === 0) return
  surface.changeBesideText(() => {
    for (const { image, url } of replacements) {
      image.removeAttribute('data-failed')
      if (image.hasAttribute('width') || image.hasAttribute('height')) image.setAttribute('src', url)
      else setPicture(image, sizedPicture(url, image))
    }
  })
}

const sourceOf = (image: Element): string => image.getAttribute('src') ?? ''

export function failureSummary(reasons: readonly string[]): string {
  if (reasons.length === 0) return ''
  const different = [...new Set(reasons)]
  const counted = different.map((reason) => `${reason} ${reasons.filter((one) => one === reason).length} 张`)
  return `有 ${reasons.length} 张站外图片没能存到本站：${different.length === 1 ? different[0] : counted.join('、')}`
}

const nothing: readonly string[] = []
const none = () => nothing
