import type { RobotKind } from '../../contract/channels.ts'
import type { SearchEngineName } from '../../contract/push.ts'
import type { Outside } from '../network/outside.ts'
import type { ChannelRecord } from '../store/agentRecords.ts'
import type { Jobs } from '../system/jobs.ts'
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
export type Send = (
  channel: ChannelRecord,
  message: Message,
  network: Network,
  more: { signal: AbortSignal; now: number },
) => Promise<void>

const timeoutMs = 15_000

/** Sends with a signal that limits the time of the request, also while the server stops. */
export async function withTimeout<T>(
  { stopping }: Pick<Jobs, 'stopping'>,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const request = new AbortController()
  const abort = (): void => request.abort()
  const timeout = setTimeout(abort, timeoutMs)
  stopping.addEventListener('abort', abort)
  try {
    return await send(request.signal)
  } finally {
    clearTimeout(timeout)
    stopping.removeEventListener('abort', abort)
  }
}
