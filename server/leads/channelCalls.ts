import type { ParsedOf } from '../../contract/calls/calls.ts'
import { channelKindOf, type ChannelRow, maxChannels } from '../../contract/calls/channels.ts'
import type { Handlers } from '../call.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import { resent } from './due.ts'
import type { Outbox } from './outbox.ts'
import { lastMonday } from './weekly.ts'
import type { Network } from './service.ts'
import { services } from './services.ts'
import { newId } from '../store/newId.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { ChannelRecord } from '../store/leadRecords.ts'
import type { Store } from '../store/store.ts'

interface ChannelCallsParts {
  store: Store
  outbox: Pick<Outbox, 'test'>
  network: Network
  now: () => number
}

/** How staff are notified of inquiries and applications. */
export function channelCalls({ store: { agent, channel }, outbox, network, now }: ChannelCallsParts) {
  return {
    channelList: () =>
      channel
        .all()
        .map(rowOf)
        .sort((a, b) => (a.channelId < b.channelId ? -1 : 1)),

    async channelSave(input) {
      const { channelId, kind, label } = input
      const existing = channelId ? channel.get(channelId) : undefined
      if (channelId && !existing) throw notFound()
      if (existing && existing.kind !== kind) throw fieldFailure('kind', '通知方式不能更改，请新增一个渠道')
      if (!existing && channel.size >= maxChannels) throw new Failure(400, `通知渠道最多${maxChannels}个`)
      const on = input.on ?? existing?.on ?? true
      refuseMissing(input, existing)
      const fields = await services[kind].fieldsOf(input, existing, network)
      const id = existing?.id ?? newId(now())
      await channel.change(id, (stored) => {
        if (existing && !stored) throw notFound()
        const { paused: _paused, ...current } = stored ?? { id, createdAt: chinaTime(now()), kind, since: '' }
        // What has come while it was to get none of it is not sent afterwards.
        const goesOn = on && stored?.on && !(stored.operator && input.operator === false)
        return {
          ...current,
          label,
          on,
          since: goesOn ? stored.since : chinaTime(now()),
          ...(input.weekly !== undefined &&
            input.weekly !== stored?.weekly && { weekly: input.weekly, weekSent: lastMonday(now()) }),
          ...(input.operator !== undefined && { operator: input.operator }),
          ...fields,
        }
      })
      // A secret that the server has made is in this reply only.
      const isMade = !existing && !input.secret && fields.secret !== undefined
      return { channelId: id, ...(isMade && { secret: fields.secret }) }
    },

    async channelDelete({ channelId }) {
      if (!(await channel.remove(channelId))) throw notFound()
      return null
    },

    async channelTest({ channelId }) {
      const record = channel.get(channelId)
      if (!record) throw notFound()
      return outbox.test(record)
    },

    async leadResend({ agentId }) {
      const channels = channel.all()
      if (!channels.some(({ on, operator }) => on && !operator)) throw new Failure(400, '还没有开启的通知渠道')
      if (!(await agent.update(agentId, (record) => resent(record, channels)))) throw notFound()
      return null
    },
  } satisfies Partial<Handlers>
}

function rowOf(record: ChannelRecord): ChannelRow {
  const { id: channelId, kind, label, on, weekly, operator, paused } = record
  const { fields, hint } = channelKindOf(kind)
  return {
    channelId,
    kind,
    label,
    on,
    ...(weekly && { weekly }),
    ...(operator && { operator }),
    ...(paused && { paused: { reason: paused.reason } }),
    ...(hint && { hint: hintOf(record) }),
    ...Object.fromEntries(
      fields.flatMap(({ name, secret }) => (secret || !record[name] ? [] : [[name, record[name]]])),
    ),
  }
}

const hintOf = ({ kind, address = '' }: ChannelRecord): string =>
  channelKindOf(kind).hint === 'host' && URL.canParse(address) ? new URL(address).host : address.slice(-4)

function refuseMissing(input: ParsedOf<'channelSave'>, existing: ChannelRecord | undefined): void {
  const missing = channelKindOf(input.kind).fields.find(
    ({ name, optional }) => !optional && !input[name] && !existing?.[name],
  )
  if (missing) throw fieldFailure(missing.name, `请填写${missing.label}`)
}
