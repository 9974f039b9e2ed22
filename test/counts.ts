import { appendFileSync } from 'node:fs'

/** What a run of tests is limited in, by test/budget.json. */
export type Counted =
  | 'server programs'
  | 'servers in the process'
  | 'Chromiums'
  | 'contexts'
  | 'loads of pages'
  | 'runs of axe'
  | 'CPU seconds of Chromium'

/** Counts for the run, which says what it cost and for which file. */
export function note(kind: Counted, count = 1): void {
  const file = process.env.TEST_COUNTS
  if (file !== undefined) appendFileSync(file, `${kind}\t${count}\t${globalThis.testFile ?? ''}\n`)
}

declare global {
  /** The file that this process is running, of several. */
  var testFile: string | undefined
}
