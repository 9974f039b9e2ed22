import { truncate } from '../../../contract/text/characters.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { withoutUnpasted } from '../../../contract/text/unpasted.ts'
import { createPlaceholder } from '../../editor/text/placeholders.ts'
import { serialize } from '../../editor/text/write.ts'

/** Whether visitors can see it as it stands: it is on the web, or here already. */
const isThere = (address: string): boolean => /^(?:https?:)?\/\/|^\/(?:uploads|media)\//i.test(address)

/**
 * The text with its pictures and documents at their new addresses, by those that it has. `sent` are those that were to be sent: one that is not there is
 * marked, as in pasted text. Nothing of it is run or loaded.
 */
export function withPictures(html: string, sent: ReadonlyMap<string, string | undefined>): string {
  const { body } = parsed(html)
  for (const picture of body.querySelectorAll('img')) {
    const source = picture.getAttribute('src') ?? ''
    const address = sent.has(source) || !isThere(source) ? sent.get(source) : source
    // It led to the same picture in full size.
    const link = picture.parentElement?.closest('a')
    if (link && /\.(?:jpe?g|png|gif|webp)(?:$|[?#])/i.test(link.href)) link.replaceWith(...link.childNodes)
    if (address === undefined) picture.replaceWith(createPlaceholder('图片', nameIn(source)))
    else picture.setAttribute('src', address)
  }
  for (const link of body.querySelectorAll('a[href]')) {
    const source = link.getAttribute('href') ?? ''
    const address = sent.get(source)
    if (address !== undefined) link.setAttribute('href', address)
    // Nobody has what it leads to.
    else if (isDocumentName(source) && !isThere(source)) link.replaceWith(...link.childNodes)
  }
  return body.innerHTML
}

/** Without styles: the server drops them as well, and the browser would complain of each. */
const parsed = (html: string): Document =>
  new DOMParser().parseFromString(
    html.replace(/<[^<>]+>/g, (tag) => tag.replace(/\sstyle\s*=\s*(?:"[^"]*"|'[^']*')/gi, '')),
    'text/html',
  )

/** What people know a picture by. */
export const nameIn = (address: string): string =>
  truncate(readableAddress(address.split(/[?#]/)[0] ?? '').replace(/^.*\//, ''), 80)

/** Texts as the server keeps them, but for pictures, which get other addresses, and the marks of those that are missing. */
export function keptTexts() {
  const known = new Map<string, string>()
  return (html: string): string => {
    const text = known.get(html) ?? keptText(html)
    known.set(html, text)
    return text
  }
}

const keptText = (html: string): string =>
  withoutUnpasted(serialize(parsed(html).body))
    .replace(/<img\b[^>]*>/g, '')
    .replace(/<(p|a)\b[^>]*><\/\1>/g, '')

export const textIn = (html: string): string => (parsed(html).body.textContent ?? '').replace(/\s+/g, ' ').trim()
