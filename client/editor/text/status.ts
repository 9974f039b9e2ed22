import { type Align, alignOf } from './blocks.ts'
import type { Points } from './selectionMarkers.ts'
import { lineOf } from './lines.ts'
import { type MarkTag, sharedMarks } from './marks.ts'
import { isInline, isMedia, isSolid, isText, type Leaf, leaves, type Media, within } from './nodes.ts'
import { placeholderAround } from './placeholders.ts'

/** What the toolbar shows of where the selection is. */
export interface Status {
  readonly marks: ReadonlySet<string>
  readonly colour: string | undefined
  readonly block: string
  readonly align: Align
  readonly list: 'ul' | 'ol' | undefined
  readonly quote: boolean
  readonly collapsed: boolean
  readonly link: HTMLAnchorElement | undefined
  readonly table: HTMLElement | undefined
  readonly media: Media | undefined
}

/** What the next letters typed will bear, where that differs from the text beside the caret. */
export interface Pending {
  readonly marks: ReadonlyMap<MarkTag, boolean>
  /** `null` leaves the colour as it is there. */
  readonly colour: string | undefined | null
}

export function statusAt(root: HTMLElement, points: Points, pending?: Pending): Status {
  const chosen = leavesIn(root, points)
  const collapsed = points.startContainer === points.endContainer && points.startOffset === points.endOffset
  const here = nodeAt(points.startContainer, points.startOffset)
  const line = lineOf(here)
  const owner = root.contains(line.owner) ? line.owner : root
  const solid = chosen.filter(isSolid)
  const { tags, colour } = sharedMarks(solid.length > 0 ? solid : isText(here) ? [here] : leaves(here).filter(isText))
  const marks = new Set(tags)
  for (const [tag, on] of pending?.marks ?? []) if (on) marks.add(tag)
    else marks.delete(tag)
  const item = within(root, owner, 'li')
  const tag = item?.parentElement?.localName
  return {
    marks,
    // The red of a placeholder is its own, not what is written with.
    colour: pending && pending.colour !== null ? pending.colour : placeholderAround(here) ? undefined : colour,
    block: /^(h[1-4]|pre)$/.test(owner.localName) ? owner.localName : 'p',
    align: alignOf(root, { owner, nodes: line.nodes }),
    list: tag === 'ul' || tag === 'ol' ? tag : undefined,
    quote: within(root, owner, 'blockquote') !== undefined,
    collapsed,
    link: within(root, here, 'a') as HTMLAnchorElement | undefined,
    table: within(root, here, 'table'),
    media: solid.length === 1 && !collapsed && isMedia(solid[0]) ? solid[0] : undefined,
  }
}

/** The node at a point: what stands there, or, in an empty element, that itself. */
export function nodeAt(container: Node, offset: number): Node {
  const child = container.childNodes[offset] ?? container.childNodes[offset - 1]
  return child && isInline(child) ? child : (child && leaves(child)[0]) ?? container
}

function leavesIn(root: HTMLElement, { startContainer, startOffset, endContainer, endOffset }: Points): Leaf[] {
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  if (range.collapsed) return []
  const around = range.commonAncestorContainer
  return leaves(isText(around) ? around : root.contains(around) ? around : root).filter((leaf) => {
    const length = isText(leaf) ? leaf.length : 1
    const parent = leaf.parentNode
    if (length === 0 || !parent || !range.intersectsNode(leaf)) return false
    if (isText(leaf)) return !(leaf === startContainer && startOffset === length) && !(leaf === endContainer && endOffset === 0)
    const index = [...parent.childNodes].indexOf(leaf as ChildNode)
    return range.comparePoint(parent, index) >= 0 && range.comparePoint(parent, index + 1) <= 0
  })
}
