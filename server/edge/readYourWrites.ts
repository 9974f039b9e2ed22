import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readCookie } from './cookies.ts'

/** The revisions of a server that shares its database with others. */
export interface Revisions {
  /** Up to which the changes of all servers are applied. */
  applied(): number
  /** The highest that this server has written. */
  written(): number
  catchUp(): Promise<void>
}

const revisionCookie = 'item_revision'
/** Later, every server has long seen the change. */
const lifetimeSeconds = 60
const maxWaitMs = 300

/** A cookie for the reply to a save, by which any server that gets the next request shows what was saved. */
export const keepRevision = (revisions: Revisions, https: boolean): string =>
  `${revisionCookie}=${revisions.written()}; HttpOnly; Path=/; SameSite=Lax${https ? '; Secure' : ''}; Max-Age=${lifetimeSeconds}`

type Handle = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>

/** Before a request is handled, waits until this server has what its sender saved on another one, but not for long. */
export function readYourWrites(
  revisions: Revisions,
  isKnown: (req: IncomingMessage) => boolean,
  handle: Handle,
): Handle {
  return (req, res) => {
    const saved = Number(readCookie(req.headers.cookie, revisionCookie))
    if (!(saved > revisions.applied()) && isKnown(req)) return handle(req, res)
    const caughtUp = revisions.catchUp().catch(() => {})
    return Promise.race([caughtUp, delay(maxWaitMs)]).then(() => handle(req, res))
  }
}
