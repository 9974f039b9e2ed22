import type { Site } from '../../contract/kinds/entities.ts'
import { lookAddress, lookPath, lookSheet } from '../../contract/site/look.ts'
import { captionedFilmId, captionsPrefix } from '../../contract/media/media.ts'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { iconPaths, manifestPath } from '../../contract/site/sitePages.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../edge/headers.ts'
import { requestSearch, type Serve } from '../edge/request.ts'
import { sendBytes } from '../edge/send.ts'
import { keptByProxies, mayBeStored } from './readyPage.ts'

interface SmallFile {
  /** It is shown while no server answers. */
  isKept?: boolean
  /** Its media type; a file without one is elsewhere. */
  type?: string
  body: string
  location?: string
  cache?: string
  /** It may contain anything, so nothing in it runs. */
  isForeign?: true
}

interface SiteFiles {
  site: () => Site
  /** What staff have given to a film of the library. */
  captionsOf: (mediaId: string) => string | undefined
  security: FlatHeaders
}

/** Serves the small files that follow from the site record and the library; returns true when the path is one. */
export function serveSiteFiles(files: SiteFiles): Serve {
  const { security } = files
  const restricted = withPolicy(security, filePolicy)
  return (req, res, path) => {
    const file = fileAt(path, requestSearch(req.url), files)
    if (!file) return false
    const { type, body, location, cache = 'no-cache', isForeign, isKept } = file
    const about = location === undefined ? ['Content-Type', `${type}; charset=utf-8`] : ['Location', location]
    sendBytes(
      res,
      location === undefined ? 200 : 302,
      [
        ...(isKept && mayBeStored(res) ? keptByProxies : []),
        ...(isForeign ? restricted : security),
        ...about,
        'Cache-Control',
        cache,
      ],
      body,
    )
    return true
  }
}

const rootFileTypes: Readonly<Record<string, string>> = { txt: 'text/plain', html: 'text/html', xml: 'application/xml' }

function fileAt(path: string, search: string, { site, captionsOf }: SiteFiles): SmallFile | undefined {
  if (path === lookPath) {
    const body = lookSheet(search)
    if (body === undefined) return undefined
    const isKept = path + search === lookAddress(site().look, 'site')
    return { type: 'text/css', body, cache: 'public, max-age=31536000, immutable', isKept }
  }
  const isKept = search === ''
  if (iconPaths.includes(path)) return { location: encoded(pixelIcon(site().favicon)), body: '', isKept }
  if (path === manifestPath)
    return { type: 'application/manifest+json', body: JSON.stringify(manifestOf(site())), isKept }
  if (path.startsWith(captionsPrefix)) {
    const body = captionsOf(captionedFilmId(path))
    return body ? { type: 'text/vtt', body, isForeign: true } : undefined
  }
  // Search engines check by these who owns the site.
  const file = site().rootFiles.find(({ name }) => path === `/${name}`)
  return (
    file && {
      type: rootFileTypes[file.name.split('.').at(-1) ?? ''] ?? 'text/plain',
      body: file.content,
      isForeign: true,
    }
  )
}

const shippedIcon = '/media/touch-icon.png'

/** Phones and search engines need a bitmap. */
export const pixelIcon = (icon: string): string => (icon.endsWith('.svg') ? shippedIcon : icon)

/** In ASCII, as a header must be. What is percent-encoded already stays so. */
export const encoded = (address: string): string => encodeURI(address).replaceAll('%25', '%')

/** By this a phone that keeps the site on its home screen knows name and icon. */
function manifestOf({ siteName, companyName, favicon, look }: Site): object {
  const icons = [...new Set([pixelIcon(favicon), favicon])].map((src) => ({ src, ...iconFacts(src) }))
  return {
    name: companyName,
    short_name: siteName,
    lang: 'zh-CN',
    start_url: '/',
    display: 'browser',
    theme_color: look.accent,
    icons,
  }
}

function iconFacts(address: string): object {
  if (address.endsWith('.svg')) return { type: 'image/svg+xml', sizes: 'any' }
  if (address === shippedIcon) return { type: 'image/png', sizes: '180x180' }
  const { width, height } = pictureFacts(address) ?? {}
  return width && height ? { sizes: `${width}x${height}` } : {}
}
