import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { messages } from '../../contract/calls/rules.ts'
import type { Caller, SignedInUser } from '../call.ts'
import { Failure, fieldFailure, refuseFor } from '../failure.ts'
import { widestNetwork } from '../edge/networks.ts'
import type { UserRecord } from '../store/records.ts'
import { createSigningKey } from '../store/signingKey.ts'
import type { Store } from '../store/store.ts'
import { createAccountChanges, findAccount, replacePassword } from './accountChanges.ts'
import { createAttemptQueue } from './attemptQueue.ts'
import { recordNewDevice } from './newDevices.ts'
import { hashPassword, isPasswordCorrect, weaknessOf } from './password.ts'
import { createSecondFactors, type SecondFactorsParts, spendCode } from './secondFactors.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { createSignInLimits } from './signInLimits.ts'
import { createSignInLinks } from './signInLinks.ts'
import type { ShareFor } from '../edge/throttle.ts'

type Client = Pick<Caller, 'address' | 'device' | 'userAgent'>
interface WithDevice {
  /** Identifies this browser at the next sign-in to the account. */
  deviceCookie: string
}

interface AccountsParts extends SecondFactorsParts {
  devices: ReturnType<typeof createDevices>
  links: ReturnType<typeof createSignInLinks>
}

export type Accounts = ReturnType<typeof createAccounts>

export function createAccounts(
  store: Store,
  sessions: Sessions,
  now: () => number,
  rateLimit: boolean,
  shareFor?: ShareFor,
) {
  const limits = createSignInLimits(now, rateLimit, shareFor)
  const parts: AccountsParts = {
    store,
    sessions,
    limits,
    links: createSignInLinks(store, now),
    devices: createDevices(store, now),
    checkInTurn: createAttemptQueue(),
    now,
  }
  return {
    list: () => [...store.user.newest()],
    find: (name: string) => findAccount(store, name),
    signIn: createSignIn(parts),
    ...createLinkSignIn(parts),
    ...createPasswordChanges(parts),
    secondFactor: createSecondFactors(parts),
    ...createAccountChanges(parts),
  }
}

/**
 * Opens a session if name and password are right, and the code where the account has a second factor. Fails with 401 if not, and with 429
 * after too many attempts.
 */
function createSignIn({ store, sessions, devices, limits, checkInTurn, now }: AccountsParts) {
  return async (
    name: string,
    password: string,
    client: Client,
    remember: boolean,
    code = '',
  ): Promise<OpenedSession & WithDevice> => {
    const { address, device } = client
    const named = findAccount(store, name)
    const deviceId = named && devices.idOf(named, device(named.id))
    const attempts = deviceId === undefined ? limits.unknownDevice(name, address) : limits.device(deviceId)
    const checkLimits = (): void => refuseFor(attempts.secondsToWait(), '登录失败次数过多')
    checkLimits()
    const rankWithoutDevice = limits.wasReset(name) ? 'resetAccount' : 'unknownDevice'
    const rank = deviceId === undefined ? rankWithoutDevice : 'knownDevice'
    return checkInTurn(rank, deviceId ?? widestNetwork(address), async () => {
      checkLimits()
      const user = findAccount(store, name)
      if (!(await isPasswordCorrect(password, user?.password)) || !user) {
        attempts.failed()
        throw new Failure(401, messages.wrongLogin)
      }
      if (user.disabled) throw new Failure(403, messages.accountDisabled)
      await spendCode(store, user, code, now(), attempts.failed)
      const deviceCookie = await devices.cookieFor(user, deviceId)
      const session = await sessions.open(user, remember, client)
      if (await closedIfChanged({ store, sessions }, session)) throw new Failure(401, messages.wrongLogin)
      if (deviceId === undefined) await recordNewDevice(store, session)
      attempts.succeeded()
      return { ...session, deviceCookie }
    })
  }
}

/**
 * Closes a session whose account has changed while it was opened. Somebody may have changed the password, set up a second factor or
 * disabled the account, also by another server, which ended only the sessions that existed then.
 */
async function closedIfChanged(
  { store, sessions }: Pick<AccountsParts, 'store' | 'sessions'>,
  { user, token }: OpenedSession,
): Promise<boolean> {
  await store.catchUp()
  const current = store.user.get(user.id)
  const isChanged = current?.password !== user.password || current.secondFactor?.on !== user.secondFactor?.on
  if (!isChanged && !current?.disabled) return false
  await sessions.close(token)
  return true
}

