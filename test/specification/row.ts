import type { World } from './world.ts'

/** A sentence of the specification, in our own words, and what shows it. */
export type Row = {
  sentence: string
  /** In which other form the sentence holds, and why; the check shows that form. */
  otherForm?: string
  why?: string
} & (
  | {
      /** Throws unless the sentence is true. */
      check(world: World): unknown
      /** Changes nothing and knows no content, so any server can be asked: as a visitor, or as a member of staff. */
      asks?: 'site' | 'office'
    }
  /** `<path below test/> › <title of the test>`. */
  | { shownBy: string }
)

export interface Section {
  section: string
  rows: readonly Row[]
}
