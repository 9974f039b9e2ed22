import { alignClasses } from '../../../contract/markup.ts'
import { lastOf } from '../../lib/lastOf.ts'
import type { Command, Edges } from './selectionMarkers.ts'
import { blockOf, type Line, lineOf, linesAmong, linesBetween, part } from './lines.ts'
import { liftOut } from './lists.ts'
import { dropClasses } from './marks.ts'
import { create, holdsOnlyMedia, isBlock, isBreak, isEmpty, isLine, isMedia, isText, leaves, rename, unwrap, within } from './nodes.ts'
import { removeBetween } from './remove.ts'

export type BlockKind = 'p' | 'h1' | 'h2' | 'h3' | 'h4' | 'blockquote' | 'pre'
export type Align = (typeof alignClasses)[number]

export const setBlock =
  (kind: BlockKind): Command =>
  (edges, root) => {
    if (kind === 'blockquote') return toggleQuote(edges, root)
    if (kind === 'pre') return toggleCode(edges, root)
    for (const line of linesBetween(root, edges)) {
      const item = within(root, line.owner, 'li')
      if (line.owner.localName === 'pre' && kind === 'p') proseOf(line.owner)
      else if (item && !within(item, line.owner, 'td, th')) liftOut(item).filter(isLine).forEach((block) => rename(block, kind))
      else if (isLine(line.owner)) rename(line.owner, kind)
      else if (kind !== 'p' && line.owner !== root) rename(blockOf(line), kind)
    }
  }

/** The blocks side by side that hold all that is selected. */
function blocksAround(edges: Edges, root: HTMLElement): HTMLElement[] {
  const lines = linesBetween(root, edges)
  const [first, last] = [lines[0], lastOf(lines)]
  if (!first || !last) return []
  let box: Element = first.owner
  // A box is what may hold any block: not an item, whose list goes along as a whole.
  while (box !== root && (!box.contains(last.owner) || isLine(box) || !box.matches('td, th, div, blockquote'))) box = box.parentElement ?? root
  const blocks = first.owner === box ? [blockOf(first)] : [...box.children].filter(isBlock)
  const from = blocks.findIndex((block) => block.contains(edges.start))
  const to = blocks.findIndex((block) => block.contains(edges.end))
  return blocks.slice(Math.max(0, from), to + 1)
}

const toggleQuote: Command = (edges, root) => {
  const quotes = linesBetween(root, edges).map(({ owner }) => within(root, owner, 'blockquote'))
  if (quotes.every((quote) => quote !== undefined)) return new Set(quotes).forEach(unwrap)
  const blocks = blocksAround(edges, root)
  const quote = create('blockquote')
  blocks[0]?.before(quote)
  quote.append(...blocks)
  for (const inner of quote.querySelectorAll('blockquote')) unwrap(inner)
}

const toggleCode: Command = (edges, root) => {
  const lines = linesBetween(root, edges)
  if (lines.every(({ owner }) => owner.localName === 'pre')) return new Set(lines.map(({ owner }) => owner)).forEach(proseOf)
  const blocks = blocksAround(edges, root)
  const code = create('pre')
  blocks[0]?.before(code)
  // All their lines: a list or a table goes as a whole, however little of it was selected.
  linesAmong(blocks.flatMap(leaves)).forEach((line, index) => {
    if (index > 0) code.append('\n')
    const all = line.nodes.flatMap(leaves)
    for (const leaf of all) code.append(isBreak(leaf) ? (leaf === lastOf(all) ? '' : '\n') : leaf)
  })
  for (const block of blocks) block.remove()
}

/** Each line of the code becomes a paragraph. */
function proseOf(code: HTMLElement): void {
  let line = create('p')
  const lines = [line]
  for (const leaf of leaves(code)) {
    const [first = '', ...others] = isText(leaf) ? leaf.data.split('\n') : []
    line.append(isText(leaf) ? first : leaf)
    for (const text of others) lines.push((line = create('p', text)))
  }
  code.replaceWith(...lines)
}

export const align =
  (name: Align): Command =>
  (edges, root) => {
    for (const { owner, nodes } of linesBetween(root, edges)) {
      // A picture is a block of its own, in the middle unless it says otherwise.
      const onlyMedia = holdsOnlyMedia(nodes)
      const targets = onlyMedia ? nodes.flatMap(leaves).filter(isMedia) : owner === root ? [] : [owner]
      for (const target of targets) {
        dropClasses(target, alignClasses)
        const usual = onlyMedia ? 'align-center' : (alignAround(root, target.parentElement) ?? 'align-left')
        if (name !== usual) target.classList.add(name)
      }
    }
  }

const aligned = alignClasses.map((name) => `.${name}`).join(', ')
function alignAround(root: Element, from: Node | null): Align | undefined {
  const box = within(root, from, aligned)
  return alignClasses.find((name) => box?.classList.contains(name))
}

export function alignOf(root: Element, line: Line): Align {
  const media = holdsOnlyMedia(line.nodes) ? line.nodes.flatMap(leaves).find(isMedia) : undefined
  const own = alignClasses.find((name) => media?.classList.contains(name))
  return own ?? (media ? 'align-center' : (alignAround(root, line.owner) ?? 'align-left'))
}

/** A rule, a table, a picture: blocks at the caret, the line parted around them, and the caret behind them. */
export const insertBlocks =
  (...blocks: HTMLElement[]): Command =>
  (edges, root) => {
    removeBetween(edges, root)
    const line = lineOf(edges.start)
    const captioned = within(root, line.owner, 'caption, figcaption')?.parentElement
    const first = captioned ?? blockOf(line)
    const rest = captioned ? create('p', edges.start, edges.end) : part(first, edges.start)
    first.after(...blocks, rest)
    if (!captioned && isEmpty([first])) first.remove()
    if (!isEmpty([rest])) return
    const next = rest.nextElementSibling
    // What is written next must not come to stand beside a picture.
    if (!isLine(next) || holdsOnlyMedia([next])) return void rename(rest, 'p')
    next.prepend(edges.start, edges.end)
    rest.remove()
  }

/** In an empty item it ends the list: a rule is no point of one. */
export const insertRule: Command = (edges, root) => {
  const item = within(root, edges.start, 'li')
  if (item && isEmpty([item])) liftOut(item)
  insertBlocks(create('hr'))(edges, root)
}
