import { type Align, alignOf } from './blocks.ts'
import { isCaret, type Points } from './selectionMarkers.ts'
import { lineOf } from './lines.ts'
import { type MarkTag, sharedMarks } from './marks.ts'
import {
  isInline,
  isMedia,
  isVisible,
  isText,
  type InlineNode,
  inlineNodes,
  type Media,
  closestWithin,
} from './nodes.ts'
import { placeholderAround } from './placeholders.ts'

/** What the toolbar shows for the selection. */
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

/** The marks of the text typed next, where they differ from those of the text beside the caret. */
export interface PendingMarks {
  readonly marks: ReadonlyMap<MarkTag, boolean>
  /** `null` keeps the colour that is there. */
  readonly colour: string | undefined | null
}

export function statusAt(root: HTMLElement, points: Points, pending?: PendingMarks): Status {
  const selected = selectedInlineNodes(root, points)
  const collapsed = isCaret(points)
  const here = nodeAt(points.startContainer, points.startOffset)
  const line = lineOf(here)
  const owner = root.contains(line.owner) ? line.owner : root
  const visible = selected.filter(isVisible)
  const textHere = isText(here) ? [here] : inlineNodes(here).filter(isText)
  const { tags, colour } = sharedMarks(visible.length > 0 ? visible : textHere)
  const marks = new Set(tags)
  for (const [tag, on] of pending?.marks ?? [])
    if (on) marks.add(tag)
    else marks.delete(tag)
  const item = closestWithin(root, owner, 'li')
  const tag = item?.parentElement?.localName
  const nextColour = (): string | undefined => {
    if (pending && pending.colour !== null) return pending.colour
    // The red of a placeholder is not the colour of what is typed.
    return placeholderAround(here) ? undefined : colour
  }
  return {
    marks,
    colour: nextColour(),
    block: /^(h[1-4]|pre)$/.test(owner.localName) ? owner.localName : 'p',
    align: alignOf(root, { owner, nodes: line.nodes }),
    list: tag === 'ul' || tag === 'ol' ? tag : undefined,
    quote: closestWithin(root, owner, 'blockquote') !== undefined,
    collapsed,
    link: closestWithin(root, here, 'a') as HTMLAnchorElement | undefined,
    table: closestWithin(root, here, 'table'),
    media: visible.length === 1 && !collapsed && isMedia(visible[0]) ? visible[0] : undefined,
  }
}

/** The node at a point, or, in an empty element, that element. */
export function nodeAt(container: Node, offset: number): Node {
  const child = container.childNodes[offset] ?? container.childNodes[offset - 1]
  return child && isInline(child) ? child : ((child && inlineNodes(child)[0]) ?? container)
}

function selectedInlineNodes(
  root: HTMLElement,
  { startContainer, startOffset, endContainer, endOffset }: Points,
): InlineNode[] {
  const range = document.createRange()
  range.setStart(startContainer, startOffset)
  range.setEnd(endContainer, endOffset)
  if (range.collapsed) return []
  const around = range.commonAncestorContainer
  const searchRoot = isText(around) || root.contains(around) ? around : root
  return inlineNodes(searchRoot).filter((inline) => {
    const length = isText(inline) ? inline.length : 1
    const parent = inline.parentNode
    if (length === 0 || !parent || !range.intersectsNode(inline)) return false
    if (isText(inline))
      return !(inline === startContainer && startOffset === length) && !(inline === endContainer && endOffset === 0)
    const index = [...parent.childNodes].indexOf(inline as ChildNode)
    return range.comparePoint(parent, index) >= 0 && range.comparePoint(parent, index + 1) <= 0
  })
}
