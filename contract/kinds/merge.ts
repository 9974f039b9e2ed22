import { diff } from '../text/diff.ts'
import { elements, voidElements } from '../text/markup.ts'
import { isObject, isWithin } from '../site/siteFieldKinds.ts'

/** The values of a record, by the names of its fields, as they are sent. */
export type FieldValues = Readonly<Record<string, unknown>>

export const isEqual = (one: unknown, other: unknown): boolean => isWithin(one, other) && isWithin(other, one)

/** A field, or a member of an object, that two versions have otherwise. */
export interface Change {
  /** Its path, such as `inquiry.bandTitle`. */
  name: string
  /** What both were made from, as far as it is known. */
  base: unknown
  mine: unknown
  theirs: unknown
  /** Of rich text its blocks, of another one its value. */
  pieces: MergedBlocks
  /** Its pieces are blocks, of which both versions can be kept. */
  isRich: boolean
}

export interface MergedFields {
  /** Mine where I changed something, theirs everywhere else. Where both did, mine, until a person has chosen. */
  values: FieldValues
  /** What only I have changed. */
  mine: readonly Change[]
  /** Of which I have taken what they changed, entirely or in part. */
  theirs: readonly Change[]
  /** What both changed, each to something else; of rich text, a paragraph. */
  both: readonly Change[]
}

/**
 * Merges two versions of a record, field by field, by what both were made from; `rich` names the fields whose blocks are merged. A field
 * that `base` lacks counts as changed by both: then nothing is overwritten without a question. Two people who change two members of one
 * object have changed two things. `chosen` answers such questions, by path.
 */
export function mergeFields(
  base: FieldValues,
  mine: FieldValues,
  theirs: FieldValues,
  rich: readonly string[] = [],
  chosen: FieldValues = {},
  around = '',
): MergedFields {
  const values: Record<string, unknown> = { ...mine }
  const changes = { mine: [] as Change[], theirs: [] as Change[], both: [] as Change[] }
  for (const name of Object.keys(theirs)) {
    const path = around + name
    const before = base[name]
    const my = mine[name] ?? ''
    const their = theirs[name] ?? ''
    if (isEqual(my, their)) continue
    if (isObject(my) && isObject(their)) {
      const members = mergeFields(isObject(before) ? before : {}, my, their, rich, chosen, `${path}.`)
      values[name] = members.values
      for (const by of sides) changes[by].push(...members[by])
      continue
    }
    const isRich = before !== undefined && rich.includes(path)
    let pieces: MergedBlocks
    if (isEqual(their, before)) pieces = [{ html: my }]
    else if (isEqual(my, before)) pieces = [{ html: their }]
    else if (isRich) pieces = mergeBlocks(String(before), String(my), String(their))
    else pieces = [{ base: before, mine: my, theirs: their }]
    values[name] = chosen[path] ?? joinBlocks(pieces)
    let by: (typeof sides)[number] = isEqual(values[name], my) ? 'mine' : 'theirs'
    if (pieces.some(isClash)) by = 'both'
    changes[by].push({ name: path, base: before, mine: my, theirs: their, pieces, isRich })
  }
  return { values, ...changes }
}

const sides = ['mine', 'theirs', 'both'] as const

export const changedFields = (base: FieldValues, values: FieldValues): FieldValues =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isEqual(value, base[name])))

/** A value that is a text; '' where there is none. */
export const textIn = (values: FieldValues, name: string): string => String(values[name] ?? '')

/** Those of the names that have a value. */
export const pick = (values: FieldValues, names: readonly string[]): FieldValues =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]])))

/** A value, or a part of a rich text, that both have changed, each to something else. '' is what does not exist there. */
export interface Clash {
  base: unknown
  mine: unknown
  theirs: unknown
}
/** The same, merged, and who has changed it. */
interface Merged {
  html: unknown
  by?: 'mine' | 'theirs'
}
type MergedBlocks = readonly (Merged | Clash)[]
export type Choice = 'mine' | 'theirs' | 'both'

export const isClash = (piece: Merged | Clash): piece is Clash => 'mine' in piece

/** The value that results from what is chosen of each clash. */
export function joinBlocks(pieces: MergedBlocks, choose?: (clash: Clash) => Choice | undefined): unknown {
  const values = pieces.map((piece) => {
    if (!isClash(piece)) return piece.html
    const choice = choose?.(piece) ?? 'mine'
    return choice === 'both' ? `${piece.mine}${piece.theirs}` : piece[choice]
  })
  return values.length === 1 ? values[0] : values.join('')
}

/** A paragraph, a list, a table …, or what stands between such. */
interface Block {
  html: string
  /** Blocks with the same key are equal: space between blocks does not count. */
  key: string
}

/** More than any article has. A text of more is asked for in one piece, since merging it would make everybody else wait. */
const maxBlocks = 2_000

/**
 * Merges two versions of a rich text by what both were made from: a block that only one of them has changed, added, moved or deleted is
 * taken from that one.
 */
