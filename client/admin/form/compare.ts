import { diff, type Hunk } from '../../../contract/text/diff.ts'
import { elements, voidElements } from '../../../contract/text/markup.ts'
import { unescapeHtml } from '../../../contract/text/plainText.ts'
import { lastOf } from '../../lib/lastOf.ts'

/** A paragraph, a heading, a list item, a cell of a table, or a picture. */
export interface Block {
  tokens: readonly string[]
  /** What it is written as, and in which elements it stands: blocks with the same key are equal. */
  key: string
}

/** A line of a comparison. */
interface Row {
  hunks: readonly Hunk<string>[]
  note?: string
}

/** Latin words, numbers, and characters. */
const wordsOf = (text: string): string[] => text.match(/[\p{Script=Latin}\p{N}]+|./gsu) ?? []

/** A picture is `<` and its address; no word begins like that. */
export const isPicture = (token: string): boolean => /^<./.test(token)
export const textOf = (tokens: readonly string[]): string => tokens.filter((token) => !isPicture(token)).join('')

/** The paragraphs and pictures of a normalized rich text, in their order. */
export function blocksOf(html: string): Block[] {
  const blocks: Block[] = []
  const around: string[] = []
  let from = 0
  const endLine = (to: number): void => {
    const line = html.slice(from, to)
    const text = unescapeHtml(line.replace(/<br[^>]*>/g, '\n').replace(/<[^>]*>/g, '')).trim()
    if (text !== '') blocks.push({ tokens: wordsOf(text), key: around.join('') + line })
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(/<(\/?)([a-z\d]+)[^>]*>(?:<\/video>)?/g)) {
    const isMedia = name === 'img' || name === 'video'
    if (!isMedia && elements.get(name)?.allowedIn === 'line') continue
    endLine(index)
    from = index + tag.length
    if (isMedia) {
      const [, address] = tag.match(/(?:<img.* src| poster)="([^"]*)"/) ?? []
      const picture = address === undefined ? [] : [`<${unescapeHtml(address)}`]
      blocks.push({ tokens: name === 'img' ? picture : ['【视频】', ...picture], key: tag })
    } else if (slash !== '') around.pop()
    else if (!voidElements.has(name)) around.push(tag)
  }
  endLine(html.length)
  return blocks
}

/** What changed from one text to another, in Latin words and Chinese characters. */
export const compareWords = (before: string, after: string): Hunk<string>[] =>
  compareTokens(wordsOf(before), wordsOf(after))

/** Joins changes that only one common character separates: they are easier to read as one. */
function compareTokens(before: readonly string[], after: readonly string[]): Hunk<string>[] {
  const joined: Hunk<string>[] = []
  const hunks = diff(before, after, (token) => token)
  for (const [position, hunk] of hunks.entries()) {
    const last = lastOf(joined)
    let change = hunk
    if ('same' in hunk && hunk.same.length === 1 && hunk.same[0] !== '\n' && position < hunks.length - 1)
      change = { removed: hunk.same, added: hunk.same }
    if (!last || 'same' in last || 'same' in change) joined.push(hunk)
    else
      joined[joined.length - 1] = {
        removed: [...last.removed, ...change.removed],
        added: [...last.added, ...change.added],
      }
  }
  return joined
}

/** In words and characters. Beyond this, paragraphs are marked as replaced, so that comparing long texts does not block the page. */
const maxCompared = 20_000

/** What changed from one rich text to another: by paragraph, and within a paragraph by words. */
export function compareBlocks(before: readonly Block[], after: readonly Block[]): Row[] {
  let budget = maxCompared
  const compare = (removed: readonly string[] = [], added: readonly string[] = []): Row => {
    budget -= removed.length + added.length
    const hunks = budget < 0 ? [{ removed, added }] : compareTokens(removed, added)
    return hunks.every((hunk) => 'same' in hunk) ? { hunks, note: '（文字相同，格式不同）' } : { hunks }
  }
  const hunks = diff(before, after, ({ key }) => key)
  return hunks.flatMap((hunk, position) => {
    if ('same' in hunk) return unchanged(hunk.same, position > 0, position < hunks.length - 1)
    const { removed, added } = hunk
    const longer = removed.length > added.length ? removed : added
    return longer.map((_, index) => compare(removed[index]?.tokens, added[index]?.tokens))
  })
}

/** Of unchanged blocks, only the one beside each change is shown, for orientation. */
function unchanged(same: readonly Block[], begins: boolean, ends: boolean): Row[] {
  const head = same.slice(0, begins ? 1 : 0)
  const tail = same.slice(ends ? Math.max(head.length, same.length - 1) : same.length)
  const count = same.length - head.length - tail.length
  const asRow = ({ tokens }: Block): Row => ({ hunks: [{ same: tokens }] })
  const gap: Row[] = count > 0 ? [{ hunks: [], note: `… ${count} 段没有变化 …` }] : []
  return [...head.map(asRow), ...gap, ...tail.map(asRow)]
}
