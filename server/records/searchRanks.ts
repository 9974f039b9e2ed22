import { hitKinds } from '../../contract/kinds/kinds.ts'
import { perRecord } from '../store/perRecord.ts'
import type { Searched } from './searched.ts'
import type { SearchPart, SearchPiece, SearchTerm } from './searchTerms.ts'

/**
 * Where a word is found. Titles come before texts, those before pinyin, and last the halves of a word in another order; within each of the
 * four, kinds have their order, and within a kind what has a part of the words in its title comes first: 塔吊交货期 is about 塔吊. Then comes
 * what has one in its facts.
 */
const places = {
  begins: 0,
  inTitle: 1,
  otherName: 2,
  early: 3,
  inText: 4,
  pinyinBegins: 5,
  inPinyin: 6,
  apartInTitle: 7,
  apart: 8,
} as const
type Place = (typeof places)[keyof typeof places]
const placeCount = Object.keys(places).length
function classOf(place: Place): number {
  if (place <= places.otherName) return 0
  if (place <= places.inText) return 1
  return place <= places.inPinyin ? 2 : 3
}

/** What was typed stands only in passing, in a text about something else: not in its title, models or parameters. */
export function isMention(rank: number): boolean {
  const place = Math.floor(rank / 3) % placeCount
  return rank % 3 === 2 && (place === places.inText || place === places.apart)
}

/** What was typed, among so many characters, is what the text is about. */
const earlyLength = 60

/** It must match all terms. */
export function rankOfAll(searched: Searched, terms: readonly SearchTerm[]): number | undefined {
  let worst: Place = places.begins
  for (const term of terms) {
    const place = placeOf(searched, term)
    if (place === undefined) return undefined
    if (place > worst) worst = place
  }
  const telling = tellingParts(terms)
  const isIn = (text: string): boolean =>
    telling.some((part) => holdsAny(text, part.words) || codeIn(text, part) !== undefined)
  const ofKind = classOf(worst) * hitKinds.length + hitKinds.indexOf(searched.type)
  const rank = (ofKind * placeCount + worst) * 3
  if (isIn(searched.names)) return rank
  return rank + (isIn(searched.facts) ? 1 : 2)
}

/** 护栏, which the synonyms have, tells more of 安全护栏 than 安全. */
function tellingOf<T extends { words: readonly string[] }>(parts: readonly T[]): readonly T[] {
  const known = parts.filter(({ words }) => words.length > 1)
  return known.length > 0 ? known : parts
}

const tellingParts = perRecord((terms: readonly SearchTerm[]) => tellingOf(terms.flatMap(({ parts }) => parts)))

function placeOf(searched: Searched, { word, parts, pinyin }: SearchTerm): Place | undefined {
  const inTitle = searched.key.indexOf(word)
  if (inTitle >= 0) return inTitle === 0 ? places.begins : places.inTitle
  let worst: Place | undefined = places.otherName
  for (const part of parts) {
    const place = placeOfPart(searched, part)
    if (place === undefined || place > worst) worst = place
    if (worst === undefined) break
  }
  if (worst !== undefined || !pinyin) return worst
  const inPinyin = searched.pinyin.search(pinyin)
  if (inPinyin === 0) return places.pinyinBegins
  // A single letter is in the initials of nearly every title.
  return inPinyin > 0 && word.length > 1 ? places.inPinyin : undefined
}

const holdsAny = (text: string, words: readonly string[]): boolean => {
  for (const word of words) if (text.includes(word)) return true
  return false
}

function codeIn(text: string, { code }: SearchPart): string | undefined {
  return code && text.includes(code.number) ? code.pattern.exec(text)?.[0] : undefined
}

function placeOfPart(searched: Searched, part: SearchPart): Place | undefined {
  const place = placeOfAny(searched, part.words)
  if (place !== undefined) return place
  if (part.code) {
    if (codeIn(searched.names, part)) return places.otherName
    return codeIn(searched.normal, part) ? places.inText : undefined
  }
  if (halvesInTitle(searched, part)) return places.apartInTitle
  return passageOf(searched, part) === undefined ? undefined : places.apart
}

const halvesInTitle = ({ names }: Searched, { halves }: SearchPart): readonly string[] | undefined =>
  halves.find((both) => both.every((half) => names.includes(half)))

