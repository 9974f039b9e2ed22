import type { ServerResponse } from 'node:http'
import type { Item, Site } from '../../contract/kinds/entities.ts'
import { adminRedirects, adminScreens, loginScreen } from '../../contract/calls/adminPaths.ts'
import { adminPaths } from '../site/addressBook.ts'
import { readCookie, tokenCookie } from '../edge/cookies.ts'
import { type FlatHeaders, unstored } from '../edge/headers.ts'
import { requestSearch, type Serve } from '../edge/request.ts'
import { sendBytes } from '../edge/send.ts'
import { assetTags, type Assets, type PageAssets } from './assets.ts'
import { escape, lookLink } from './document.ts'

const notStarted =
  '后台管理系统没有启动。请启用JavaScript，使用较新的浏览器（Chrome 88、Firefox 98、Safari 15.4或更新版本），然后刷新页面。'

const loginThen = (address: string): string => `${loginScreen}?redirect=${encodeURIComponent(address)}`

interface AdminParts {
  site: () => Site
  item: () => Item
  assets: Assets
  security: FlatHeaders
  signedIn(token: string): boolean
}

/** Serves the back office. Redirects to the login without a session; the page itself contains no private data. */
export function createAdmin(parts: AdminParts): Serve {
  const { site, item, assets, security, signedIn } = parts
  const tagsOf = (pageAssets: PageAssets): string => assetTags(pageAssets, ' data-dialogs')
  const officeTags = tagsOf(assets.office())
  const ownTags: Readonly<Record<string, string>> = {
    [loginScreen]: tagsOf(assets.login),
    [adminScreens.dashboard]: tagsOf(assets.office('DashboardScreen')),
  }
  const html = ({ sysName, logo }: Item, tags: string): string =>
    [
      '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
      '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover"><meta name="robots" content="noindex">',
      `<title>${escape(sysName)}</title><link rel="icon" href="/favicon.ico">${tags}${lookLink(site(), 'office')}`,
      `</head><body><div id="root" data-name="${escape(sysName)}" data-logo="${escape(logo)}">`,
      `<p class="not-started">${notStarted}</p></div></body></html>`,
    ].join('')
  const headers = [...security, ...unstored('text/html')]
  const redirect = (res: ServerResponse, location: string): void =>
    sendBytes(res, 302, [...security, 'Location', location, 'Cache-Control', 'no-store'], '')

  return (req, res, path) => {
    if (!adminPaths.includes(path)) return false
    const token = readCookie(req.headers.cookie, tokenCookie)
    const isSignedIn = token !== undefined && signedIn(token)
    const target = adminRedirects[path]
    if (target !== undefined) redirect(res, target)
    else if (path === loginScreen && isSignedIn) redirect(res, adminScreens.dashboard)
    else if (path !== loginScreen && !isSignedIn) redirect(res, loginThen(path + requestSearch(req.url)))
    else sendBytes(res, 200, headers, html(item(), ownTags[path] ?? officeTags))
    return true
  }
}
