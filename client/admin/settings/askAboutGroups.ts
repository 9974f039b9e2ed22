import type { ProductGroup } from '../../../contract/entities.ts'
import { limits } from '../../../contract/rules.ts'
import { addressOfPage } from '../../../contract/sitePages.ts'
import { api } from '../api.ts'
import { messageOf } from '../../lib/callError.ts'
import { user } from '../session.ts'
import { confirmLeaving, leavingPage } from '../form/leaving.tsx'
import { toast } from '../ui/Toast.tsx'

/**
 * Asks before groups are switched off whose products have pages, and where the visitors of those are led instead. Resolves to what takes it
 * back once it is saved, to nothing where there is nothing to ask, and to false when the groups stay.
 */
export async function askAboutGroups(
  groups: readonly Pick<ProductGroup, 'id' | 'on'>[],
): Promise<(() => Promise<void>) | undefined | false> {
  const off = new Set(groups.filter(({ on }) => !on).map(({ id }) => id))
  const closing = (user.peek()?.groups ?? []).filter(({ id, on }) => on && off.has(id))
  try {
    const lists = await Promise.all(
      closing.map(({ id }) => api('productList', { locationId: id, limit: limits.listLimit })),
    )
    const products = lists.flatMap(({ data }) => data)
    if (products.length === 0) return undefined
    const names = closing.map(({ name }) => `“${name}”`).join('、')
    const question = `关闭${names}以后，里面${products.length}个产品的页面都打不开了，别处的链接也会失效。确定保存吗？`
    const pages = products.flatMap((product) => leavingPage('product', product.productId, product) ?? [])
    // Its own list goes with it.
    const elsewhere = pages.map(({ address }) => ({ address, list: { address: addressOfPage('product'), name: '' } }))
    const leading = await confirmLeaving(question, { ok: '关闭并保存', pages: elsewhere })
    if (!leading) return false
    await leading.begin()
    return () => openAgain(closing.map(({ id }) => id))
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
}

/** Their pages are back then, and lead nowhere else. */
async function openAgain(ids: readonly string[]): Promise<void> {
  const { groups, version } = await api('siteDetail', {})
  await api('siteUpdate', {
    groups: groups.map((group) => (ids.includes(group.id) ? { ...group, on: true } : group)),
    basedOn: version,
  })
  toast('分类又打开了，旧地址不再跳转')
}
