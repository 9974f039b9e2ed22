import { routes } from '../../client/site/routes.ts'
import { adminPaths } from './admin.ts'

const feedPaths = ['/robots.txt', '/sitemap.xml', '/rss.xml']
const pagePaths = routes.map(({ path }) => path).filter((path) => !path.endsWith('*'))
const known = new Map([...pagePaths, ...adminPaths, ...feedPaths].map((path) => [path.toLowerCase(), path]))

/** More than the longest path, percent-encoded. */
const maxLength = 100

/**
 * Finds the known path for another spelling: extra slashes, other case, percent-encoded letters, /index.html. Returns a path from our
 * own table, never a part of the input, so that it cannot redirect to another site.
 */
export function knownPath(path: string): string | undefined {
  if (path.length > maxLength) return undefined
  const decoded = path.replace(/%[2-7][0-9a-f]/gi, (code) => unreserved(String.fromCharCode(parseInt(code.slice(1), 16))) ?? code)
  const plain = decoded.replace(/\/+/g, '/').replace(/\/$/, '').toLowerCase()
  return known.get(plain === '' || plain === '/index.html' ? '/' : plain)
}

/** Only unreserved characters mean the same when percent-encoded; an encoded slash is not a slash. */
const unreserved = (letter: string): string | undefined => (/[\w.~-]/.test(letter) ? letter : undefined)
