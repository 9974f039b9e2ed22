import { truncate } from '../text/characters.ts'
import { fillText } from '../site/companyText.ts'
import type { ShareOption } from './kinds.ts'

/** What staff have chosen for search results and shared links; absent or '' for what follows from the page. */
export type Share = { readonly [K in ShareOption]?: string | undefined }

/** What follows from a record. */
export interface Derived {
  title: string
  text: string
  picture: string
}

interface Naming {
  siteName: string
  titlePattern: string
}

/** The title of a page as browsers and search results show it. */
export const titled = (title: string, { siteName, titlePattern }: Naming): string =>
  fillText(titlePattern, { 页面: title, 网站名称: siteName })

/** Search results show little more. */
export const excerptLength = 110
/** A description for search results: whole sentences where they are not much shorter. */
export function excerpt(text: string): string {
  const beginning = truncate(text, excerptLength)
  if (beginning === text) return text
  const sentences = beginning.slice(0, beginning.lastIndexOf('。') + 1)
  return sentences.length > excerptLength / 2 ? sentences : `${truncate(text, excerptLength - 1)}…`
}

/** The head of a record's page, for the page and for the form, which shows it while it is edited. */
export const recordHead = (
  { title, text, picture }: Derived,
  { shareTitle, shareText, sharePicture }: Share,
  site: Naming,
) => ({
  title: titled(shareTitle || title, site),
  description: excerpt(shareText || text),
  image: sharePicture || picture,
})
