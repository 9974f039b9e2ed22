import type { Site } from '../../contract/entities.ts'
import { printable } from '../../contract/fields.ts'
import { twinOf } from '../../contract/twins.ts'
import { carried, type Page } from '../../client/site/page.ts'
import { notFound } from '../../client/site/routes.ts'
import { type Linked, linkTags } from './linked.ts'
import { preloadsOf } from './preload.ts'
import { thingsOn } from './things.ts'

/** Records written before, or by hand, may hold characters that no program takes in a title. */
const escape = (text: string): string => printable(text).replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)

/** JSON inside a script element: nothing in it can end the element. */
const embedded = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

/** The HTML around a drawn page: all that search engines, feeds and shared links look at, and the data it was drawn from. */
export function documentOf(page: Page, body: string, linked: Linked, site: Site, origin: string): string {
  const { head, at, route } = page
  const whole = (address: string): string => (address.startsWith('/') ? origin + address : address)
  const [path = '', search = ''] = at.split('?')
  // The desktop page is the one that search engines know; the phone's points to it, and it to the phone's.
  const canonical = head.canonical ?? twinOf(path, search, false) ?? at
  const onPhones = twinOf(path, search, true)
  const image = whole(head.image || '/media/og.png')
  const meta = (name: string, content: string): string => `<meta name="${name}" content="${escape(content)}">`
  const property = (name: string, content: string): string => `<meta property="og:${name}" content="${escape(content)}">`
  const noindex = head.noindex || route === notFound

  return [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<title>${escape(head.title)}</title>`,
    linkTags(linked),
    preloadsOf(body),
    meta('description', head.description),
    '<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)"><meta name="theme-color" content="#12203a" media="(prefers-color-scheme: dark)">',
    '<link rel="icon" href="/media/mark.svg" type="image/svg+xml"><link rel="apple-touch-icon" href="/media/touch-icon.png">',
    noindex ? meta('robots', 'noindex') : `<link rel="canonical" href="${escape(whole(canonical))}">`,
    onPhones && !noindex ? `<link rel="alternate" media="only screen and (max-width: 640px)" href="${escape(whole(onPhones))}">` : '',
    `<link rel="alternate" type="application/rss+xml" title="${escape(site.siteName)}新闻动态" href="/rss.xml">`,
    property('site_name', site.siteName),
    property('type', head.article ? 'article' : 'website'),
    property('title', head.title),
    property('description', head.description),
    // What must not be indexed has no address to share; and the page of all that is missing is one for everybody.
    noindex ? '' : property('url', whole(canonical)),
    property('image', image),
    property('locale', 'zh_CN'),
    meta('twitter:card', 'summary_large_image'),
    head.article ? `<meta property="article:published_time" content="${head.article.published}">` : '',
    `<script type="application/ld+json">${embedded(thingsOn(page, site, whole))}</script>`,
    `</head><body><div id="root">${body}</div><script type="application/json" id="page">${embedded(carried(page))}</script></body></html>`,
  ].join('')
}
