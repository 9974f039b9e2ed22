import { htmlOfMarkdown } from '../richtext/markdown.ts'
import { withPictureAddresses } from './pictureAddress.ts'
import { webAddress } from './webAddress.ts'

/** The HTML of a text in Markdown. Shortcodes of Hexo and Hugo that show a picture become one, the others are named. */
export function htmlOfText(text: string, path: string, notes: string[]): string {
  const unknown = new Set<string>()
  const markdown = text
    .replace(/<!--\s*more\s*-->/g, '')
    .replace(/\{%\s*(?:asset_)?img\s([^%\n]{1,500})%\}/g, (_, words: string) => {
      const [, address = '', behind = ''] = /(?:^|\s)(\S*\.\w{3,4})(?=\s|$)(.*)$/.exec(words) ?? []
      return `![${behind.replace(/\s\d+(?:px|%)?(?=\s|$)|["'[\]\\]/g, '').trim()}](<${address}>)`
    })
    .replace(/\{\{[<%]\s*figure\s[^}\n]{0,500}?src="([^"\n]{1,300})"[^}\n]{0,500}\}\}/g, '![](<$1>)')
    // Of a link to another post its words are left.
    .replace(/(\{%\s*post_link)\s+(\S{1,200})([^%\n]{0,500})%\}/g, (_, begin: string, post: string, title: string) => {
      const words = title
        .replace(/\s+(?:true|false)\s*$/, '')
        .replace(/["']/g, '')
        .trim()
      return `${words || post}${begin} %}`
    })
    .replace(/\{\{[<%]\s*\/?\s*([\w/-]{1,40})[^}]{0,500}\}\}|\{%\s*(\w{1,40})[^%]{0,500}%\}/g, (_, one, other) => {
      unknown.add(one ?? other)
      return ''
    })
  if (unknown.size > 0) notes.push(`短代码没有带过来：${[...unknown].slice(0, 5).join('、')}`)
  return withPictureAddresses(htmlOfMarkdown(markdown), (address) => pictureAt(address, path))
}

/** A picture of a text is beside it or, in Hexo, in a folder of its name. */
export function pictureAt(address: string, path: string): string {
  if (address === '' || /^(?:[a-z][\w+.-]*:|[/\\])/i.test(address)) return address
  const isInFolder = path.includes('_posts/') && !address.includes('/')
  const beside = isInFolder ? `${path.replace(/^.*\/|\.\w+$/g, '')}/${address}` : address
  return webAddress(beside, `http://site/${path.replace(/[?#\\]/g, '')}`)?.slice('http://site'.length) ?? ''
}
