import type { Site } from '../server.ts'
import type { Mutant } from './mutated.ts'
import type { World } from './world.ts'

/** A sentence of the specification, in our own words, and what shows it. */
export type Row = { sentence: string; file?: RowsFile } & Form & (Checked | Asked)

/** In which other form the sentence holds, and why; the check shows that form. */
type Form = { otherForm?: undefined; why?: undefined } | { otherForm: string; why: string }

interface Checked {
  /** Throws unless the sentence is true. */
  check(world: World): unknown
  asks?: undefined
}

/** A check that changes nothing and needs no content but what the specification names, so that any server can be asked. */
export interface Asked {
  check(world: World<Site>): unknown
  /** As a visitor, or as a member of staff. */
  asks: 'site' | 'office'
}

/** The test files, which take about the same time. What one of them looks at is opened and measured once. */
export type RowsFile = 'desktops' | 'phonesAndCalls' | 'office' | 'forms'

export interface Section {
  section: string
  /** Runs those of its rows that name no other. */
  file: RowsFile
  rows: readonly Row[]
  /** What breaks some of them each: that is seen in test/full/specification/mutants.test.ts. */
  mutants?: readonly Mutant[]
}

/** These rows are run by another file than the others of their section: it has open what they look at. */
export const inFile = (file: RowsFile, ...rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row, file }))
