import type { IncomingMessage, ServerResponse } from 'node:http'
import { accentError, accentTokens, bandTokens } from '../../contract/accent.ts'
import type { Site } from '../../contract/entities.ts'
import { pictureFacts } from '../../contract/pictureName.ts'
import { iconPaths, manifestPath } from '../../contract/sitePages.ts'
import { filePolicy, type FlatHeaders, withPolicy } from '../http/headers.ts'
import { requestSearch } from '../http/request.ts'
import { sendBytes } from '../http/send.ts'

type Serve = (req: IncomingMessage, res: ServerResponse, path: string) => boolean

/** Serves the small files that follow from the site record: the company's look, its icon and the files that search engines ask for. */
export function serveSiteFiles(site: () => Site, rootFiles: () => Site['rootFiles'], security: FlatHeaders): Serve {
  const all = [serveLook(security), serveIcons(site, security), serveManifest(site, security), serveRootFiles(rootFiles, security)]
  return (req, res, path) => all.some((serve) => serve(req, res, path))
}

type Look = Site['look']

const lookPath = '/look.css'
/** As in the style sheets. */
const shippedLook: Look = { accent: '#ff6a13', corners: 'soft' }
const radii: Readonly<Record<Look['corners'], readonly [small: string, large: string]>> = {
  soft: ['4px', '10px'],
  square: ['0', '0'],
  round: ['8px', '20px'],
}

/**
 * The address of the sheet that gives the company's look; undefined for the shipped one. It contains the whole look, so that it never
 * changes, and a preview has its own. The dark bands of the site follow the colour; those of the office do not.
 */
export function lookAddress({ accent, corners }: Look, of: 'site' | 'office'): string | undefined {
  if (accent === shippedLook.accent && corners === shippedLook.corners) return undefined
  const bands = of === 'site' && accent !== shippedLook.accent ? '&bands=own' : ''
  return `${lookPath}?accent=${accent.slice(1)}&corners=${corners}${bands}`
}

function serveLook(security: FlatHeaders): Serve {
  const headers = [...security, 'Content-Type', 'text/css; charset=utf-8', 'Cache-Control', 'public, max-age=31536000, immutable']
  return (req, res, path) => {
    const sheet = path === lookPath ? lookSheet(requestSearch(req.url)) : undefined
    if (sheet === undefined) return false
    sendBytes(res, 200, headers, sheet)
    return true
  }
}

function lookSheet(search: string): string | undefined {
  const query = new URLSearchParams(search)
  const accent = `#${query.get('accent')}`
  const radius = Object.entries(radii).find(([name]) => name === query.get('corners'))?.[1]
  if (accentError(accent) !== undefined || !radius) return undefined
  const { both, dark } = accentTokens(accent)
  const [small, large] = radius
  const bands = query.get('bands') === 'own' ? bandTokens(accent) : { both: {}, dark: {} }
  return rootRule({ ...both, '--r1': small, '--r2': large }) +
    // Not for print, where the bands are white.
    `@media screen{${rootRule(bands.both)}}@media screen and (prefers-color-scheme:dark){${rootRule({ ...dark, ...bands.dark })}}`
}

const rootRule = (tokens: Readonly<Record<string, string>>): string =>
  `:root{${Object.entries(tokens).map(([name, value]) => `${name}:${value}`).join(';')}}`

const shippedIcon = '/media/touch-icon.png'

/** Phones and search engines need a bitmap. */
export const pixelIcon = (icon: string): string => (icon.endsWith('.svg') ? shippedIcon : icon)

/** In ASCII, as a header must be. What is percent-encoded already stays so. */
const encoded = (address: string): string => encodeURI(address).replaceAll('%25', '%')

/** Redirects these addresses to the company's icon. */
function serveIcons(site: () => Site, security: FlatHeaders): Serve {
  return (_req, res, path) => {
    if (!iconPaths.includes(path)) return false
    sendBytes(res, 302, [...security, 'Location', encoded(pixelIcon(site().favicon)), 'Cache-Control', 'no-cache'], '')
    return true
  }
}

/** By this a phone that keeps the site on its home screen knows name and icon. */
function serveManifest(site: () => Site, security: FlatHeaders): Serve {
  const headers = [...security, 'Content-Type', 'application/manifest+json; charset=utf-8', 'Cache-Control', 'no-cache']
  return (_req, res, path) => {
    if (path !== manifestPath) return false
    const { siteName, companyName, favicon, look } = site()
    const icons = [...new Set([pixelIcon(favicon), favicon])].map((src) => ({ src, ...iconFacts(src) }))
    const manifest = {
      name: companyName, short_name: siteName, lang: 'zh-CN', start_url: '/', display: 'browser', theme_color: look.accent, icons,
    }
    sendBytes(res, 200, headers, JSON.stringify(manifest))
    return true
  }
}

function iconFacts(address: string): object {
  if (address.endsWith('.svg')) return { type: 'image/svg+xml', sizes: 'any' }
  const { width, height } = pictureFacts(address) ?? {}
  return address === shippedIcon ? { type: 'image/png', sizes: '180x180' } : width && height ? { sizes: `${width}x${height}` } : {}
}

const rootFileTypes: Readonly<Record<string, string>> = { txt: 'text/plain', html: 'text/html', xml: 'application/xml' }

/** By these files search engines check who owns the site. They may contain anything, so nothing in them runs. */
function serveRootFiles(files: () => Site['rootFiles'], security: FlatHeaders): Serve {
  const headers = [...withPolicy(security, filePolicy), 'Cache-Control', 'no-cache']
  return (_req, res, path) => {
    const file = files().find(({ name }) => path === `/${name}`)
    if (!file) return false
    const type = rootFileTypes[file.name.split('.').at(-1) ?? ''] ?? 'text/plain'
    sendBytes(res, 200, [...headers, 'Content-Type', `${type}; charset=utf-8`], file.content)
    return true
  }
}
