import type { ProductGroup } from '../../../contract/entities.ts'
import { api } from '../api.ts'
import { messageOf } from '../../lib/callError.ts'
import { user } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'

/** Asks before groups are switched off whose products have pages: their addresses answer no more. */
export async function askAboutGroups(groups: readonly Pick<ProductGroup, 'id' | 'on'>[]): Promise<boolean> {
  const off = new Set(groups.filter(({ on }) => !on).map(({ id }) => id))
  const closing = (user.peek()?.groups ?? []).filter(({ id, on }) => on && off.has(id))
  try {
    const counts = await Promise.all(
      closing.map(async ({ id }) => (await api('productList', { locationId: id, limit: 1 })).count),
    )
    const pages = counts.reduce((sum, count) => sum + count, 0)
    if (pages === 0) return true
    const names = closing.map(({ name }) => `“${name}”`).join('、')
    const question = `关闭${names}以后，里面${pages}个产品的页面都打不开了，别处的链接也会失效。确定保存吗？`
    return await confirm(question, { ok: '关闭并保存' })
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
}
