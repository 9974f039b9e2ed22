import { leadKindOf, leadSortTexts } from '../../contract/leads/leads.ts'
import type { ChannelRow, Delivery } from '../../contract/calls/channels.ts'
import type { LeadRow } from '../../contract/kinds/entities.ts'
import { completed } from '../../contract/kinds/read.ts'
import { createDate, type Edited, internalKind, type Kind, type Stored, switches, texts } from './kind.ts'

type Derived = 'agentId' | 'createDate' | 'reminds' | 'mails' | 'receipt' | 'originPages' | 'doubtful' | 'delivered'
/** An application to become a dealer, or a question: then `agentInfo` is the company, which may be ''. Without `kind` it is older than these. */
export interface LeadRecord extends Edited, Omit<LeadRow, Derived> {
  /** It came no earlier: the clock was behind this time. */
  cameAfter?: string
  /** The hidden field was filled in. */
  trap?: boolean
  /** Who has given it its state, and when; absent where nobody has, or an older version. */
  moved?: { by: string; at: string }
  /** Who was notified that it has arrived, and reminded on the day of `nextAt`: by the ids of channels. */
  delivered?: Marks
  reminded?: Marks
  /** The mail that says that it has arrived. */
  receipt?: Mark
}
/** What has become of a message. Without a mark it was not tried. */
export interface Mark extends Omit<Delivery, 'channelId' | 'label'> {
  tries?: number
  /** When it has failed first. */
  since?: string
  /** When to try again; at once where there is none. */
  retryAt?: string
}
export type Marks = Readonly<Record<string, Mark>>
/** A way to notify staff, with its secrets. Of a robot's address only its key is kept. */
export interface ChannelRecord extends Stored, Omit<ChannelRow, 'channelId' | 'hint' | 'paused'> {
  /** When it was last switched on. What is older is not sent. */
  since: string
  address?: string
  secret?: string
  password?: string
  paused?: { reason: string; at: string }
  /** The last test that has succeeded. */
  testedAt?: string
  /** The last Monday for which `weekly` is done. */
  weekSent?: string
}

const inLeadRow = [
  'region',
  'topic',
  'question',
  'productId',
  'productName',
  'items',
  'files',
  'owner',
  'nextAt',
  'notes',
  'origin',
  'consent',
  'receipt',
] as const

/** A lead in a list. */
export const leadRow = (record: LeadRecord): LeadRow => ({
  agentId: record.id,
  agentName: record.agentName,
  agentInfo: record.agentInfo,
  phone: record.phone,
  source: record.source,
  createDate: createDate(record),
  kind: leadKindOf(record),
  state: record.state ?? 'new',
  ...Object.fromEntries(inLeadRow.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]))),
})

export const agentKind: Kind<LeadRecord> = {
  name: 'agent',
  published: false,
  complete: (stored) => completed({ fields: texts('agentName', 'agentInfo', 'phone', 'source') }, stored),
  searchText: ({ id, agentName, agentInfo, phone, region, owner, topic, question, productName, items = [] }) =>
    [
      ...[agentName, agentInfo, phone, id, region, owner, topic, question, productName],
      ...items.flatMap((item) => [item.productName, item.model]),
    ].join('\n'),
  sorted: leadSortTexts,
}

/** What may be a robot's lies apart, so that nothing has to leave it out. */
export const doubtfulKind: Kind<LeadRecord> = { ...agentKind, name: 'doubtful' }

export const channelKind = internalKind<ChannelRecord>('channel', {
  ...texts('kind', 'label', 'since'),
  ...switches('on'),
})
