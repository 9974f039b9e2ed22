import type { FieldValues } from '../../../contract/merge.ts'
import { siteFields, type SiteGroup } from '../../../contract/siteFields.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { may } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import { decode } from './settingsForm.ts'

/** Before a shorter retention erases what customers have sent. */
export async function askAboutErasing({ id }: SiteGroup, values: FieldValues): Promise<boolean> {
  if (id !== 'inquiry' || !may('agent:delete')) return true
  const { retentionMonths: months } = decode(siteFields.inquiry, values['inquiry']) as { retentionMonths: number | null }
  if (!months) return true
  try {
    const { count } = await api('agentExpired', { months })
    const question = `保存后一小时内，会彻底删除${months}个月没有跟进的${count}条客户线索，包括“已删除”和“隔离”里的，不能恢复。确定保存吗？`
    return count === 0 || (await confirm(question, { ok: '保存并删除' }))
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
}
