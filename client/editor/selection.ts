import { lastOf } from '../lib/lastOf.ts'
import { inlineNodes, isBreak } from './text/nodes.ts'
import { caretAt, copyOf, isSamePoints, type Points } from './text/selectionMarkers.ts'

export type EditorSelection = ReturnType<typeof createSelection>

/** The selection in the content: the browser's, or the last one there while the focus is elsewhere. */
export function createSelection(root: HTMLElement) {
  let last = caretAt(root, 0)

  const isInside = (points: Points): boolean => root.contains(points.startContainer) && root.contains(points.endContainer)

  function browserRange(): Range | undefined {
    const selection = getSelection()
    const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : undefined
    return range && isInside(range) ? range : undefined
  }
  function points(): Points {
    const range = browserRange()
    if (range) last = copyOf(range)
    const isStale = !isInside(last) || last.startOffset > lengthOf(last.startContainer) || last.endOffset > lengthOf(last.endContainer)
    if (isStale) last = caretAt(lastOf(inlineNodes(root)) ?? root, 0)
    return last
  }
  function select(next: Points): void {
    last = copyOf(next)
    getSelection()?.setBaseAndExtent(next.startContainer, next.startOffset, next.endContainer, next.endOffset)
  }

  /** Selects the node itself, such as a picture. */
  function selectNode(node: Node): void {
    const range = document.createRange()
    range.selectNode(node)
    root.focus({ preventScroll: true })
    select(range)
  }
  /** Selects the content of an element, or puts the caret at one end of it. Returns false where no caret can be. */
  function selectContents(element: Element | null | undefined, edge?: 'start' | 'end'): boolean {
    const all = element ? inlineNodes(element) : []
    const [first, final] = [all[0], lastOf(all)]
    if (!first || !final) return false
    const range = document.createRange()
    range.setStartBefore(first)
    // The break that keeps a line open cannot be selected.
    if (isBreak(final)) range.setEndBefore(final)
    else range.setEndAfter(final)
    if (edge) range.collapse(edge === 'start')
    select(range)
    return true
  }

  return {
    points,
    selectNode,
    selectContents,
    select,
    /** Leaves the focus where it is. */
    selectWithoutFocus(next: Points): void {
      if (document.activeElement === root) select(next)
      else last = copyOf(next)
    },
    /** Normalizing may have moved the text that the selection was in. */
    keep(before: Points): void {
      if (isInside(before) && browserRange()?.startContainer !== before.startContainer) select(before)
    },
    focus(): void {
      const before = points()
      if (document.activeElement !== root) root.focus({ preventScroll: true })
      select(before)
    },
    /** Browsers scroll to the caret only after changes of their own. */
    scrollIntoView(): void {
      const { startContainer } = points()
      const element = startContainer.nodeType === 1 ? (startContainer as Element) : startContainer.parentElement
      if (element !== root) element?.scrollIntoView({ block: 'nearest' })
    },
    hasMovedFrom(before: Points): boolean {
      const range = browserRange()
      return range !== undefined && !isSamePoints(range, before)
    },
  }
}

const lengthOf = (node: Node): number => (node.nodeType === 3 ? (node as Text).length : node.childNodes.length)
