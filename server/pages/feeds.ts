import type { CustomPageRow, NewsRow, Page, ProductRow, Site } from '../../contract/entities.ts'
import type { KindName } from '../../contract/kinds.ts'
import { customPage, newsName, newsPage, productPage } from '../../contract/recordPages.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { hasTwin, twinOf } from '../../contract/twins.ts'
import { adminPaths } from './admin.ts'
import { escape } from './document.ts'
import type { MakeCall } from '../../client/site/route.ts'
import { routes } from '../../client/site/routes.ts'

/** Resolves to undefined when there is none. */
type Feed = () => Promise<{ type: string; text: string } | undefined>

/** When a published record was changed last. */
export type ChangedAt = (kind: KindName, id: string) => string | undefined

/** Of one file: search engines read 50,000, and a list has 9,999. */
const maxUrls = 9_000

/** Finds feeds by their path. They are cached like pages. */
export function createFeeds(
  call: MakeCall, site: () => Site, changedAt: ChangedAt, siteOrigin: () => string,
): (path: string) => Feed | undefined {
  const urls = async (): Promise<string[]> => {
    const products = await allOf((page) => call('productList', page))
    const news = await allOf((page) => call('newsList', page))
    return sitemapUrls(siteOrigin(), site(), changedAt, products, news, await allOf((page) => call('pageList', page)))
  }
  const partAt = (number: number): Feed => async () => {
    const all = await urls()
    const part = all.slice((number - 1) * maxUrls, number * maxUrls)
    return all.length > maxUrls && part.length > 0 ? { type: 'application/xml', text: xmlOf('urlset', part) } : undefined
  }
  const feeds: Readonly<Record<string, Feed>> = {
    '/robots.txt': async () => ({ type: 'text/plain', text: robots(siteOrigin()) }),
    '/sitemap.xml': async () => {
      const all = await urls()
      const parts = Array.from({ length: Math.ceil(all.length / maxUrls) }, (_, index) =>
        `<sitemap><loc>${siteOrigin()}/sitemap-${index + 1}.xml</loc></sitemap>`)
      return { type: 'application/xml', text: parts.length > 1 ? xmlOf('sitemapindex', parts) : xmlOf('urlset', all) }
    },
    '/rss.xml': async () => {
      const news = await call('newsList', { page: 1, limit: 24 })
      return { type: 'application/rss+xml', text: rss(siteOrigin(), site(), news.data) }
    },
  }
  return (path) => {
    const [, number] = /^\/sitemap-([1-9]\d{0,3})\.xml$/.exec(path) ?? []
    return number === undefined ? feeds[path] : partAt(Number(number))
  }
}

async function allOf<R>(list: (page: { page: number; limit: number }) => Promise<Page<R>>): Promise<R[]> {
  const rows: R[] = []
  for (let page = 1; ; page++) {
    const { data, count } = await list({ page, limit: maxUrls })
    rows.push(...data)
    if (data.length === 0 || rows.length >= count) return rows
  }
}

const day = (time: string): string => time.slice(0, 10)

/** Pages without text of their own, and those that are listed by record below. */
const unlisted = [
  '/demo', '/map', '/agreement', '/zixun', '/search', '/productDet', '/xwdtDet', '/cpDeatail',
  '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu', '/xiangmuanli/*', '/p/*',
]

export const robots = (origin: string): string =>
  ['User-agent: *', ...adminPaths.map((path) => `Disallow: ${path}`), 'Disallow: /v1/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

function sitemapUrls(
  origin: string, site: Site, changedAt: ChangedAt,
  products: readonly ProductRow[], news: readonly NewsRow[], pages: readonly CustomPageRow[],
): string[] {
  const { cases, pagesOn } = site
  const plain = routes.map(({ path }) => path).filter((path) => !unlisted.includes(path) && !(hasTwin(path) && twinOf(path, '', false)))
  const url = (path: string, changed?: string): string =>
    `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${day(changed)}</lastmod>`}</url>`
  return [
    ...[...plain, ...cases.map(({ path }) => path)].filter((path) => isPageOn(site, path)).map((path) => url(path)),
    ...pages.map(({ pageId, pagePath }) => url(customPage(pagePath), changedAt('page', pageId))),
    ...(pagesOn.product ? products : []).map(({ productId }) => url(productPage(productId), changedAt('product', productId))),
    ...(pagesOn.news ? news : []).map(({ newId }) => url(newsPage(newId), changedAt('news', newId))),
  ]
}

const xmlOf = (element: string, items: readonly string[]): string => [
  '<?xml version="1.0" encoding="UTF-8"?>',
  `<${element} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
  ...items,
  `</${element}>\n`,
].join('\n')

function rss(origin: string, { siteName, slogan, pageNames }: Site, news: readonly NewsRow[]): string {
  const items = news.map((row) => {
    const { newId, newIntro, createDate } = row
    const link = origin + newsPage(newId)
    const date = new Date(`${createDate.replace(' ', 'T')}+08:00`).toUTCString()
    const dates = `<guid>${link}</guid><pubDate>${date}</pubDate>`
    return `<item><title>${escape(newsName(row))}</title><link>${link}</link>${dates}<description>${escape(newIntro)}</description></item>`
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `<title>${escape(siteName + pageNames.news)}</title><link>${origin}/xwdt</link>`,
    `<description>${escape(slogan)}</description><language>zh-cn</language>`,
    `<atom:link href="${origin}/rss.xml" rel="self" type="application/rss+xml"/>`,
    ...items,
    '</channel></rss>\n',
  ].join('\n')
}
