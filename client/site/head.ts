import { fillText } from '../../contract/companyText.ts'
import type { Site } from '../../contract/entities.ts'

export { excerpt, recordHead, titled } from '../../contract/recordHead.ts'

/** The description that staff have written for a page. */
export const describe = (page: keyof Site['descriptions'], { descriptions, siteName }: Site): string =>
  fillText(descriptions[page], { 网站名称: siteName })
