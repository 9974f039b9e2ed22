import type { FollowUpState } from './application.ts'

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
