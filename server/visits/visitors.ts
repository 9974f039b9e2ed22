import { createHmac, randomBytes } from 'node:crypto'
import { maxVisitors } from '../../contract/calls/visits.ts'

/** Some have names of 16 KB. */
const maxAgentLength = 1_000
const maxRecent = 1_000

export const visitorId = (key: Buffer, host: string, address: string, userAgent: string): string =>
  createHmac('sha256', key)
    .update(`${host}\0${address}\0${userAgent.slice(0, maxAgentLength)}`)
    .digest('base64url')
    .slice(0, 11)

/**
 * Tells the visitors of a day apart without keeping who they are: what is in memory is made with a key that exists there only, and that is
 * replaced with the day.
 */
export class Visitors {
  #key = randomBytes(32)
  readonly #seen = new Set<string>()
  /** Who was seen since the last save, since an id takes ten times as long as all else that is counted of a page view. */
  readonly #recent = new Set<string>()
  readonly #limit: number

  constructor(limit = maxVisitors) {
    this.#limit = limit
  }

  /** Whether somebody has not been seen on this day. */
  isNew(host: string, address: string, userAgent: string): boolean {
    const recent = `${address} ${userAgent}`
    if (this.#seen.size >= this.#limit || this.#recent.has(recent)) return false
    if (this.#recent.size >= maxRecent) this.#recent.clear()
    this.#recent.add(recent)
    const before = this.#seen.size
    return this.#seen.add(visitorId(this.#key, host, address, userAgent)).size > before
  }

  /** Nothing in memory names an address for longer than the time between two saves. */
  forgetAddresses(): void {
    this.#recent.clear()
  }

  newDay(): void {
    this.#key = randomBytes(32)
    this.#seen.clear()
    this.#recent.clear()
  }
}
