import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chinaTime } from '../store/chinaTime.ts'
import type { SecretRecord, UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Recognizes browsers that have signed in to an account before by a signed device cookie (the scheme is OWASP's), without storing a list.
 * The cookie grants no access; its device only has a failure limit of its own, which unknown devices cannot use up.
 */
interface Devices {
  /** The id of the device, if the cookie is valid and the account's password has not changed since. */
  idOf(user: UserRecord, cookie: string | undefined): string | undefined
  /** The cookie of this device, or of a new one. */
  cookieFor(user: UserRecord, id?: string): Promise<string>
}

const keyId = 'device'
const newKey = (): string => randomBytes(32).toString('base64url')

export function createDevices({ secret }: Store, now: () => number): Devices {
  /** Concurrent first sign-ins must not create two keys. */
  let creating: Promise<SecretRecord> | undefined
  const create = (): Promise<SecretRecord> =>
    secret.upsert(keyId, (made) => made ?? { id: keyId, createdAt: chinaTime(now()), key: newKey() })
  const key = (): SecretRecord | Promise<SecretRecord> => secret.get(keyId) ?? (creating ??= create().finally(() => (creating = undefined)))

  return {
    idOf(user, cookie) {
      const [, id, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
      const signingKey = secret.get(keyId)
      if (id === undefined || mac === undefined || signingKey === undefined) return undefined
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(signingKey, user, id))) ? id : undefined
    },
    async cookieFor(user, id = randomBytes(16).toString('base64url')) {
      return `${id}.${macOf(await key(), user, id)}`
    },
  }
}

/** Includes the stored password, so that a new password invalidates the cookie, also a stolen one. */
const macOf = ({ key }: SecretRecord, { id: userId, password }: UserRecord, id: string): string =>
  createHmac('sha256', key).update(`${userId}\n${id}\n${password}`).digest('base64url')
