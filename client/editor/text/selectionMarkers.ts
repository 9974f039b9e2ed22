import { lastOf } from '../../lib/lastOf.ts'
import { isMarker, isText, inlineNodes } from './nodes.ts'

/** Where a selection begins and ends, as a Range has it. */
export type Points = Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>

export const caretAt = (node: Node, offset: number): Points => ({
  startContainer: node,
  startOffset: offset,
  endContainer: node,
  endOffset: offset,
})
export const copyOf = ({ startContainer, startOffset, endContainer, endOffset }: Points): Points => ({
  startContainer,
  startOffset,
  endContainer,
  endOffset,
})
export const isCaret = ({ startContainer, startOffset, endContainer, endOffset }: Points): boolean =>
  startContainer === endContainer && startOffset === endOffset
export const isSamePoints = (range: Points, points: Points): boolean =>
  (Object.keys(points) as (keyof Points)[]).every((key) => range[key] === points[key])

/** While a command changes the tree, two comments mark the selection: unlike offsets, they move along with the text around them. */
export interface SelectionMarkers {
  readonly start: Comment
  readonly end: Comment
}

/** Changes the tree in the root, and leaves the markers where the selection should be afterwards. */
export type Command = (markers: SelectionMarkers, root: HTMLElement) => void

export const isCollapsed = ({ start, end }: SelectionMarkers): boolean => start.nextSibling === end

export function insertMarkers(points: Points): SelectionMarkers {
  const markers = { start: document.createComment('['), end: document.createComment(']') }
  // The end first: an earlier insertion would shift its offset.
  insertAt(markers.end, points.endContainer, points.endOffset)
  if (isCaret(points)) markers.end.before(markers.start)
  else insertAt(markers.start, points.startContainer, points.startOffset)
  return markers
}

function insertAt(marker: Comment, container: Node, offset: number): void {
  if (!isText(container)) container.insertBefore(marker, container.childNodes[offset] ?? null)
  else if (offset === 0) container.before(marker)
  else {
    if (offset < container.length) container.splitText(offset)
    container.after(marker)
  }
}

/** The markers that a snapshot contains. */
export function findMarkers(root: Node): SelectionMarkers | undefined {
  const [start, end] = inlineNodes(root).filter(isMarker)
  return start && end && { start, end }
}

interface Anchor {
  text: Text | undefined
  offset: number
  parent: ParentNode
  next: ChildNode | null
}

/** Joins the text that the markers split, and returns where they were. */
export function removeMarkers(markers: SelectionMarkers): Points {
  const start = anchorOf(markers.start, isCollapsed(markers) ? 'before' : 'after')
  const end = anchorOf(markers.end, 'before')
  for (const marker of [markers.start, markers.end]) {
    const { previousSibling: before, nextSibling: after } = marker
    marker.remove()
    if (!isText(before) || !isText(after)) continue
    for (const anchor of [start, end]) {
      if (anchor.text === after) Object.assign(anchor, { text: before, offset: anchor.offset + before.length })
    }
    before.data += after.data
    after.remove()
  }
  const point = ({ text, offset, parent, next }: Anchor): [Node, number] =>
    text ? [text, offset] : [parent, next ? [...parent.childNodes].indexOf(next) : parent.childNodes.length]
  const [startContainer, startOffset] = point(start)
  const [endContainer, endOffset] = point(end)
  return { startContainer, startOffset, endContainer, endOffset }
}

/** The position of a marker: in the adjacent text, on the preferred side if there is some on both, or else before the next node. */
function anchorOf(marker: Comment, preferred: 'before' | 'after'): Anchor {
  let { previousSibling: before, nextSibling: after } = marker
  while (isMarker(before)) before = before.previousSibling
  while (isMarker(after)) after = after.nextSibling
  const texts = [before, after].filter(isText)
  const text = preferred === 'before' ? texts[0] : lastOf(texts)
  // A marker is always in a tree.
  return {
    text,
    offset: text && text === before ? text.length : 0,
    parent: marker.parentNode as ParentNode,
    next: after,
  }
}
