import { findLast } from '../../lib/lastOf.ts'
import { type SelectionMarkers, isCollapsed } from './selectionMarkers.ts'
import { lineOf } from './lines.ts'
import { hasVisibleOrBreak, isVisibleOrBreak, inlineNodes, closestWithin } from './nodes.ts'

/** Moves markers from between blocks into the nearest line, and excludes a last line of which only the start is selected. */
export function normalizeSelection(root: Element, markers: SelectionMarkers): void {
  const { start, end } = markers
  const collapsed = isCollapsed(markers)
  if (!hasVisibleOrBreak(lineOf(start).nodes)) {
    const all = inlineNodes(root)
    const index = all.indexOf(start)
    const next = all.slice(index).find(isVisibleOrBreak)
    if (next) next.before(start)
    else findLast(all.slice(0, index), isVisibleOrBreak)?.after(start)
  }
  if (collapsed) return start.after(end)

  const all = inlineNodes(root)
  const from = all.indexOf(start)
  const to = all.indexOf(end)
  if (to < from) return start.after(end)
  const line = lineOf(end)
  const outside = !hasVisibleOrBreak(line.nodes)
  const atLineStart = (marker: Comment): boolean => {
    const inLine = lineOf(marker).nodes.flatMap(inlineNodes)
    return !inLine.slice(0, inLine.indexOf(marker)).some(isVisibleOrBreak)
  }
  // A triple click selects up to the start of the next line.
  const isTripleClick = !line.nodes.some((node) => node.contains(start)) && atLineStart(end) && atLineStart(start)
  if (!outside && !isTripleClick) return
  const last = findLast(all.slice(from, to), isVisibleOrBreak)
  // Only inside one cell: a selection that leaves a table selects all of it.
  if (!outside && closestWithin(root, last, 'td, th') !== closestWithin(root, start, 'td, th')) return
  if (last) last.after(end)
  else start.after(end)
}
