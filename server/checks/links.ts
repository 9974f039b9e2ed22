import { customPagePath, iconPaths, isPageOn, manifestPath } from '../../contract/sitePages.ts'
import { canParse } from '../../contract/standIns.ts'
import { uploadExtension } from '../../contract/pictureName.ts'
import { captionedFilm, captionsPrefix } from '../../contract/media.ts'
import { mediaId } from '../media/library.ts'
import { knownPath } from '../pages/knownPaths.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'

const nowhere = 'http://this.site'

/** Returns a function that says whether a link of a page leads somewhere. Other sites are not asked. */
export function createLinkCheck(store: Store, site: CurrentSite, siteUrl: string | undefined): (address: string) => boolean {
  const off = new Set(site.groups.flatMap(({ id, on }) => (on ? [] : [id])))
  const cases = new Set<string>(site.cases.map(({ path }) => path))
  const own = new Set([nowhere, ...(siteUrl === undefined ? [] : [siteUrl])])

  const isProduct = (id: string | null): boolean => {
    const product = id === null ? undefined : store.product.get(id)
    return product !== undefined && !off.has(product.locationId)
  }
  return (address) => {
    if (!canParse(address, nowhere)) return false
    const { origin, pathname, searchParams } = new URL(address, nowhere)
    if (!own.has(origin)) return true
    if (!isPageOn(site, pathname)) return false
    if (pathname === '/productDet' || pathname === '/cpDeatail') return isProduct(searchParams.get('productId'))
    if (pathname === '/xwdtDet') return store.news.get(searchParams.get('newId') ?? '') !== undefined
    if (pathname.startsWith(captionsPrefix)) return Boolean(store.media.get(captionedFilm(pathname))?.captions)
    if (pathname.startsWith('/uploads/')) return uploadExtension(pathname) === undefined || store.media.get(mediaId(pathname)) !== undefined
    const ownPage = customPagePath(pathname)
    if (ownPage !== undefined) return site.pagePaths.includes(ownPage)
    if (casePages.test(pathname)) return cases.has(pathname)
    const files = [...iconPaths, manifestPath, ...site.rootFiles.map(({ name }) => `/${name}`)]
    return pathname.startsWith('/media/') || knownPath(pathname) !== undefined || files.includes(pathname)
  }
}

const casePages = /^\/(?:xiangmuanli\/.+|huanghejiangong|sddianjian1|sdkaili|qdfangwu)$/
