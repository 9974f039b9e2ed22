import { attribute, type Element } from './tree.ts'
import { webAddress } from '../contract/kinds/foreignReading.ts'

/** Where scripts that load pictures late find their addresses, the usual ones first; Discuz has them in `file`. */
const lateNames = [
  'data-original',
  'data-src',
  'data-lazy-src',
  'data-lazyload',
  'data-lazy',
  'data-actualsrc',
  'data-echo',
  'data-url',
  'zoomfile',
  'file',
  'original',
  '_src',
]

const lateSource = new RegExp(`\\s(?:${lateNames.join('|')})\\s*=\\s*["']?([^"'<>]+)`, 'i')
const ownSource = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i

/** The pictures of a text with other addresses, also those that a script would load. */
export const withPictureAddresses = (html: string, addressOf: (written: string) => string): string =>
  html.replace(/<img\b[^<>]*>/gi, (picture) => {
    const [own = '', double, single = ''] = ownSource.exec(picture) ?? []
    const [, late = double ?? single] = lateSource.exec(picture) ?? []
    return `<img src="${addressOf(late.trim()).replaceAll('"', '%22')}"${picture.slice(4).replace(own, '')}`
  })

/** What stands in the place of a picture until it is loaded, and signs within a text. */
const noPicture =
  /(?:^|\/)(?:spacer|blank|loading|loader|placeholder|pixel|transparent|none|grey|gray|lazy|1x1)[\w-]*\.(?:gif|png|svg)|\/(?:emotion|emoji|smiley|smilies|face)s?\/|filetypeimages/i

/** The address of a picture in a page; undefined for what is none, such as an icon. */
export function pictureAddress(picture: Element, base: string): string | undefined {
  if (isSmall(picture)) return undefined
  const written = [
    ...lateNames.map((name) => attribute(picture, name)),
    attribute(picture, 'src'),
    largestOf(attribute(picture, 'data-srcset')),
    largestOf(attribute(picture, 'srcset')),
  ]
  return written.flatMap((each) => (noPicture.test(each) ? [] : (webAddress(each, base) ?? [])))[0]
}

/** The last one that a list of sizes names is usually the largest. */
const largestOf = (srcset: string): string => /([^\s,]\S*)(?:\s+[\d.]+[wx])?\s*$/.exec(srcset.slice(-3_000))?.[1] ?? ''

/** An icon. */
export const isSmall = (picture: Element): boolean =>
  ['width', 'height'].some((name) => {
    const size = Number.parseInt(attribute(picture, name), 10)
    return size > 0 && size < 48
  })

/** Pictures of the site rather than of a page. */
export const notOfPage = /logo|qr_?code|erweima|ewm|weixin|wechat|avatar|banner|icon|default/i
