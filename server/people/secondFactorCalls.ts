import type { SecondFactorStep } from '../../contract/calls/activity.ts'
import type { Site } from '../../contract/kinds/entities.ts'
import type { Accounts } from './accounts.ts'
import { otpauthUri } from './totp.ts'
import { type Caller, type Handlers, signedIn } from '../call.ts'
import { Failure } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { itemId } from '../store/records.ts'
import type { Store } from '../store/store.ts'

interface SecondFactorCallsParts {
  store: Store
  site: () => Site
  accounts: Accounts
  now: () => number
}

export function secondFactorCalls({ store, site, accounts, now }: SecondFactorCallsParts) {
  const { begin, confirm, off } = accounts.secondFactor
  return {
    async secondFactorBegin({ password }, caller) {
      logStep(caller, 'begin')
      const { user } = signedIn(caller)
      const secret = await begin(user, password)
      return { secret, uri: otpauthUri(site().siteName, user.name, secret) }
    },

    async secondFactorConfirm({ code }, caller) {
      const { user, session } = signedIn(caller)
      logStep(caller, user.secondFactor?.on ? 'codes' : 'on')
      try {
        return { recoveryCodes: await confirm(user, code, session.id) }
      } catch (cause) {
        if (cause instanceof Failure && cause.data?.field === 'code') logStep(caller, 'wrongCode')
        throw cause
      }
    },

    async secondFactorOff({ password }, caller) {
      logStep(caller, 'off')
      await off(signedIn(caller).user, password)
      return null
    },

    async secondFactorRequire({ on }, caller) {
      logStep(caller, on ? 'required' : 'optional')
      // Who requires it would otherwise be the first to be shut out.
      if (on && !signedIn(caller).user.secondFactor?.on) throw new Failure(409, '请先为自己的账号开启二次验证')
      await store.item.change(itemId, (current) => {
        const { needsSecondFactor: _, ...item } = current ?? {
          id: itemId,
          createdAt: chinaTime(now()),
          sysName: '',
          logo: '',
        }
        return on ? { ...item, needsSecondFactor: true } : item
      })
      return null
    },
  } satisfies Partial<Handlers>
}

export function logStep(caller: Caller, step: SecondFactorStep): void {
  caller.changed = [step]
}
