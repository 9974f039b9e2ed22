import { lastOf } from '../../lib/lastOf.ts'
import type { Edges } from './selectionMarkers.ts'
import { childIn, create, hasContent, isBlock, isCell, isInline, isLine, isPhrase, type Leaf, leaves } from './nodes.ts'

/** What stands on one line: neighbours without a block among them, and the block around them. */
export interface Line {
  owner: HTMLElement
  nodes: ChildNode[]
}

export function lineOf(node: Node): Line {
  let top = node as ChildNode
  while (isPhrase(top.parentNode)) top = top.parentNode as HTMLElement
  const nodes = [top]
  for (let before = top.previousSibling; before && isInline(before); before = before.previousSibling) nodes.unshift(before)
  for (let after = top.nextSibling; after && isInline(after); after = after.nextSibling) nodes.push(after)
  // Only the document has no element above it, and nothing asks for its line.
  return { owner: top.parentElement as HTMLElement, nodes }
}

/** What is selected, both edges included. */
export function leavesBetween(root: Node, { start, end }: Edges): Leaf[] {
  // Of a long text only the blocks between the edges are looked at.
  const all: Leaf[] = []
  for (let at: Node | null | undefined = childIn(root, start), last = childIn(root, end); at; at = at === last ? null : at.nextSibling) all.push(...leaves(at))
  return all.slice(all.indexOf(start), all.indexOf(end) + 1)
}

export const linesBetween = (root: Node, edges: Edges): Line[] => linesAmong(leavesBetween(root, edges))

/** The lines that leaves stand on, each once and in order; those with nothing in them but an edge are none. */
export function linesAmong(all: readonly Leaf[]): Line[] {
  const found: Line[] = []
  for (const leaf of all) {
    if (lastOf(found)?.nodes.some((node) => node.contains(leaf))) continue
    const line = lineOf(leaf)
    if (hasContent(line.nodes)) found.push(line)
  }
  return found
}

/** The block of a line: its owner, or a new paragraph where the line stood bare in a cell or an item. */
export function blockOf({ owner, nodes }: Line): HTMLElement {
  if (isLine(owner)) return owner
  const block = create('p')
  nodes[0]?.before(block)
  block.append(...nodes)
  return block
}

/** Parts `owner` before `point`, through all that is between them; gives the second half, which begins with `point`. */
export function part(owner: HTMLElement, point: ChildNode): HTMLElement {
  let first = point
  for (;;) {
    // The climb ends at the owner, so there always is a parent.
    const parent = first.parentElement as HTMLElement
    const second = parent.cloneNode(false) as HTMLElement
    for (let node: ChildNode | null = first; node; ) {
      const next: ChildNode | null = node.nextSibling
      second.append(node)
      node = next
    }
    parent.after(second)
    if (parent === owner) return second
    first = second
  }
}

/** Takes away a block that has nothing left, and what holds nothing but it. Cells stay: a table keeps its shape. */
export function prune(block: HTMLElement, root: Element): void {
  for (let at: HTMLElement | null = block; at && at !== root && isBlock(at) && !isCell(at); ) {
    if (hasContent([at]) || at.querySelector('hr, table') || leaves(at).length > 0) return
    const parent: HTMLElement | null = at.parentElement
    at.remove()
    at = parent
  }
}

/** The first line in a block, or its last. */
export function lineIn(block: Node, from: 'first' | 'last'): Line | undefined {
  const all = leaves(block)
  const leaf = from === 'first' ? all[0] : lastOf(all)
  return leaf && lineOf(leaf)
}
