import { authOf, type Role } from '../../contract/roles.ts'
import { messages } from '../../contract/rules.ts'
import type { Caller } from '../call.ts'
import { Failure, fieldFailure, tooManyTries } from '../failure.ts'
import { networksOf } from '../networks.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { KeyedQueue } from '../store/keyedQueue.ts'
import { createAttemptQueue } from './attemptQueue.ts'
import { createDevices } from './devices.ts'
import { hashPassword, isPasswordCorrect, weaknessOf } from './password.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { createSignInLimits } from './signInLimits.ts'
import type { ShareFor } from './throttle.ts'

export interface Accounts {
  /** Opens a session if name and password are right. Fails with 401 if not, and with 429 after too many attempts. */
  signIn(name: string, password: string, client: Client, remember: boolean): Promise<OpenedSession & WithDevice>
  changePassword(user: UserRecord, old: string, password: string, sessionId: string): Promise<WithDevice>
  list(): UserRecord[]
  /** For the operator: these do not wait behind sign-ins. They take hashes, so that the password stays with the sender. */
  add(name: string, hash: string, role: Role, first?: { firstPassword: true }): Promise<UserRecord>
  setPassword(name: string, hash: string): Promise<void>
  remove(name: string): Promise<void>
}

type Client = Pick<Caller, 'address' | 'device'>
interface WithDevice {
  /** Identifies this browser at the next sign-in to the account. */
  deviceCookie: string
}

interface Parts {
  store: Store
  sessions: Sessions
  devices: ReturnType<typeof createDevices>
  limits: ReturnType<typeof createSignInLimits>
  checkInTurn: ReturnType<typeof createAttemptQueue>
}

export function createAccounts(store: Store, sessions: Sessions, now: () => number, rateLimit: boolean, shareFor?: ShareFor): Accounts {
  const limits = createSignInLimits(now, rateLimit, shareFor)
  const parts: Parts = { store, sessions, limits, devices: createDevices(store, now), checkInTurn: createAttemptQueue() }
  return {
    list: () => [...store.user.newest()],
    signIn: createSignIn(parts),
    changePassword: createPasswordChange(parts),
    ...operatorCommands(parts),
  }
}

function findAccount(store: Store, name: string): UserRecord | undefined {
  for (const user of store.user.newest()) if (user.name === name) return user
  return undefined
}

async function replacePassword(store: Store, id: string, change: (current: UserRecord) => string): Promise<UserRecord> {
  const changed = await store.user.update(id, ({ firstPassword: _first, ...current }) =>
    ({ ...current, password: change(current) }))
  if (!changed) throw new Failure(404, '账号已被删除')
  return changed
}

function createSignIn({ store, sessions, devices, limits, checkInTurn }: Parts): Accounts['signIn'] {
  return async (name, password, { address, device }, remember) => {
    const named = findAccount(store, name)
    const deviceId = named && devices.idOf(named, device(named.id))
    const attempts = deviceId === undefined ? limits.unknownDevice(name, address) : limits.device(deviceId)
    const checkLimits = (): void => refuseFor(attempts.secondsToWait(), '登录失败次数过多')
    checkLimits()
    const rank = deviceId !== undefined ? 'knownDevice' : limits.wasReset(name) ? 'resetAccount' : 'unknownDevice'
    return checkInTurn(rank, deviceId ?? widestNetwork(address), async () => {
      checkLimits()
      const user = findAccount(store, name)
      if (!(await isPasswordCorrect(password, user?.password)) || !user) {
        attempts.failed()
        throw new Failure(401, messages.wrongLogin)
      }
      const deviceCookie = await devices.cookieFor(user, deviceId)
      const session = await sessions.open(user, remember)
      // The operator may have changed the password meanwhile, also by another server, which ended only the sessions that existed then.
      await store.catchUp()
      if (store.user.get(user.id)?.password !== user.password) {
        await sessions.close(session.token)
        throw new Failure(401, messages.wrongLogin)
      }
      attempts.succeeded()
      return { ...session, deviceCookie }
    })
  }
}

function createPasswordChange({ store, sessions, devices, limits, checkInTurn }: Parts): Accounts['changePassword'] {
  const wrongPassword = (): Failure => fieldFailure('password', '旧密码不正确')
  return async (user, old, password, sessionId) => {
    const weakness = weaknessOf(password, user.name)
    if (weakness !== undefined) throw fieldFailure('newPassword', weakness)
    return checkInTurn('knownDevice', user.id, async () => {
      const attempts = limits.passwordChange(user.id)
      refuseFor(attempts.secondsToWait(), '旧密码输错次数过多')
      const before = store.user.get(user.id)?.password
      if (!(await isPasswordCorrect(old, before))) {
        attempts.failed()
        throw wrongPassword()
      }
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

function operatorCommands({ store, sessions, limits }: Parts): Pick<Accounts, 'add' | 'setPassword' | 'remove'> {
  const commands = new KeyedQueue()
  const findOrFail = (name: string): UserRecord => {
    const user = findAccount(store, name)
    if (!user) throw new Failure(404, `没有名为“${name}”的账号`)
    return user
  }
  return {
    add(name, hash, role, first) {
      return commands.run(name, async () => {
        if (findAccount(store, name)) throw new Failure(400, `已有名为“${name}”的账号`)
        return store.user.insert({ name, password: hash, avatar: '', role, auth: authOf({ role }), format: 2, ...first })
      })
    },

    setPassword(name, hash) {
      return commands.run(name, async () => {
        const user = findOrFail(name)
        await replacePassword(store, user.id, () => hash)
        await sessions.closeAll(user.id)
        limits.passwordReset(name)
      })
    },

    remove(name) {
      return commands.run(name, async () => {
        const user = findOrFail(name)
        await store.user.remove(user.id)
        await sessions.closeAll(user.id)
      })
    },
  }
}

const widestNetwork = (address: string): string => networksOf(address).at(-1)?.key ?? address

function refuseFor(seconds: number, reason: string): void {
  if (seconds > 0) throw tooManyTries(`${reason}，请${durationText(seconds)}后再试`, seconds)
}

const durationText = (seconds: number): string => (seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`)
