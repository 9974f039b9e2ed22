import { findLast } from '../../lib/lastOf.ts'
import type { Command } from './selectionMarkers.ts'
import { blockOf, lineOf, part } from './lines.ts'
import { liftItem } from './lists.ts'
import { mediaBetween } from './media.ts'
import { create, hasContent, isEmpty, isHeading, isLine, isText, leaves, rename, within } from './nodes.ts'
import { liftFromQuote, removeBetween } from './remove.ts'

/** Enter. An empty item leaves its list, an empty line its quote, and a second empty line the code. */
export const splitLine: Command = (edges, root) => {
  // A picture that is selected is not replaced: the new line comes behind it.
  if (mediaBetween(root, edges)) edges.end.before(edges.start)
  removeBetween(edges, root)
  const { start, end } = edges
  const line = lineOf(start)
  const { owner } = line
  if (owner.localName === 'pre') return splitCode(owner, start, end)
  if (owner.localName === 'caption') return lineBreak(edges, root)

  const item = within(root, owner, 'li, td, th, figcaption')
  const figure = item?.localName === 'figcaption' ? item.parentElement : undefined
  if (figure) return figure.after(create('p', start, end))
  if (item?.localName === 'li') {
    if (isEmpty([item])) liftItem(item)
    else part(item, start)
    return
  }
  const quote = within(root, owner, 'blockquote')
  if (quote && isEmpty(line.nodes)) return liftFromQuote(owner, quote)

  const first = isLine(owner) ? owner : blockOf(line)
  const second = part(first, start)
  for (const half of [first, second]) if (isHeading(half) && isEmpty([half])) rename(half, 'p')
}

function splitCode(code: HTMLElement, start: Comment, end: Comment): void {
  const all = leaves(code)
  const at = all.indexOf(start)
  const textOf = (some: typeof all): string => some.map((leaf) => (isText(leaf) ? leaf.data : '')).join('')
  const [before, after] = [textOf(all.slice(0, at)), textOf(all.slice(at))]
  const left = findLast(all.slice(0, at), isText)
  if (/^\n?$/.test(after) && before.endsWith('\n') && left) {
    left.data = left.data.replace(/\n+$/, '')
    all.slice(at).filter(isText).forEach((text) => text.remove())
    code.after(create('p', start, end))
    if (!hasContent([code])) code.remove()
    return
  }
  start.before('\n')
  // The last line end of all is not shown, so the caret needs one more.
  if (after === '') end.after('\n')
}

/** Shift+Enter: a line end inside the paragraph. */
export const lineBreak: Command = (edges, root) => {
  removeBetween(edges, root)
  const { start, end } = edges
  const line = lineOf(start)
  if (line.owner.localName === 'pre') return splitCode(line.owner, start, end)
  const all = line.nodes.flatMap(leaves)
  const rest = all.slice(all.indexOf(end))
  start.before(create('br'))
  // The last break of all is not shown, so the caret needs one more.
  if (!hasContent(rest)) end.after(create('br'))
}
