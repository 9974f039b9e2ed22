import { fillText } from '../../contract/companyText.ts'
import type { Site } from '../../contract/entities.ts'

/** The title of a page as browsers and search results show it. */
export const titled = (title: string, { siteName, titlePattern }: Pick<Site, 'siteName' | 'titlePattern'>): string =>
  fillText(titlePattern, { 页面: title, 网站名称: siteName })

/** A description for search results, which show little more than this. */
export const excerpt = (text: string): string => (text.length > 110 ? `${text.slice(0, 109)}…` : text)

/** The description that staff have written for a page. */
export const describe = (page: keyof Site['descriptions'], { descriptions, siteName }: Site): string =>
  fillText(descriptions[page], { 网站名称: siteName })
