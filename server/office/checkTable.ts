import type { Check } from '../../contract/calls/checks.ts'
import type { Fault, Seen } from './facts.ts'
import type { Part } from './scan.ts'

export interface CheckInput extends Seen {
  faults: readonly Fault[]
  /** Reads all that visitors see, once for all rows, which ask for it before anything else. Other requests go on meanwhile. */
  eachPart(read: (part: Part) => void): Promise<void>
}

export type Verdict = Omit<Check, 'id' | 'title'>

export interface CheckRow {
  id: string
  title: string
  look(input: CheckInput): Verdict | Promise<Verdict>
}

type More = Pick<Verdict, 'link' | 'mend' | 'findings'>
export const ok = (why: string, more: More = {}): Verdict => ({ state: 'ok', why, ...more })
export const warning = (why: string, more: More = {}): Verdict => ({ state: 'warning', why, ...more })
export const problem = (why: string, more: More = {}): Verdict => ({ state: 'problem', why, ...more })
