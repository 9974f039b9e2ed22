import { mayAll, permissionsOf, type Role } from '../../contract/calls/roles.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { comparable } from './password.ts'
import type { Sessions } from './sessions.ts'
import type { createSignInLimits } from './signInLimits.ts'

interface AccountChangesParts {
  store: Store
  sessions: Sessions
  limits: ReturnType<typeof createSignInLimits>
}

/** Somebody else knows the password: the dashboard asks for another. */
type Given = { firstPassword: true }

/**
 * What administrators and the operator of the machine do with accounts, without waiting behind sign-ins. Passwords come as hashes, so that
 * that of the operator's command stays with the sender.
 */
export function createAccountChanges({ store, sessions, limits }: AccountChangesParts) {
  const alone = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    store.exclusive(`user/${comparable(name)}`, work)
  const findOrFail = (name: string): UserRecord => {
    const user = findAccount(store, name)
    if (!user) throw new Failure(404, `没有名为“${name}”的账号`)
    return user
  }
  return {
    add(name: string, hash: string, role: Role, given?: Given): Promise<UserRecord> {
      return alone(name, async () => {
        const [same] = accountsNamed(store, name)
        if (same) throw fieldFailure('name', `已有名为“${same.name}”的账号`)
        return store.user.insert({ name, password: hash, avatar: '', role, ...given })
      })
    },

    /** A given one also ends the second factor. */
    setPassword(name: string, hash: string, given?: Given): Promise<void> {
      return alone(name, async () => {
        const user = findOrFail(name)
        await replacePassword(store, user.id, () => hash, given)
        await sessions.closeAll(user.id)
        limits.passwordReset(name)
      })
    },

    /** Who is disabled, or no administrator any more, is signed out everywhere. */
    async update(
      id: string,
      { role, disabled }: { role?: Role | undefined; disabled?: boolean | undefined },
    ): Promise<void> {
      let mayLess = false
      await changeOne(store, id, ({ disabled: before, ...user }) => {
        const next: UserRecord = { ...user }
        if (role) next.role = role
        if (disabled ?? before) next.disabled = true
        mayLess = mayAll(user) && !mayAll(next)
        return next
      })
      if (disabled || mayLess) await sessions.closeAll(id)
    },

    remove(name: string): Promise<void> {
      return alone(name, async () => {
        const { id } = findOrFail(name)
        await changeOne(store, id, () => undefined)
        await sessions.closeAll(id)
      })
    },
  }
}

/** The account with this name, also in another width, case or Unicode form, unless several that were made before have it so. */
export function findAccount(store: Store, name: string): UserRecord | undefined {
  const same = accountsNamed(store, name)
  return same.find((user) => user.name === name) ?? (same.length === 1 ? same[0] : undefined)
}

function accountsNamed(store: Store, name: string): UserRecord[] {
  const key = comparable(name)
  return store.user.all().filter((user) => comparable(user.name) === key)
}

export async function replacePassword(
  store: Store,
  id: string,
  change: (current: UserRecord) => string,
  given?: Given,
): Promise<UserRecord> {
  const updated = await store.user.update(id, ({ firstPassword: _first, secondFactor, ...current }) => ({
    ...current,
    password: change(current),
    ...(given ?? (secondFactor && { secondFactor })),
  }))
  if (!updated) throw new Failure(404, '账号已被删除')
  return updated
}

const manages = (user: UserRecord | undefined): user is UserRecord =>
  user !== undefined && !user.disabled && permissionsOf(user).includes('account:update')

/**
 * Changes or removes an account, unless no administrator would be left. One who stays is returned with it, unchanged: when another server
 * takes that one away at the same moment, one of the two writes is refused and planned again.
 */
function changeOne(store: Store, id: string, change: (current: UserRecord) => UserRecord | undefined): Promise<void> {
  const managers = store.user.all().filter(manages)
  const ids = [...new Set([id, ...managers.map((user) => user.id)])]
  return store.user.changeSeveral(ids, () => {
    const current = store.user.get(id)
    if (!current) throw new Failure(404, '账号已被删除')
    const next = change(current)
    if (!manages(current) || manages(next)) return [[id, next]]
    const staying = ids
      .filter((otherId) => otherId !== id)
      .map((otherId) => store.user.get(otherId))
      .find(manages)
    if (!staying) throw new Failure(409, '至少要留一个能登录的管理员')
    return [
      [staying.id, staying],
      [id, next],
    ]
  })
}
