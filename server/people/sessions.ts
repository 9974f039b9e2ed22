import { createHash, randomBytes } from 'node:crypto'
import { dayMs, hourMs } from '../../contract/text/durations.ts'
import type { Caller, SignedInUser } from '../call.ts'
import { type Log, warnOnce } from '../system/log.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { itemId, type SessionRecord, type UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { deviceWords, networkWords } from './clientWords.ts'
import { passwordMark } from './signInLinks.ts'

const idleLifetime = 12 * hourMs
const rememberedLifetime = 30 * dayMs
/** The last use is saved when the saved one is this old: a crash shortens a session by at most this. */
const touchInterval = hourMs / 6

export const rememberedSeconds = rememberedLifetime / 1000

export interface OpenedSession extends SignedInUser {
  token: string
}

type Client = Pick<Caller, 'address' | 'userAgent'>

/** The store has only the hash of a token, so that a copy of the folder gives no access. */
const hash = (token: string): string => createHash('sha256').update(token).digest('base64url')

function newSession(
  user: UserRecord,
  token: string,
  remember: boolean,
  time: string,
  client: Client | undefined,
): SessionRecord {
  const handle = randomBytes(12).toString('base64url')
  const where = client && { device: deviceWords(client.userAgent), network: networkWords(client.address) }
  return { id: hash(token), createdAt: time, userId: user.id, handle, remember, usedAt: time, ...where }
}

/** As long as a link is good. */
const choosingMs = 3_600_000

const startOf = ({ begunAt, createdAt }: SessionRecord): number => Date.parse(begunAt ?? createdAt)

function withoutFutureTimes(session: SessionRecord, now: number): SessionRecord {
  const clamp = (time: number): string => chinaTime(Math.min(time, now))
  return { ...session, begunAt: clamp(startOf(session)), usedAt: clamp(Date.parse(session.usedAt)) }
}

