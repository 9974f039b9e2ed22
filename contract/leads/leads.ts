/** What is stored of what visitors send: applications to become a dealer, and inquiries of customers. */
export const leadKindNames = ['dealer', 'inquiry'] as const
export type LeadKind = (typeof leadKindNames)[number]

/** What staff have done about an application or inquiry. */
export const followUpStates = {
  new: '新',
  contacted: '已联系',
  interested: '有意向',
  signed: '已签约',
  invalid: '无效',
} as const
export type FollowUpState = keyof typeof followUpStates

/** Records that are older than inquiries have no kind, and every record is in one of the two lists. */
export const leadKindOf = ({ kind }: { kind?: LeadKind | undefined }): LeadKind =>
  kind === 'inquiry' ? 'inquiry' : 'dealer'

interface Lead {
  agentName: string
  agentInfo: string
  source: string
  owner?: string
  nextAt?: string
  state?: FollowUpState
}

/** Whether somebody wanted to get in touch by now; `today` is a day in China. */
export const isDue = ({ nextAt = '', state }: Pick<Lead, 'nextAt' | 'state'>, today: string): boolean =>
  nextAt !== '' && nextAt.slice(0, 10) <= today && state !== 'invalid'

/** What a list of them can be sorted by, beside the time; those without a next contact come after the others. */
export const leadSortTexts = {
  agentName: ({ agentName }) => agentName,
  agentInfo: ({ agentInfo }) => agentInfo,
  source: ({ source }) => source,
  owner: ({ owner = '' }) => owner,
  nextAt: ({ nextAt }) => nextAt || '9999',
} as const satisfies Readonly<Record<string, (lead: Lead) => string>>