/** What the text says from one half to the other, where these stand together. */
function passageOf(searched: Searched, { halves }: SearchPart): string | undefined {
  for (const [one, other] of halves) {
    const passage = passageWith(searched.normal, one, other) ?? passageWith(searched.normal, other, one)
    if (passage !== undefined) return passage
  }
  return undefined
}

/** What the title and the text have of a part, to be marked. */
export function wordsFound(searched: Searched, part: SearchPart): string[] {
  const passage = passageOf(searched, part)
  const others = [codeIn(searched.normal, part), passage].filter((word) => word !== undefined)
  return [...part.words, ...others, ...(halvesInTitle(searched, part) ?? [])]
}

/** Between words of one thing, as in 识别未戴安全帽、未穿反光衣. */
const farthest = 12

function passageWith(text: string, one: string, other: string): string | undefined {
  for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + 1)) {
    const behind = text.slice(at + one.length, at + one.length + farthest + other.length)
    const end = behind.indexOf(other)
    if (end >= 0) return one + behind.slice(0, end) + other
  }
  return undefined
}

function placeOfAny(searched: Searched, words: readonly string[]): Place | undefined {
  if (holdsAny(searched.names, words)) return places.otherName
  const { normal } = searched
  const at = normal.indexOf(words[0] ?? '')
  if (at >= 0) return at < earlyLength ? places.early : places.inText
  return words.length > 1 && holdsAny(normal, words) ? places.inText : undefined
}

/** In how many titles and texts of the site each piece is. */
export class PieceUses {
  readonly #pieces: readonly SearchPiece[]
  readonly #titles = new Map<SearchPiece, number>()
  readonly #anywhere = new Set<SearchPiece>()
  #all = 0

  constructor(terms: readonly SearchTerm[]) {
    this.#pieces = terms.flatMap(({ pieces }) => pieces)
  }

  /** Returns whether any is in its title. */
  count(searched: Searched): boolean {
    this.#all++
    let isNamed = false
    for (const piece of this.#pieces) {
      if (holdsAny(searched.key, piece.words)) {
        this.#titles.set(piece, (this.#titles.get(piece) ?? 0) + 1)
        this.#anywhere.add(piece)
        isNamed = true
      } else if (!this.#anywhere.has(piece) && holdsAny(searched.normal, piece.words)) this.#anywhere.add(piece)
    }
    return isNamed
  }

  /** It tells things apart: 机器, in the titles of all robots, does not. */
  tells(piece: SearchPiece): boolean {
    return (this.#titles.get(piece) ?? 0) <= 2 + this.#all / 50
  }

  isKnown(piece: SearchPiece): boolean {
    return this.#anywhere.has(piece)
  }
}

/** Of all words. */
export const soundsAlike = (searched: Searched, terms: readonly SearchTerm[]): boolean =>
  terms.every(({ sound, soundalikes }) => holdsAny(searched.names, soundalikes) || sound?.test(searched.pinyin))

/**
 * Where nothing is found: what sounds alike, then what has half of the pieces, at least one in its title that tells. If other texts have what
 * it lacks, something else was meant: 混凝土测温 is not 混凝土抹平.
 */
export function nearRank(searched: Searched, terms: readonly SearchTerm[], uses: PieceUses): number | undefined {
  const { type, key } = searched
  if (soundsAlike(searched, terms)) return hitKinds.indexOf(type)
  const pieces = terms.flatMap((term) => term.pieces)
  const telling = tellingOf(pieces)
  let inTitle = 0
  let inText = 0
  for (const piece of pieces) {
    const isNamed = holdsAny(key, piece.words)
    if (isNamed && uses.tells(piece) && telling.includes(piece)) inTitle++
    else if (isNamed || holdsAny(searched.normal, piece.words)) inText++
    else if (piece.isCut && uses.isKnown(piece)) return undefined
  }
  if (inTitle === 0 || 2 * (inTitle + inText) < pieces.length) return undefined
  return (
    (1 + Math.round(10 * (1 - (2 * inTitle + inText) / (2 * pieces.length)))) * hitKinds.length + hitKinds.indexOf(type)
  )
}
