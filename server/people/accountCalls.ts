import { type Caller, type Handlers, signedIn } from '../call.ts'
import type { Accounts } from './accounts.ts'
import { hashPassword, makePassword } from './password.ts'
import type { Sessions } from './sessions.ts'
import { Failure } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { logStep } from './secondFactorCalls.ts'

interface AccountCallsParts {
  store: Store
  accounts: Accounts
  sessions: Sessions
}

const firstOne = { firstPassword: true } as const

export function accountCalls({ store, accounts, sessions }: AccountCallsParts) {
  const refuseOwn = (userId: string, caller: Caller, message: string): void => {
    if (signedIn(caller).user.id === userId) throw new Failure(409, message)
  }
  return {
    accountList() {
      return accounts.list().map(({ id, name, role = 'admin', disabled = false, secondFactor }) => {
        const used = sessions.lastUseOf(id)
        const lastUse = used === undefined ? '' : shownTime(chinaTime(used))
        return { userId: id, name, role, disabled, lastUse, ...(secondFactor?.on && { secondFactor: true }) }
      })
    },

    async accountSave({ name, role }) {
      const password = makePassword(name)
      const { id } = await accounts.add(name, await hashPassword(password), role, firstOne)
      return { userId: id, password }
    },

    async accountUpdate({ userId, role, disabled }, caller) {
      if (disabled) refuseOwn(userId, caller, '不能停用自己的账号')
      if (role && role !== 'admin') refuseOwn(userId, caller, '不能改自己的角色，请另一位管理员来改')
      await accounts.update(userId, { role, disabled })
      return null
    },

    async accountReset({ userId }, caller) {
      // It would need no old password.
      refuseOwn(userId, caller, '自己的密码请用“修改密码”')
      const user = store.user.get(userId)
      if (!user) throw new Failure(404, '账号已被删除')
      const password = makePassword(user.name)
      await accounts.setPassword(user.name, await hashPassword(password), firstOne)
      caller.changed = user.secondFactor ? ['password', 'secondFactor'] : ['password']
      return { password }
    },

    async accountSecondFactorOff({ userId, password }, caller) {
      logStep(caller, 'ended')
      refuseOwn(userId, caller, '自己的二次验证请在“我的账号”里关闭')
      await accounts.secondFactor.end(signedIn(caller).user, password, userId)
      return null
    },
  } satisfies Partial<Handlers>
}
