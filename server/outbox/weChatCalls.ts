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
  weChatShare,
  now,
}: WeChatCallsParts): Pick<Handlers, 'weChatDetail' | 'weChatSave' | 'weChatTest' | 'weChatSign'> {
  return {
    weChatDetail() {
      const { host, problem } = weChatShare
      const { on = false, appId, secret, answer } = weChatShare.current() ?? {}
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
      const before = weChatShare.current()
      const appId = sent.appId || before?.appId || ''
      const secret = sent.secret || before?.secret || ''
      const on = sent.on ?? before?.on ?? false
      const isOther = appId !== before?.appId
      if (on || sent.appId || sent.secret) refuseWrong({ appId, secret: isOther ? (sent.secret ?? '') : secret })
      await store.wechat.change(weChatId, (stored) => {
        const account = { id: weChatId, createdAt: stored?.createdAt ?? chinaTime(now()), on, appId, secret }
        // What WeChat has given to another account is of no use.
        return appId === stored?.appId && secret === stored.secret ? { ...stored, ...account } : account
      })
      return null
    },

    weChatTest: () => weChatShare.check(),

    weChatSign: ({ url }) => weChatShare.sign(url) ?? null,
  }
}

function refuseWrong({ appId, secret }: { appId: string; secret: string }): void {
  if (!/^wx[\da-f]{16}$/.test(appId)) throw fieldFailure('appId', 'AppID以wx开头，共18个字符，请在公众平台复制')
  if (!/^[\da-f]{32}$/.test(secret)) throw fieldFailure('secret', 'AppSecret是32个数字和小写字母，请在公众平台复制')
}