/**
 * Signing in by a link: looking at it, which every robot may do, and using it up. Both fail with 403. Only using counts, up to a 429: looking
 * is also what the pictures of another site's page can do.
 */
function createLinkSignIn({ store, sessions, devices, limits, links }: AccountsParts) {
  const wrongLink = (): Failure => new Failure(403, '这个链接已经用过、已经过期，或者不完整')
  return {
    giveLink: (user: UserRecord, keyHash: string): Promise<void> => links.give(user, keyHash),
    async accountOfLink(key: string): Promise<UserRecord> {
      const user = await links.accountOf(key)
      if (!user) throw wrongLink()
      return user
    },
    async signInByLink(key: string, client: Client): Promise<OpenedSession & WithDevice> {
      const attempts = limits.link(client.address)
      refuseFor(attempts.secondsToWait(), '链接打不开的次数过多')
      const user = await links.use(key)
      if (!user) {
        attempts.failed()
        throw wrongLink()
      }
      const deviceCookie = await devices.cookieFor(user)
      const session = await sessions.open(user, false, client, true)
      if (await closedIfChanged({ store, sessions }, session)) throw new Failure(403, '这个账号刚刚改过，请用密码登录')
      await recordNewDevice(store, session)
      return { ...session, deviceCookie }
    },
  }
}

function createPasswordChanges({ store, sessions, devices, limits, checkInTurn }: AccountsParts) {
  const wrongPassword = (): Failure => fieldFailure('password', '旧密码不正确')
  /** In place of the stored one that was checked. Ends the account's other sessions. */
  const replace = async (
    { user, session }: SignedInUser,
    before: string | undefined,
    password: string,
  ): Promise<WithDevice> => {
    const hash = await hashPassword(password)
    const changed = await replacePassword(store, user.id, (current) => {
      if (current.password !== before) throw wrongPassword()
      return hash
    })
    await sessions.closeAll(user.id, session.id)
    return { deviceCookie: await devices.cookieFor(changed) }
  }
  const refuseWeak = (password: string, { name }: UserRecord): void => {
    const weakness = weaknessOf(password, name)
    if (weakness !== undefined) throw fieldFailure('newPassword', weakness)
  }
  return {
    async changePassword(signedIn: SignedInUser, old: string, password: string): Promise<WithDevice> {
      const { user } = signedIn
      refuseWeak(password, user)
      return checkInTurn('knownDevice', user.id, async () => {
        const attempts = limits.whileSignedIn(user.id)
        refuseFor(attempts.secondsToWait(), '旧密码输错次数过多')
        const before = store.user.get(user.id)?.password
        if (!(await isPasswordCorrect(old, before))) {
          attempts.failed()
          throw wrongPassword()
        }
        if (password === old) throw fieldFailure('newPassword', '新密码不能和旧密码相同')
        return replace(signedIn, before, password)
      })
    },

    /** Without the old one, for who has come by a link and may not know it. */
    async choosePassword(signedIn: SignedInUser, password: string): Promise<WithDevice> {
      const { user } = signedIn
      if (!sessions.choosesPassword(signedIn))
        throw new Failure(403, '打开登录链接已经超过一小时，请填写旧密码；不知道的，请重新取一个链接')
      refuseWeak(password, user)
      return checkInTurn('knownDevice', user.id, () => replace(signedIn, user.password, password))
    },
  }
}

const deviceKey = 'device'

/**
 * Recognizes browsers that have signed in to an account before by a signed device cookie (the scheme is OWASP's), without storing a list.
 * The cookie grants no access; its device only has a failure limit of its own, which unknown devices cannot use up.
 */
function createDevices(store: Store, now: () => number) {
  const key = createSigningKey(store, deviceKey, now)

  return {
    /** The id of the device, if the cookie is valid and the account's password has not changed since. */
    idOf(user: UserRecord, cookie: string | undefined): string | undefined {
      const [, id, mac] = /^([\w-]{22})\.([\w-]{43})$/.exec(cookie ?? '') ?? []
      const signingKey = store.secret.get(deviceKey)?.key
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
