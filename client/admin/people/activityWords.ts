import { operationKeptMs } from '../../../contract/calls/operations.ts'
import {
  activityNames,
  type ActivityRow,
  type LoggedKind,
  loggedKinds,
  secondFactorSteps,
} from '../../../contract/calls/activity.ts'
import { mediaPath, settingsFieldPath } from '../../../contract/calls/adminPaths.ts'
import { leadPath } from '../../../contract/leads/leadKinds.ts'
import { followUpStates } from '../../../contract/leads/leads.ts'
import { isKind, kinds, recordPath } from '../../../contract/kinds/kinds.ts'
import { fieldLabels } from '../../../contract/kinds/fieldLabels.ts'
import type { SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { siteFields } from '../../../contract/site/siteFields.ts'
import { isoOf } from '../../lib/relativeTime.ts'

export const whoOf = ({ user, action }: ActivityRow): string => user || (action === 'signIn' ? '没有这个账号' : '系统')
export const resultOf = ({ ok, count = 1 }: ActivityRow): string =>
  ok ? '成功' : `${count > 1 ? `${count}次` : ''}没有成功`

/** What was done to what, without the record's name: 修改产品. */
export function whatOf({ action, kind, fields }: ActivityRow): string {
  const noun = nounOf(kind)
  const name = activityNames[action]
  if (action === 'secondFactor')
    return Object.entries(secondFactorSteps).find(([step]) => fields?.includes(step))?.[1] ?? name
  if (action === 'session') return '结束登录'
  if (action === 'account') return fields?.includes('name') ? '新增账号' : '修改账号'
  if (action === 'draft') return `修改${noun}草稿`
  if (action === 'settings' && noun !== '') return `设置${noun}`
  return noun === name ? name : name + noun
}

function nounOf(kind: LoggedKind | undefined): string {
  if (kind === undefined) return ''
  return isKind(kind) ? kinds[kind].noun : loggedKinds[kind]
}

/** The operation that can still be undone with what was done in it. */
export const operationOf = ({ operation, action, ok, at }: ActivityRow): string | undefined =>
  ok && action !== 'undo' && Date.now() - Date.parse(isoOf(at)) < operationKeptMs ? operation : undefined

/** The names of the fields as in the forms. */
export function fieldsOf({ action, kind, fields = [], moved }: ActivityRow): string {
  if (action === 'secondFactor') return ''
  const steps = moved && `（${followUpStates[moved.from]} → ${followUpStates[moved.to]}）`
  const words = fields.map((name) => labelOf(kind, name) + (name === 'state' && steps ? steps : ''))
  return [...new Set(words)].filter(Boolean).join('、')
}

/** What older programs have logged may have no words. */
function labelOf(kind: LoggedKind | undefined, name: string): string {
  const site: Readonly<Record<string, SiteField>> = kind === 'site' ? siteFields : {}
  return site[name]?.label ?? (kind && fieldLabels[kind]?.[name]) ?? ''
}

/** Where the record is; undefined when there is none any more. */
export function linkOf({ kind, id = '', title }: ActivityRow): string | undefined {
  if (title === undefined || kind === undefined) return undefined
  if (isKind(kind)) return recordPath(kind, id)
  if (kind === 'agent') return leadPath(id)
  if (kind === 'media') return mediaPath(id)
  return kind === 'channel' ? settingsFieldPath('inquiry', 'channels') : undefined
}

/** How the record is named: its title of today, or the id of what is gone. */
export const recordOf = ({ title, id = '' }: ActivityRow): string => (title === undefined ? id : title || '未命名')
