import { randomBytes } from 'node:crypto'
import { minuteMs } from '../../contract/durations.ts'
import type { WeChatSignature } from '../../contract/weChat.ts'
import { fieldFailure } from '../failure.ts'
import type { Store } from '../store/store.ts'
import { weChatId, type WeChatRecord } from '../store/weChatRecord.ts'
import { chinaTime } from '../system/chinaTime.ts'
import type { Jobs } from '../system/jobs.ts'
import { resultOf, type TestResult } from './deliveryFailure.ts'
import { problemOf } from './push.ts'
import { type Network, withTimeout } from './service.ts'
import { askForTicket, signatureOf } from './weChat.ts'

interface WeChatShareParts {
  store: Store
  siteUrl: string | undefined
  network: Network
  jobs: Pick<Jobs, 'add' | 'stopping'>
  now: () => number
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
  const problem = problemOf(siteUrl, '微信')
  const host = siteUrl && new URL(siteUrl).hostname
  const current = (): WeChatRecord | undefined => store.wechat.get(weChatId)

  function dueAt(): number {
    const { on = false, askedAt, ticket } = current() ?? {}
    if (!on || problem !== undefined) return Infinity
    const timeOf = (text: string | undefined): number => (text === undefined ? 0 : Date.parse(text))
    return Math.max(timeOf(askedAt) + pauseMs, timeOf(ticket?.until) - earlyMs)
  }

  /** Asks for a ticket, and notes what WeChat has replied. */
  async function check(): Promise<TestResult> {
    if (problem !== undefined) return { ok: false, message: problem }
    // Written before: on a full disk it would be asked for ever again.
    const askedAt = chinaTime(now())
    const account = await store.wechat.update(weChatId, (stored) => ({ ...stored, askedAt }))
    if (!account) return { ok: false, message: '请先保存' }
    let { ticket } = account
    const result = await resultOf(
      withTimeout(jobs, async (signal) => {
        const { text, seconds } = await askForTicket(account, { origin: origins.wechat, signal })
        ticket = { text, until: chinaTime(now() + seconds * 1000) }
        return '微信接受了AppID、AppSecret和服务器的IP。请再用微信打开网站，转发一次看看'
      }),
    )
    // The server stops: that says nothing about WeChat.
    if (jobs.stopping.aborted) return result
    const answer = { at: askedAt, words: result.message, ...(!result.ok && { failed: true as const }) }
    await store.wechat.update(weChatId, (stored) =>
      stored.appId === account.appId && stored.secret === account.secret
        ? { ...stored, answer, ...(ticket && { ticket }) }
        : stored,
    )
    return result
  }

  const failed = 'wechat: what pages are signed with was not asked for, or not written down; it is asked for again'
  jobs.add({ failed, next: dueAt, run: check, onlyLeader: true })

  return {
    problem,
    host,
    current,
    check,
    /** Undefined while there is nothing to sign with. Only pages of this site are signed. */
    sign(address: string): WeChatSignature | undefined {
      const { on, appId = '', ticket } = current() ?? {}
      if (!on || !ticket || ticket.until < chinaTime(now())) return undefined
      const [url = ''] = address.split('#')
      if (!URL.canParse(url) || new URL(url).hostname !== host) throw fieldFailure('url', '只能是本站的网址')
      const nonceStr = randomBytes(8).toString('hex')
      const timestamp = Math.floor(now() / 1000)
      return { appId, timestamp, nonceStr, signature: signatureOf({ ticket: ticket.text, nonceStr, timestamp, url }) }
    },
  }
}
