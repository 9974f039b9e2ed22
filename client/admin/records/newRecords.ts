import { type KindName, kindNames, kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import { sitePageOf } from '../../../contract/site/sitePages.ts'
import { isClosed } from '../session/session.ts'
import type { AdminIconName } from '../ui/buttons.tsx'

/** How a kind is drawn in menus. */
export const iconOf = (name: KindName): AdminIconName => kinds[name].icon

/** Whether the page of the site that shows them is open. */
export const isKindOpen = (name: KindName): boolean => {
  const { page } = recordKind(name)
  return !isClosed(page && sitePageOf(page.route))
}

/** Links to a new record, under the same names wherever they appear. */
export const newRecords = () =>
  kindNames.filter(isKindOpen).map((name) => {
    const { noun, screen, add = { title: `新增${noun}`, also: [`添加${noun}`] } } = recordKind(name)
    return { ...add, path: `${screen}?add=1`, icon: iconOf(name) }
  })
