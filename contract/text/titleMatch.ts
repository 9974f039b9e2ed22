/** Matches titles by their text or pinyin initials: hntyzgj finds 混凝土预制构件. */
import { compact, normalize } from './plainText.ts'

const maxTerms = 5

export interface TitleKey {
  text: string
  initials: string
}

/** The first character of each letter in pinyin order; no syllable begins with i, u or v. */
const boundaries = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀']
const letters = 'abcdefghjklmnopqrstwxyz'
const cache = new Map<string, string>()
let collator: Intl.Collator | undefined

export function titleKey(title: string): TitleKey {
  const text = compact(normalize(title))
  let initials = ''
  for (const character of text) initials += initialOf(character)
  return { text, initials }
}

/** The collation has one reading for each character: 重 is always z. */
function initialOf(character: string): string {
  let initial = cache.get(character)
  if (initial === undefined) cache.set(character, (initial = findInitial(character)))
  return initial
}

function findInitial(character: string): string {
  if (/[a-z\d]/.test(character)) return character
  if (!/\p{Script=Han}/u.test(character)) return ''
  collator ??= new Intl.Collator('zh-Hans-CN-u-co-pinyin')
  let initial = ''
  for (const [index, boundary] of boundaries.entries()) {
    if (collator.compare(boundary, character) > 0) break
    initial = letters[index] ?? ''
  }
  return initial
}

/** The terms of a search; a title must match all of them. */
export const termsOf = (word: string): string[] =>
  normalize(word).split(/\s+/).filter(Boolean).slice(0, maxTerms).map(compact)

type Rank = 0 | 1 | 2 | 3

/**
 * From the best: the title starts with the term, the title contains it, the initials start with it, the initials contain it. Undefined: no
 * match.
 */
function termRank({ text, initials }: TitleKey, term: string): Rank | undefined {
  const inText = text.indexOf(term)
  if (inText >= 0) return inText === 0 ? 0 : 1
  const inInitials = initials.indexOf(term)
  if (inInitials === 0) return 2
  // A single letter is in the initials of nearly every title.
  return inInitials > 0 && term.length > 1 ? 3 : undefined
}

/** The rank of the term that matches worst. */
export function rankOf(key: TitleKey, terms: readonly string[]): Rank | undefined {
  let worst: Rank = 0
  for (const term of terms) {
    const rank = termRank(key, term)
    if (rank === undefined) return undefined
    if (rank > worst) worst = rank
  }
  return worst
}
