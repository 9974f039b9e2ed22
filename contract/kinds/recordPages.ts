import { customPagePrefix } from '../site/sitePages.ts'

/** The page of a product on a desktop, which redirects phones to its twin. */
export const productPage = (productId: string): string => `/productDet?productId=${productId}`

/** An article has one page for every device. */
export const newsPage = (newId: string): string => `/xwdtDet?newId=${newId}`

/** The company's own pages are the same for every device. */
export const customPage = (pagePath: string): string => customPagePrefix + pagePath

/** What visitors read as the title of an article: staff may save one without. */
export const newsName = ({ newTitle, createDate }: { newTitle: string; createDate: string }): string =>
  newTitle || `新闻 ${createDate.slice(0, 10)}`

/** Products of one name differ by their first model, unless the name has it. */
export function nameWithModel(name: string, model = '', count = 1): string {
  const more = count > 1 ? `等${count}个型号` : ''
  return name.includes(model) ? name : `${name} ${model}${more}`.trim()
}

/** Products beside each other, by their ids. */
export const comparePage = (ids: readonly string[]): string => `/product/compare?ids=${ids.join()}`
