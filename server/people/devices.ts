import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { createSigningKey } from '../store/signingKey.ts'

const keyId = 'device'

/**
 * Recognizes browsers that have signed in to an account before by a signed device cookie (the scheme is OWASP's), without storing a list.
 * The cookie grants no access; its device only has a failure limit of its own, which unknown devices cannot use up.
 */
export function createDevices(store: Store, now: () => number) {
  const key = createSigningKey(store, keyId, now)

  return {
    /** The id of the device, if the cookie is valid and the account's password has not changed since. */
    idOf(user: UserRecord, cookie: string | undefined): string | undefined {
      const [, id, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
      const signingKey = store.secret.get(keyId)?.key
      if (id === undefined || mac === undefined || signingKey === undefined) return undefined
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(signingKey, user, id))) ? id : undefined
    },
    /** The cookie of this device, or of a new one. */
    async cookieFor(user: UserRecord, id = randomBytes(16).toString('base64url')): Promise<string> {
      return `${id}.${macOf(await key(), user, id)}`
    },
  }
}

/** Includes the stored password, so that a new password invalidates the cookie, also a stolen one. */
const macOf = (key: string, { id: userId, password }: UserRecord, id: string): string =>
  createHmac('sha256', key).update(`${userId}\n${id}\n${password}`).digest('base64url')
