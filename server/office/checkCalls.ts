import { evidenceNeeded } from '../../contract/calls/checks.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { Checks } from './checks.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Store } from '../store/store.ts'
import { type Handlers, may, signedIn } from '../call.ts'

interface CheckCallsParts {
  store: Pick<Store, 'evidence'>
  checks: Checks
  now: () => number
}

/** Who does not keep the accounts need not know that one has a password that others may know. */
const passwordId = 'password'

/** Whether the site is ready for visitors, and what proves its superlatives. */
export function checkCalls({ store: { evidence }, checks, now }: CheckCallsParts) {
  return {
    checkList: async (_, caller) =>
      (await checks()).filter(({ id }) => id !== passwordId || may(caller, 'account:update')),
    async checkEvidence({ key, note }, caller) {
      if (note === '') {
        if (!(await evidence.remove(key))) throw fieldFailure('note', evidenceNeeded)
        return null
      }
      const claims = (await checks()).flatMap(({ findings = [] }) => findings.flatMap(({ claim }) => claim ?? []))
      const claim = claims.find((claim) => claim.key === key)
      if (!claim) throw new Failure(404, '这句话已经改了，请重新检查')
      const by = signedIn(caller).user.name
      await evidence.put({ id: key, createdAt: chinaTime(now()), sentence: claim.sentence, note, by })
      return null
    },
  } satisfies Partial<Handlers>
}
