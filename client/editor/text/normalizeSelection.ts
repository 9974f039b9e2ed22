import { findLast } from '../../lib/lastOf.ts'
import { type Edges, isCollapsed } from './selectionMarkers.ts'
import { lineOf } from './lines.ts'
import { hasContent, isBreak, isSolid, leaves, within } from './nodes.ts'

/** Moves edges that stand between blocks into the nearest line, and leaves out a last line that is selected only at its very start. */
export function settle(root: Element, edges: Edges): void {
  const { start, end } = edges
  const collapsed = isCollapsed(edges)
  const isContent = (leaf: Node): boolean => isSolid(leaf) || isBreak(leaf)
  if (!hasContent(lineOf(start).nodes)) {
    const all = leaves(root)
    const at = all.indexOf(start)
    const next = all.slice(at).find(isContent)
    if (next) next.before(start)
    else findLast(all.slice(0, at), isContent)?.after(start)
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
  const last = findLast(all.slice(from, to), isContent)
  // And stays in its cell: what comes out of a table from elsewhere means all of it.
  if (!outside && within(root, last, 'td, th') !== within(root, start, 'td, th')) return
  if (last) last.after(end)
  else start.after(end)
}
