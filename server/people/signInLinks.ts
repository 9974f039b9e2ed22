import { createHash, randomBytes } from 'node:crypto'
import { adminScreens } from '../../contract/calls/adminPaths.ts'
import { permissionsOf } from '../../contract/calls/roles.ts'
import { Failure } from '../failure.ts'
import type { UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { isEqual } from './totp.ts'

const validMs = 3_600_000

const keyHashOf = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Another one once the account has another password. */
export const passwordMark = ({ password }: UserRecord): string => keyHashOf(password)

/** A key, and what the server is told of it: whoever reads a copy of the store has no key. */
export function makeLinkKey() {
  const key = randomBytes(32).toString('base64url')
  return { key, keyHash: keyHashOf(key) }
}

/** What the operator reads. */
export const linkLines = (origin: string, key: string): string[] => [
  '用这个链接开始做网站，一小时内有效，只能用一次：',
  `begin ${origin}${adminScreens.begin}?key=${key}`,
]

const storedHash = (keyHash: string, user: UserRecord): string => keyHashOf(`${keyHash}\n${user.password}`)

/** Links that sign in to the account of an administrator: each once, within an hour, and only the newest of an account. */
export function createSignInLinks(store: Store, now: () => number) {
  /** A time in the future is of a clock that was wrong. */
  const isRecent = (createdAt: string): boolean => Math.abs(now() - Date.parse(createdAt)) < validMs

  const find = async (key: string) => {
    // The command or another server may just have given it.
    await store.catchUp()
    const keyHash = keyHashOf(key)
    for (const { id, hash, createdAt } of store.signInLink.all()) {
      const user = store.user.get(id)
      if (user && isEqual(hash, storedHash(keyHash, user)) && isRecent(createdAt) && refusal(user) === undefined)
        return { user, hash }
    }
    return undefined
  }

  return {
    /** The key is the sender's alone. */
    async give(user: UserRecord, keyHash: string): Promise<void> {
      const reason = refusal(user)
      if (reason !== undefined) throw new Failure(409, reason)
      await store.signInLink.put({ id: user.id, createdAt: chinaTime(now()), hash: storedHash(keyHash, user) })
    },

    /** Whose link it is, while it is good. Looking does not use it up. */
    accountOf: async (key: string): Promise<UserRecord | undefined> => (await find(key))?.user,

    /** Uses it up; undefined when it is not good, or was used by somebody else in the same moment. */
    async use(key: string): Promise<UserRecord | undefined> {
      const link = await find(key)
      if (!link) return undefined
      let isOurs = false
      await store.signInLink.change(link.user.id, (current) => {
        isOurs = current?.hash === link.hash
        return isOurs ? undefined : current
      })
      return isOurs ? link.user : undefined
    },
  }
}

/** Why an account gets no link. */
function refusal({ name, disabled, secondFactor, ...account }: UserRecord): string | undefined {
  if (disabled) return `账号“${name}”已停用`
  if (!permissionsOf(account).includes('account:update')) return `“${name}”不是管理员，链接只能给管理员`
  if (secondFactor?.on) return `账号“${name}”开着二次验证，链接不能代替它。手机和恢复码都丢了，就先关闭二次验证`
  return undefined
}
