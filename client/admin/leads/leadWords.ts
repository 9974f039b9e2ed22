import { leadKindOf, leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { dayMs } from '../../../contract/text/durations.ts'
import { productWords } from '../../../contract/leads/quoteList.ts'
import type { LeadMail, LeadRow, LeadSource } from '../../../contract/kinds/entities.ts'

export const sources: Readonly<Record<LeadSource, string>> = { desktop: '网站', mobile: '手机', alliance: '合作接口' }
/** What the fields are called: the columns of a list, and the facts of a dialog. */
export const fieldWords = {
  dealer: { agentName: '代理名称', agentInfo: '代理描述', phone: '联系方式' },
  inquiry: { agentName: '姓名', agentInfo: '公司', phone: '电话' },
} as const satisfies Record<LeadKind, object>

export const kindOf = (row: LeadRow): string => leadKinds[leadKindOf(row)].noun
/** What it is about, with the product. */
export const subjectOf = (row: LeadRow): string =>
  [row.topic ?? kindOf(row), productWords(row)].filter(Boolean).join('：')
/** Who looks for work is no buyer. */
export const topicClass = (topic: string | undefined): string => (topic === '应聘' ? 'lead-job clamped' : 'clamped')
export const whoOf = ({ agentName, agentInfo }: LeadRow): string =>
  agentInfo ? `${agentName}（${agentInfo}）` : agentName

const mailStates = {
  sent: '邮件已发送',
  failed: '邮件未能发送',
  unknown: '邮箱还没有答复，可能已经送到；确认没有送到的，改一改再发',
} as const satisfies Record<LeadMail['state'], string>
export const mailWords = ({ state, reason }: LeadMail): string =>
  reason ? `${mailStates[state]}（${reason}）` : mailStates[state]

/** The campaign or the site that led to it, in a word. */
export const ledBy = ({ origin }: LeadRow): string => origin?.campaign || (origin?.referrer ?? '').replace(/^www\./, '')

export const devices: Readonly<Record<string, string>> = { phone: '手机', desktop: '电脑' }
export const originTitles = ['落地页', '来源网站', '推广活动', '设备', '提交页面'] as const

/** The values in the order of their titles; '' for what is not known. */
export function originValues({ origin, originPages }: LeadRow): readonly string[] {
  const { referrer = '', campaign = '', device = '' } = origin ?? {}
  const { landing = '', page = '' } = originPages ?? origin ?? {}
  return [landing, referrer, campaign, devices[device] ?? device, page]
}

const nearDays: Readonly<Record<number, string>> = { [-1]: '昨天', 0: '今天', 1: '明天' }

/** A day or time as one says it, such as 昨天 09:30, 明天 or 11-25, with the year where it is another one; `today` is a day in China. */
export function dayWords(time: string, today: string): string {
  const day = time.slice(0, 10)
  const near = nearDays[(Date.parse(day) - Date.parse(today)) / dayMs]
  if (near) return `${near} ${time.slice(11, 16)}`.trim()
  return day.slice(0, 4) === today.slice(0, 4) ? day.slice(5) : day
}
