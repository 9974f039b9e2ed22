/** How staff find a record, a screen or an action by its title or by the pinyin initials of it: hntyzgj finds 混凝土预制构件. */

export const mostTerms = 5

export interface TitleKey {
  text: string
  initials: string
}

/** The first character of each letter in pinyin order; no syllable begins with i, u or v. */
const boundaries = [...'阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨他屲夕丫帀']
const letters = 'abcdefghjklmnopqrstwxyz'
const known = new Map<string, string>()
let collator: Intl.Collator | undefined

const normal = (text: string): string => text.normalize('NFKC').toLowerCase()

export function titleKey(title: string): TitleKey {
  const text = normal(title)
  let initials = ''
  for (const character of text) initials += initialOf(character)
  return { text, initials }
}

/** No dictionary: of a character with several readings it knows one (重 is always z). */
function initialOf(character: string): string {
  let initial = known.get(character)
  if (initial === undefined) known.set(character, (initial = lookUp(character)))
  return initial
}

function lookUp(character: string): string {
  if (/[a-z\d]/.test(character)) return character
  if (!/\p{Script=Han}/u.test(character)) return ''
  collator ??= new Intl.Collator('zh-Hans-CN-u-co-pinyin')
  let initial = ''
  for (const [at, boundary] of boundaries.entries()) {
    if (collator.compare(boundary, character) > 0) break
    initial = letters[at] ?? ''
  }
  return initial
}

/** Of a search: all of them must occur. */
export const termsOf = (word: string): string[] => normal(word).split(/\s+/).filter(Boolean).slice(0, mostTerms)

/** 0 is the best: the title begins so, holds it, its initials begin so, hold it. Undefined: it does not fit. */
export function rankOf({ text, initials }: TitleKey, terms: readonly string[]): 0 | 1 | 2 | 3 | undefined {
  let worst: 0 | 1 | 2 | 3 = 0
  for (const term of terms) {
    const inText = text.indexOf(term)
    const inInitials = initials.indexOf(term)
    // One letter is among the initials of nearly every title.
    const rank = inText === 0 ? 0 : inText > 0 ? 1 : inInitials === 0 ? 2 : inInitials > 0 && term.length > 1 ? 3 : undefined
    if (rank === undefined) return undefined
    if (rank > worst) worst = rank
  }
  return worst
}
