import { type PlatformName, platforms } from '../../contract/calls/platforms.ts'
import type { Handlers } from '../call.ts'
import { Failure, fieldFailure } from '../failure.ts'
import type { PlatformRecord } from '../store/platformRecords.ts'
import { shownTime } from '../store/kind.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Push } from './push.ts'
import type { WeChatShare } from './weChatShare.ts'

interface PlatformCallsParts {
  push: Push
  weChatShare: WeChatShare
  now: () => number
}

export function platformCalls({ push, weChatShare, now }: PlatformCallsParts) {
  const partsOf = (kind: PlatformName) => ({ ...platforms[kind], ...{ push, wechat: weChatShare }[kind] })
  return {
    async platformDetail({ kind }) {
      const { account, secret, problem, host, record, waiting } = partsOf(kind)
      const { on = false, answer, ...fields }: Partial<PlatformRecord> = record() ?? {}
      const name = fields[account.name]
      const key = fields[secret.name]
      return {
        on,
        host,
        waiting: await waiting(),
        ...(problem !== undefined && { problem }),
        ...(name && { [account.name]: name }),
        ...(key && { hint: key.slice(-4) }),
        ...(answer && { answer: { ...answer, at: shownTime(answer.at) } }),
      }
    },

    async platformSave({ kind, ...sent }) {
      const { account, secret, secretIsOfAccount, record, accounts, id } = partsOf(kind)
      const before = record()
      const on = sent.on ?? before?.on ?? false
      const name = sent[account.name] || before?.[account.name]
      const isOther = secretIsOfAccount && name !== before?.[account.name]
      const key = sent[secret.name] || (!isOther && before?.[secret.name])
      if (!name) throw fieldFailure(account.name, `请填写${account.label}`)
      if (!key) throw fieldFailure(secret.name, `请填写${secret.label}`)
      const isSame = name === before?.[account.name] && key === before?.[secret.name]
      const at = chinaTime(now())
      await accounts.change(id, (stored) => {
        const fresh = { id, createdAt: at, on: false, since: at }
        const current = stored ?? fresh
        // What has changed while it was off is not sent.
        const since = on && current.on ? current.since : at
        // What another account has replied or given is of no use.
        return { ...(isSame ? current : fresh), on, since, [account.name]: name, [secret.name]: key }
      })
      return null
    },

    platformTest: ({ kind }) => partsOf(kind).test(),

    async pushAll() {
      if (push.problem !== undefined) throw new Failure(400, push.problem)
      if (!push.record()?.on) throw new Failure(400, '请先启用百度')
      return { count: await push.all() }
    },

    weChatSign: ({ url }) => weChatShare.sign(url) ?? null,
  } satisfies Partial<Handlers>
}
