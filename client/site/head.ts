import { fillText } from '../../contract/site/companyText.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import { titled } from '../../contract/kinds/recordHead.ts'
import { addressOfPage, type SitePage } from '../../contract/site/sitePages.ts'
import type { Chunk } from './pagination.ts'
import type { Banner, Head } from './route.ts'

export { excerpt, recordHead, titled } from '../../contract/kinds/recordHead.ts'

/** The description that staff have written for a page. */
export function describe(page: SitePage, { descriptions, siteName }: Site): string {
  const texts: { readonly [P in SitePage]?: string } = descriptions
  return fillText(texts[page] ?? '', { 网站名称: siteName })
}

export const pageHead = (page: SitePage, site: Site): Head => ({
  title: titled(site.pageNames[page], site),
  description: describe(page, site),
})

/** Of a page that search engines leave out. */
export const unlistedHead = (title: string, site: Site, description = ''): Head => ({
  title: titled(title, site),
  description,
  noindex: true,
})

/** The first chunk of a list has the address of the page. */
export const listHead = (page: SitePage, { number }: Chunk, site: Site): Head => ({
  ...pageHead(page, site),
  ...(number > 1
    ? { title: titled(`${site.pageNames[page]}（第${number}页）`, site) }
    : { canonical: addressOfPage(page) }),
})

export function pageBanner(page: SitePage, { banners, pageNames }: Site): Banner {
  const ofPages: { readonly [P in SitePage]?: { image: string; lead?: string } } = banners
  const { image = '', lead = '' } = ofPages[page] ?? {}
  return { image: image || banners.all.image, title: pageNames[page], lead }
}
