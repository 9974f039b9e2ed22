import type { IncomingMessage, ServerResponse } from 'node:http'
import { adminScreens } from '../../contract/calls/adminPaths.ts'
import type { Caller } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Trusts } from './trustedProxies.ts'
import { readForm } from './body.ts'
import type { BodyBudget } from './bodyBudget.ts'
import { deviceCookie, keepCookies, keepDeviceCookie, readCookie, tokenCookie } from './cookies.ts'
import { type FlatHeaders, withHeader, unstored } from './headers.ts'
import { refuseCrossSite } from './origin.ts'
import type { Replies } from './reply.ts'
import { clientAddress, isRead, requestSearch, type Serve } from './request.ts'
import { sendBytes } from './send.ts'

interface SignInLinkParts {
  accounts: {
    accountOfLink(key: string): Promise<{ name: string }>
    signInByLink(
      key: string,
      client: Pick<Caller, 'address' | 'userAgent' | 'device'>,
    ): Promise<{ token: string; deviceCookie: string; user: { id: string; name: string } }>
  }
  pages: {
    /** With the button that uses the link up. */
    offer(name: string, key: string): string
    /** Where a link is to be had; `reason` is why the one that was opened is not good. */
    whereItIs(reason: string): string
  }
  /** Called with the name of the account that a link has signed in to. */
  onSignIn(name: string): Promise<void>
  signedIn(token: string): boolean
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
export function createSignInLink(parts: SignInLinkParts): Serve {
  const { replies } = parts
  return (req, res, path) => {
    if (path !== begin) return false
    const key = new URLSearchParams(requestSearch(req.url)).get('key')
    if (req.method === 'POST') signIn(parts, req, res).catch((error: unknown) => replies.fail(res, error))
    else if (!isRead(req)) return false
    else if (key === null && isSignedIn(parts, req)) return false
    else showPage(parts, key ?? '', req, res).catch((error: unknown) => replies.fail(res, error))
    return true
  }
}

function isSignedIn({ signedIn }: SignInLinkParts, { headers }: IncomingMessage): boolean {
  const token = readCookie(headers.cookie, tokenCookie)
  return token !== undefined && signedIn(token)
}

async function showPage(parts: SignInLinkParts, key: string, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { accounts, pages } = parts
  if (key === '') return send(parts, res, 403, pages.whereItIs(''))
  try {
    const { name } = await accounts.accountOfLink(key)
    send(parts, res, 200, pages.offer(name, key))
  } catch (error) {
    // Who has used it and comes back to its address goes on.
    const isUsed = error instanceof Failure && error.code === 403
    if (isUsed && isSignedIn(parts, req)) toScreen(parts, res, [])
    else refuse(parts, res, error)
  }
}

async function signIn(parts: SignInLinkParts, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { accounts, bodies, trusts, https, onSignIn } = parts
  try {
    // Read the address now: it is unknown once the client has disconnected.
    const address = clientAddress(req, trusts)
    refuseCrossSite(req, parts, true)
    const memory = bodies()
    const { key } = await readForm(req, res, { limit: maxBodyBytes, memory }).finally(memory.release)
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
function toScreen({ security }: SignInLinkParts, res: ServerResponse, cookies: FlatHeaders): void {
  sendBytes(res, 303, [...security, 'Location', begin, 'Cache-Control', 'no-store', ...cookies], '')
}

function refuse(parts: SignInLinkParts, res: ServerResponse, error: unknown): void {
  if (!(error instanceof Failure)) throw error
  const { code, message, headers } = parts.replies.explain(res, error)
  send(parts, res, code, parts.pages.whereItIs(message), headers)
}

function send(
  { security }: SignInLinkParts,
  res: ServerResponse,
  status: number,
  html: string,
  more: FlatHeaders = [],
): void {
  // The address has the key in it. Without any referrer browsers would send the form as from nowhere.
  const headers = withHeader(security, 'Referrer-Policy', 'strict-origin')
  const about = [...unstored('text/html'), 'X-Robots-Tag', 'noindex']
  sendBytes(res, status, [...headers, ...about, ...more], html)
}
