import { messages } from '../../contract/rules.ts'
import type { Caller } from '../call.ts'
import { Failure, fieldFailure } from '../failure.ts'
import { widestNetwork } from '../network/networks.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { createAccountChanges, findAccount, replacePassword } from './accountChanges.ts'
import { createAttemptQueue } from './attemptQueue.ts'
import { createDevices } from './devices.ts'
import { recordNewDevice } from './newDevices.ts'
import { hashPassword, isPasswordCorrect, weaknessOf } from './password.ts'
import { createSecondFactors, spendCode } from './secondFactors.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { createSignInLimits, refuseFor } from './signInLimits.ts'
import type { ShareFor } from '../network/throttle.ts'

type Client = Pick<Caller, 'address' | 'device' | 'userAgent'>
interface WithDevice {
  /** Identifies this browser at the next sign-in to the account. */
  deviceCookie: string
}

interface AccountsParts {
  store: Store
  sessions: Sessions
  devices: ReturnType<typeof createDevices>
  limits: ReturnType<typeof createSignInLimits>
  checkInTurn: ReturnType<typeof createAttemptQueue>
  now: () => number
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
    devices: createDevices(store, now),
    checkInTurn: createAttemptQueue(),
    now,
  }
  return {
    list: () => [...store.user.newest()],
    find: (name: string) => findAccount(store, name),
    signIn: createSignIn(parts),
    changePassword: createPasswordChange(parts),
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
      // Somebody may have changed the password, set up a second factor or disabled the account meanwhile, also by another server, which
      // ended only the sessions that existed then.
      await store.catchUp()
      const current = store.user.get(user.id)
      const isChanged = current?.password !== user.password || current.secondFactor?.on !== user.secondFactor?.on
      if (isChanged || current?.disabled) {
        await sessions.close(session.token)
        throw new Failure(401, messages.wrongLogin)
      }
      if (deviceId === undefined) await recordNewDevice(store, session)
      attempts.succeeded()
      return { ...session, deviceCookie }
    })
  }
}

function createPasswordChange({ store, sessions, devices, limits, checkInTurn }: AccountsParts) {
  const wrongPassword = (): Failure => fieldFailure('password', '旧密码不正确')
  return async (user: UserRecord, old: string, password: string, sessionId: string): Promise<WithDevice> => {
    const weakness = weaknessOf(password, user.name)
    if (weakness !== undefined) throw fieldFailure('newPassword', weakness)
    return checkInTurn('knownDevice', user.id, async () => {
      const attempts = limits.whileSignedIn(user.id)
      refuseFor(attempts.secondsToWait(), '旧密码输错次数过多')
      const before = store.user.get(user.id)?.password
      if (!(await isPasswordCorrect(old, before))) {
        attempts.failed()
        throw wrongPassword()
      }
      if (password === old) throw fieldFailure('newPassword', '新密码不能和旧密码相同')
      const hash = await hashPassword(password)
      const changed = await replacePassword(store, user.id, (current) => {
        if (current.password !== before) throw wrongPassword()
        return hash
      })
      await sessions.closeAll(user.id, sessionId)
      return { deviceCookie: await devices.cookieFor(changed) }
    })
  }
}
