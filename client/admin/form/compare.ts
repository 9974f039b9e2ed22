import { diff, type Hunk } from '../../../contract/diff.ts'
import { elements, voidElements } from '../../../contract/markup.ts'
import { unescapeHtml } from '../../../contract/plainText.ts'
import { lastOf } from '../../lib/lastOf.ts'

/** A paragraph, a heading, a list item, a cell of a table, or a picture. */
export interface Block {
  text: string
  picture?: string | undefined
  /** What it is written as, and in which elements it stands: blocks with the same key are equal. */
  key: string
}

/** The paragraphs and pictures of a normalized rich text, in their order. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  const around: string[] = []
  let from = 0
  const endLine = (to: number): void => {
    const line = html.slice(from, to)
    const text = unescapeHtml(line.replace(/<br[^>]*>/g, '\n').replace(/<[^>]*>/g, '')).trim()
    if (text !== '') blocks.push({ text, key: around.join('') + line })
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z\d]+)[^>]*>(?:<\/video>)?/g)) {
    const isPicture = name === 'img' || name === 'video'
    if (!isPicture && elements.get(name)?.allowedIn === 'line') continue
    endLine(index)
    from = index + tag.length
    if (isPicture) {
      const [, picture] = tag.match(/(?:<img.* src| poster)="([^"]*)"/) ?? []
      blocks.push({ text: name === 'img' ? '' : '【视频】', picture: picture && unescapeHtml(picture), key: tag })
    } else if (slash !== '') around.pop()
    else if (!voidElements.has(name)) around.push(tag)
  }
  endLine(html.length)
  return blocks
}

export type Row =
  | { is: 'kept' | 'removed' | 'added' | 'format'; block: Block }
  | { is: 'changed'; words: readonly Hunk<string>[] }
  /** Unchanged blocks that are left out. */
  | { is: 'skipped'; count: number }

/** In characters. Beyond this, paragraphs are marked as replaced, so that comparing long texts does not block the page. */
const maxCompared = 20_000

/** What changed from one text to another, in Latin words and Chinese characters. */
export function compareWords(before: string, after: string): Hunk<string>[] {
  if (before.length + after.length > maxCompared)
    return before === after ? [{ same: [after] }] : [{ removed: [before], added: [after] }]
  return readable(diff(tokens(before), tokens(after), (token) => token))
}

const tokens = (text: string): string[] => text.match(/[\p{Script=Latin}\p{N}]+|./gsu) ?? []

/** Joins changes that only one common character separates: they are easier to read as one. */
function readable(hunks: readonly Hunk<string>[]): Hunk<string>[] {
  const joined: Hunk<string>[] = []
  for (const [position, hunk] of hunks.entries()) {
    const last = lastOf(joined)
    if (!last || 'same' in last) joined.push(hunk)
    else if (!('same' in hunk))
      joined[joined.length - 1] = {
        removed: [...last.removed, ...hunk.removed],
        added: [...last.added, ...hunk.added],
      }
    else if (hunk.same.length === 1 && hunk.same[0] !== '\n' && position < hunks.length - 1)
      joined[joined.length - 1] = { removed: [...last.removed, ...hunk.same], added: [...last.added, ...hunk.same] }
    else joined.push(hunk)
  }
  return joined
}

/** What changed from one rich text to another: by paragraph, and within a paragraph by words. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Row[] {
  const rows: Row[] = []
  let left = maxCompared
  const hunks = diff(before, after, ({ key }) => key)
  for (const [position, hunk] of hunks.entries()) {
    if ('same' in hunk) {
      rows.push(...unchanged(hunk.same, position > 0, position < hunks.length - 1))
      continue
    }
    const { removed, added } = hunk
    for (let index = 0; index < Math.max(removed.length, added.length); index++) {
      const oldBlock = removed[index]
      const newBlock = added[index]
      if (oldBlock && newBlock && oldBlock.picture === newBlock.picture && oldBlock.text === newBlock.text) {
        rows.push({ is: 'format', block: newBlock })
        continue
      }
      if (oldBlock?.text && newBlock?.text) {
        left -= oldBlock.text.length + newBlock.text.length
        if (left >= 0) {
          rows.push({ is: 'changed', words: compareWords(oldBlock.text, newBlock.text) })
          continue
        }
      }
      if (oldBlock) rows.push({ is: 'removed', block: oldBlock })
      if (newBlock) rows.push({ is: 'added', block: newBlock })
    }
  }
  return rows
}

/** Of unchanged blocks, only the one beside each change is shown, for orientation. */
function unchanged(same: readonly Block[], begins: boolean, ends: boolean): Row[] {
  const head = same.slice(0, begins ? 1 : 0)
  const tail = same.slice(ends ? Math.max(head.length, same.length - 1) : same.length)
  const count = same.length - head.length - tail.length
  const asRow = (block: Block): Row => ({ is: 'kept', block })
  const gap: Row[] = count > 0 ? [{ is: 'skipped', count }] : []
  return [...head.map(asRow), ...gap, ...tail.map(asRow)]
}
