import { documentExtension, documentFacts } from '../../../contract/media/documents.ts'
import { alignClasses, widthClasses } from '../../../contract/text/markup.ts'
import type { Align } from './blocks.ts'
import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { inlineNodesBetween } from './lines.ts'
import { removeClasses } from './marks.ts'
import { create, isMarker, isMedia, type Media } from './nodes.ts'

type Width = (typeof widthClasses)[number]

export const createPicture = (address: string, alt = ''): HTMLElement => {
  const image = create('img')
  image.setAttribute('src', address)
  image.setAttribute('alt', alt)
  return create('p', image)
}

export const createVideo = (address: string, poster?: string): HTMLElement => {
  const video = create('video')
  video.setAttribute('src', address)
  if (poster) video.setAttribute('poster', poster)
  video.setAttribute('preload', 'metadata')
  video.setAttribute('controls', '')
  return create('p', video)
}

/** A link that pages draw as a card. A browser shows a PDF in the page's place, and saves everything else. */
export const createDocument = (address: string, name: string, bytes: number): HTMLElement => {
  const link = create('a', `${name} `, create('small', documentFacts(address, bytes)))
  link.setAttribute('href', address)
  if (documentExtension(address) === 'pdf') {
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener noreferrer')
  }
  return create('p', link)
}

/** The pictures that lie on other sites. */
export const outsidePictures = (root: Element): HTMLImageElement[] =>
  [...root.getElementsByTagName('img')].filter((image) => isOutside(image.getAttribute('src') ?? ''))

/** Whether an address is of another site. */
export const isOutside = (address: string): boolean =>
  /^https?:/i.test(address) && !address.startsWith(`${location.origin}/`)

/** A picture with a whole address in rich text as it is stored, also inside JSON. */
const picture = /(<img (?:[^<>]* )?src=\\?")(https?:[^"\\<>]*)/gi
const decodedAddress = (written: string): string => written.replaceAll('&amp;', '&')

/** The addresses of pictures on other sites in such text. */
export const outsideAddressesIn = (html: string): string[] =>
  [...html.matchAll(picture)].map(([, , written = '']) => decodedAddress(written)).filter(isOutside)

/** The text with other addresses of its pictures, where they have one. */
export const withStored = (html: string, stored: ReadonlyMap<string, string>): string =>
  html.replace(picture, (whole, start: string, written: string) => {
    const url = stored.get(decodedAddress(written))
    return url === undefined ? whole : start + url
  })

/** The picture or video, if nothing else is selected. */
export function selectedMedia(root: Node, markers: SelectionMarkers): Media | undefined {
  const selected = inlineNodesBetween(root, markers).filter((inline) => !isMarker(inline))
  const [only] = selected
  return selected.length === 1 && isMedia(only) ? only : undefined
}

/** `undefined` is the picture's own width, up to that of the text. */
export const setWidth = (name: Width | undefined): Command => withMedia((media) => setClass(media, widthClasses, name))

export const setMediaAlign = (name: Align): Command =>
  withMedia((media) => setClass(media, alignClasses, name === 'align-center' ? undefined : name))

export const setAlt = (alt: string): Command => withMedia((media) => media.setAttribute('alt', alt))

export const removeMedia: Command = withMedia((media) => media.remove())

function withMedia(change: (media: Media) => void): Command {
  return (markers, root) => {
    const media = selectedMedia(root, markers)
    if (media) change(media)
  }
}

function setClass(element: Element, names: readonly string[], name: string | undefined): void {
  removeClasses(element, names)
  if (name) element.classList.add(name)
}