export function mergeBlocks(base: string, mine: string, theirs: string): MergedBlocks {
  const before = blocksOf(base)
  const my = blocksOf(mine)
  const their = blocksOf(theirs)
  if (Math.max(before.length, my.length, their.length) > maxBlocks) return [{ base, mine, theirs }]
  const mySide = sideOf(before, my)
  const theirSide = sideOf(before, their)
  const pieces: (Merged | Clash)[] = []
  // A block that both have moved, each to another place, remains at the first one.
  const unique = [before, my, their].map(uniqueKeys)
  const placed = new Set<string>()
  const place = (blocks: readonly Block[], by?: Merged['by']): void => {
    const html = htmlOf(blocks.filter(({ key }) => !placed.has(key) || !unique.every((keys) => keys.has(key))))
    for (const { key } of blocks) placed.add(key)
    const last = pieces[pieces.length - 1]
    if (last && !isClash(last) && last.by === by) last.html = `${last.html}${html}`
    else if (html !== '') pieces.push(by ? { html, by } : { html })
  }
  const merge = (from: readonly Block[], a: readonly Block[], b: readonly Block[]): void => {
    if (htmlOf(b) === htmlOf(from) || keysOf(a) === keysOf(b)) place(a, keysOf(a) === keysOf(from) ? undefined : 'mine')
    else if (keysOf(a) === keysOf(from)) place(b, keysOf(b) === keysOf(from) ? undefined : 'theirs')
    else if (keysOf(b) === keysOf(from)) place(a, 'mine')
    else pieces.push({ base: htmlOf(from), mine: htmlOf(a), theirs: htmlOf(b) })
  }

  for (let at = 0; ; ) {
    merge([], mySide.inserted[at] ?? [], theirSide.inserted[at] ?? [])
    if (at === before.length) return pieces
    const from = at++
    while (mySide.joined.has(at) || theirSide.joined.has(at)) at++
    merge(before.slice(from, at), partOf(mySide, from, at), partOf(theirSide, from, at))
  }
}

const htmlOf = (blocks: readonly Block[]): string => blocks.map(({ html }) => html).join('')
/** The keys of the blocks that are there once. */
function uniqueKeys(blocks: readonly Block[]): Set<string> {
  const all = new Set<string>()
  const repeated = new Set<string>()
  for (const { key } of blocks) {
    if (all.has(key)) repeated.add(key)
    all.add(key)
  }
  for (const key of repeated) all.delete(key)
  return all
}

const keysOf = (blocks: readonly Block[]): string => blocks.map(({ key }) => key).join('\0')

/** Rich text has no other > than the ends of tags: writeRich escapes those of texts and attributes. */
const anyTag = /<(\/?)([a-z\d]+)[^>]*>[\t\n ]*/g

/** Splits normalized rich text into the blocks at its top. Together they are the text. */
function blocksOf(html: string): Block[] {
  const cuts = [0]
  let depth = 0
  const cut = (at: number): void => {
    if (at > (cuts[cuts.length - 1] ?? 0)) cuts.push(at)
  }
  for (const { 0: tag, 1: slash, 2: name = '', index } of html.matchAll(anyTag)) {
    const isBlock = elements.get(name)?.allowedIn !== 'line'
    if (slash !== '') depth--
    if (isBlock && depth === 0 && slash === '') cut(index)
    if (slash === '' && !voidElements.has(name)) depth++
    if (isBlock && depth === 0) cut(index + tag.length)
  }
  cut(html.length)
  return cuts.slice(1).map((to, index) => {
    const block = html.slice(cuts[index], to)
    return { html: block, key: block.trim() }
  })
}

/** One version, by the blocks of the base. */
interface Side {
  /** What it has in front of each block of the base, and behind the last. */
  inserted: (readonly Block[])[]
  /** What it has in place of each. */
  replaced: (readonly Block[])[]
  /** Blocks of the base that were replaced together with the one before. */
  joined: Set<number>
}

function sideOf(base: readonly Block[], blocks: readonly Block[]): Side {
  const side: Side = { inserted: [], replaced: [], joined: new Set() }
  let at = 0
  const replace = (count: number, added: readonly Block[]): void => {
    const oneByOne = added.length === count || added.length === 0
    if (count === 0 && added.length > 0) side.inserted[at] = added
    for (let index = 0; index < count; index++) {
      if (oneByOne) side.replaced[at + index] = added.slice(index, index + 1)
      else side.replaced[at + index] = index === 0 ? added : []
      if (!oneByOne && index > 0) side.joined.add(at + index)
    }
    at += count
  }
  for (const hunk of diff(base, blocks, ({ key }) => key)) {
    if ('same' in hunk) replace(hunk.same.length, hunk.same)
    else for (const [count, added] of paired(hunk.removed, hunk.added)) replace(count, added)
  }
  return side
}

/** What a version has for some blocks of the base, and between them. */
const partOf = ({ inserted, replaced }: Side, from: number, to: number): Block[] =>
  replaced.slice(from, to).flatMap((blocks, index) => [...(index > 0 ? (inserted[from + index] ?? []) : []), ...blocks])

/** How many blocks ahead the changed form of a block is looked for. */
const lookAhead = 20

/** Splits what was replaced where a block is still recognized by its text, so that those beside it are changes of their own. */
function* paired(
  removed: readonly Block[],
  added: readonly Block[],
): Generator<[count: number, added: readonly Block[]]> {
  const texts = added.map(blockText)
  let from = 0
  let to = 0
  for (const [index, block] of removed.entries()) {
    const text = blockText(block)
    const distance = texts.slice(to, to + lookAhead).findIndex((other) => alike(text, other))
    if (distance < 0) continue
    const match = to + distance
    yield [index - from, added.slice(to, match)]
    yield [1, added.slice(match, match + 1)]
    from = index + 1
    to = match + 1
  }
  yield [removed.length - from, added.slice(to)]
}

const blockText = ({ key }: Block): string => key.replace(/<[^>]*>/g, '')

/** Whether half of the longer text is at the start or the end of both. */
function alike(text: string, other: string): boolean {
  const short = Math.min(text.length, other.length)
  const long = Math.max(text.length, other.length)
  let start = 0
  while (start < short && text[start] === other[start]) start++
  let end = 0
  while (end < short - start && text[text.length - 1 - end] === other[other.length - 1 - end]) end++
  return long > 0 && (start + end) * 2 >= long
}
