import { alignClasses } from '../../../contract/text/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { ensureBlock, type Line, lineOf, linesOf, linesBetween, splitAt } from './lines.ts'
import { liftOutOfLists } from './lists.ts'
import { removeClasses } from './marks.ts'
import {
  create,
  holdsOnlyMedia,
  isBlock,
  isBreak,
  isBlank,
  isSummary,
  isTextBlock,
  isMedia,
  isText,
  inlineNodes,
  rename,
  unwrap,
  closestWithin,
} from './nodes.ts'
import { deleteSelection } from './remove.ts'

export type BlockKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'pre'
export type Align = (typeof alignClasses)[number]

export const setBlock =
  (kind: BlockKind): Command =>
  (markers, root) => {
    if (kind === 'blockquote') return toggleQuote(markers, root)
    if (kind === 'pre') return toggleCode(markers, root)
    for (const line of linesBetween(root, markers)) {
      if (isSummary(line.owner)) continue
      const item = closestWithin(root, line.owner, 'li')
      if (line.owner.localName === 'pre' && kind === 'p') codeToParagraphs(line.owner)
      else if (item && !closestWithin(item, line.owner, 'td, th'))
        liftOutOfLists(item)
          .filter(isTextBlock)
          .forEach((block) => rename(block, kind))
      else if (isTextBlock(line.owner)) rename(line.owner, kind)
      else if (kind !== 'p' && line.owner !== root) rename(ensureBlock(line), kind)
    }
  }

/** The sibling blocks that hold the selection. */
function selectedBlocks(markers: SelectionMarkers, root: HTMLElement): HTMLElement[] {
  const lines = linesBetween(root, markers)
  const first = lines[0]
  const last = lastOf(lines)
  if (!first || !last) return []
  let box: Element = first.owner
  // The container may hold any block. An item may not; its whole list is used.
  while (
    box !== root &&
    (!box.contains(last.owner) || isTextBlock(box) || !box.matches('td, th, div, blockquote, details'))
  )
    box = box.parentElement ?? root
  const blocks =
    first.owner === box ? [ensureBlock(first)] : [...box.children].filter(isBlock).filter((child) => !isSummary(child))
  const from = blocks.findIndex((block) => block.contains(markers.start))
  const to = blocks.findIndex((block) => block.contains(markers.end))
  return blocks.slice(Math.max(0, from), to + 1)
}

const toggleQuote: Command = (markers, root) => {
  const quotes = linesBetween(root, markers).map(({ owner }) => closestWithin(root, owner, 'blockquote'))
  if (quotes.every((quote) => quote !== undefined)) return new Set(quotes).forEach(unwrap)
  const blocks = selectedBlocks(markers, root)
  const quote = create('blockquote')
  blocks[0]?.before(quote)
  quote.append(...blocks)
  for (const inner of quote.querySelectorAll('blockquote')) unwrap(inner)
}

const toggleCode: Command = (markers, root) => {
  const lines = linesBetween(root, markers)
  if (lines.every(({ owner }) => owner.localName === 'pre'))
    return new Set(lines.map(({ owner }) => owner)).forEach(codeToParagraphs)
  const blocks = selectedBlocks(markers, root)
  const code = create('pre')
  blocks[0]?.before(code)
  // A list or a table becomes code as a whole, however little of it was selected.
  linesOf(blocks.flatMap(inlineNodes)).forEach((line, index) => {
    if (index > 0) code.append('\n')
    const all = line.nodes.flatMap(inlineNodes)
    for (const inline of all) {
      if (!isBreak(inline)) code.append(inline)
      else if (inline !== lastOf(all)) code.append('\n')
    }
  })
  for (const block of blocks) block.remove()
}

function codeToParagraphs(code: HTMLElement): void {
  let line = create('p')
  const lines = [line]
  for (const inline of inlineNodes(code)) {
    const [first = '', ...others] = isText(inline) ? inline.data.split('\n') : []
    line.append(isText(inline) ? first : inline)
    for (const text of others) lines.push((line = create('p', text)))
  }
  code.replaceWith(...lines)
}

export const align =
  (name: Align): Command =>
  (markers, root) => {
    for (const { owner, nodes } of linesBetween(root, markers)) {
      if (holdsOnlyMedia(nodes)) {
        // A picture alone in its block is centred by default.
        for (const media of nodes.flatMap(inlineNodes).filter(isMedia)) setAlign(media, name, 'align-center')
      } else if (owner !== root) {
        setAlign(owner, name, alignAround(root, owner.parentElement) ?? 'align-left')
      }
    }
  }

function setAlign(element: Element, name: Align, byDefault: Align): void {
  removeClasses(element, alignClasses)
  if (name !== byDefault) element.classList.add(name)
}

const alignSelector = alignClasses.map((name) => `.${name}`).join(', ')
function alignAround(root: Element, from: Node | null): Align | undefined {
  const box = closestWithin(root, from, alignSelector)
  return alignClasses.find((name) => box?.classList.contains(name))
}

export function alignOf(root: Element, line: Line): Align {
  const media = holdsOnlyMedia(line.nodes) ? line.nodes.flatMap(inlineNodes).find(isMedia) : undefined
  if (media) return alignClasses.find((name) => media.classList.contains(name)) ?? 'align-center'
  return alignAround(root, line.owner) ?? 'align-left'
}

/** Inserts a rule, a table or pictures: the line is split around them, and the caret goes behind them. */
export const insertBlocks =
  (...blocks: HTMLElement[]): Command =>
  (markers, root) => {
    deleteSelection(markers, root)
    const line = lineOf(markers.start)
    const captioned = isSummary(line.owner)
      ? line.owner
      : closestWithin(root, line.owner, 'caption, figcaption')?.parentElement
    const first = captioned ?? ensureBlock(line)
    const rest = captioned ? create('p', markers.start, markers.end) : splitAt(first, markers.start)
    first.after(...blocks, rest)
    if (!captioned && isBlank([first])) first.remove()
    if (!isBlank([rest])) return
    const next = rest.nextElementSibling
    // What is typed next must not be beside a picture.
    if (!isTextBlock(next) || holdsOnlyMedia([next])) return void rename(rest, 'p')
    next.prepend(markers.start, markers.end)
    rest.remove()
  }

/** In an empty item a rule ends the list. */
export const insertRule: Command = (markers, root) => {
  const item = closestWithin(root, markers.start, 'li')
  if (item && isBlank([item])) liftOutOfLists(item)
  insertBlocks(create('hr'))(markers, root)
}
