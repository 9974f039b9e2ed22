import type { Check } from '../../contract/checks.ts'
import type { Config } from '../config.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { StarterContent } from '../site/seed.ts'
import type { Store } from '../store/store.ts'
import type { Fault } from './faults.ts'
import type { Part } from './scan.ts'

export interface CheckInput {
  store: Store
  site: CurrentSite
  starter: StarterContent
  config: Config
  now: number
  faults: readonly Fault[]
  parts: readonly Part[]
  /** What `find` finds in all parts. Other requests go on meanwhile. */
  inAll<T>(find: (part: Part) => readonly T[]): Promise<T[]>
}

export type Verdict = Omit<Check, 'id' | 'title'>

export interface CheckRow {
  id: string
  title: string
  look(input: CheckInput): Verdict | Promise<Verdict>
}

type More = Pick<Verdict, 'link' | 'findings'>
export const ok = (why: string, more: More = {}): Verdict => ({ state: 'ok', why, ...more })
export const warning = (why: string, more: More = {}): Verdict => ({ state: 'warning', why, ...more })
export const problem = (why: string, more: More = {}): Verdict => ({ state: 'problem', why, ...more })
