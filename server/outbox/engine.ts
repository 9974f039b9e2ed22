import type { EngineRecord } from '../store/pushRecords.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import type { Network } from './service.ts'

export interface EngineContext {
  siteUrl: string
  /** The one that IndexNow finds in a file of the site. */
  key: string
  origins: Network['origins']
  signal: AbortSignal
}

/** What a service has said of the addresses that it was sent. */
export interface Sent {
  /** How many more it accepts today. */
  remain?: number
  /** Why it does not accept some. */
  refused: ReadonlyMap<string, string>
}

export interface Engine {
  /** Pages that are gone are sent, too. */
  removals: boolean
  /** How many addresses one request may have. */
  most: number
  /** How many addresses it accepts today; absent where there is no limit. */
  quota?(engine: EngineRecord, context: EngineContext): Promise<number>
  /** Rejects with a DeliveryFailure. */
  send(engine: EngineRecord, urls: readonly string[], context: EngineContext): Promise<Sent>
}

/** No more is accepted today. */
export class QuotaUsed extends DeliveryFailure {}
