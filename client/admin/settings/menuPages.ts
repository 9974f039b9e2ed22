import { useEffect, useState } from 'react'
import { limits } from '../../../contract/rules.ts'
import { addressOfPage, isPageOn, customPagePrefix, type SitePage, switchablePages } from '../../../contract/sitePages.ts'
import { api } from '../api.ts'

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

const sitePages: readonly SitePage[] = ['home', ...switchablePages, 'privacy']

/** Loaded where the form has menus. */
export function useMenuPages(wanted: boolean): MenuPages {
  const [pages, setPages] = useState<MenuPages>({ site: [], own: [] })
  useEffect(() => {
    if (!wanted) return
    const request = new AbortController()
    Promise.all([api('siteDetail', {}, request.signal), api('pageList', { limit: limits.listLimit }, request.signal)]).then(
      ([facts, { data }]) => setPages({
        site: sitePages.map((page) => {
          const address = addressOfPage(page)
          return { address, title: facts.pageNames[page], on: isPageOn(facts, address) }
        }),
        own: data.map(({ pagePath, pageTitle }) => ({ address: customPagePrefix + pagePath, title: pageTitle, on: true })),
      }),
      // The form itself reports that nothing is loaded.
      () => {},
    )
    return () => request.abort()
  }, [wanted])
  return pages
}
