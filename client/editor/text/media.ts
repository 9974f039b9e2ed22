import { alignClasses, widthClasses } from '../../../contract/markup.ts'
import type { Align } from './blocks.ts'
import type { Command, Edges } from './selectionMarkers.ts'
import { leavesBetween } from './lines.ts'
import { dropClasses } from './marks.ts'
import { create, isEdge, isMedia, type Media } from './nodes.ts'

export type Width = (typeof widthClasses)[number]

export const picture = (address: string, alt = ''): HTMLElement => {
  const image = create('img')
  image.setAttribute('src', address)
  image.setAttribute('alt', alt)
  return create('p', image)
}

export const film = (address: string): HTMLElement => {
  const video = create('video')
  video.setAttribute('src', address)
  video.setAttribute('preload', 'metadata')
  video.setAttribute('controls', '')
  return create('p', video)
}

/** The one picture or film that is selected, and nothing else with it. */
export function mediaBetween(root: Node, edges: Edges): Media | undefined {
  const chosen = leavesBetween(root, edges).filter((leaf) => !isEdge(leaf))
  const [only] = chosen
  return chosen.length === 1 && isMedia(only) ? only : undefined
}

/** `undefined` is its own width, as far as there is room. */
export const setWidth = (name: Width | undefined): Command => withMedia((media) => setClass(media, widthClasses, name))

export const setMediaAlign = (name: Align): Command => withMedia((media) => setClass(media, alignClasses, name === 'align-center' ? undefined : name))

export const setAlt = (alt: string): Command => withMedia((media) => media.setAttribute('alt', alt))

export const removeMedia: Command = withMedia((media) => media.remove())

function withMedia(change: (media: Media) => void): Command {
  return (edges, root) => {
    const media = mediaBetween(root, edges)
    if (media) change(media)
  }
}

function setClass(element: Element, names: readonly string[], name: string | undefined): void {
  dropClasses(element, names)
  if (name) element.classList.add(name)
}
