import { assetAddress } from '../../contract/media/assetAddress.ts'
import type { PublicSite, Site } from '../../contract/kinds/entities.ts'
import { escapeHtml } from '../../contract/text/escapeHtml.ts'
import { printable } from '../../contract/calls/fields.ts'
import { lookAddress } from '../../contract/site/look.ts'
import { pictureFacts } from '../../contract/media/pictureName.ts'
import { addressOfPage, englishPage, isPageOn, manifestPath } from '../../contract/site/sitePages.ts'
import { twinOf } from '../../contract/site/twins.ts'
import type { Place } from '../site/addressBook.ts'
import { versionOf } from '../store/kind.ts'
import type { MediaRecord } from '../store/records.ts'
import { hydrationData } from '../../client/site/page.ts'
import type { SitePage } from '../../client/site/route.ts'
import { notFound } from '../../client/site/routes.ts'
import { assetTags, type PageAssets, styleTags } from './assets.ts'
import { servicesTag, statisticsAttributes } from './services.ts'
import { encoded, pixelIcon } from './siteFiles.ts'
import type { ListedItem } from './itemList.ts'
import { chinaIso, jsonLdFor } from './structuredData.ts'

/** Older or hand-written records may contain control characters, which make a feed invalid. */
export const escape = (text: string): string => escapeHtml(printable(text))

export function lookLink({ look }: Site, of: 'site' | 'office'): string {
  const address = lookAddress(look, of)
  return address === undefined ? '' : `<link rel="stylesheet" href="${escape(address)}">`
}

/** JSON for a script element; nothing in it can end the element. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

interface DocumentParts {
  place: Place
  assets: PageAssets
  site: PublicSite
  origin: string
  assetsUrl: string
  /** What the library knows of an upload. */
  mediaAt(address: string): MediaRecord | undefined
  /** What shared links show of a starter picture. */
  cropOf(address: string): string | undefined
  items: readonly ListedItem[]
  inWeChat: boolean
}

/** The HTML document around a rendered page: metadata for search engines and shared links, and the data for hydration. */
export function documentOf(
  page: SitePage,
  body: string,
  { place, assets, site, origin, assetsUrl, mediaAt, cropOf, items, inWeChat }: DocumentParts,
): string {
  const { head, at, route } = page
  const fetched = (address: string): string => assetAddress(assetsUrl, address)
  const absolute = (address: string): string => {
    const page = fetched(address)
    return page.startsWith('/') ? origin + page : page
  }
  const [path = '', search = ''] = at.split('?')
  // The desktop page is the canonical one; it names the phone page as alternate.
  const canonical = head.canonical ?? twinOf(path, search, false) ?? at
  const phoneAddress = twinOf(path, search, true)
  const picture = head.image || site.shareImage || site.logo.light
  const image = mediaAt(picture)?.poster || cropOf(picture) || picture
  const { width, height } = pictureFacts(image) ?? {}
  const meta = (name: string, content: string): string => `<meta name="${name}" content="${escape(content)}">`
  const property = (name: string, content: string): string =>
    `<meta property="og:${name}" content="${escape(content)}">`
  const noindex = head.noindex || route === notFound
  const services = {
    // What somebody has typed into a form is in a page that is not indexed.
    ...(!noindex && statisticsAttributes(site)),
    ...(inWeChat &&
      route !== notFound && {
        'data-link': encoded(absolute(canonical)),
        'data-picture': encoded(absolute(cardPicture(head.image, site, mediaAt))),
      }),
  }

  return [
    `<!doctype html><html lang="${head.lang ?? 'zh-CN'}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escape(head.title)}</title>`,
    assetTags(assets, '', assetsUrl),
    lookLink(site, 'site'),
    preloadsOf(body),
    meta('description', head.description),
    ...site.verifications.map(({ name, content }) => meta(name, content)),
    '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#12203a" media="(prefers-color-scheme: dark)">',
    `<link rel="icon" href="${escape(fetched(site.favicon))}"${site.favicon.endsWith('.svg') ? ' type="image/svg+xml"' : ''}>`,
    `<link rel="manifest" href="${manifestPath}">`,
    `<link rel="apple-touch-icon" href="${escape(fetched(pixelIcon(site.favicon)))}">`,
    noindex ? meta('robots', 'noindex') : `<link rel="canonical" href="${escape(absolute(canonical))}">`,
    languageLinks(at, site, absolute),
    noindex ? '' : deviceTags(route, phoneAddress && absolute(phoneAddress)),
    site.pagesOn.news ? feedLink(site) : '',
    property('site_name', site.siteName),
    property('type', head.article ? 'article' : 'website'),
    property('title', head.title),
    property('description', head.description),
    // A page that must not be indexed has no address to share, and the not-found page is shared by all addresses.
    noindex ? '' : property('url', absolute(canonical)),
    property('image', absolute(image)),
    width && height ? property('image:width', `${width}`) + property('image:height', `${height}`) : '',
    property('image:alt', page.pictures?.[picture]?.alt ?? (head.image ? head.title : site.siteName)),
    property('locale', head.lang === 'en' ? 'en_US' : 'zh_CN'),
    meta('twitter:card', 'summary_large_image'),
    head.article ? `<meta property="article:published_time" content="${head.article.published}">` : '',
    head.article && place.is === 'record'
      ? `<meta property="article:modified_time" content="${chinaIso(versionOf(place.record))}">`
      : '',
    `<script type="application/ld+json">${embedded(jsonLdFor(place, { site, absolute, mediaAt, items }))}</script>`,
    // The map stands in a page that has them.
    route.frame === 'bare' ? '' : servicesTag(assets.services, services),
    `</head><body><div id="root">${body}</div>`,
    `<script type="application/json" id="page">${embedded(hydrationData(page))}</script></body></html>`,
  ].join('')
}

