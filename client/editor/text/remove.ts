import { findLast, lastOf } from '../../lib/lastOf.ts'
import { type Command, type Edges, isCollapsed } from './selectionMarkers.ts'
import { leavesBetween, type Line, lineIn, lineOf, part, prune } from './lines.ts'
import { liftItem } from './lists.ts'
import { create, hasContent, hasSolid, holdsOnlyMedia, isBlock, isBreak, isEdge, isEmpty, isLine, isSolid, leaves, rename, within } from './nodes.ts'

const cells = 'td, th, caption, figcaption'
const cellOf = (root: Element, node: Node): HTMLElement | undefined => within(root, node, cells)

/** Deletes what is selected and joins the lines at its ends; cells are emptied, never joined. The edges end up side by side. */
export const removeBetween: Command = (edges, root) => {
  if (isCollapsed(edges)) return
  const { start, end } = edges
  leaveWholeTables(edges, root)
  const [first, last] = [lineOf(start), lineOf(end)]
  for (const leaf of leavesBetween(root, edges)) if (!isEdge(leaf)) leaf.remove()

  const halfway = (block: Element): boolean => [start, end].some((edge) => within(root, edge, 'table')?.contains(block))
  for (const block of root.querySelectorAll('*')) {
    const after = start.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING
    const before = end.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_PRECEDING
    const parts = block.matches('tr, td, th, thead, tbody, tfoot, caption, colgroup, col') && halfway(block)
    if (isBlock(block) && after && before && !block.contains(end) && !parts) block.remove()
  }

  const joined = !first.nodes.some((node) => node.contains(end)) && cellOf(root, start) === cellOf(root, end)
  if (joined) append(lineOf(start), lineOf(end), root)
  start.after(end)
  if (!joined && last.owner !== root) prune(last.owner, root)
  // Who takes away all of an article begins it anew, not in what its first line happened to be.
  if (first.owner !== last.owner && !hasSolid([root]) && !root.querySelector('hr, table')) root.replaceChildren(create('p', start, end))
}

/** A table that is selected from its first word or to its last, and all that lies beyond, goes as a whole: the edges leave it. */
function leaveWholeTables({ start, end }: Edges, root: Element): void {
  for (const [edge, other] of [[start, end], [end, start]] as const) {
    let table: HTMLElement | undefined
    for (let at = within(root, edge, 'table'); at && !at.contains(other); at = within(root, at.parentElement, 'table')) table = at
    if (!table) continue
    const all = leaves(table)
    const beyond = edge === start ? all.slice(0, all.indexOf(edge)) : all.slice(all.indexOf(edge))
    if (beyond.some(isSolid)) continue
    if (edge === start) table.before(create('p', edge))
    else table.after(create('p', edge))
  }
}

/** Puts what stands on `line` behind `other`. */
function append(other: Line, line: Line, root: Element): void {
  const { owner } = line
  // The break that kept a line open would now end it.
  for (const { nodes } of [other, line]) if (isEmpty(nodes)) nodes.flatMap(leaves).filter(isBreak).forEach((each) => each.remove())
  const at = findLast(other.nodes, (node) => root.contains(node))
  if (at) at.after(...line.nodes.filter((node) => node.parentNode))
  else other.owner.prepend(...line.nodes.filter((node) => node.parentNode))
  prune(owner, root)
}

/** Backspace at the very start of a line. */
export const mergeBack: Command = ({ start, end }, root) => {
  const line = lineOf(start)
  const { owner } = line
  const item = within(root, owner, `li, ${cells}`)
  if (item?.localName === 'li' && !before(line, item)) return void liftItem(item)
  const previous = before(line, cellOf(root, owner) ?? root)
  const quote = within(root, owner, 'blockquote')
  if (quote && !before(line, quote)) return liftFromQuote(owner, quote)
  if (isLine(owner) && owner.localName !== 'p' && (isEmpty(line.nodes) || !previous)) return void rename(owner, 'p')
  if (!previous) return
  if (previous.localName === 'hr') return previous.remove()

  const above = lineIn(previous, 'last')
  if (!above) return
  if (previous.localName === 'table' || holdsOnlyMedia(above.nodes)) {
    // Nothing is joined with a cell or a picture: the caret goes there, and a second stroke deletes.
    lastOf(above.nodes)?.after(start, end)
    if (previous.localName !== 'table') above.nodes[0]?.before(start)
    if (isEmpty(line.nodes.filter((node) => !isEdge(node)))) takeOut(line, root)
  } else if (isEmpty(above.nodes) && above.owner.localName === 'p') takeOut(above, root)
  else append(above, line, root)
}

/** Delete at the very end of a line. */
export const mergeForward: Command = ({ start, end }, root) => {
  const line = lineOf(start)
  const next = after(line, cellOf(root, line.owner) ?? root)
  if (!next) return
  if (next.localName === 'hr') return next.remove()
  const below = lineIn(next, 'first')
  if (!below) return
  const empty = isEmpty(line.nodes)
  if (empty && line.owner.localName === 'p') {
    below.nodes[0]?.before(start, end)
    takeOut(line, root)
  } else if (next.localName === 'table' || holdsOnlyMedia(below.nodes)) {
    below.nodes[0]?.before(start, end)
    if (next.localName !== 'table') lastOf(below.nodes)?.after(end)
  } else append(line, below, root)
}

function takeOut({ owner, nodes }: Line, root: Element): void {
  for (const node of nodes) node.remove()
  prune(owner, root)
}

/** The block before a line, or the one it stands in after that, inside `box`. */
function before({ owner, nodes }: Line, box: Element): HTMLElement | undefined {
  const own = nodes[0]?.previousSibling
  if (isBlock(own)) return own
  for (let at = owner; at !== box && at.parentElement; at = at.parentElement) {
    if (isBlock(at.previousElementSibling)) return at.previousElementSibling
  }
  return undefined
}

function after({ owner, nodes }: Line, box: Element): HTMLElement | undefined {
  const own = lastOf(nodes)?.nextSibling
  if (isBlock(own)) return own
  for (let at = owner; at !== box && at.parentElement; at = at.parentElement) {
    if (isBlock(at.nextElementSibling)) return at.nextElementSibling
  }
  return undefined
}

/** Parts a quote around one of its blocks. */
export function liftFromQuote(block: HTMLElement, quote: HTMLElement): void {
  let top = block
  while (top.parentElement && top.parentElement !== quote) top = top.parentElement
  const rest = part(quote, top)
  quote.after(top)
  if (!hasContent([quote])) quote.remove()
  if (!hasContent([rest])) rest.remove()
}
