import { leadKindOf } from '../../contract/leadKinds.ts'
import type { LeadFile } from '../../contract/leadFiles.ts'
import { leadSortTexts } from '../../contract/leads.ts'
import type { LeadKind, FollowUpState, Topic } from '../../contract/application.ts'
import type { AskedRow } from '../../contract/quoteList.ts'
import type { LeadOrigin } from '../../contract/leadOrigin.ts'
import type { ChannelKind, Delivery } from '../../contract/channels.ts'
import type { LeadConsent, LeadNote, LeadRow, LeadSource } from '../../contract/entities.ts'
import { completed } from '../../contract/read.ts'
import { createDate, type Edited, internalKind, type Kind, type Stored, switches, texts } from './kind.ts'

/** An application to become a dealer, or a question: then `agentInfo` is the company, which may be ''. */
export interface LeadRecord extends Edited {
  agentName: string
  agentInfo: string
  phone: string
  /** Where a dealer wants to sell. */
  region?: string
  source: LeadSource
  /** Absent in records that are older than inquiries. */
  kind?: LeadKind
  topic?: Topic
  question?: string
  productId?: string
  productName?: string
  items?: readonly AskedRow[]
  files?: readonly LeadFile[]
  origin?: LeadOrigin
  consent?: LeadConsent
  /** It came no earlier: the clock was behind this time. */
  cameAfter?: string
  /** The hidden field was filled in. */
  trap?: boolean
  state?: FollowUpState
  owner?: string
  nextAt?: string
  notes?: readonly LeadNote[]
  /** Who was notified that it has arrived, and reminded on the day of `nextAt`: by the ids of channels. */
  delivered?: Marks
  reminded?: Marks
  /** The mail that says that it has arrived. */
  receipt?: Mark
}
/** What has become of a message. Without a mark it was not tried. */
export interface Mark extends Omit<Delivery, 'channelId' | 'label'> {
  tries?: number
  /** When to try again; at once where there is none. */
  retryAt?: string
}
export type Marks = Readonly<Record<string, Mark>>
/** A way to notify staff, with its secrets. Of a robot's address only its key is kept. */
export interface ChannelRecord extends Stored {
  kind: ChannelKind
  label: string
  on: boolean
  /** When it was last switched on. What is older is not sent. */
  since: string
  address?: string
  secret?: string
  host?: string
  port?: number
  user?: string
  password?: string
  to?: string
  paused?: { reason: string; at: string }
  /** The last test that has succeeded. */
  testedAt?: string
  /** Whether it gets last week's numbers on Mondays, and the last Monday for which that is done. */
  weekly?: boolean
  /** Whether it gets alarms and nothing of customers. */
  operator?: boolean
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

export const agentKind: Kind<LeadRecord, LeadRow> = {
  name: 'agent',
  published: false,
  complete: (stored) => completed({ fields: texts('agentName', 'agentInfo', 'phone', 'source') }, stored),
  row: (record) => ({
    agentId: record.id,
    agentName: record.agentName,
    agentInfo: record.agentInfo,
    phone: record.phone,
    source: record.source,
    createDate: createDate(record),
    kind: leadKindOf(record),
    state: record.state ?? 'new',
    ...Object.fromEntries(inLeadRow.flatMap((name) => (record[name] === undefined ? [] : [[name, record[name]]]))),
  }),
  searchText: ({ id, agentName, agentInfo, phone, region, owner, topic, question, productName, items = [] }) =>
    [
      ...[agentName, agentInfo, phone, id, region, owner, topic, question, productName],
      ...items.flatMap((item) => [item.productName, item.model]),
    ].join('\n'),
  sorted: leadSortTexts,
}

/** What may be a robot's lies apart, so that nothing has to leave it out. */
export const doubtfulKind: Kind<LeadRecord, LeadRow> = {
  ...agentKind,
  name: 'doubtful',
  row: (record) => ({ ...agentKind.row(record), doubtful: true }),
}

export const channelKind = internalKind<ChannelRecord>('channel', {
  ...texts('kind', 'label', 'since'),
  ...switches('on'),
})
