import { isUnpastedText, unpastedClass, unpastedText } from '../../../contract/text/unpasted.ts'
import type { Command, SelectionMarkers, Points } from './selectionMarkers.ts'
import { create, isElement, isText } from './nodes.ts'

/** Shown in red where something could not be pasted, so that it is noticed before the page is published. */
export function createPlaceholder(what: string, name: string): HTMLElement {
  const span = create('span', unpastedText(what, name))
  span.className = unpastedClass
  return span
}

/** Recognized by its text: nothing else in the saved HTML marks it. */
const isPlaceholder = (node: Node | null | undefined): node is HTMLElement =>
  isElement(node) &&
  node.localName === 'span' &&
  node.className === unpastedClass &&
  isUnpastedText(node.textContent ?? '')

const placeholdersIn = (content: ParentNode): HTMLElement[] =>
  [...content.querySelectorAll('span')].filter(isPlaceholder)
export const countPlaceholders = (content: ParentNode): number => placeholdersIn(content).length

/** Selects the first placeholder of the text that is edited in this element, so that the next key replaces or deletes it. */
export function showFirstPlaceholder(element: Element): void {
  const [first] = placeholdersIn(element)
  if (!first) return
  first.closest<HTMLElement>('[contenteditable]')?.focus({ preventScroll: true })
  getSelection()?.selectAllChildren(first)
  first.scrollIntoView({ block: 'center' })
}

export function placeholderAround(node: Node): HTMLElement | undefined {
  const span = (isElement(node) ? node : node.parentElement)?.closest('span')
  return isPlaceholder(span) ? span : undefined
}

interface PlaceholderAtPoint {
  element: HTMLElement
  /** Inside its text there is no side. */
  side?: 'before' | 'after'
}

/** The placeholder that a point is in or next to. At its ends the point counts as beside it, since inside looks the same. */
export function placeholderAt({
  startContainer: container,
  startOffset: offset,
}: Pick<Points, 'startContainer' | 'startOffset'>): PlaceholderAtPoint | undefined {
  const around = placeholderAround(container)
  if (around) {
    const range = document.createRange()
    range.selectNodeContents(around)
    range.setEnd(container, offset)
    const before = range.toString()
    return {
      element: around,
      ...(before === '' ? { side: 'before' } : before === around.textContent && { side: 'after' }),
    }
  }
  const [before, after] = isText(container)
    ? [offset === 0 && container.previousSibling, offset === container.length && container.nextSibling]
    : [container.childNodes[offset - 1], container.childNodes[offset]]
  if (before && isPlaceholder(before)) return { element: before, side: 'after' }
  return after && isPlaceholder(after) ? { element: after, side: 'before' } : undefined
}

/** A caret at the end of a placeholder leaves it, so that what is inserted does not become part of it. */
export function moveOutOfPlaceholder({ start, end }: SelectionMarkers): void {
  const { parentNode, nextSibling } = start
  const beside =
    nextSibling === end &&
    parentNode &&
    placeholderAt({ startContainer: parentNode, startOffset: [...parentNode.childNodes].indexOf(start) })
  if (beside && beside.side) beside.element[beside.side](start, end)
}

export const removePlaceholder =
  (element: HTMLElement): Command =>
  ({ start, end }) => {
    element.before(start, end)
    element.remove()
  }
