import { createHash, randomBytes } from 'node:crypto'
import type { SignedInUser } from '../calls/caller.ts'
import { type Log, warnOnce } from '../log.ts'
import { chinaTime } from '../store/chinaTime.ts'
import type { SessionRecord, UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'

const hour = 3_600_000
const idleLife = 12 * hour
const rememberedLife = 30 * 24 * hour
/** A use is written down when the last one written is this old: a crash shortens a session by no more. */
const touchEvery = hour / 6

export const rememberedSeconds = rememberedLife / 1000

export interface OpenedSession extends SignedInUser {
  token: string
}

export interface Sessions {
  open(user: UserRecord, remember: boolean): Promise<OpenedSession>
  /** Whose token it is; asking counts as a use. */
  find(token: string): SignedInUser | undefined
  close(token: string): Promise<void>
  closeAll(userId: string, but?: string): Promise<void>
  /** Removes what has run out, and has the life of what a clock that was ahead has left count from now. */
  sweep(): Promise<void>
  /** Writes down the uses that only memory knows. */
  flush(): Promise<void>
}

/** The store keeps this and never the token: the folder, copied, opens nothing. */
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url')

export function createSessions(store: Store, now: () => number, log: Log): Sessions {
  const used = new Map<string, number>()
  const lastUse = (session: SessionRecord): number => used.get(session.id) ?? Date.parse(session.usedAt)
  const begun = ({ begunAt, createdAt }: SessionRecord): number => Date.parse(begunAt ?? createdAt)
  const ends = (session: SessionRecord): number =>
    session.remember ? begun(session) + rememberedLife : lastUse(session) + idleLife

  const write = (session: SessionRecord): Promise<unknown> => {
    const usedAt = chinaTime(lastUse(session))
    return store.session.update(session.id, (current) => ({ ...current, usedAt }))
  }
  const clampTimes = (session: SessionRecord): Promise<unknown> => {
    const past = (time: number): string => chinaTime(Math.min(time, now()))
    used.delete(session.id)
    return store.session.update(session.id, (current) => ({ ...current, begunAt: past(begun(current)), usedAt: past(Date.parse(current.usedAt)) }))
  }
  const writeUse = warnOnce(log, 'a session’s last use was not written', write)
  const remove = async (session: SessionRecord): Promise<void> => {
    await store.session.remove(session.id)
    used.delete(session.id)
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
      if (!session || !user || ends(session) <= now()) return undefined
      used.set(session.id, now())
      if (now() - Date.parse(session.usedAt) > touchEvery) void writeUse(session)
      return { user, session }
    },

    async close(token) {
      const session = store.session.get(hash(token))
      if (session) await remove(session)
    },

    async closeAll(userId, but) {
      const theirs = [...store.session.newest()].filter((session) => session.userId === userId && session.id !== but)
      await Promise.all(theirs.map(remove))
    },

    async sweep() {
      const over = [...store.session.newest()].filter((session) => ends(session) <= now() || !store.user.get(session.userId))
      const ahead = [...store.session.newest()].filter((session) => Math.max(begun(session), lastUse(session)) > now())
      await Promise.all([...over.map(remove), ...ahead.map(clampTimes)])
    },

    async flush() {
      const unwritten = [...store.session.newest()].filter((session) => lastUse(session) > Date.parse(session.usedAt))
      await Promise.all(unwritten.map(write))
    },
  }
}
