import { createHash, randomBytes } from 'node:crypto'
import type { SignedInUser } from '../call.ts'
import { type Log, warnOnce } from '../log.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const hour = 3_600_000
const idleLifetime = 12 * hour
const rememberedLifetime = 30 * 24 * hour
/** The last use is saved when the saved one is this old: a crash shortens a session by at most this. */
const touchInterval = hour / 6

export const rememberedSeconds = rememberedLifetime / 1000

export interface OpenedSession extends SignedInUser {
  token: string
}

export interface Sessions {
  open(user: UserRecord, remember: boolean): Promise<OpenedSession>
  /** The session and user of a token. Counts as a use. */
  find(token: string): SignedInUser | undefined
  close(token: string): Promise<void>
  closeAll(userId: string, exceptId?: string): Promise<void>
  /** Removes expired sessions, and resets times in the future, which a wrong clock has left, to now. */
  sweep(): Promise<void>
  /** Saves the last uses that are known only in memory. */
  flush(): Promise<void>
}

/** The store has only the hash of a token, so that a copy of the folder gives no access. */
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url')

/** Long because every method uses the last uses that are kept in memory. */
export function createSessions(store: Store, now: () => number, log: Log): Sessions {
  const lastUses = new Map<string, number>()
  /** Sessions whose last use is being saved. */
  const saving = new Set<string>()
  const lastUse = (session: SessionRecord): number => lastUses.get(session.id) ?? Date.parse(session.usedAt)
  const startOf = ({ begunAt, createdAt }: SessionRecord): number => Date.parse(begunAt ?? createdAt)
  const endOf = (session: SessionRecord): number =>
    session.remember ? startOf(session) + rememberedLifetime : lastUse(session) + idleLifetime

  const saveUse = (session: SessionRecord): Promise<unknown> => {
    const usedAt = chinaTime(lastUse(session))
    return store.session.update(session.id, (current) => ({ ...current, usedAt }))
  }
  const clampTimes = (session: SessionRecord): Promise<unknown> => {
    const notInFuture = (time: number): string => chinaTime(Math.min(time, now()))
    lastUses.delete(session.id)
    return store.session.update(session.id, (current) => ({ ...current, begunAt: notInFuture(startOf(current)), usedAt: notInFuture(Date.parse(current.usedAt)) }))
  }
  const saveOrWarn = warnOnce(log, 'a session’s last use was not written', saveUse)
  const touch = async (session: SessionRecord): Promise<void> => {
    if (saving.has(session.id)) return
    saving.add(session.id)
    await saveOrWarn(session)
    saving.delete(session.id)
  }
  const remove = async (session: SessionRecord): Promise<void> => {
    await store.session.remove(session.id)
    lastUses.delete(session.id)
  }

  return {
    async open(user, remember) {
      const token = randomBytes(32).toString('base64url')
      const time = chinaTime(now())
      const session: SessionRecord = {
        id: hash(token),
        createdAt: time,
        userId: user.id,
        handle: randomBytes(12).toString('base64url'),
        remember,
        usedAt: time,
      }
      await store.session.put(session)
      return { token, session, user }
    },

    find(token) {
      const session = store.session.get(hash(token))
      const user = session && store.user.get(session.userId)
      if (!session || !user || endOf(session) <= now()) return undefined
      lastUses.set(session.id, now())
      if (now() - Date.parse(session.usedAt) > touchInterval) void touch(session)
      return { user, session }
    },

    async close(token) {
      const session = store.session.get(hash(token))
      if (session) await remove(session)
    },

    async closeAll(userId, exceptId) {
      // Another server may just have opened one.
      await store.catchUp()
      const sessions = [...store.session.newest()].filter((session) => session.userId === userId && session.id !== exceptId)
      await Promise.all(sessions.map(remove))
    },

    async sweep() {
      const expired = [...store.session.newest()].filter((session) => endOf(session) <= now() || !store.user.get(session.userId))
      const ahead = [...store.session.newest()].filter((session) => Math.max(startOf(session), lastUse(session)) > now())
      await Promise.all([...expired.map(remove), ...ahead.map(clampTimes)])
    },

    async flush() {
      const unsaved = [...store.session.newest()].filter((session) => lastUse(session) > Date.parse(session.usedAt))
      await Promise.all(unsaved.map(saveUse))
    },
  }
}
