import { findLast, lastOf } from '../../lib/lastOf.ts'
import { type Command, type SelectionMarkers, isCollapsed } from './selectionMarkers.ts'
import { inlineNodesBetween, type Line, lineIn, lineOf, splitAt, removeIfEmpty, removeOnlyBreak } from './lines.ts'
import { liftItem } from './lists.ts'
import {
  create,
  hasVisibleOrBreak,
  hasVisible,
  holdsOnlyMedia,
  isBlock,
  isMarker,
  isBlank,
  isSummary,
  isTextBlock,
  isVisible,
  inlineNodes,
  rename,
  closestWithin,
} from './nodes.ts'

const cellSelector = 'td, th, caption, figcaption'
const cellOf = (root: Element, node: Node): HTMLElement | undefined => closestWithin(root, node, cellSelector)

/** Deletes the selection and joins the lines at its ends; cells are emptied, never joined. The markers end up side by side. */
export const deleteSelection: Command = (markers, root) => {
  if (isCollapsed(markers)) return
  const { start, end } = markers
  excludeWholeTables(markers, root)
  const first = lineOf(start)
  const last = lineOf(end)
  for (const inline of inlineNodesBetween(root, markers)) if (!isMarker(inline)) inline.remove()

  const isPartlySelected = (block: Element): boolean =>
    [start, end].some((marker) => closestWithin(root, marker, 'table')?.contains(block))
  for (const block of root.querySelectorAll('*')) {
    const isAfterStart = start.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_FOLLOWING
    const isBeforeEnd = end.compareDocumentPosition(block) & Node.DOCUMENT_POSITION_PRECEDING
    const isKeptPart =
      block.matches('tr, td, th, thead, tbody, tfoot, caption, colgroup, col') && isPartlySelected(block)
    if (isBlock(block) && isAfterStart && isBeforeEnd && !block.contains(end) && !isKeptPart) block.remove()
  }

  const joined = !first.nodes.some((node) => node.contains(end)) && cellOf(root, start) === cellOf(root, end)
  if (joined) joinLines(lineOf(start), lineOf(end), root)
  start.after(end)
  if (!joined && last.owner !== root) removeIfEmpty(last.owner, root)
  // After deleting a whole article people start with a plain paragraph, whatever its first line was.
  if (first.owner !== last.owner && !hasVisible([root]) && !root.querySelector('hr, table'))
    root.replaceChildren(create('p', start, end))
}

/** A table selected from its start, or up to its end, and beyond is deleted as a whole: the marker in it moves out. */
function excludeWholeTables({ start, end }: SelectionMarkers, root: Element): void {
  const startTable = outermostTable(root, start, end)
  if (startTable) {
    const all = inlineNodes(startTable)
    const before = all.slice(0, all.indexOf(start))
    if (!before.some(isVisible)) startTable.before(create('p', start))
  }
  const endTable = outermostTable(root, end, start)
  if (endTable) {
    const all = inlineNodes(endTable)
    const after = all.slice(all.indexOf(end))
    if (!after.some(isVisible)) endTable.after(create('p', end))
  }
}

/** The outermost table around a marker that the other marker is not in. */
function outermostTable(root: Element, marker: Comment, other: Comment): HTMLElement | undefined {
  let table: HTMLElement | undefined
  let outer = closestWithin(root, marker, 'table')
  while (outer && !outer.contains(other)) {
    table = outer
    outer = closestWithin(root, outer.parentElement, 'table')
  }
  return table
}

/** Appends `line` to `target`. */
function joinLines(target: Line, line: Line, root: Element): void {
  const { owner } = line
  // The break that kept a line open would now end it.
  removeOnlyBreak(target)
  removeOnlyBreak(line)
  const last = findLast(target.nodes, (node) => root.contains(node))
  if (last) last.after(...line.nodes.filter((node) => node.parentNode))
  else target.owner.prepend(...line.nodes.filter((node) => node.parentNode))
  removeIfEmpty(owner, root)
}