/** The last use of each session, in memory until it is old enough to be saved. */
function createLastUses(store: Store, log: Log) {
  const times = new Map<string, number>()
  // Another server may have saved a later one.
  const of = (session: SessionRecord): number => Math.max(times.get(session.id) ?? 0, Date.parse(session.usedAt))
  const save = (session: SessionRecord): Promise<unknown> => {
    const usedAt = chinaTime(of(session))
    return store.session.update(session.id, (current) => ({ ...current, usedAt }))
  }
  const saveInBackground = inBackground(warnOnce(log, 'a session’s last use was not written', save))
  return {
    of,
    save,
    set(session: SessionRecord, time: number): void {
      times.set(session.id, time)
      if (time - Date.parse(session.usedAt) > touchInterval) saveInBackground(session)
    },
    forget: (session: SessionRecord) => void times.delete(session.id),
  }
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(store: Store, now: () => number, log: Log) {
  const lastUse = createLastUses(store, log)
  const { isOver, remove, removePresented, sweep } = createEnding(store, lastUse, now, log)
  const stored = (token: string): SessionRecord | undefined => store.session.get(hash(token))
  const ofAccount = async (userId: string): Promise<SessionRecord[]> => {
    // Another server may just have opened one.
    await store.catchUp()
    return allOf(store).filter((session) => session.userId === userId)
  }

  return {
    sweep,

    /** Whether its person has just come by a link and not chosen a password yet: theirs may be one that they do not know. */
    choosesPassword: ({ user, session }: SignedInUser): boolean =>
      session.byLink === passwordMark(user) && now() - startOf(session) < choosingMs,

    async open(user: UserRecord, remember: boolean, client?: Client, byLink = false): Promise<OpenedSession> {
      const token = randomBytes(32).toString('base64url')
      const session: SessionRecord = {
        ...newSession(user, token, remember, chinaTime(now()), client),
        ...(byLink && { byLink: passwordMark(user) }),
      }
      await store.session.put(session)
      return { token, session, user }
    },

    /** The session and user of a token. Counts as a use; a session that has expired is removed. */
    find(token: string): SignedInUser | undefined {
      const session = stored(token)
      const user = session && store.user.get(session.userId)
      if (!session || !user || user.disabled) return undefined
      if (isOver(session)) return removePresented(session)
      lastUse.set(session, now())
      return { user, session, needsSecondFactor: needsSecondFactor(store, user) }
    },

    /** Those of an account that have not expired. A last use by another server may be minutes old. */
    async list(userId: string) {
      const sessions = (await ofAccount(userId)).filter((session) => !isOver(session))
      return sessions.map((session) => ({ session, usedAt: Math.min(lastUse.of(session), now()) }))
    },

    /** By its handle; false where the account has none. */
    async end(userId: string, handle: string): Promise<boolean> {
      const session = (await ofAccount(userId)).find((each) => each.handle === handle)
      if (session) await remove(session)
      return session !== undefined
    },

    async close(token: string): Promise<void> {
      const session = stored(token)
      if (session) await remove(session)
    },

    async closeAll(userId: string, exceptId?: string): Promise<void> {
      const sessions = await ofAccount(userId)
      await Promise.all(sessions.filter(({ id }) => id !== exceptId).map(remove))
    },

    /** It is known also after the sessions of the account have ended; undefined before the first sign-in. */
    lastUseOf(userId: string): number | undefined {
      const usedAt = store.user.get(userId)?.usedAt
      const uses = allOf(store)
        .filter((session) => session.userId === userId)
        .map(lastUse.of)
      if (usedAt !== undefined) uses.push(Date.parse(usedAt))
      return uses.length > 0 ? Math.min(Math.max(...uses), now()) : undefined
    },

    /** Saves the last uses that are known only in memory. */
    async flush(): Promise<void> {
      const unsaved = allOf(store).filter((session) => lastUse.of(session) > Date.parse(session.usedAt))
      await Promise.all(unsaved.map(lastUse.save))
    },
  }
}

const allOf = (store: Store): SessionRecord[] => [...store.session.newest()]

/** When sessions expire, and how they are removed. */
function createEnding(store: Store, lastUse: ReturnType<typeof createLastUses>, now: () => number, log: Log) {
  const isOver = (session: SessionRecord): boolean =>
    (session.remember ? startOf(session) + rememberedLifetime : lastUse.of(session) + idleLifetime) <= now()

  const keepLastUse = warnOnce(log, 'an account’s last use was not written', async (session: SessionRecord) => {
    const usedAt = chinaTime(lastUse.of(session))
    const isNewer = (user: UserRecord): boolean =>
      user.usedAt === undefined || Date.parse(user.usedAt) < Date.parse(usedAt)
    const user = store.user.get(session.userId)
    if (user && isNewer(user))
      await store.user.update(user.id, (current) => (isNewer(current) ? { ...current, usedAt } : current))
  })
  const remove = async (session: SessionRecord): Promise<void> => {
    await keepLastUse(session)
    await store.session.remove(session.id)
    lastUse.forget(session)
  }
  const clampTimes = (session: SessionRecord): Promise<unknown> => {
    lastUse.forget(session)
    return store.session.update(session.id, (current) => withoutFutureTimes(current, now()))
  }

  return {
    isOver,
    remove,
    /** At once, or it would live again when the clock goes back. */
    removePresented: inBackground(warnOnce(log, 'an expired session was not removed', remove)),

    /**
     * Removes sessions that have expired or whose account is gone or disabled, and resets times in the future that a wrong clock has left,
     * to now. Resolves to how many it has removed.
     */
    async sweep(): Promise<number> {
      const mayUse = new Set(store.user.all().flatMap(({ id, disabled }) => (disabled ? [] : [id])))
      const expired = allOf(store).filter((session) => isOver(session) || !mayUse.has(session.userId))
      const ahead = allOf(store).filter((session) => Math.max(startOf(session), lastUse.of(session)) > now())
      await Promise.all([...expired.map(remove), ...ahead.map(clampTimes)])
      return expired.length
    },
  }
}

/** Whether the account has still to set up what an administrator requires of all. */
export const needsSecondFactor = (store: Store, user: UserRecord): boolean =>
  !user.secondFactor?.on && store.item.get(itemId)?.needsSecondFactor === true

/** Starts the work for a session unless it is running: many requests may present one session at once. */
function inBackground(work: (session: SessionRecord) => Promise<void>): (session: SessionRecord) => undefined {
  const running = new Set<string>()
  return (session) => {
    if (running.has(session.id)) return
    running.add(session.id)
    void work(session).finally(() => running.delete(session.id))
  }
}
