import { hitKinds } from '../../contract/kinds.ts'
import type { Searched } from './searched.ts'
import type { SearchTerm } from './searchTerms.ts'

/** Where a word is found. Titles come before texts, and those before pinyin; within each of the three, kinds have their order. */
const places = { begins: 0, inTitle: 1, otherName: 2, early: 3, inText: 4, pinyinBegins: 5, inPinyin: 6 } as const
type Place = (typeof places)[keyof typeof places]
function classOf(place: Place): number {
  if (place <= places.otherName) return 0
  return place <= places.inText ? 1 : 2
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
  return (classOf(worst) * hitKinds.length + hitKinds.indexOf(searched.type)) * 8 + worst
}

function placeOf(searched: Searched, { word, parts, pinyin }: SearchTerm): Place | undefined {
  const inTitle = searched.key.indexOf(word)
  if (inTitle >= 0) return inTitle === 0 ? places.begins : places.inTitle
  let worst: Place | undefined = places.otherName
  for (const words of parts) {
    const place = placeOfAny(searched, words)
    if (place === undefined || place > worst) worst = place
    if (worst === undefined) break
  }
  if (worst !== undefined || !pinyin) return worst
  const inPinyin = searched.pinyin().search(pinyin)
  if (inPinyin === 0) return places.pinyinBegins
  // A single letter is in the initials of nearly every title.
  return inPinyin > 0 && word.length > 1 ? places.inPinyin : undefined
}

const holdsAny = (text: string, words: readonly string[]): boolean => {
  for (const word of words) if (text.includes(word)) return true
  return false
}

function placeOfAny({ names, normal }: Searched, words: readonly string[]): Place | undefined {
  if (holdsAny(names, words)) return places.otherName
  const at = normal.indexOf(words[0] ?? '')
  if (at >= 0) return at < earlyLength ? places.early : places.inText
  return words.length > 1 && holdsAny(normal, words) ? places.inText : undefined
}

/** Where nothing is found: what sounds alike, then what has half of the pieces, at least one of them in its title. */
export function nearRank({ type, names, normal, pinyin }: Searched, terms: readonly SearchTerm[]): number | undefined {
  if (terms.every(({ sound, soundalikes }) => holdsAny(names, soundalikes) || sound?.test(pinyin())))
    return hitKinds.indexOf(type)
  let all = 0
  let inTitle = 0
  let inText = 0
  for (const { pieces } of terms) {
    all += pieces.length
    for (const words of pieces) if (holdsAny(names, words)) inTitle++
  }
  if (inTitle === 0) return undefined
  for (const { pieces } of terms) {
    for (const words of pieces) if (!holdsAny(names, words) && holdsAny(normal, words)) inText++
  }
  if (2 * (inTitle + inText) < all) return undefined
  return (1 + Math.round(10 * (1 - (2 * inTitle + inText) / (2 * all)))) * hitKinds.length + hitKinds.indexOf(type)
}
