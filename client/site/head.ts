import { fillText } from '../../contract/companyText.ts'
import type { Site } from '../../contract/entities.ts'
import { titled } from '../../contract/recordHead.ts'
import { addressOfPage, type SitePage } from '../../contract/sitePages.ts'
import type { Chunk } from './pagination.ts'
import type { Banner, Head } from './route.ts'

export { excerpt, recordHead, titled } from '../../contract/recordHead.ts'

/** The description that staff have written for a page. */
export function describe(page: SitePage, { descriptions, siteName }: Site): string {
  const own: { readonly [P in SitePage]?: string } = descriptions
  return fillText(own[page] ?? '', { 网站名称: siteName })
}

export const pageHead = (page: SitePage, site: Site): Head => ({
  title: titled(site.pageNames[page], site),
  description: describe(page, site),
})

/** The first chunk of a list has the address of the page. */
export const listHead = (page: SitePage, { number }: Chunk, site: Site): Head => ({
  title: titled(number > 1 ? `${site.pageNames[page]}（第${number}页）` : site.pageNames[page], site),
  description: describe(page, site),
  ...(number === 1 && { canonical: addressOfPage(page) }),
})

export function pageBanner(page: SitePage, { banners, pageNames }: Site): Banner {
  const own: { readonly [P in SitePage]?: { image: string; lead?: string } } = banners
  const { image = '', lead = '' } = own[page] ?? {}
  return { image: image || banners.all.image, title: pageNames[page], lead }
}
