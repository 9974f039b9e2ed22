import { lastOf } from '../../lib/lastOf.ts'
import type { Command } from './selectionMarkers.ts'
import { blockOf, lineIn, lineOf, linesAmong, part } from './lines.ts'
import { liftOut } from './lists.ts'
import { relayAll } from './marks.ts'
import { create, holdsOnlyMedia, isBreak, isEmpty, isLine, isList, leaves, rename, within } from './nodes.ts'
import { removeBetween } from './remove.ts'
import { tidy } from './normalizeContent.ts'

/**
 * Puts content in at the caret. Its first and last paragraph join the line they land in; in a list, every paragraph is an item, but an
 * article parts the list: its headings, tables and lists are no items.
 */
export const insertContent =
  (content: DocumentFragment): Command =>
  (edges, root) => {
    removeBetween(edges, root)
    const { start, end } = edges
    const blocks = blocksOf(content)
    const line = lineOf(start)
    const [only] = blocks
    const flat = within(root, line.owner, 'caption, figcaption, pre')
    if (flat || (blocks.length === 1 && isPlain(only))) {
      if (isEmpty(line.nodes)) line.nodes.flatMap(leaves).filter(isBreak).forEach((each) => each.remove())
      if (!flat) return start.before(...(only?.childNodes ?? []))
      linesAmong(blocks.flatMap(leaves)).forEach(({ nodes }, at) => start.before(at > 0 ? (flat.localName === 'pre' ? '\n' : ' ') : '', ...nodes))
      return
    }

    const nearest = within(root, line.owner, 'li, td, th')
    let item = nearest?.localName === 'li' ? nearest : undefined
    const empty = item !== undefined && isEmpty([item])
    if (item && !belongsInList(blocks, item, empty)) {
      // The second half becomes paragraphs below the first, and the lists around go on below those.
      liftOut(empty ? item : part(item, start))
      item = undefined
    }
    const unit = item ?? blockOf(lineOf(start))
    const pieces = item ? blocks.flatMap(itemsOf) : blocks
    const rest = part(unit, start)
    unit.after(...pieces)
    if (isEmpty([unit])) unit.remove()
    else if (item || isPlain(pieces[0])) {
      const first = pieces.shift()
      unit.append(...(first?.childNodes ?? []))
      first?.remove()
    }

    const last = lastOf(pieces) ?? unit
    const joins = last === unit || item !== undefined || isPlain(last)
    if (isEmpty([rest])) {
      const below = isList(last) || isLine(last) || last.localName === 'li' ? lineIn(last, 'last') : undefined
      if (!below) return void rename(rest, 'p')
      lastOf(below.nodes)?.after(start, end)
      rest.remove()
    } else if (joins) {
      rest.prepend(...last.childNodes)
      last.replaceWith(rest)
      if (last === unit) rename(rest, unit.localName)
    }
  }

function blocksOf(content: DocumentFragment): HTMLElement[] {
  const box = create('div', content)
  tidy(box)
  relayAll(box)
  const blocks = [...box.children] as HTMLElement[]
  // The open last line that every content gets.
  if (blocks.length > 1 && lastOf(blocks)?.localName === 'p' && isEmpty(blocks.slice(-1))) blocks.pop()
  return blocks
}

/** Joins the line it lands in; a picture alone stays alone. */
const isPlain = (block: HTMLElement | undefined): boolean => block?.localName === 'p' && block.attributes.length === 0 && !holdsOnlyMedia([block])

/** Paragraphs and lists become items of the list they land in. An empty item makes way for pictures and for lists of the other kind. */
function belongsInList(blocks: readonly HTMLElement[], { parentElement: list }: HTMLElement, empty: boolean): boolean {
  const alone = blocks.length === 1
  return (alone && !empty) || blocks.every((block) =>
    block.localName === 'p' ? alone || !empty || !holdsOnlyMedia([block]) : isList(block) && (!empty || block.localName === list?.localName),
  )
}

function itemsOf(block: HTMLElement): HTMLElement[] {
  if (isList(block)) return [...block.children] as HTMLElement[]
  return [isLine(block) && block.localName !== 'pre' ? rename(block, 'li') : create('li', block)]
}

/** Text as it is, where nothing else may stand. */
export const insertText =
  (text: string): Command =>
  (edges, root) => {
    removeBetween(edges, root)
    const { nodes } = lineOf(edges.start)
    if (isEmpty(nodes)) nodes.flatMap(leaves).filter(isBreak).forEach((each) => each.remove())
    edges.start.before(text)
  }
