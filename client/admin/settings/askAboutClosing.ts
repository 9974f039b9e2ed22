import type { ProductGroup, PublicSite } from '../../../contract/entities.ts'
import { hiddenGroups, shownGroups } from '../../../contract/groups.ts'
import { pagedKinds, type RecordKind, kinds } from '../../../contract/kinds.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { maxRedirectRows } from '../../../contract/redirects.ts'
import { limits } from '../../../contract/rules.ts'
import { siteFields } from '../../../contract/siteFields.ts'
import {
  addressOfPage,
  pagesWithContent,
  type SwitchablePage,
  sitePageOf,
  switchablePages,
} from '../../../contract/sitePages.ts'
import { messageOf } from '../../lib/callError.ts'
import { inPortions } from '../../lib/inPortions.ts'
import { api } from '../api.ts'
import { decode } from '../described/settingsForm.ts'
import { confirmLeaving, type LeavingPage, leavingPage } from '../form/leaving.tsx'
import { listOf } from '../list/recordSource.ts'
import { toast } from '../ui/Toast.tsx'

type Switches = Pick<PublicSite, 'groups' | 'pagesOn'>

/**
 * Asks before pages of the site or groups of products are switched off whose visitors would find nothing, and where they are led instead.
 * Resolves to false when all of it stays.
 */
export async function askAboutClosing(typed: FieldValues): Promise<boolean> {
  if (!('groups' in typed) && !('pagesOn' in typed)) return true
  try {
    const site = await api('siteDetail', {})
    const next = { ...site, ...switchesIn(typed) }
    const found = pagesWithContent(site)
    const pages = switchablePages.filter((page) => found[page] && !next.pagesOn[page])
    const off = hiddenGroups(next.groups)
    const groups = shownGroups(site.groups).filter(({ id }) => off.has(id))
    const leaving = [
      ...(await Promise.all(pages.map(pagesBelow))),
      ...(site.pagesOn.product ? await Promise.all(groups.map(productsOf)) : []),
    ].flat()
    if (leaving.length === 0) return true
    const names = [...pages.map((page) => site.pageNames[page]), ...groups.map(({ name }) => name)]
      .map((name) => `“${name}”`)
      .join('、')
    const question = `关闭${names}以后，${leaving.length}个页面打不开了，别处的链接也会失效。确定保存吗？`
    // Their own lists go with them.
    const list = { address: pages.length > 0 ? '/' : addressOfPage('product'), name: '' }
    const elsewhere = leaving.map(({ address }) => ({ address, list }))
    const to = await confirmLeaving(question, { ok: '关闭并保存', pages: elsewhere })
    if (to === undefined) return false
    // Before they go: a page that is still there comes first, so nothing is lost if they stay.
    for (const some of to === '' ? [] : inPortions(leaving, maxRedirectRows))
      await api('redirectSave', { rows: some.map(({ address }) => ({ from: address, to })), leaving: true })
    return true
  } catch (cause) {
    toast(messageOf(cause, '没有保存，请稍后重试'), 'bad')
    return false
  }
}

function switchesIn(typed: FieldValues): Partial<Switches> {
  const entries = (['groups', 'pagesOn'] as const).flatMap((name) =>
    name in typed ? [[name, decode(siteFields[name], typed[name])] as const] : [],
  )
  return Object.fromEntries(entries)
}

/** A page and those of its records. */
async function pagesBelow(page: SwitchablePage): Promise<{ address: string }[]> {
  const ofKinds = await Promise.all(
    pagedKinds.map(async (kind) => {
      const { id, page: recordPage }: RecordKind = kinds[kind]
      if (!recordPage || sitePageOf(recordPage.route) !== page) return []
      const { data } = await listOf(kind, { limit: limits.listLimit })
      return data.flatMap((row) => leavingPage(kind, String(row[id]), row) ?? [])
    }),
  )
  return [{ address: addressOfPage(page) }, ...ofKinds.flat()]
}

/** Those of groups below it are of another one. */
async function productsOf({ id }: ProductGroup): Promise<LeavingPage[]> {
  const { data } = await api('productList', { locationId: id, limit: limits.listLimit })
  return data
    .filter(({ locationId }) => locationId === id)
    .flatMap((product) => leavingPage('product', product.productId, product) ?? [])
}
