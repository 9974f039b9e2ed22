import { truncate } from '../../contract/text/characters.ts'
import type { Section } from '../../contract/site/siteFieldKinds.ts'

/** Picks properties of an object, so that a page's HTML contains no data that the page does not show. */
export const pick = <T extends object, K extends keyof T>(from: T, ...keys: readonly K[]): Pick<T, K> =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

/** The names of the sections that staff show, in their order. Pages load nothing for the others, and what has no items is not drawn. */
export const shownSections = <N extends string>(sections: readonly Section<N>[]): N[] =>
  sections.filter(({ on }) => on).map(({ name }) => name)

/** The tags of Unicode, which no font draws; contract/kinds/pageMarks.ts writes its marks with them. */
const tags = /[\u{E0000}-\u{E007F}]/gu

export const unmarked = (text: string): string => text.replace(tags, '')

/** Text that a page shows from its address. Anyone may have written it. */
export const queryText = (query: URLSearchParams, name: string, maxLength: number): string =>
  truncate(unmarked(query.get(name) ?? '').trim(), maxLength)