/** Backspace at the start of a line. Many branches: an early return for each kind of block that can be above the line. */
export const joinBackward: Command = ({ start, end }, root) => {
  const line = lineOf(start)
  const { owner } = line
  if (isSummary(owner)) return unfold(owner, { start, end })
  const item = closestWithin(root, owner, `li, ${cellSelector}`)
  if (item?.localName === 'li' && !blockBeside(line, item, 'previous')) return void liftItem(item)
  const previous = blockBeside(line, cellOf(root, owner) ?? root, 'previous')
  const quote = closestWithin(root, owner, 'blockquote')
  if (quote && !blockBeside(line, quote, 'previous')) return liftFromQuote(owner, quote)
  if (isTextBlock(owner) && owner.localName !== 'p' && (isBlank(line.nodes) || !previous))
    return void rename(owner, 'p')
  if (!previous) return
  if (previous.localName === 'hr') return previous.remove()

  const above = lineIn(previous, 'last')
  if (!above) return
  if (previous.localName === 'table' || holdsOnlyMedia(above.nodes)) {
    // Nothing is joined with a cell or a picture: the caret goes there, and a second keystroke deletes.
    lastOf(above.nodes)?.after(start, end)
    if (previous.localName !== 'table') above.nodes[0]?.before(start)
    if (isBlank(line.nodes.filter((node) => !isMarker(node)))) removeLine(line, root)
  } else if (isBlank(above.nodes) && above.owner.localName === 'p') removeLine(above, root)
  else joinLines(above, line, root)
}

/** Backspace at the start of the question: its lines stay, but an empty question does not. */
function unfold(summary: HTMLElement, { start, end }: SelectionMarkers): void {
  const below = lineIn(summary.nextElementSibling ?? summary, 'first')
  if (isBlank([summary]) && below && below.owner !== summary) {
    below.nodes[0]?.before(start, end)
    summary.remove()
  } else rename(summary, 'p')
}

/** Delete at the end of a line. */
export const joinForward: Command = ({ start, end }, root) => {
  const line = lineOf(start)
  const next = blockBeside(line, cellOf(root, line.owner) ?? root, 'next')
  if (!next) return
  if (next.localName === 'hr') return next.remove()
  const below = lineIn(next, 'first')
  if (!below) return
  const empty = isBlank(line.nodes)
  if (empty && line.owner.localName === 'p') {
    below.nodes[0]?.before(start, end)
    removeLine(line, root)
  } else if (next.matches('table, details') || holdsOnlyMedia(below.nodes)) {
    below.nodes[0]?.before(start, end)
    if (!next.matches('table, details')) lastOf(below.nodes)?.after(end)
  } else joinLines(line, below, root)
}

function removeLine({ owner, nodes }: Line, root: Element): void {
  // The caret may just have left it.
  for (const node of nodes) if (!isMarker(node)) node.remove()
  removeIfEmpty(owner, root)
}

/** Finds the block before or after a line, or one of its ancestors, inside `box`. */
function blockBeside({ owner, nodes }: Line, box: Element, side: 'previous' | 'next'): HTMLElement | undefined {
  const nearest = side === 'next' ? lastOf(nodes)?.nextSibling : nodes[0]?.previousSibling
  if (isBlock(nearest)) return nearest
  for (let current = owner; current !== box && current.parentElement; current = current.parentElement) {
    const sibling = current[`${side}ElementSibling`]
    if (isBlock(sibling)) return sibling
  }
  return undefined
}

/** Splits a quote around one of its blocks. */
export function liftFromQuote(block: HTMLElement, quote: HTMLElement): void {
  let top = block
  while (top.parentElement && top.parentElement !== quote) top = top.parentElement
  const rest = splitAt(quote, top)
  quote.after(top)
  if (!hasVisibleOrBreak([quote])) quote.remove()
  if (!hasVisibleOrBreak([rest])) rest.remove()
}
