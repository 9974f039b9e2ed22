import { messages } from '../../contract/rules.ts'
import type { Caller } from '../calls/caller.ts'
import { Failure, fieldFailure, tooManyTries } from '../failure.ts'
import { networksOf } from '../networks.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { Turns } from '../store/turns.ts'
import { createDevices } from './devices.ts'
import { createFairQueue, type FairQueue } from './fairQueue.ts'
import { weaknessOf } from './newPassword.ts'
import { hashPassword, passwordFits } from './password.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { createSignInLimits } from './signInLimits.ts'

export interface Accounts {
  /** Opens a session for the account that name and password fit; 401 when none, 429 after too many tries. */
  signIn(name: string, password: string, sender: Sender, remember: boolean): Promise<OpenedSession & WithDevice>
  changePassword(user: UserRecord, old: string, password: string, sessionId: string): Promise<WithDevice>
  find(name: string): UserRecord | undefined
  list(): UserRecord[]
  /**
   * The keeper's own: they wait for nobody who signs in. Both take a password's hash: whoever asks has hashed it, so that it
   * travels no further.
   */
  add(name: string, hash: string, auth: string): Promise<UserRecord>
  setPassword(name: string, hash: string): Promise<void>
  remove(name: string): Promise<void>
}

type Sender = Pick<Caller, 'address' | 'device'>
interface WithDevice {
  /** The cookie by which the account knows this browser again. */
  deviceCookie: string
}

export function createAccounts(store: Store, sessions: Sessions, now: () => number, rateLimit: boolean): Accounts {
  const devices = createDevices(store, now)
  const limits = createSignInLimits(now, rateLimit)
  /**
   * One try after the other: many at once could not slip past the count, and the thread pool keeps threads for the files. Those
   * who are known wait for no stranger, and for an account that the keeper has opened only those wait who try it.
   */
  const strangers = createTryQueue()
  const known = createTryQueue()
  const opened = createTryQueue()
  const commands = new Turns()

  const find = (name: string): UserRecord | undefined => {
    for (const user of store.user.newest()) if (user.name === name) return user
    return undefined
  }
  const mustFind = (name: string): UserRecord => {
    const user = find(name)
    if (!user) throw new Failure(404, `没有名为“${name}”的账号`)
    return user
  }
  const replacePassword = async (id: string, change: (current: UserRecord) => string): Promise<UserRecord> => {
    const changed = await store.user.update(id, (current) => ({ ...current, password: change(current) }))
    if (!changed) throw new Failure(404, '账号已被删除')
    return changed
  }

  return {
    find,
    list: () => [...store.user.newest()],

    async signIn(name, password, { address, device }, remember) {
      const named = find(name)
      const deviceId = named && devices.idOf(named, device(named.id))
      const tried = deviceId === undefined ? limits.stranger(name, address) : limits.device(deviceId)
      const mayTry = (): void => refuseFor(tried.wait(), '登录失败次数过多')
      mayTry()
      const queue = deviceId !== undefined ? known : limits.isOpen(name) ? opened : strangers
      return queue.run(deviceId ?? widestNetwork(address), async () => {
        mayTry()
        const user = find(name)
        if (!(await passwordFits(password, user?.password)) || !user) {
          tried.failed()
          throw new Failure(401, messages.wrongLogin)
        }
        const deviceCookie = await devices.cookieFor(user, deviceId)
        const session = await sessions.open(user, remember)
        // A command of the keeper's may have come between; it has ended only the sessions that it saw.
        if (store.user.get(user.id)?.password !== user.password) {
          await sessions.close(session.token)
          throw new Failure(401, messages.wrongLogin)
        }
        tried.succeeded()
        return { ...session, deviceCookie }
      })
    },

    async changePassword(user, old, password, sessionId) {
      const weakness = weaknessOf(password, user.name)
      if (weakness !== undefined) throw fieldFailure('newPassword', weakness)
      return known.run(user.id, async () => {
        const tried = limits.passwordChange(user.id)
        refuseFor(tried.wait(), '旧密码输错次数过多')
        const before = store.user.get(user.id)?.password
        if (!(await passwordFits(old, before))) {
          tried.failed()
          throw fieldFailure('password', '旧密码不正确')
        }
        const hash = await hashPassword(password)
        const changed = await replacePassword(user.id, (current) => {
          if (current.password !== before) throw fieldFailure('password', '旧密码不正确')
          return hash
        })
        await sessions.closeAll(user.id, sessionId)
        return { deviceCookie: await devices.cookieFor(changed) }
      })
    },

    add(name, hash, auth) {
      return commands.take(name, async () => {
        if (find(name)) throw new Failure(400, `已有名为“${name}”的账号`)
        return store.user.insert({ name, password: hash, avatar: '', auth })
      })
    },

    setPassword(name, hash) {
      return commands.take(name, async () => {
        const user = mustFind(name)
        await replacePassword(user.id, () => hash)
        await sessions.closeAll(user.id)
        limits.passwordSet(name)
      })
    },

    remove(name) {
      return commands.take(name, async () => {
        const user = mustFind(name)
        await store.user.remove(user.id)
        await sessions.closeAll(user.id)
      })
    },
  }
}

/** As many as can be served while a person is willing to wait, and as many from one network as wait before a shared address. */
const createTryQueue = (): FairQueue => createFairQueue({ perKey: 100, inAll: 300, full: () => tooManyTries('登录请求过多，请稍后再试', 10) })

const widestNetwork = (address: string): string => networksOf(address).at(-1)?.key ?? address

function refuseFor(seconds: number, why: string): void {
  if (seconds > 0) throw tooManyTries(`${why}，请${inWords(seconds)}后再试`, seconds)
}

const inWords = (seconds: number): string => (seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`)
