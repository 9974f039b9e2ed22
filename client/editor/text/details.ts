import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { splitAt } from './lines.ts'
import { childContaining, closestWithin, create, isBlank, isSummary, isTextBlock, rename } from './nodes.ts'
import { deleteSelection } from './remove.ts'

/** A block with a question and its answer, in place of an empty line or behind the block that the caret is in. */
export const insertDetails: Command = (markers, root) => {
  deleteSelection(markers, root)
  const { start, end } = markers
  const above = childContaining(root, start)
  const details = create('details', create('summary', start, end, create('br')), create('p', create('br')))
  if (!above) root.append(details)
  else if (isTextBlock(above) && isBlank([above])) above.replaceWith(details)
  else above.after(details)
}

/** Enter in the question: what follows the caret begins the answer. */
export function continueBelowSummary(summary: HTMLElement, { start }: SelectionMarkers): void {
  const next = rename(splitAt(summary, start), 'p').nextElementSibling
  if (isTextBlock(next) && isBlank([next])) next.remove()
}

/** The block that an empty last line of its answer leaves. */
export function detailsToLeave(root: Element, line: HTMLElement): HTMLElement | undefined {
  const details = closestWithin(root, line, 'details')
  return line.parentElement === details && !isSummary(line) && isBlank([line]) && !line.nextElementSibling
    ? details
    : undefined
}
