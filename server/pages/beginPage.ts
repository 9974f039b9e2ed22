import type { IncomingMessage, ServerResponse } from 'node:http'
import { adminScreens, loginScreen } from '../../contract/adminPaths.ts'
import type { Item, Site } from '../../contract/entities.ts'
import { logoWidth } from '../../client/lib/logoWidth.ts'
import { Failure } from '../failure.ts'
import { readForm } from '../http/body.ts'
import type { BodyBudget } from '../http/bodyBudget.ts'
import { deviceCookie, keepCookies, keepDeviceCookie, readCookie, tokenCookie } from '../http/cookies.ts'
import { type FlatHeaders, withHeader } from '../http/headers.ts'
import { crossSiteRefusal, isCrossSiteForm } from '../http/origin.ts'
import type { Replies } from '../http/reply.ts'
import { clientAddress, requestScheme, requestSearch } from '../http/request.ts'
import { sendBytes } from '../http/send.ts'
import type { Trusts } from '../network/trustedProxies.ts'
import type { Accounts } from '../people/accounts.ts'
import { escape, lookLink } from './document.ts'

interface BeginPageParts {
  accounts: Pick<Accounts, 'accountOfLink' | 'signInByLink'>
  /** Called with the name of the account that a link has signed in to. */
  onSignIn(name: string): Promise<void>
  signedIn(token: string): boolean
  item(): Item
  site(): Site
  style: string
  bodies: BodyBudget
  replies: Replies
  security: FlatHeaders
  siteOrigin(): string
  https: boolean
  trusts: Trusts
}

const { begin } = adminScreens
const maxBodyBytes = 1024

/**
 * Serves the link that the first start prints. Opening it changes nothing, since mail programs and robots open links, too: its button signs
 * in. Returns true when the request is its own; the screen behind it is the back office's.
 */
export function createBeginPage(parts: BeginPageParts) {
  const { replies } = parts
  return (req: IncomingMessage, res: ServerResponse, path: string): boolean => {
    if (path !== begin) return false
    const key = new URLSearchParams(requestSearch(req.url)).get('key')
    if (req.method === 'POST') signIn(parts, req, res).catch((error: unknown) => replies.fail(res, error))
    else if (req.method !== 'GET' && req.method !== 'HEAD') return false
    else if (key === null && isSignedIn(parts, req)) return false
    else offer(parts, key ?? '', req, res).catch((error: unknown) => replies.fail(res, error))
    return true
  }
}

function isSignedIn({ signedIn }: BeginPageParts, { headers }: IncomingMessage): boolean {
  const token = readCookie(headers.cookie, tokenCookie)
  return token !== undefined && signedIn(token)
}

/** Shows whose link it is, with the button; or where another one is to be had. */
async function offer(parts: BeginPageParts, key: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { accounts, trusts } = parts
  if (key === '') return send(parts, res, 403, whereItIs(''))
  try {
    const { name } = await accounts.accountOfLink(key, clientAddress(req, trusts))
    send(parts, res, 200, buttonFor(name, key))
  } catch (error) {
    // Who has used it and comes back to its address goes on.
    const isUsed = error instanceof Failure && error.code === 403
    if (isUsed && isSignedIn(parts, req)) toScreen(parts, res, [])
    else refuse(parts, res, error)
  }
}

async function signIn(parts: BeginPageParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { accounts, bodies, siteOrigin, trusts, https, onSignIn } = parts
  try {
    // Read the address now: it is unknown once the client has disconnected.
    const address = clientAddress(req, trusts)
    if (isCrossSiteForm(req, { siteOrigin: siteOrigin(), scheme: requestScheme(req, trusts) })) throw crossSiteRefusal()
    const { key } = await readForm(req, res, { limit: maxBodyBytes, budget: bodies })
    const client = {
      address,
      userAgent: req.headers['user-agent'],
      device: (userId: string) => readCookie(req.headers.cookie, deviceCookie(userId)),
    }
    const opened = await accounts.signInByLink(typeof key === 'string' ? key : '', client)
    const { token, user } = opened
    await onSignIn(user.name)
    const cookies = [
      ...keepCookies(token, { https, lifetimeSeconds: undefined }),
      keepDeviceCookie(user.id, opened.deviceCookie, https),
    ]
    toScreen(
      parts,
      res,
      cookies.flatMap((value) => ['Set-Cookie', value]),
    )
  } catch (error) {
    refuse(parts, res, error)
  }
}

/** The address that follows has no key in it. */
function toScreen({ security }: BeginPageParts, res: ServerResponse, cookies: FlatHeaders): void {
  sendBytes(res, 303, [...security, 'Location', begin, 'Cache-Control', 'no-store', ...cookies], '')
}

function refuse(parts: BeginPageParts, res: ServerResponse, error: unknown): void {
  if (!(error instanceof Failure)) throw error
  const { code, message, headers } = parts.replies.explain(res, error)
  send(parts, res, code, whereItIs(message), headers)
}

function send(
  { security, item, site, style }: BeginPageParts,
  res: ServerResponse,
  status: number,
  body: string,
  more: FlatHeaders = [],
): void {
  const { sysName, logo } = item()
  const html = [
    '<!doctype html><html lang="zh-CN"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    `<meta name="robots" content="noindex"><title>开始 - ${escape(sysName)}</title><link rel="icon" href="/favicon.ico">`,
    `<link rel="stylesheet" href="${style}">${lookLink(site(), 'office')}</head><body><div class="login alone">`,
    '<main class="login-side center"><div class="login-form stack">',
    `<img src="${escape(logo)}" alt="" width="${logoWidth(logo, 48)}" height="48">${body}</div></main></div></body></html>`,
  ].join('')
  // The address has the key in it. Without any referrer browsers would send the form as from nowhere.
  const headers = withHeader(security, 'Referrer-Policy', 'strict-origin')
  const about = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-store', 'X-Robots-Tag', 'noindex']
  sendBytes(res, status, [...headers, ...about, ...more], html)
}

const buttonFor = (name: string, key: string): string =>
  [
    '<h1>开始做自己的网站</h1>',
    `<p class="login-lead muted">用账号“${escape(name)}”登录，在一页里填好名称、电话、位置、标志和颜色，边填边看。</p>`,
    `<form method="post" action="${begin}"><input type="hidden" name="key" value="${escape(key)}">`,
    '<button type="submit" class="button primary login-button">开始</button></form>',
    '<p class="muted small">链接只能用一次。点“开始”，就是已阅读并同意<a class="inline-link" href="/agreement">《用户协议》</a>。</p>',
  ].join('')

/** `reason` is why the link that was opened is not good. */
const whereItIs = (reason: string): string =>
  [
    '<h1>从链接开始</h1>',
    reason === '' ? '' : `<p class="login-refused">${escape(reason)}</p>`,
    '<p>这一页要用第一次启动时打印的链接打开，就是begin开头的那一行，和密码在一起。它只能用一次，一小时内有效。</p>',
    '<ul><li>自己启动的：在终端里</li><li>装成服务的：<code>journalctl -u zhuzhan</code></li>',
    '<li>面板、Docker：在项目或容器的日志里</li></ul>',
    '<p>用过了、过期了、找不到了，就在服务器上再要一个：<code>zhuzhan user link</code>，',
    '从代码启动的用<code>npm run user -- link</code>。</p>',
    `<p><a class="inline-link" href="${loginScreen}">已经有密码，去登录</a></p>`,
  ].join('')
