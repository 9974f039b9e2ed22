import { lastOf } from '../../lib/lastOf.ts'
import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { ensureBlock, lineIn, lineOf, linesOf, removeOnlyBreak, splitAt } from './lines.ts'
import { liftOutOfLists } from './lists.ts'
import { normalizeMarks } from './marks.ts'
import { create, holdsOnlyMedia, isBlank, isTextBlock, isList, inlineNodes, rename, closestWithin } from './nodes.ts'
import { deleteSelection } from './remove.ts'
import { normalizeContent } from './normalizeContent.ts'

/**
 * Inserts content at the caret. Its first and last paragraph join the line around the caret. In a list every paragraph becomes an
 * item, but content with headings or tables splits the list.
 */
export const insertContent =
  (content: DocumentFragment): Command =>
  (markers, root) => {
    deleteSelection(markers, root)
    const { start } = markers
    const blocks = insertedBlocks(content)
    const line = lineOf(start)
    const flat = closestWithin(root, line.owner, 'caption, figcaption, pre, summary')
    const [only] = blocks
    const isInLine = blocks.length === 1 && isPlainParagraph(only)
    if (!flat && !isInLine) return insertBetweenHalves(blocks, markers, root)
    removeOnlyBreak(line)
    if (!flat) return start.before(...(only?.childNodes ?? []))
    const separator = flat.localName === 'pre' ? '\n' : ' '
    linesOf(blocks.flatMap(inlineNodes)).forEach(({ nodes }, index) =>
      start.before(index > 0 ? separator : '', ...nodes),
    )
  }

function insertBetweenHalves(blocks: HTMLElement[], markers: SelectionMarkers, root: HTMLElement): void {
  const { start } = markers
  const item = itemToSplit(blocks, start, root)
  const block = item ?? ensureBlock(lineOf(start))
  const pieces = item ? blocks.flatMap(itemsOf) : blocks
  const rest = splitAt(block, start)
  block.after(...pieces)
  if (isBlank([block])) block.remove()
  else if (item || isPlainParagraph(pieces[0])) {
    const first = pieces.shift()
    block.append(...(first?.childNodes ?? []))
    first?.remove()
  }

  const last = lastOf(pieces) ?? block
  if (isBlank([rest])) return moveCaretToEnd(last, rest, markers)
  if (last !== block && !item && !isPlainParagraph(last)) return
  rest.prepend(...last.childNodes)
  last.replaceWith(rest)
  if (last === block) rename(rest, block.localName)
}

/** The item around the caret, if the content can be items of its list. If not, what follows the caret is lifted out of all lists. */
function itemToSplit(blocks: readonly HTMLElement[], start: Comment, root: HTMLElement): HTMLElement | undefined {
  const nearest = closestWithin(root, lineOf(start).owner, 'li, td, th')
  if (nearest?.localName !== 'li') return undefined
  const isEmptyItem = isBlank([nearest])
  if (fitsInList(blocks, nearest, isEmptyItem)) return nearest
  liftOutOfLists(isEmptyItem ? nearest : splitAt(nearest, start))
  return undefined
}

/** Where nothing follows the caret it goes to the end of the content, or to a new line if one cannot type there. */
function moveCaretToEnd(last: HTMLElement, rest: HTMLElement, { start, end }: SelectionMarkers): void {
  const below = isList(last) || isTextBlock(last) || last.localName === 'li' ? lineIn(last, 'last') : undefined
  if (!below) return void rename(rest, 'p')
  lastOf(below.nodes)?.after(start, end)
  rest.remove()
}

function insertedBlocks(content: DocumentFragment): HTMLElement[] {
  const box = create('div', content)
  normalizeContent(box)
  normalizeMarks(box)
  const blocks = [...box.children] as HTMLElement[]
  // Normalizing adds a blank last line.
  if (blocks.length > 1 && lastOf(blocks)?.localName === 'p' && isBlank(blocks.slice(-1))) blocks.pop()
  return blocks
}

/** Whether it may join another line; a picture alone stays alone. */
const isPlainParagraph = (block: HTMLElement | undefined): boolean =>
  block?.localName === 'p' && block.attributes.length === 0 && !holdsOnlyMedia([block])

/** Paragraphs and lists become items of the list around the caret. An empty item is replaced by pictures and by lists of the other kind. */
function fitsInList(
  blocks: readonly HTMLElement[],
  { parentElement: list }: HTMLElement,
  isEmptyItem: boolean,
): boolean {
  const alone = blocks.length === 1
  return (
    (alone && !isEmptyItem && blocks[0]?.localName !== 'details') ||
    blocks.every((block) =>
      block.localName === 'p'
        ? alone || !isEmptyItem || !holdsOnlyMedia([block])
        : isList(block) && (!isEmptyItem || block.localName === list?.localName),
    )
  )
}

function itemsOf(block: HTMLElement): HTMLElement[] {
  if (isList(block)) return [...block.children] as HTMLElement[]
  return [isTextBlock(block) && block.localName !== 'pre' ? rename(block, 'li') : create('li', block)]
}

export const insertText =
  (text: string): Command =>
  (markers, root) => {
    deleteSelection(markers, root)
    removeOnlyBreak(lineOf(markers.start))
    markers.start.before(text)
  }
