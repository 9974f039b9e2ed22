import { adminRedirects, loginScreen } from '../../contract/calls/adminPaths.ts'
import type { PublicSite } from '../../contract/kinds/entities.ts'
import { type PagedKind, pagedKinds, screenPaths } from '../../contract/kinds/kinds.ts'
import { captionedFilmId, captionsPrefix } from '../../contract/media/media.ts'
import { uploadExtension } from '../../contract/media/pictureName.ts'
import { readableAddress } from '../../contract/calls/redirects.ts'
import {
  addressOfPage,
  feedPaths,
  iconPaths,
  isAnswered,
  manifestPath,
  otherPages,
  pageRoutes,
  sitemapPart,
  sitePageOf,
} from '../../contract/site/sitePages.ts'
import { hasOwn } from '../../contract/text/standIns.ts'
import { twinOf } from '../../contract/site/twins.ts'
import { mediaId } from '../media/library.ts'
import { pagedKind, recordPage, type Shown, shown, shownIn } from '../store/shown.ts'
import type { MediaRecord, RecordOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface AddressSources {
  store: Store
  site: PublicSite
}
interface Known {
  /** On a desktop, without what makes no other page of it. */
  address: string
  /** '' where it has none. */
  title: string
  on: boolean
}
export type RecordPlace = Known &
  ReturnType<typeof recordPage> & { is: 'record'; kind: PagedKind; record: Shown<PagedKind> }
export type Place =
  | RecordPlace
  | (Known & {
      is: 'page' | 'file' | 'feed' | 'icon' | 'captions' | 'verification' | 'screen' | 'nothing'
    })

/** What an address of this site leads to, and whether visitors find it there. Redirects are followed. */
export function whatIsAt(sources: AddressSources, address: string): Place {
  const { store, site } = sources
  const { pathname, search, searchParams } = new URL(`http://this.site/${address.replace(/^\//, '')}`)
  const twin = twinOf(pathname, search, false)
  if (twin !== undefined) return whatIsAt(sources, twin)
  const place = (is: Exclude<Place['is'], 'record'>, on = true, title = ''): Place => ({
    is,
    address: pathname,
    title,
    on: on && isAnswered(site, pathname),
  })

  if (pathname.startsWith(captionsPrefix))
    return place('captions', Boolean(store.media.get(captionedFilmId(pathname))?.captions))
  if (pathname.startsWith('/uploads/')) {
    return place('file', uploadExtension(pathname) === undefined || store.media.get(mediaId(pathname)) !== undefined)
  }
  if (pathname.startsWith('/media/')) return place('file')
  if (iconPaths.includes(pathname) || pathname === manifestPath) return place('icon')
  if (site.rootFiles.some(({ name }) => pathname === `/${name}`)) return place('verification')
  if (feedPaths.includes(pathname) || sitemapPart.test(pathname)) return place('feed')
  if (adminPaths.includes(pathname)) return place('screen')
  for (const kind of pagedKinds) {
    const record = recordAt(store, kind, pathname, searchParams)
    if (record)
      return {
        is: 'record',
        kind,
        record: shown(kind, record, site),
        on: shownIn(kind, site)(record),
        ...recordPage(kind, record, site),
      }
  }
  const page = sitePageOf(pathname)
  if (page && addressOfPage(page) === pathname) return place('page', true, site.pageNames[page])
  if (hasOwn(otherPages, pathname)) return place('page', true, otherPages[pathname])
  const spelling = knownPath(pathname)
  return spelling === undefined || spelling === pathname
    ? place('nothing', false)
    : whatIsAt(sources, spelling + search)
}

/** What the library knows of the file at an address. */
export const uploadAt = ({ media }: Pick<Store, 'media'>, address: string): MediaRecord | undefined =>
  media.get(mediaId(address))

/** A page as staff know it: by its title, with the path that a browser has sent, decoded. */
export function pageWords(sources: AddressSources, path: string): string {
  if (path === '') return ''
  const { title } = whatIsAt(sources, path)
  return title === '' ? readableAddress(path) : `${title}（${readableAddress(path)}）`
}

function recordAt(
  store: Store,
  kind: PagedKind,
  path: string,
  query: URLSearchParams,
): RecordOf<PagedKind> | undefined {
  const {
    id,
    unique,
    page: { route, address },
  } = pagedKind(kind)
  const last = path.slice(path.lastIndexOf('/') + 1)
  if (!route.endsWith('*')) return path === route ? store[kind].get(query.get(id) ?? '') : undefined
  if (unique === undefined) return path === route.replace('*', last) ? store[kind].get(last) : undefined
  if (sitePageOf(path) !== sitePageOf(route)) return undefined
  for (const record of store[kind].newest()) if (path === address(record.id, record)) return record
  return undefined
}

/** The back office: one page, and addresses that lead to it. */
export const adminPaths: readonly string[] = [loginScreen, ...screenPaths, ...Object.keys(adminRedirects)]

const recordRoutes = pagedKinds.map((kind) => pagedKind(kind).page.route)
const pathsByLowerCase = new Map(
  [...pageRoutes, ...Object.keys(otherPages), ...recordRoutes, ...adminPaths, ...feedPaths]
    .filter((path) => !path.endsWith('*'))
    .map((path) => [path.toLowerCase(), path]),
)

/** More than the longest path, percent-encoded. */
const maxPathLength = 100

/**
 * Finds the known path for another spelling: extra slashes, other case, percent-encoded letters, /index.html. Returns a path from our
 * own table, never a part of the input, so that it cannot redirect to another site.
 */
export function knownPath(path: string): string | undefined {
  if (path.length > maxPathLength) return undefined
  const decoded = path.replace(
    /%[2-7][0-9a-f]/gi,
    (code) => unreserved(String.fromCharCode(parseInt(code.slice(1), 16))) ?? code,
  )
  const plain = decoded.replace(/\/+/g, '/').replace(/\/$/, '').toLowerCase()
  return pathsByLowerCase.get(plain === '' || plain === '/index.html' ? '/' : plain)
}

/** Only unreserved characters mean the same when percent-encoded; an encoded slash is not a slash. */
const unreserved = (letter: string): string | undefined => (/[\w.~-]/.test(letter) ? letter : undefined)
