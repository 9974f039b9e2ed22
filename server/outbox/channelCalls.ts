import type { ParsedOf } from '../../contract/calls.ts'
import { type ChannelRow, maxChannels } from '../../contract/channels.ts'
import type { Handlers } from '../call.ts'
import { Failure, fieldFailure, notFound } from '../failure.ts'
import { allowedAddresses, NotAllowed } from '../network/outside.ts'
import { dingtalk } from './dingtalk.ts'
import { resent } from './due.ts'
import { feishu } from './feishu.ts'
import { defaultPort, isMailAddress, recipientsOf } from './mail.ts'
import type { Outbox } from './outbox.ts'
import { lastMonday } from './weekly.ts'
import { robotAddress } from './robot.ts'
import type { Network } from './service.ts'
import { isSecret, newSecret, webhookProblem } from './webhook.ts'
import { wecom } from './wecom.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { ChannelRecord } from '../store/agentRecords.ts'
import type { Store } from '../store/store.ts'

interface ChannelCallsParts {
  store: Store
  outbox: Pick<Outbox, 'test'>
  network: Network
  now: () => number
}
type Input = ParsedOf<'channelSave'>
type Address = Omit<
  ChannelRecord,
  'id' | 'createdAt' | 'kind' | 'label' | 'on' | 'since' | 'weekly' | 'weekSent' | 'operator'
>

const robots = { wecom, dingtalk, feishu } as const
const maxRecipients = 20

/** How staff are notified of inquiries and applications. */
export function channelCalls({
  store: { agent, channel },
  outbox,
  network,
  now,
}: ChannelCallsParts): Pick<Handlers, 'channelList' | 'channelSave' | 'channelDelete' | 'channelTest' | 'agentResend'> {
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
      const address = await addressOf(input, existing, network)
      const week = (current?: ChannelRecord): Partial<ChannelRecord> =>
        input.weekly === undefined || input.weekly === current?.weekly
          ? {}
          : { weekly: input.weekly, weekSent: lastMonday(now()) }
      const purpose = input.operator === undefined ? {} : { operator: input.operator }
      // What has come while it was to get none of it is not sent afterwards.
      const since = (current: ChannelRecord | undefined): string =>
        on && current?.on && !(current.operator && input.operator === false) ? current.since : chinaTime(now())
      if (!existing) {
        const { id } = await channel.insert({
          kind,
          label,
          on,
          since: since(undefined),
          ...week(),
          ...purpose,
          ...address,
        })
        // A secret that the server has made is in this reply only.
        if (kind === 'webhook' && !input.secret && address.secret) return { channelId: id, secret: address.secret }
        return { channelId: id }
      }
      const updated = await channel.update(existing.id, ({ paused: _paused, ...current }) => ({
        ...current,
        label,
        on,
        since: since(current),
        ...week(current),
        ...purpose,
        ...address,
      }))
      if (!updated) throw notFound()
      return { channelId: updated.id }
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

    async agentResend({ agentId }) {
      const channels = channel.all()
      if (!channels.some(({ on, operator }) => on && !operator)) throw new Failure(400, '还没有开启的通知渠道')
      if (!(await agent.update(agentId, (record) => resent(record, channels)))) throw notFound()
      return null
    },
  }
}

function rowOf({
  id: channelId,
  kind,
  label,
  on,
  weekly,
  operator,
  paused,
  address = '',
  host,
  port,
  user,
  to,
}: ChannelRecord): ChannelRow {
  const row: ChannelRow = { channelId, kind, label, on }
  if (weekly) row.weekly = weekly
  if (operator) row.operator = operator
  if (paused) row.paused = { reason: paused.reason }
  if (kind !== 'mail') {
    row.hint = URL.canParse(address) ? new URL(address).host : address.slice(-4)
    return row
  }
  if (host) row.host = host
  if (port) row.port = port
  if (user) row.user = user
  if (to) row.to = to
  return row
}

/** What a channel needs of its kind. What is left out stays. */
async function addressOf(input: Input, existing: ChannelRecord | undefined, network: Network): Promise<Address> {
  const { kind } = input
  if (kind === 'mail') return mailOf(input, existing, network)
  const secret = input.secret || existing?.secret
  if (!input.address && !existing) throw fieldFailure('address', '请填写地址')
  if (kind === 'webhook') {
    if (input.secret && !isSecret(input.secret))
      throw fieldFailure('secret', '密钥应以whsec_开头，后面是24到64个字节的Base64')
    if (input.address) {
      const problem = webhookProblem(input.address, network)
      if (URL.canParse(input.address)) await refusePrivate('address', new URL(input.address), network)
      if (problem !== undefined) throw fieldFailure('address', problem)
    }
    return { secret: secret || newSecret(), ...(input.address && { address: input.address }) }
  }
  const addressOrProblem = input.address ? robotAddress(robots[kind], input.address) : {}
  if (typeof addressOrProblem === 'string') throw fieldFailure('address', addressOrProblem)
  return { ...addressOrProblem, ...(secret && { secret }) }
}

async function mailOf(input: Input, existing: ChannelRecord | undefined, network: Network): Promise<Address> {
  const { host = '', user = '', password = '', to = '' } = { ...existing, ...onlyFilled(input) }
  const port = input.port ?? existing?.port ?? defaultPort
  if (!/^[\w.:-]+$/.test(host)) throw fieldFailure('host', '请填写邮箱的SMTP服务器，如smtp.qq.com')
  if (!isMailAddress(user)) throw fieldFailure('user', '请填写完整的邮箱账号，如name@qq.com')
  if (password === '') throw fieldFailure('password', '请填写授权码')
  // Or a server of somebody else would be given what nobody may read.
  if (existing && host !== existing.host && !input.password)
    throw fieldFailure('password', '更换邮箱服务器后，请重新填写授权码')
  const recipients = recipientsOf(to)
  if (recipients.length === 0 || recipients.length > maxRecipients || !recipients.every(isMailAddress)) {
    throw fieldFailure('to', `请填写1到${maxRecipients}个收件人的邮箱，用逗号隔开`)
  }
  await refusePrivate('host', { hostname: host, port: '' }, network)
  return { host, port, user, password, to: recipients.join(', ') }
}

const onlyFilled = ({ host, user, password, to }: Input): Partial<Address> =>
  Object.fromEntries(Object.entries({ host, user, password, to }).filter(([, value]) => value))

const resolveMs = 5_000

/** A name that is not found may be found later, and a test says so. */
async function refusePrivate(
  field: string,
  address: Pick<URL, 'hostname' | 'port'>,
  { outside }: Network,
): Promise<void> {
  try {
    await allowedAddresses(address, outside, AbortSignal.timeout(resolveMs))
  } catch (error) {
    if (error instanceof NotAllowed) throw fieldFailure(field, '不能使用内网地址')
  }
}
