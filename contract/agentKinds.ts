import { adminScreens } from './adminPaths.ts'
import type { AgentKind, FollowUpState } from './application.ts'

/** What staff call the two kinds, which are one collection, and the screen of each. */
export const agentKinds = {
  dealer: { noun: '加盟申请', title: '代理加盟', screen: adminScreens.agents },
  inquiry: { noun: '咨询', title: '客户咨询', screen: adminScreens.inquiries },
} as const satisfies Record<AgentKind, object>

/** Records that are older than inquiries have no kind, and every record is in one of the two lists. */
export const agentKindOf = ({ kind }: { kind?: AgentKind | undefined }): AgentKind =>
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
export const agentSortTexts = {
  agentName: ({ agentName }) => agentName,
  agentInfo: ({ agentInfo }) => agentInfo,
  source: ({ source }) => source,
  owner: ({ owner = '' }) => owner,
  nextAt: ({ nextAt }) => nextAt || '9999',
} as const satisfies Readonly<Record<string, (lead: Lead) => string>>

/** The address that opens one. Where its kind is not known, the first screen passes it on to the other. */
export const agentPath = (id: string, kind: AgentKind = 'dealer'): string =>
  `${agentKinds[kind].screen}?open=${encodeURIComponent(id)}`
