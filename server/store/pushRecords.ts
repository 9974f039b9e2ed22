import type { PagedKind } from '../../contract/kinds.ts'
import type { SearchEngineName } from '../../contract/push.ts'
import type { Mark } from './agentRecords.ts'
import { internalKind, type Stored, switches, texts } from './kind.ts'

/** The id of the secret by which IndexNow checks who owns the site, and the file where it finds it. */
export const keyId = 'indexnow'
export const keyFile = (key: string): string => `${key}.txt`

/** A page that a search engine is to know of. */
export interface WaitingPage {
  kind: PagedKind
  recordId: string
  address: string
  changedAt: string
  gone?: true
}

/** A search engine, with its secret; `id` is its name. */
export interface SearchEngineRecord extends Stored {
  on: boolean
  /** What is older waits, was sent, or is older than the last time that it was switched on. */
  since: string
  site?: string
  token?: string
  paused?: { reason: string; at: string }
  /** How many addresses it accepts on this day. */
  remain?: { day: string; count: number }
  /** Records of older releases have none. */
  waiting?: readonly WaitingPage[]
  /** What it replied last, and when to try again what has failed so often. */
  answer?: { at: string; words: string; failed?: true; tries?: number; retryAt?: string }
}

export const waitingOf = ({ waiting = [] }: SearchEngineRecord): readonly WaitingPage[] => waiting

/** What older releases kept of each address. */
interface PushRecord extends Stored {
  kind: PagedKind
  recordId: string
  address: string
  /** The version of the record; '' once the page is gone. */
  version: string
  changedAt: string
  marks: Readonly<Partial<Record<SearchEngineName, Mark>>>
}

export const searchEngineKind = internalKind<SearchEngineRecord>('engine', { ...texts('since'), ...switches('on') })
export const pushKind = internalKind<PushRecord>('push', {
  ...texts('recordId', 'address', 'version', 'changedAt'), marks: { kind: 'object', label: '', fields: {} },
})

/** What was waiting for a search engine. */
export const waitedBefore = (name: SearchEngineName, { since }: SearchEngineRecord, pages: readonly PushRecord[]): WaitingPage[] =>
  pages.flatMap(({ kind, recordId, address, changedAt, version, marks }) => {
    const isWaiting = marks[name]?.state === 'waiting' && changedAt >= since
    return isWaiting ? [{ kind, recordId, address, changedAt, ...(version === '' && { gone: true as const }) }] : []
  })
