import type { RobotKind } from '../../contract/channels.ts'
import type { SearchEngineName } from '../../contract/push.ts'
import type { Outside } from '../network/outside.ts'
import type { ChannelRecord } from '../store/agentRecords.ts'
import type { Message } from './message.ts'

/** What services are reached by. */
export interface Network {
  /** Webhooks and mail servers are connected to through it. */
  outside: Outside
  /** Webhooks may be http. */
  allowHttp: boolean
  /** What the operator has set in place of the services' own. */
  origins: Readonly<Partial<Record<RobotKind | SearchEngineName, string | undefined>>>
}

/** Rejects with a DeliveryFailure. */
export type Send = (channel: ChannelRecord, message: Message, network: Network, more: { signal: AbortSignal; now: number }) => Promise<void>
