import { findLast } from '../../lib/lastOf.ts'
import type { Command } from './selectionMarkers.ts'
import { continueBelowSummary, detailsToLeave } from './details.ts'
import { ensureBlock, lineOf, splitAt } from './lines.ts'
import { liftItem } from './lists.ts'
import { selectedMedia } from './media.ts'
import {
  create,
  hasVisibleOrBreak,
  isBlank,
  isHeading,
  isSummary,
  isTextBlock,
  isText,
  inlineNodes,
  rename,
  closestWithin,
} from './nodes.ts'
import { liftFromQuote, deleteSelection } from './remove.ts'

/** Enter. An empty item leaves its list, an empty line its quote or folded block, and a second empty line its code block. */
export const splitBlock: Command = (markers, root) => {
  // A selected picture is kept: the new line goes behind it.
  if (selectedMedia(root, markers)) markers.end.before(markers.start)
  deleteSelection(markers, root)
  const { start, end } = markers
  const line = lineOf(start)
  const { owner } = line
  if (owner.localName === 'pre') return splitCode(owner, start, end)
  if (owner.localName === 'caption') return insertLineBreak(markers, root)
  if (isSummary(owner)) return continueBelowSummary(owner, markers)

  const item = closestWithin(root, owner, 'li, td, th, figcaption')
  const figure = item?.localName === 'figcaption' ? item.parentElement : undefined
  if (figure) return figure.after(create('p', start, end))
  if (item?.localName === 'li') {
    if (isBlank([item])) liftItem(item)
    else splitAt(item, start)
    return
  }
  const quote = closestWithin(root, owner, 'blockquote')
  if (quote && isBlank(line.nodes)) return liftFromQuote(owner, quote)
  const details = detailsToLeave(root, owner)
  if (details) return details.after(owner)

  const first = isTextBlock(owner) ? owner : ensureBlock(line)
  const second = splitAt(first, start)
  for (const half of [first, second]) if (isHeading(half) && isBlank([half])) rename(half, 'p')
}

function splitCode(code: HTMLElement, start: Comment, end: Comment): void {
  const all = inlineNodes(code)
  const index = all.indexOf(start)
  const joinedText = (some: typeof all): string => some.map((inline) => (isText(inline) ? inline.data : '')).join('')
  const before = joinedText(all.slice(0, index))
  const after = joinedText(all.slice(index))
  const textBefore = findLast(all.slice(0, index), isText)
  if (/^\n?$/.test(after) && before.endsWith('\n') && textBefore) {
    textBefore.data = textBefore.data.replace(/\n+$/, '')
    all
      .slice(index)
      .filter(isText)
      .forEach((text) => text.remove())
    code.after(create('p', start, end))
    if (!hasVisibleOrBreak([code])) code.remove()
    return
  }
  start.before('\n')
  // The last line end of a code block is not shown, so the caret needs one more.
  if (after === '') end.after('\n')
}

/** What Shift+Enter does. */
export const insertLineBreak: Command = (markers, root) => {
  deleteSelection(markers, root)
  const { start, end } = markers
  const line = lineOf(start)
  if (line.owner.localName === 'pre') return splitCode(line.owner, start, end)
  const all = line.nodes.flatMap(inlineNodes)
  const rest = all.slice(all.indexOf(end))
  start.before(create('br'))
  // The last break of a block is not shown, so the caret needs one more.
  if (!hasVisibleOrBreak(rest)) end.after(create('br'))
}
