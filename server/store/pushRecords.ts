import { type PagedKind, pagedKinds } from '../../contract/kinds.ts'
import type { EngineName } from '../../contract/push.ts'
import type { Mark } from './agentRecords.ts'
import { internalKind, type Stored, strings } from './kind.ts'

/** The id of the secret by which IndexNow checks who owns the site, and the file where it finds it. */
export const keyId = 'indexnow'
export const keyFile = (key: string): string => `${key}.txt`

/** A service of search engines, with its secret; `id` is its name. */
export interface EngineRecord extends Stored {
  on: boolean
  /** When it was last switched on. What is older is not sent. */
  since: string
  site?: string
  token?: string
  paused?: { reason: string; at: string }
  /** The last test that has succeeded. */
  testedAt?: string
  /** How many addresses it accepts on this day. */
  remain?: { day: string; count: number }
}

/** What search engines are to know of a page; `id` follows from its address. */
export interface PushRecord extends Stored {
  kind: PagedKind
  recordId: string
  address: string
  /** Of the record; '' once the page is gone. */
  version: string
  changedAt: string
  /** By services. Without a mark it is not sent. */
  marks: Readonly<Partial<Record<EngineName, Mark>>>
}

export const engineKind = internalKind<EngineRecord>('engine', (value) => strings('since')(value) && typeof value.on === 'boolean')
export const pushKind = internalKind<PushRecord>('push', (value) =>
  strings('recordId', 'address', 'version', 'changedAt')(value) && pagedKinds.some((kind) => kind === value.kind) &&
  typeof value.marks === 'object' && value.marks !== null)
