import type { Handlers } from '../call.ts'
import { fieldFailure } from '../failure.ts'
import { shownTime } from '../store/kind.ts'
import type { Store } from '../store/store.ts'
import { weChatId } from '../store/weChatRecord.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { WeChatShare } from './weChatShare.ts'

interface WeChatCallsParts {
  store: Store
  weChatShare: WeChatShare
  now: () => number
}

export function weChatCalls({
  store,
  weChatShare: { host, problem, current, check, sign },
  now,
}: WeChatCallsParts): Pick<Handlers, 'weChatDetail' | 'weChatSave' | 'weChatTest' | 'weChatSign'> {
  return {
    weChatDetail() {
      const { on = false, appId, secret, answer } = current() ?? {}
      return {
        on,
        host,
        ...(problem !== undefined && { problem }),
        ...(appId && { appId }),
        ...(secret && { hint: secret.slice(-4) }),
        ...(answer && { answer: { ...answer, at: shownTime(answer.at) } }),
      }
    },

    async weChatSave(sent) {
      const before = current()
      const appId = sent.appId || before?.appId
      const secret = sent.secret || (appId === before?.appId && before?.secret)
      if (!appId) throw fieldFailure('appId', '请填写AppID')
      if (!secret) throw fieldFailure('secret', '请填写这个公众号的AppSecret')
      const isSame = appId === before?.appId && secret === before?.secret
      const on = sent.on ?? before?.on ?? false
      const account = { id: weChatId, createdAt: chinaTime(now()), on, appId, secret }
      // What WeChat has given to another account is of no use.
      await store.wechat.change(weChatId, (stored) => (isSame && stored ? { ...stored, on } : account))
      return null
    },

    weChatTest: () => check(),

    weChatSign: ({ url }) => sign(url) ?? null,
  }
}
