import { routes } from '../../client/site/routes.ts'
import { adminPaths } from './admin.ts'

/** Answered beside the pages, under the same care for how they are spelt. */
const feedPaths = ['/robots.txt', '/sitemap.xml', '/rss.xml']
const known = new Map([...routes.map(({ path }) => path), ...adminPaths, ...feedPaths].map((path) => [path.toLowerCase(), path]))

/** More than the longest path with all of it percent-encoded. */
const longest = 100

/**
 * How a path is spelt that was meant: slashes too many, other case, percent-encoded letters, /index.html. What comes out is a path
 * of ours or nothing, never a part of what came in: no one can be led to another site by it.
 */
export function knownPath(path: string): string | undefined {
  if (path.length > longest) return undefined
  const decoded = path.replace(/%[2-7][0-9a-f]/gi, (code) => unreserved(String.fromCharCode(parseInt(code.slice(1), 16))) ?? code)
  const plain = decoded.replace(/\/+/g, '/').replace(/\/$/, '').toLowerCase()
  return known.get(plain === '' || plain === '/index.html' ? '/' : plain)
}

/** Only these are the same with and without percent: a slash in code is no slash. */
const unreserved = (letter: string): string | undefined => (/[\w.~-]/.test(letter) ? letter : undefined)
