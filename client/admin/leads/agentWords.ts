import type { AgentRow, AgentSource } from '../../../contract/entities.ts'

export const sources: Readonly<Record<AgentSource, string>> = { desktop: '网站', mobile: '手机', alliance: '合作接口' }
export const kindNames = { inquiry: '咨询', dealer: '加盟申请' } as const

export const kindOf = ({ kind = 'dealer' }: AgentRow): string => kindNames[kind]
/** What it is about, with the product. */
export const subjectOf = (row: AgentRow): string => [row.topic ?? kindOf(row), row.productName].filter(Boolean).join('：')
export const whoOf = ({ agentName, agentInfo }: AgentRow): string => (agentInfo ? `${agentName}（${agentInfo}）` : agentName)

/** The campaign or the site that led to it, in a word. */
export const ledBy = ({ origin }: AgentRow): string => origin?.campaign || (origin?.referrer ?? '').replace(/^www\./, '')

export const devices: Readonly<Record<string, string>> = { phone: '手机', desktop: '电脑' }
export const originTitles = ['落地页', '来源网站', '推广活动', '设备', '提交页面'] as const

/** The values in the order of their titles; '' for what is not known. */
export function originValues({ origin, originPages }: AgentRow): readonly string[] {
  const { referrer = '', campaign = '', device = '' } = origin ?? {}
  const { landing = '', page = '' } = originPages ?? origin ?? {}
  return [landing, referrer, campaign, devices[device] ?? device, page]
}

/** When a reminder is over or due today; `today` is a day in China. */
export const isDue = ({ nextAt = '' }: AgentRow, today: string): boolean => nextAt !== '' && nextAt.slice(0, 10) <= today
