import type { SearchEngineRecord } from '../store/pushRecords.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import type { Network } from './service.ts'

export interface SearchEngineContext {
  siteUrl: string
  /** The one that IndexNow finds in a file of the site. */
  key: string
  origins: Network['origins']
  signal: AbortSignal
}

/** What a search engine replies to addresses. */
export interface Sent {
  /** How many more it accepts today. */
  remain?: number
  /** Why it does not accept some. */
  refused: ReadonlyMap<string, string>
}

export interface SearchEngine {
  /** Pages that are gone are sent, too. */
  removals: boolean
  /** How many addresses one request may have. */
  most: number
  /** How many addresses it accepts today; absent where there is no limit. */
  quota?: (record: SearchEngineRecord, context: SearchEngineContext) => Promise<number>
  /** Rejects with a DeliveryFailure. */
  send(record: SearchEngineRecord, urls: readonly string[], context: SearchEngineContext): Promise<Sent>
}

/** No more is accepted today. */
export class QuotaUsed extends DeliveryFailure {}
