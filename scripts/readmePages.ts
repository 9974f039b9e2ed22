import { createHash } from 'node:crypto'
import { plainText } from '../contract/text/plainText.ts'

/** The pictures of the README, by their names in docs/screens, which end in the width of the window. */
export const readmePages: Readonly<Record<string, string>> = {
  'home-1920': '/',
  'product-1920': '/product',
  'product-detail-1920': '/productDet?productId=zhgd-tower-crane',
  'news-1920': '/xwdt',
  'scenarios-1920': '/yingyongchangjing',
  'home-390': '/mobile',
  'products-390': '/zhuyingyewu',
  'agent-390': '/dailijiameng',
  'company-390': '/gongsijianjie',
}

export const isPhonePicture = (name: string): boolean => name.endsWith('-390')

/** Of the words and pictures of a page as the server sends it; its frame is about other pages. */
export function hashOfShown(html: string): string {
  const main = html.slice(html.indexOf('<main'), html.lastIndexOf('</main>'))
  const pictures = [...main.matchAll(/ src="([^"]+)"/g)].map(([, address]) => address)
  return createHash('sha256')
    .update([plainText(main), ...pictures].join('\n'))
    .digest('hex')
    .slice(0, 16)
}
