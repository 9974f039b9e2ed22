/** What statistics and advertisements add to an address. */
const counted = /^(?:utm_\w+|spm|hm(?:sr|pl|cu|kw|ci)|bd_vid|qhclickid|gdt_vid|clickid|gclid|fbclid|msclkid)$/i
/** What WeChat, QQ and others add where it is shared. */
const shared = /^(?:from|isappinstalled|share\w*|mpshare|scene|srcid|nsukey)$/i

/** Whether a word of the query tells statistics where a visit comes from. */
export const isCounted = (name: string): boolean => counted.test(name)
const isAdded = (name: string): boolean => isCounted(name) || shared.test(name)
/** No old system has such words itself. */
const surelyAdded = /^(?:from=(?:singlemessage|groupmessage|timeline)|(?:isappinstalled|mpshare|nsukey)=.*)$/i

/** An address that somebody has copied from where it was shared. */
export function unshared(address: string): string {
  const [path = '', ...rest] = address.split('?')
  const words = rest.join('?').split('&')
  const meaningful = words.filter((word) => !surelyAdded.test(word) && !isCounted(word.replace(/=.*/s, '')))
  return meaningful.length < words.length ? joined(path, meaningful) : address
}

/** The number of a page of a list, as old systems write it: /news/index_2.html, /?product_2/, /list-3.html, /blog/page/2/. */
const pageNumber = /(?:\/page\/\d+|\/(?:index|list)[_-]\d+\.\w+|[_-]\d+)(?=\/?$|\.\w+$)/i
const pageWord = /^paged?=\d+$/i

/**
 * An address and those that mean the same, the closest first: without what others have added, with and without its last slash or the
 * file that it stands for, without the name of the program that every address of old systems began with, and the list of a page of a list.
 */
export function spellingsOf(address: string): string[] {
  const [path = '', ...rest] = address.split('?')
  const words = rest.join('?').split('&').filter(Boolean)
  const meaningful = words.filter((word) => !isAdded(word.replace(/=.*/s, '')))
  const bare = joined(path, meaningful)
  const list = joined(
    path.replace(pageNumber, ''),
    meaningful.filter((word) => !pageWord.test(word)).map((word) => word.replace(pageNumber, '')),
  )
  const all = [bare, list].flatMap((each) => [each, withoutProgram(each)]).flatMap((each) => [each, ...otherEnds(each)])
  return [...new Set([address, ...all])]
}

const joined = (path: string, words: readonly string[]): string =>
  (path || '/') + (words.length > 0 ? `?${words.join('&')}` : '')

const withoutProgram = (address: string): string => address.replace(/^\/index\.php(?=[/?]|$)\/?/, '/')

/** What a folder shows is a file of such a name. */
const indexes = ['index.html', 'index.htm', 'index.php', 'index.asp', 'default.html']
const indexFile = /\/(?:index|default)\.(?:html?|php|aspx?|jsp)$/i

/** The last slash is the path's, or that of a query that is a path. */
function otherEnds(address: string): string[] {
  const folder = address.replace(indexFile, '/')
  if (folder !== address) return [folder, folder.slice(0, -1) || '/']
  if (!address.endsWith('/')) return [`${address}/`]
  return [address.slice(0, -1) || '/', ...(address.includes('?') ? [] : indexes.map((name) => address + name))]
}
