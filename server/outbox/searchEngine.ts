import type { SearchEngineRecord } from '../store/pushRecords.ts'
import type { Network } from './service.ts'

export interface SearchEngineContext {
  siteUrl: string
  /** The one that IndexNow finds in a file of the site. */
  key: string
  origins: Network['origins']
  signal: AbortSignal
}

/** What a search engine replies to addresses. */
interface Sent {
  /** How many of them it has dealt with, from the first. */
  count: number
  /** In words for staff. */
  words: string
}

/** Both reject with a DeliveryFailure. */
export interface SearchEngine {
  /** Sends the first of the addresses: as many as it accepts now. */
  send(record: SearchEngineRecord, urls: readonly string[], context: SearchEngineContext): Promise<Sent>
  /** Resolves to what staff read. */
  test(record: SearchEngineRecord, context: SearchEngineContext): Promise<string>
}
