import { lastOf } from '../../lib/lastOf.ts'
import { isEdge, isText, leaves } from './nodes.ts'

/** Where a selection begins and ends, as a Range has it. */
export type Points = Pick<Range, 'startContainer' | 'startOffset' | 'endContainer' | 'endOffset'>

/**
 * While a command changes the tree, the selection stands in it as two comments: they are carried along by whatever moves the text
 * around them, which no offset would survive.
 */
export interface Edges {
  readonly start: Comment
  readonly end: Comment
}

/** What a button does: it changes the tree in the root, and leaves the edges where the selection is to be. */
export type Command = (edges: Edges, root: HTMLElement) => void

export const isCollapsed = ({ start, end }: Edges): boolean => start.nextSibling === end

export function place({ startContainer, startOffset, endContainer, endOffset }: Points): Edges {
  const edges = { start: document.createComment('['), end: document.createComment(']') }
  // The end first: what is put in before it would shift it.
  putAt(edges.end, endContainer, endOffset)
  if (startContainer === endContainer && startOffset === endOffset) edges.end.before(edges.start)
  else putAt(edges.start, startContainer, startOffset)
  return edges
}

function putAt(edge: Comment, container: Node, offset: number): void {
  if (!isText(container)) container.insertBefore(edge, container.childNodes[offset] ?? null)
  else if (offset === 0) container.before(edge)
  else {
    if (offset < container.length) container.splitText(offset)
    container.after(edge)
  }
}

/** The edges that a draft brought along. */
export function edgesIn(root: Node): Edges | undefined {
  const [start, end] = leaves(root).filter(isEdge)
  return start && end && { start, end }
}

interface Anchor {
  text: Text | undefined
  offset: number
  parent: ParentNode
  next: ChildNode | null
}

/** Takes the edges out again, joins the text they parted, and says where they were. */
export function lift(edges: Edges): Points {
  const start = anchorOf(edges.start, isCollapsed(edges) ? 'before' : 'after')
  const end = anchorOf(edges.end, 'before')
  for (const edge of [edges.start, edges.end]) {
    const { previousSibling: before, nextSibling: after } = edge
    edge.remove()
    if (!isText(before) || !isText(after)) continue
    for (const anchor of [start, end]) if (anchor.text === after) Object.assign(anchor, { text: before, offset: anchor.offset + before.length })
    before.data += after.data
    after.remove()
  }
  const point = ({ text, offset, parent, next }: Anchor): [Node, number] =>
    text ? [text, offset] : [parent, next ? [...parent.childNodes].indexOf(next) : parent.childNodes.length]
  const [startContainer, startOffset] = point(start)
  const [endContainer, endOffset] = point(end)
  return { startContainer, startOffset, endContainer, endOffset }
}

/** Beside an edge: in the text it touches, or else before what comes next. */
function anchorOf(edge: Comment, lean: 'before' | 'after'): Anchor {
  let { previousSibling: before, nextSibling: after } = edge
  while (isEdge(before)) before = before.previousSibling
  while (isEdge(after)) after = after.nextSibling
  const texts = [before, after].filter(isText)
  const text = lean === 'before' ? texts[0] : lastOf(texts)
  // An edge is always in a tree.
  return { text, offset: text && text === before ? text.length : 0, parent: edge.parentNode as ParentNode, next: after }
}
