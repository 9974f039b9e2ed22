import type { ParsedOf } from '../../contract/calls/calls.ts'
import { type ChannelField, type ChannelKind, sendsNothing } from '../../contract/calls/channels.ts'
import { fieldFailure } from '../failure.ts'
import { allowedAddresses, NotAllowed, type Outside } from '../edge/outside.ts'
import type { ChannelRecord } from '../store/leadRecords.ts'
import type { Jobs } from '../system/jobs.ts'
import { DeliveryFailure } from './deliveryFailure.ts'
import type { Message } from './message.ts'

/** What services are reached by. */
export interface Network {
  /** Webhooks and mail servers are connected to through it. */
  outside: Outside
  /** Webhooks may be http. */
  allowHttp: boolean
  /** What the operator has set in place of the services' own. */
  origins: Readonly<Partial<Record<ChannelKind | 'baidu' | 'wechat', string | undefined>>>
}

/** Rejects with a DeliveryFailure. */
export type Send = (
  channel: ChannelRecord,
  message: Message,
  network: Network,
  more: { signal: AbortSignal; now: number },
) => Promise<void>

/** What is kept of a channel's fields. */
export type KeptFields = Pick<ChannelRecord, ChannelField['name']>

/** What sends by a kind of channel. */
export interface Service {
  send: Send
  /** What of the input is kept: what is left out stays. Throws where a field is not what the kind needs. */
  fieldsOf(input: ParsedOf<'channelSave'>, existing: ChannelRecord | undefined, network: Network): Promise<KeptFields>
}

const resolveMs = 5_000

/** Throws where it is not to be connected to. A name that is not found may be found later, and a test says so. */
export async function refusePrivate(
  field: ChannelField['name'],
  address: Pick<URL, 'hostname' | 'port'>,
  { outside }: Network,
): Promise<void> {
  try {
    await allowedAddresses(address, outside, AbortSignal.timeout(resolveMs))
  } catch (error) {
    if (error instanceof NotAllowed) throw fieldFailure(field, '不能使用内网地址')
  }
}

const timeoutMs = 15_000

/** Sends with a signal that limits the time of the request, also while the server stops. */
export async function withTimeout<T>(
  { sends, stopping }: Pick<Jobs, 'sends' | 'stopping'>,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!sends) throw new DeliveryFailure(sendsNothing)
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
