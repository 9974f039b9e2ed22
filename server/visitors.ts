import { createHmac, randomBytes } from 'node:crypto'
import { maxVisitors } from '../contract/visits.ts'

/** Some have names of 16 KB. */
const maxAgentLength = 1_000

export const visitorId = (key: Buffer, host: string, address: string, userAgent: string): string =>
  createHmac('sha256', key).update(`${host}\0${address}\0${userAgent.slice(0, maxAgentLength)}`).digest('base64url').slice(0, 11)

/**
 * Tells the visitors of a day apart without keeping who they are: what is in memory is made with a key that exists there only, and that is
 * replaced with the day.
 */
export class Visitors {
  #key = randomBytes(32)
  readonly #seen = new Set<string>()

  /** Whether somebody has not been seen since the last `forget`. */
  isNew(host: string, address: string, userAgent: string): boolean {
    if (this.#seen.size >= maxVisitors) return false
    const before = this.#seen.size
    return this.#seen.add(visitorId(this.#key, host, address, userAgent)).size > before
  }

  forget(): void {
    this.#key = randomBytes(32)
    this.#seen.clear()
  }
}
