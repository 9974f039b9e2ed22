import type { Site } from '../../contract/entities.ts'
import { pagedKinds } from '../../contract/kinds.ts'
import { addressOfPage, feedPaths, isPageOn, sitemapPart, sitePageNames } from '../../contract/sitePages.ts'
import { adminPaths } from '../addressBook.ts'
import { versionOf } from '../store/kind.ts'
import { pagedKind, recordPage, shownRecords } from '../store/recordPage.ts'
import type { Store } from '../store/store.ts'
import { escape } from './document.ts'

/** Returns undefined when there is none. */
type Feed = () => { type: string; text: string } | undefined

/** Of one file: search engines read 50,000, and a list has 9,999. */
const maxUrls = 9_000
const maxItems = 24

interface Sources {
  store: Store
  site: () => Site
  siteOrigin: () => string
}

/** Finds feeds by their path. They are cached like pages. */
export function createFeeds({ store, site, siteOrigin }: Sources): (path: string) => Feed | undefined {
  const urls = (): string[] => sitemapUrls(siteOrigin(), { store, site: site() })
  const partAt = (number: number): Feed => () => {
    const all = urls()
    const part = all.slice((number - 1) * maxUrls, number * maxUrls)
    return all.length > maxUrls && part.length > 0 ? { type: 'application/xml', text: xmlOf('urlset', part) } : undefined
  }
  const feeds: Readonly<Record<(typeof feedPaths)[number], Feed>> = {
    '/robots.txt': () => ({ type: 'text/plain', text: robots(siteOrigin()) }),
    '/sitemap.xml': () => {
      const all = urls()
      const parts = Array.from({ length: Math.ceil(all.length / maxUrls) }, (_, index) =>
        `<sitemap><loc>${siteOrigin()}/sitemap-${index + 1}.xml</loc></sitemap>`)
      return { type: 'application/xml', text: parts.length > 1 ? xmlOf('sitemapindex', parts) : xmlOf('urlset', all) }
    },
    '/rss.xml': () => ({ type: 'application/rss+xml', text: rss(siteOrigin(), { store, site: site() }) }),
  }
  return (path) => {
    const [, number] = sitemapPart.exec(path) ?? []
    if (number !== undefined) return partAt(Number(number))
    return feedPaths.flatMap((each) => (each === path ? feeds[each] : []))[0]
  }
}

const day = (time: string): string => time.slice(0, 10)

export const robots = (origin: string): string =>
  ['User-agent: *', ...adminPaths.map((path) => `Disallow: ${path}`), 'Disallow: /v1/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

function sitemapUrls(origin: string, { store, site }: { store: Store; site: Site }): string[] {
  const url = (path: string, changed?: string): string =>
    `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${day(changed)}</lastmod>`}</url>`
  return [
    ...[...sitePageNames.map(addressOfPage), ...site.cases.map(({ path }) => path)].filter((path) => isPageOn(site, path)).map((path) => url(path)),
    ...pagedKinds.flatMap((kind) => shownRecords(kind, { store, site }).reverse()
      .map((record) => url(recordPage(kind, record, site).address, versionOf(record)))),
  ]
}

const xmlOf = (element: string, items: readonly string[]): string => [
  '<?xml version="1.0" encoding="UTF-8"?>',
  `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
  ...items,
  `</${element}>\n`,
].join('\n')

function rss(origin: string, { store, site }: { store: Store; site: Site }): string {
  const { siteName, slogan, pageNames } = site
  const newest = pagedKinds.filter((kind) => pagedKind(kind).page.feed)
    .flatMap((kind) => shownRecords(kind, { store, site }).reverse().slice(0, maxItems).map((record) => ({ kind, record })))
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