/** WeChat cuts a square from the middle: of the page's own picture, or of the icon. It shows no SVG. */
function cardPicture(picture = '', { favicon }: Site, mediaAt: DocumentParts['mediaAt']): string {
  const shown = mediaAt(picture)?.poster || picture
  return shown === '' || shown.endsWith('.svg') ? pixelIcon(favicon) : shown
}

const feedLink = ({ siteName, pageNames }: Site): string =>
  `<link rel="alternate" type="application/rss+xml" title="${escape(siteName + pageNames.news)}" href="/rss.xml">`

/** The home page and that for visitors from abroad name each other. */
function languageLinks(at: string, site: PublicSite, absolute: (address: string) => string): string {
  if (!isPageOn(site, englishPage) || ![addressOfPage('home'), englishPage].includes(at)) return ''
  const link = (lang: string, path: string): string =>
    `<link rel="alternate" hreflang="${lang}" href="${escape(absolute(path))}">`
  return link('zh-CN', addressOfPage('home')) + link('en', englishPage)
}

/** Which devices a page is for, and where that for phones is. Google reads the link, Baidu the others. */
function deviceTags({ frame }: SitePage['route'], phoneAddress: string | undefined): string {
  let device = 'pc,mobile'
  if (frame === 'desktop') device = 'pc'
  else if (frame === 'phone') device = 'mobile'
  const deviceTag = `<meta name="applicable-device" content="${device}">`
  if (phoneAddress === undefined) return deviceTag
  const address = escape(phoneAddress)
  return (
    `${deviceTag}<link rel="alternate" media="only screen and (max-width: 640px)" href="${address}">` +
    `<meta name="mobile-agent" content="format=html5;url=${address}">`
  )
}

/**
 * A page on which no script runs. In a frame it has the address of the page around it, so links open elsewhere; an address within the page
 * would be one of the page around it. With a note it is opened by itself: it works as other pages do without scripts.
 */
export function previewDocument(
  { head }: SitePage,
  body: string,
  assets: PageAssets,
  site: Site,
  note: string | undefined,
): string {
  const inFrame = note === undefined
  return [
    `<!doctype html><html lang="zh-CN"${inFrame ? ' class="js"' : ''}><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(head.title)}</title>${inFrame ? '<base target="_blank">' : '<meta name="robots" content="noindex">'}`,
    `${styleTags(assets)}${lookLink(site, 'site')}</head><body>`,
    inFrame ? '' : `<p class="preview-note">${escape(note)}</p>`,
    `<div id="root">${body}</div></body></html>`,
  ].join('')
}

/** In place of a page that cannot be drawn now. */
export const failureDocument = (message: string, assets: PageAssets, site: Site): string =>
  [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escape(message)}</title><meta name="robots" content="noindex">`,
    `${styleTags(assets)}${lookLink(site, 'site')}</head>`,
    `<body><main class="section"><div class="wrap stack"><h1 class="like-h1">${escape(message)}</h1>`,
    '<p class="row wraps"><a class="button" href="">再试一次</a><a class="button outline" href="/">返回首页</a></p></div></main></body></html>',
  ].join('')

/** React writes client/ui/Picture.tsx so. */
const priorityPicture =
  /<picture><source type="image\/webp" srcSet="([^"]+)" sizes="([^"]+)"\/><img fetchPriority="high"/g

/** Preloads the important pictures at the right width. The links are read from the HTML, so they always name its candidates. */
const preloadsOf = (body: string): string =>
  Array.from(body.matchAll(priorityPicture), ([, srcset = '', sizes = '']) => preload(srcset, sizes)).join('')

const preload = (srcset: string, sizes: string): string =>
  `<link rel="preload" as="image" type="image/webp" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`
