import { type FieldValues, pick } from '../../../contract/kinds/merge.ts'
import { maxRedirectRows } from '../../../contract/calls/redirects.ts'
import { addressOfPage } from '../../../contract/site/sitePages.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../session/api.ts'
import { confirmLeaving } from '../form/leaving.tsx'
import { attempt } from '../ui/Toast.tsx'

/**
 * Asks before pages of the site or groups of products are switched off whose visitors would find nothing, and where they are led instead.
 * Resolves to false when all of it stays.
 */
export async function askAboutClosing(typed: FieldValues): Promise<boolean> {
  const switches = (['groups', 'pagesOn'] as const).filter((name) => name in typed)
  if (switches.length === 0) return true
  const answer = attempt(async () => {
    const { names, addresses } = await api('siteClosing', pick(typed, switches))
    if (addresses.length === 0) return true
    const closed = names.map((name) => `“${name}”`).join('、')
    const question = `关闭${closed}以后，${addresses.length}个页面打不开了，别处的链接也会失效。确定保存吗？`
    // Their own lists go with them.
    const list = { address: switches.includes('pagesOn') ? '/' : addressOfPage('product'), name: '' }
    const to = await confirmLeaving(question, {
      ok: '关闭并保存',
      pages: addresses.map((address) => ({ address, list })),
    })
    if (to === undefined) return false
    // Before they go: a page that is still there comes first, so nothing is lost if they stay.
    for (const some of to === '' ? [] : inPortions(addresses, maxRedirectRows))
      await api('redirectSave', { rows: some.map((from) => ({ from, to })), leaving: true })
    return true
  }, '没有保存，请稍后重试')
  return (await answer) ?? false
}
