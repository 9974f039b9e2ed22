import { limits } from '../../../contract/rules.ts'
import { addressOfPage, isPageOn, customPagePrefix, type SitePage, switchablePages } from '../../../contract/sitePages.ts'
import { api } from '../api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

interface MenuPage {
  address: string
  title: string
  on: boolean
}

/** What an entry of a menu can lead to besides other sites; nothing before it is loaded. */
export interface MenuPages {
  site: readonly MenuPage[]
  /** 页面 that are published. */
  own: readonly MenuPage[]
}

export const noPages: MenuPages = { site: [], own: [] }
const sitePages: readonly SitePage[] = ['home', ...switchablePages, 'privacy']

/** Loaded where the form has menus; the form itself reports that nothing is loaded. */
export const useMenuPages = (wanted: boolean): MenuPages => useLoaded(wanted ? load : undefined, [wanted]).data ?? noPages

async function load(signal: AbortSignal): Promise<MenuPages> {
  const [facts, { data }] = await Promise.all([api('siteDetail', {}, signal), api('pageList', { limit: limits.listLimit }, signal)])
  return {
    site: sitePages.map((page) => {
      const address = addressOfPage(page)
      return { address, title: facts.pageNames[page], on: isPageOn(facts, address) }
    }),
    own: data.map(({ pagePath, pageTitle }) => ({ address: customPagePrefix + pagePath, title: pageTitle, on: true })),
  }
}
