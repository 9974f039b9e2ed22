import { randomBytes } from 'node:crypto'
import { minuteMs } from '../../contract/text/durations.ts'
import type { WeChatSignature } from '../../contract/calls/platforms.ts'
import { fieldFailure } from '../failure.ts'
import { platformIds } from '../store/platformRecords.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import { createPlatform, type PlatformSources } from './platform.ts'
import { askForTicket, signatureOf } from './weChat.ts'

interface WeChatShareParts extends PlatformSources {
  jobs: Pick<Jobs, 'add' | 'sends' | 'stopping'>
}
export type WeChatShare = ReturnType<typeof createWeChatShare>

/** A new ticket is asked for so long before the end of the last one. */
const earlyMs = 15 * minuteMs
/** WeChat allows few requests a day. */
const pauseMs = 10 * minuteMs

/**
 * Signs pages, so that WeChat shows them as cards. The ticket for it lies in the record, where every server finds it; the leading one
 * replaces it. No visitor waits for WeChat.
 */
export function createWeChatShare({ store, siteUrl = '', network: { origins }, jobs, now }: WeChatShareParts) {
  const { wechat: accounts } = store
  const weChat = createPlatform(
    { accounts, id: platformIds.wechat, who: '微信', siteUrl, jobs, now },
    async (account, signal) => {
      const { text, seconds } = await askForTicket(account, { origin: origins.wechat, signal })
      return {
        words: '微信接受了AppID、AppSecret和服务器的IP。请再用微信打开网站，转发一次看看',
        ticket: { text, until: chinaTime(now() + seconds * 1000) },
      }
    },
  )
  const { problem, host, record, test } = weChat

  function dueAt(): number {
    const { on = false, askedAt, ticket } = record() ?? {}
    if (!on || problem !== undefined) return Infinity
    const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text))
    return Math.max(timeOf(askedAt) + pauseMs, timeOf(ticket?.until) - earlyMs)
  }

  const failed = 'wechat: what pages are signed with was not asked for, or not written down; it is asked for again'
  jobs.add({ failed, next: dueAt, run: test, onlyLeader: true })

  return {
    ...weChat,
    /** Undefined while there is nothing to sign with. Only pages of this site are signed. */
    sign(address: string): WeChatSignature | undefined {
      const { on, appId = '', ticket } = record() ?? {}
      if (!on || !ticket || ticket.until < chinaTime(now())) return undefined
      const [url = ''] = address.split('#')
      if (!URL.canParse(url) || new URL(url).hostname !== host) throw fieldFailure('url', '只能是本站的网址')
      const nonceStr = randomBytes(8).toString('hex')
      const timestamp = Math.floor(now() / 1000)
      return { appId, timestamp, nonceStr, signature: signatureOf({ ticket: ticket.text, nonceStr, timestamp, url }) }
    },
  }
}
