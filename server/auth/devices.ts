import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { chinaTime } from '../store/chinaTime.ts'
import type { SecretRecord, UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

/**
 * Which browsers have signed in to an account before, without a list of them: each holds a signed device cookie (the scheme is
 * OWASP's). It opens nothing. Its device only has failures of its own, which no stranger can use up.
 */
export interface Devices {
  /** The device's id when the cookie is ours and its account has had no other password since. */
  idOf(user: UserRecord, cookie: string | undefined): string | undefined
  /** The cookie that names this device, or a new one. */
  cookieFor(user: UserRecord, id?: string): Promise<string>
}

const keyId = 'device'
const newKey = (): string => randomBytes(32).toString('base64url')

export function createDevices({ secret }: Store, now: () => number): Devices {
  /** Two first sign-ins at once must not make two keys. */
  let making: Promise<SecretRecord> | undefined
  const key = (): SecretRecord | Promise<SecretRecord> =>
    secret.get(keyId) ?? (making ??= secret.put({ id: keyId, createdAt: chinaTime(now()), key: newKey() }).finally(() => (making = undefined)))

  return {
    idOf(user, cookie) {
      const [, id, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
      const known = secret.get(keyId)
      if (id === undefined || mac === undefined || known === undefined) return undefined
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(known, user, id))) ? id : undefined
    },
    async cookieFor(user, id = randomBytes(16).toString('base64url')) {
      return `${id}.${macOf(await key(), user, id)}`
    },
  }
}

/** The stored password is part of it: with another password the cookie is void, so that a stolen one does not last. */
const macOf = ({ key }: SecretRecord, { id: userId, password }: UserRecord, id: string): string =>
  createHmac('sha256', key).update(`${userId}\n${id}\n${password}`).digest('base64url')
