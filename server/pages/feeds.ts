import type { CustomPageRow, NewsRow, ProductRow, Site } from '../../contract/entities.ts'
import type { KindName } from '../../contract/kinds.ts'
import { customPage, newsName, newsPage, productPage } from '../../contract/recordPages.ts'
import { isPageOn } from '../../contract/sitePages.ts'
import { hasTwin, twinOf } from '../../contract/twins.ts'
import { adminPaths } from './admin.ts'
import { escape } from './document.ts'
import type { MakeCall } from '../../client/site/route.ts'
import { routes } from '../../client/site/routes.ts'

const all = { page: 1, limit: 9999 }

/** When a published record was changed last. */
export type ChangedAt = (kind: KindName, id: string) => string | undefined

type Feed = () => Promise<{ type: string; text: string }>

/** Feeds by their path. They are cached like pages. */
export const createFeeds = (
  call: MakeCall, site: () => Site, changedAt: ChangedAt, siteOrigin: () => string,
): Readonly<Record<string, Feed>> => ({
  '/robots.txt': async () => ({ type: 'text/plain', text: robots(siteOrigin()) }),
  '/sitemap.xml': async () => {
    const [products, news, pages] = await Promise.all([call('productList', all), call('newsList', all), call('pageList', all)])
    return { type: 'application/xml', text: sitemap(siteOrigin(), site(), changedAt, products.data, news.data, pages.data) }
  },
  '/rss.xml': async () => {
    const news = await call('newsList', { ...all, limit: 24 })
    return { type: 'application/rss+xml', text: rss(siteOrigin(), site(), news.data) }
  },
})

const day = (time: string): string => time.slice(0, 10)

/** Pages without text of their own, and those that are listed by record below. */
const unlisted = [
  '/demo', '/map', '/agreement', '/zixun', '/search', '/productDet', '/xwdtDet', '/cpDeatail',
  '/huanghejiangong', '/sddianjian1', '/sdkaili', '/qdfangwu', '/xiangmuanli/*', '/p/*',
]

export const robots = (origin: string): string =>
  ['User-agent: *', ...adminPaths.map((path) => `Disallow: ${path}`), 'Disallow: /v1/', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n')

function sitemap(
  origin: string, site: Site, changedAt: ChangedAt,
  products: readonly ProductRow[], news: readonly NewsRow[], pages: readonly CustomPageRow[],
): string {
  const { cases, pagesOn } = site
  const plain = routes.map(({ path }) => path).filter((path) => !unlisted.includes(path) && !(hasTwin(path) && twinOf(path, '', false)))
  const url = (path: string, changed?: string): string =>
    `<url><loc>${origin}${path}</loc>${changed === undefined ? '' : `<lastmod>${day(changed)}</lastmod>`}</url>`
  const urls = [
    ...[...plain, ...cases.map(({ path }) => path)].filter((path) => isPageOn(site, path)).map((path) => url(path)),
    ...pages.map(({ pageId, pagePath }) => url(customPage(pagePath), changedAt('page', pageId))),
    ...(pagesOn.product ? products : []).map(({ productId }) => url(productPage(productId), changedAt('product', productId))),
    ...(pagesOn.news ? news : []).map(({ newId }) => url(newsPage(newId), changedAt('news', newId))),
  ]
  const start = '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  return [start, ...urls, '</urlset>\n'].join('\n')
}

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
