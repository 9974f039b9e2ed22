import { createHash, randomBytes } from 'node:crypto'
import type { EndedBy } from '../../contract/kinds/entities.ts'
import { Failure, fieldFailure, refuseFor } from '../failure.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { shownTime } from '../store/kind.ts'
import type { SecondFactor, UserRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { findAccount } from './accountChanges.ts'
import type { createAttemptQueue } from './attemptQueue.ts'
import { isPasswordCorrect, randomLetters } from './password.ts'
import type { Sessions } from './sessions.ts'
import type { Attempts, createSignInLimits } from './signInLimits.ts'
import { acceptedStep, base32, isEqual } from './totp.ts'

export interface SecondFactorsParts {
  store: Store
  sessions: Sessions
  limits: ReturnType<typeof createSignInLimits>
  checkInTurn: ReturnType<typeof createAttemptQueue>
  now: () => number
}

const recoveryCodeCount = 10
const wrongCode = '验证码不正确或已经用过，请输入最新的验证码'

export function createSecondFactors({ store, sessions, limits, checkInTurn, now }: SecondFactorsParts) {
  const change = async (
    id: string,
    plan: (current: SecondFactor | undefined) => SecondFactor | undefined,
    by?: EndedBy,
  ): Promise<void> => {
    const updated = await store.user.update(id, ({ secondFactor, secondFactorEnded, ...user }) => {
      const next = plan(secondFactor)
      const endedBy = next?.on ? undefined : (by ?? secondFactorEnded)
      const changed: UserRecord = user
      if (next) changed.secondFactor = next
      if (endedBy) changed.secondFactorEnded = endedBy
      return changed
    })
    if (!updated) throw new Failure(404, '账号已被删除')
  }
  /** A stolen session does not allow guessing. */
  const guarded = <T>(user: UserRecord, check: (attempts: Attempts) => Promise<T>): Promise<T> =>
    checkInTurn('knownDevice', user.id, () => {
      const attempts = limits.whileSignedIn(user.id)
      refuseFor(attempts.secondsToWait(), '输错次数过多')
      return check(attempts)
    })
  const withPassword = (user: UserRecord, password: string, work: () => Promise<void>): Promise<void> =>
    guarded(user, async (attempts) => {
      if (!(await isPasswordCorrect(password, store.user.get(user.id)?.password))) {
        attempts.failed()
        throw fieldFailure('password', '密码不正确')
      }
      await work()
    })
  return {
    /** Resolves to a new secret, which waits for its first code. Refused while the second factor is on. */
    async begin(user: UserRecord, password: string): Promise<string> {
      const key = randomBytes(20)
      await withPassword(user, password, () =>
        change(user.id, (current) => {
          if (current?.on) throw new Failure(409, '二次验证已经开启，要换一部手机请先关闭')
          return { key: key.toString('base64url'), lastStep: 0, recoveryCodes: [] }
        }),
      )
      return base32(key)
    },

    /**
     * With a code of the app: switches the second factor on and ends the account's other sessions, or only makes new recovery codes where
     * it is on. Resolves to the recovery codes.
     */
    confirm(user: UserRecord, code: string, sessionId: string): Promise<string[]> {
      return guarded(user, async (attempts) => {
        const codes = Array.from({ length: recoveryCodeCount }, () => `${randomLetters(5)}-${randomLetters(5)}`)
        let isNew = false
        await change(user.id, (current) => {
          if (!current) throw new Failure(409, '请先点“开启”，用手机扫描二维码')
          isNew = !current.on
          const lastStep = stepOf(current, normalized(code), now())
          if (lastStep === undefined) {
            attempts.failed()
            throw fieldFailure('code', wrongCode)
          }
          const recoveryCodes = codes.map((recoveryCode) => codeHash(normalized(recoveryCode)))
          return { ...current, on: true, lastStep, recoveryCodes }
        })
        if (isNew) await sessions.closeAll(user.id, sessionId)
        return codes
      })
    },

    off: (user: UserRecord, password: string): Promise<void> =>
      withPassword(user, password, () => change(user.id, () => undefined)),

    /** Turns off somebody else's, with the administrator's own password; the account is signed out everywhere. */
    end: (admin: UserRecord, password: string, id: string): Promise<void> =>
      withPassword(admin, password, async () => {
        await change(
          id,
          (current) => {
            if (!current?.on) throw new Failure(409, '这个账号没有开启二次验证')
            return undefined
          },
          { name: admin.name, at: shownTime(chinaTime(now())) },
        )
        await sessions.closeAll(id)
      }),

    async remove(name: string): Promise<void> {
      const user = findAccount(store, name)
      if (!user) throw new Failure(404, `没有名为“${name}”的账号`)
      await change(user.id, () => undefined)
    },
  }
}

/**
 * Throws a 401 unless the account has none, or the code is right. The code is spent once this resolves, also when two servers are sent it
 * at the same moment.
 */
export async function spendCode(
  store: Store,
  { id, secondFactor }: UserRecord,
  code: string,
  now: number,
  failed: () => void,
): Promise<void> {
  if (!secondFactor?.on) return
  if (code === '') throw new Failure(401, '请输入二次验证的验证码', { data: { secondFactor: true } })
  await store.user.update(id, (user) => {
    if (!user.secondFactor?.on) return user
    const spent = withoutCode(user.secondFactor, normalized(code), now)
    if (spent) return { ...user, secondFactor: spent }
    failed()
    throw new Failure(401, wrongCode, { data: { secondFactor: true, field: 'code' } })
  })
}

function withoutCode(factor: SecondFactor, code: string, now: number): SecondFactor | undefined {
  const lastStep = stepOf(factor, code, now)
  if (lastStep !== undefined) return { ...factor, lastStep }
  const hash = codeHash(code)
  const recoveryCodes = factor.recoveryCodes.filter((recoveryCode) => !isEqual(recoveryCode, hash))
  return recoveryCodes.length < factor.recoveryCodes.length ? { ...factor, recoveryCodes } : undefined
}

const stepOf = ({ key, lastStep }: SecondFactor, code: string, now: number): number | undefined =>
  acceptedStep(Buffer.from(key, 'base64url'), code, now, lastStep)

/** As people type it: with spaces, in capitals, with full-width digits. */
const normalized = (code: string): string => code.normalize('NFKC').replace(/[\s-]/g, '').toLowerCase()

/** Enough for a code of 49 random bits. */
const codeHash = (code: string): string => createHash('sha256').update(code).digest('base64url')
