import { lastOf } from '../lib/lastOf.ts'
import { inlineNodes, isBreak } from './text/nodes.ts'
import { caretAt, copyOf, isSamePoints, type Points } from './text/selectionMarkers.ts'

/** The selection in the content: the browser's, or the last one there while the focus is elsewhere. */
export class EditorSelection {
  readonly root: HTMLElement
  #last: Points

  constructor(root: HTMLElement) {
    this.root = root
    this.#last = caretAt(root, 0)
  }

  points(): Points {
    const range = this.#browserRange()
    if (range) this.#last = copyOf(range)
    const { startContainer, startOffset, endContainer, endOffset } = this.#last
    const isStale =
      !this.#isInside(this.#last) || startOffset > lengthOf(startContainer) || endOffset > lengthOf(endContainer)
    if (isStale) this.#last = caretAt(lastOf(inlineNodes(this.root)) ?? this.root, 0)
    return this.#last
  }
  select(next: Points): void {
    this.#last = copyOf(next)
    getSelection()?.setBaseAndExtent(next.startContainer, next.startOffset, next.endContainer, next.endOffset)
  }
  /** Leaves the focus where it is. */
  selectWithoutFocus(next: Points): void {
    if (document.activeElement === this.root) this.select(next)
    else this.#last = copyOf(next)
  }
  /** Selects the node itself, such as a picture. */
  selectNode(node: Node): void {
    const range = document.createRange()
    range.selectNode(node)
    this.root.focus({ preventScroll: true })
    this.select(range)
  }
  /** Selects the content of an element, or puts the caret at one end of it. Without a place for a caret nothing changes. */
  selectContents(element: Element | null | undefined, edge?: 'start' | 'end'): void {
    const all = element ? inlineNodes(element) : []
    const first = all[0]
    const final = lastOf(all)
    if (!first || !final) return
    const range = document.createRange()
    range.setStartBefore(first)
    // The break that keeps a line open cannot be selected.
    if (isBreak(final)) range.setEndBefore(final)
    else range.setEndAfter(final)
    if (edge) range.collapse(edge === 'start')
    this.select(range)
  }
  focus(): void {
    const before = this.points()
    if (document.activeElement !== this.root) this.root.focus({ preventScroll: true })
    this.select(before)
  }
  /** Browsers scroll to the caret only after changes of their own. */
  scrollIntoView(): void {
    const { startContainer } = this.points()
    const element = startContainer.nodeType === 1 ? (startContainer as Element) : startContainer.parentElement
    if (element !== this.root) element?.scrollIntoView({ block: 'nearest' })
  }

  /** Normalizing may have moved the text that the selection was in. */
  protected keep(before: Points): void {
    if (this.#isInside(before) && this.#browserRange()?.startContainer !== before.startContainer) this.select(before)
  }
  protected hasMovedFrom(before: Points): boolean {
    const range = this.#browserRange()
    return range !== undefined && !isSamePoints(range, before)
  }
  #browserRange(): Range | undefined {
    const selection = getSelection()
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
    return range && this.#isInside(range) ? range : undefined
  }
  #isInside({ startContainer, endContainer }: Points): boolean {
    return this.root.contains(startContainer) && this.root.contains(endContainer)
  }
}

const lengthOf = (node: Node): number => (node.nodeType === 3 ? (node as Text).length : node.childNodes.length)
