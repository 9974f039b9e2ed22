import { truncate } from '../../../contract/text/characters.ts'
import type { PublicSite } from '../../../contract/kinds/entities.ts'
import type { MenuEntry } from '../../../contract/site/siteFields.ts'
import { api } from '../session/api.ts'
import { wayBack } from '../acts/operations.ts'
import { shortened } from '../acts/operationWords.ts'
import { attempt, toast } from '../ui/Toast.tsx'

const maxName = 12

/** Whether anything of the site leads there. */
export const isLinked = (site: PublicSite, address: string): boolean => JSON.stringify(site).includes(`"${address}"`)

/** Says that nothing of the site leads to a page that was just published, and adds it to the menu. */
export async function offerMenu(title: string, address: string): Promise<void> {
  const site = await api('siteDetail', {}).catch(() => undefined)
  if (!site || isLinked(site, address)) return
  toast(`“${shortened(title)}”还不在菜单里`, 'info', {
    label: '加到菜单',
    run: () => void attempt(() => addToMenu(title, address), '没有加到菜单，请在网站设置的“菜单”里添加'),
  })
}

async function addToMenu(title: string, address: string): Promise<void> {
  const { menus, version: basedOn } = await api('siteDetail', {})
  const name = truncate(title, maxName)
  const entry: MenuEntry = { name, target: address, desktop: true, under: false, phone: true, footer: true }
  const { operation } = await api('siteUpdate', { menus: [...menus, entry], basedOn })
  toast(`已把“${name}”加到菜单的最后`, 'good', wayBack(operation))
}
