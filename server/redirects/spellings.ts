import { sentAddress } from '../../contract/redirects.ts'

/** What statistics and advertisements add to an address. */
const counted = /^(?:utm_\w+|spm|hm(?:sr|pl|cu|kw|ci)|bd_vid|qhclickid|gdt_vid|clickid|gclid|fbclid|msclkid)$/i
/** What WeChat, QQ and others add where it is shared. */
const shared = /^(?:from|isappinstalled|share\w*|mpshare|scene|srcid|nsukey)$/i

/** Whether a word of the query tells statistics where a visit comes from. */
export const isCounted = (name: string): boolean => counted.test(name)
const isAdded = (name: string): boolean => isCounted(name) || shared.test(name)

/** The number of a page of a list, as old systems write it: /news/index_2.html, /?product_2/, /list-3.html, /blog/page/2/. */
const pageNumber = /(?:\/page\/\d+|\/(?:index|list)[_-]\d+\.\w+|[_-]\d+)(?=\/?$|\.\w+$)/i
const pageWord = /^paged?=\d+$/i

/**
 * An address and those that mean the same, the closest first: without what others have added, with and without its last slash or the
 * name of the file behind it, without the name of the program that every address of old systems began with, and the list of a page of a list.
 */
export function spellingsOf(address: string): string[] {
  const { path, own } = ownParts(address)
  const bare = joined(path, own)
  const list = joined(
    path.replace(pageNumber, ''),
    own.filter((word) => !pageWord.test(word)).map((word) => word.replace(pageNumber, '')),
  )
  const all = [bare, list]
    .flatMap((each) => [each, withoutProgram(each)])
    .flatMap((each) => [each, otherSlash(each)])
    .flatMap((each) => [each, ...otherIndexes(each)])
  return [...new Set([address, ...all])]
}

/** As an old address is kept: shared ones are pasted, too. A query alone may be all that it has. */
export function savedAddress(from: string): string {
  const address = sentAddress(from)
  const { path, own } = ownParts(address)
  return address.endsWith('*') || (path === '/' && own.length === 0) ? address : joined(path, own)
}

function ownParts(address: string): { path: string; own: string[] } {
  const [path = '', ...rest] = address.split('?')
  const words = rest.join('?').split('&').filter(Boolean)
  return { path, own: words.filter((word) => !isAdded(word.replace(/=.*/s, ''))) }
}

const indexes = ['index.html', 'index.htm', 'index.php', 'default.html']
const index = /\/(?:index\.(?:html?|php)|default\.html)(?=\?|$)/i

/** What a folder sends where only its name is asked for. */
function otherIndexes(address: string): string[] {
  if (index.test(address)) return [address.replace(index, '/')]
  const [, path = '', query = ''] = /^([^?]*)(.*)$/s.exec(address) ?? []
  return path.endsWith('/') && path !== '/' ? indexes.map((name) => path + name + query) : []
}

const joined = (path: string, words: readonly string[]): string =>
  (path || '/') + (words.length > 0 ? `?${words.join('&')}` : '')

const withoutProgram = (address: string): string => address.replace(/^\/index\.php(?=[/?]|$)\/?/, '/')

/** The last slash is the path's, or that of a query that is a path. */
const otherSlash = (address: string): string => (address.endsWith('/') ? address.slice(0, -1) || '/' : `${address}/`)
