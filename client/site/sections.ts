import type { Section } from '../../contract/siteFieldKinds.ts'

/** The names of the sections that staff show, in their order. Pages load nothing for the others, and what has no items is not drawn. */
export const shownSections = <N extends string>(sections: readonly Section<N>[]): N[] =>
  sections.filter(({ on }) => on).map(({ name }) => name)
