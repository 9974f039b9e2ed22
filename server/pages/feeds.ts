import type { ProductGroup, PublicSite } from '../../contract/kinds/entities.ts'
import { idsWithin } from '../../contract/kinds/groups.ts'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { addressOfPage, englishPage, isPageOn, sitemapPart, sitePageNames } from '../../contract/site/sitePages.ts'
import { adminPaths } from '../site/addressBook.ts'
import { textOf, versionOf } from '../store/kind.ts'
import { pagedKind, recordPage, shownRecords } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { escape } from './document.ts'

/** Search engines read 50,000, and a list has 9,999. */
const maxUrlsPerFile = 9_000
const maxItems = 24

interface FeedSources {
  store: Store
  site: PublicSite
  origin: string
}

/** Undefined for a part of the sitemap that there is not. */
export function feedAt(path: string, sources: FeedSources) {
  const { origin } = sources
  if (path === '/robots.txt') return { type: 'text/plain', text: robots(origin) }
  if (path === '/rss.xml') return { type: 'application/rss+xml', text: rss(sources) }
  const urls = sitemapUrls(sources)
  const xml = (element: string, items: readonly string[]) => ({ type: 'application/xml', text: xmlOf(element, items) })
  const [, number] = sitemapPart.exec(path) ?? []
  if (number !== undefined) {
    const part = urls.slice((Number(number) - 1) * maxUrlsPerFile, Number(number) * maxUrlsPerFile)
    return urls.length > maxUrlsPerFile && part.length > 0 ? xml('urlset', part) : undefined
  }
  const parts = Array.from(
    { length: Math.ceil(urls.length / maxUrlsPerFile) },
    (_, index) => `<sitemap><loc>${origin}/sitemap-${index + 1}.xml</loc></sitemap>`,
  )
  return parts.length > 1 ? xml('sitemapindex', parts) : xml('urlset', urls)
}

const robots = (origin: string): string =>
  [
    'User-agent: *',
    ...adminPaths.map((path) => `Disallow: ${path}`),
    'Disallow: /v1/',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

function sitemapUrls({ store, site, origin }: FeedSources): string[] {
  const url = (path: string, changed?: string): string =>
    `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${changed.slice(0, 10)}</lastmod>`}</url>`
  const filled = new Set(shownRecords('product', { store, site }).map((record) => textOf(record, 'locationId')))
  const isFilled = ({ id }: ProductGroup): boolean => idsWithin(site.groups, id).some((each) => filled.has(each))
  return [
    ...sitePageNames.map(addressOfPage).flatMap((path) => (isPageOn(site, path) ? url(path) : [])),
    ...(isPageOn(site, englishPage) ? [url(englishPage)] : []),
    ...site.groups.filter(isFilled).flatMap(({ id }) => url(`${addressOfPage('product')}?locationId=${id}`)),
    ...pagedKinds.flatMap((kind) =>
      shownRecords(kind, { store, site })
        .reverse()
        .map((record) => url(recordPage(kind, record, site).address, versionOf(record))),
    ),
  ]
}

const xmlOf = (element: string, items: readonly string[]): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...items,
    `</${element}>\n`,
  ].join('\n')

function rss({ store, site, origin }: FeedSources): string {
  const { siteName, slogan, pageNames } = site
  const newest = pagedKinds
    .filter((kind) => pagedKind(kind).page.feed)
    .flatMap((kind) =>
      shownRecords(kind, { store, site })
        .reverse()
        .slice(0, maxItems)
        .map((record) => ({ kind, record })),
    )
  const items = newest.map(({ kind, record }) => {
    const { title, address, text } = recordPage(kind, record, site)
    const link = origin + address
    const dates = `<guid>${link}</guid><pubDate>${new Date(record.createdAt).toUTCString()}</pubDate>`
    return `<item><title>${escape(title)}</title><link>${link}</link>${dates}<description>${escape(text)}</description></item>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escape(siteName + pageNames.news)}</title><link>${origin}${addressOfPage('news')}</link>`,
    `<description>${escape(slogan)}</description><language>zh-cn</language>`,
    `<atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}
