import { lastOf } from '../../lib/lastOf.ts'
import type { SelectionMarkers } from './selectionMarkers.ts'
import {
  childContaining,
  create,
  hasVisibleOrBreak,
  type InlineNode,
  inlineNodes,
  isBlank,
  isBlock,
  isBreak,
  isCell,
  isInline,
  isMarkElement,
  isTextBlock,
} from './nodes.ts'

/** Inline siblings without a block among them, and the block around them. */
export interface Line {
  owner: HTMLElement
  nodes: ChildNode[]
}

export function lineOf(node: Node): Line {
  let top = node as ChildNode
  while (isMarkElement(top.parentNode)) top = top.parentNode as HTMLElement
  const nodes = [top]
  for (let before = top.previousSibling; before && isInline(before); before = before.previousSibling)
    nodes.unshift(before)
  for (let after = top.nextSibling; after && isInline(after); after = after.nextSibling) nodes.push(after)
  // Only the document itself has no parent element, and it is never passed.
  return { owner: top.parentElement as HTMLElement, nodes }
}

/** The selected inline nodes, both markers included. */
export function inlineNodesBetween(root: Node, { start, end }: SelectionMarkers): InlineNode[] {
  // In a long text only the blocks between the markers are walked.
  const all: InlineNode[] = []
  const last = childContaining(root, end)
  let current: Node | null | undefined = childContaining(root, start)
  for (; current; current = current === last ? null : current.nextSibling) {
    all.push(...inlineNodes(current))
  }
  return all.slice(all.indexOf(start), all.indexOf(end) + 1)
}

export const linesBetween = (root: Node, markers: SelectionMarkers): Line[] =>
  linesOf(inlineNodesBetween(root, markers))

/** The lines of inline nodes, each once and in order, without those that hold only a marker. */
export function linesOf(all: readonly InlineNode[]): Line[] {
  const lines: Line[] = []
  for (const inline of all) {
    if (lastOf(lines)?.nodes.some((node) => node.contains(inline))) continue
    const line = lineOf(inline)
    if (hasVisibleOrBreak(line.nodes)) lines.push(line)
  }
  return lines
}

/** The block of a line: its owner, or a new paragraph where the line was directly in a cell or an item. */
export function ensureBlock({ owner, nodes }: Line): HTMLElement {
  if (isTextBlock(owner)) return owner
  const block = create('p')
  nodes[0]?.before(block)
  block.append(...nodes)
  return block
}

/** Splits `owner` before `point`, and every element between them; returns the second half, which begins with `point`. */
export function splitAt(owner: HTMLElement, point: ChildNode): HTMLElement {
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

/** Removes an empty block, and the ancestors that held nothing else. Cells stay: a table keeps its shape. */
export function removeIfEmpty(block: HTMLElement, root: Element): void {
  for (let current: HTMLElement | null = block; current && current !== root && isBlock(current) && !isCell(current); ) {
    if (hasVisibleOrBreak([current]) || current.querySelector('hr, table') || inlineNodes(current).length > 0) return
    const parent: HTMLElement | null = current.parentElement
    current.remove()
    current = parent
  }
}

/** The break that keeps a blank line open is not needed once the line has content. */
export function removeOnlyBreak({ nodes }: Line): void {
  if (isBlank(nodes)) for (const each of nodes.flatMap(inlineNodes)) if (isBreak(each)) each.remove()
}

/** Finds the first line in a block, or its last. */
export function lineIn(block: Node, from: 'first' | 'last'): Line | undefined {
  const all = inlineNodes(block)
  const inline = from === 'first' ? all[0] : lastOf(all)
  return inline && lineOf(inline)
}
