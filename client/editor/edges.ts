import { lineOf } from './lines.ts'
import { hasContent, isEdge, isSolid, isText, isBreak, leaves } from './nodes.ts'

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
  const text = [before, after].filter(isText).at(lean === 'before' ? 0 : -1)
  // An edge is always in a tree.
  return { text, offset: text && text === before ? text.length : 0, parent: edge.parentNode as ParentNode, next: after }
}

/** Moves edges that stand between blocks into the nearest line, and leaves out a last line that is selected only at its very start. */
export function settle(root: Element, { start, end }: Edges): void {
  const collapsed = start.nextSibling === end
  const isContent = (leaf: Node): boolean => isSolid(leaf) || isBreak(leaf)
  if (!hasContent(lineOf(start).nodes)) {
    const all = leaves(root)
    const at = all.indexOf(start)
    const next = all.slice(at).find(isContent)
    if (next) next.before(start)
    else all.slice(0, at).findLast(isContent)?.after(start)
  }
  if (collapsed) return start.after(end)

  const all = leaves(root)
  const [from, to] = [all.indexOf(start), all.indexOf(end)]
  if (to < from) return start.after(end)
  const line = lineOf(end)
  const outside = !hasContent(line.nodes)
  const atLineStart = (edge: Comment): boolean => {
    const own = lineOf(edge).nodes.flatMap(leaves)
    return !own.slice(0, own.indexOf(edge)).some(isContent)
  }
  // A triple click reaches into the line below.
  const whole = !line.nodes.some((node) => node.contains(start)) && atLineStart(end) && atLineStart(start)
  if (!outside && !whole) return
  const last = all.slice(from, to).findLast(isContent)
  if (last) last.after(end)
  else start.after(end)
}
