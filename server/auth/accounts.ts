import { messages } from '../../contract/rules.ts'
import { Failure, fieldFailure, tooManyTries } from '../failure.ts'
import { networksOf } from '../networks.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { hashPassword, passwordFits } from './password.ts'
import type { OpenedSession, Sessions } from './sessions.ts'
import { createThrottle, type Throttle, unlimited } from './throttle.ts'

export interface Accounts {
  /** Opens a session for the account that name and password fit; 401 when none, 429 after too many tries. */
  signIn(name: string, password: string, address: string, remember: boolean): Promise<OpenedSession>
  changePassword(user: UserRecord, old: string, password: string, sessionId: string): Promise<void>
  find(name: string): UserRecord | undefined
  list(): UserRecord[]
  /** Both take a password's hash: whoever asks has hashed it, so that it travels no further. */
  add(name: string, hash: string, auth: string): Promise<UserRecord>
  setPassword(name: string, hash: string): Promise<void>
  remove(name: string): Promise<void>
}

const quarter = 15 * 60_000
/** More people waiting than this means an attack; the wait of those in the line stays bearable. */
const longestLine = 100

export function createAccounts(store: Store, sessions: Sessions, now: () => number, rateLimit: boolean): Accounts {
  const limited = (most: number): Throttle => (rateLimit ? createThrottle(most, quarter, now) : unlimited)
  const byName = limited(5)
  const byAddress = limited(20)
  const byUser = limited(5)

  /** One try after the other: many at once could not slip past the count, and the thread pool keeps room for the files. */
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  const inLine = async <T>(work: () => Promise<T>): Promise<T> => {
    if (waiting >= longestLine) throw tooManyTries('登录请求过多，请稍后再试', 10)
    waiting++
    const mine = line.then(work, work)
    line = mine.catch(() => {})
    try {
      return await mine
    } finally {
      waiting--
    }
  }

  const find = (name: string): UserRecord | undefined => {
    for (const user of store.user.newest()) if (user.name === name) return user
    return undefined
  }
  const mustFind = (name: string): UserRecord => {
    const user = find(name)
    if (!user) throw new Failure(404, `没有名为“${name}”的账号`)
    return user
  }
  const replacePassword = async (user: UserRecord, hash: string): Promise<void> => {
    if (!(await store.user.update(user.id, (current) => ({ ...current, password: hash })))) throw new Failure(404, '账号已被删除')
  }

  return {
    find,
    list: () => [...store.user.newest()],

    async signIn(name, password, sender, remember) {
      const address = networksOf(sender)[0]?.key ?? sender
      const mayTry = (): void => {
        const seconds = Math.max(byName.wait(keyOf(name)), byAddress.wait(address))
        if (seconds > 0) throw tooManyTries(`登录失败次数过多，请${inWords(seconds)}后再试`, seconds)
      }
      mayTry()
      return inLine(async () => {
        mayTry()
        const user = find(name)
        if (!(await passwordFits(password, user?.password)) || !user) {
          byName.count(keyOf(name))
          byAddress.count(address)
          throw new Failure(401, messages.wrongLogin)
        }
        byName.forget(keyOf(name))
        return sessions.open(user, remember)
      })
    },

    changePassword(user, old, password, sessionId) {
      return inLine(async () => {
        const seconds = byUser.wait(user.id)
        if (seconds > 0) throw tooManyTries(`旧密码输错次数过多，请${inWords(seconds)}后再试`, seconds)
        if (!(await passwordFits(old, store.user.get(user.id)?.password))) {
          byUser.count(user.id)
          throw fieldFailure('password', '旧密码不正确')
        }
        await replacePassword(user, await hashPassword(password))
        await sessions.closeAll(user.id, sessionId)
      })
    },

    add(name, hash, auth) {
      return inLine(async () => {
        if (find(name)) throw new Failure(400, `已有名为“${name}”的账号`)
        return store.user.insert({ name, password: hash, avatar: '', auth })
      })
    },

    setPassword(name, hash) {
      return inLine(async () => {
        const user = mustFind(name)
        await replacePassword(user, hash)
        await sessions.closeAll(user.id)
        byName.forget(keyOf(name))
      })
    },

    remove(name) {
      return inLine(async () => {
        const user = mustFind(name)
        await store.user.remove(user.id)
        await sessions.closeAll(user.id)
      })
    },
  }
}

/** A name may be as long as a body; a key may not. */
const keyOf = (name: string): string => name.slice(0, 100)

const inWords = (seconds: number): string => (seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`)
