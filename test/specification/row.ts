/** A sentence of the specification, in our own words, and the test that shows it. */
export interface Row {
  sentence: string
  /** `<path below test/> › <title of the test>`. */
  shownBy: string
  /** Where the sentence holds in another form: how the line of docs/decisions.md begins that has the reason. */
  otherForm?: string
}

export interface Section {
  section: string
  rows: readonly Row[]
}
