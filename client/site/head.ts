import { fillText } from '../../contract/companyText.ts'
import type { Site } from '../../contract/entities.ts'
import { titled } from '../../contract/recordHead.ts'
import type { Banner, Head } from './route.ts'

export { excerpt, recordHead, titled } from '../../contract/recordHead.ts'

/** The description that staff have written for a page. */
export const describe = (page: keyof Site['descriptions'], { descriptions, siteName }: Site): string =>
  fillText(descriptions[page], { 网站名称: siteName })

export const pageHead = (page: 'agent' | 'cases' | 'privacy' | 'proofs' | 'scenarios', site: Site): Head => ({
  title: titled(site.pageNames[page], site),
  description: describe(page, site),
})

export const pageBanner = (page: 'agent' | 'news' | 'product', { banners, pageNames }: Site): Banner => ({
  image: banners[page].image || banners.all.image,
  title: pageNames[page],
  lead: banners[page].lead,
})
