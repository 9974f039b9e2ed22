import { randomBytes } from 'node:crypto'
import { minuteMs } from '../../contract/durations.ts'
import type { WeChatSignature } from '../../contract/weChat.ts'
import { fieldFailure } from '../failure.ts'
import type { Store } from '../store/store.ts'
import { weChatId, type WeChatRecord, type WeChatTicket } from '../store/weChatRecord.ts'
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

const sameAccount = (a: WeChatRecord, b: WeChatRecord): boolean => a.appId === b.appId && a.secret === b.secret

/**
 * Signs pages, so that WeChat shows them as cards. The ticket for it lies in the record, where every server finds it; the leading one
 * replaces it. No visitor waits for WeChat.
 */
export function createWeChatShare({ store, siteUrl = '', network: { origins }, jobs, now }: WeChatShareParts) {
  const problem = problemOf(siteUrl, '微信')
  const host = siteUrl && new URL(siteUrl).hostname
  const current = (): WeChatRecord | undefined => store.wechat.get(weChatId)
  /** A full disk takes no record of it. */
  let last: { account: WeChatRecord; at: number; ticket?: WeChatTicket } | undefined
  const lastOf = (account: WeChatRecord) => (last && sameAccount(last.account, account) ? last : undefined)

  const ticketFor = (account: WeChatRecord): WeChatTicket | undefined =>
    [lastOf(account)?.ticket, account.ticket].find((ticket) => ticket && ticket.until > chinaTime(now()))

  function dueAt(): number {
    const account = current()
    if (!account?.on || problem !== undefined) return Infinity
    const askedAt = lastOf(account)?.at ?? (account.answer ? Date.parse(account.answer.at) : 0)
    const ticket = ticketFor(account)
    return Math.max(askedAt + pauseMs, ticket ? Date.parse(ticket.until) - earlyMs : 0)
  }

  /** Asks for a ticket, and notes what WeChat has replied. */
  async function check(): Promise<TestResult> {
    const account = current()
    if (!account || problem !== undefined) return { ok: false, message: problem ?? '请先保存' }
    const asked: typeof last = { account, at: now() }
    last = asked
    const result = await resultOf(
      withTimeout(jobs, async (signal) => {
        const { text, seconds } = await askForTicket(account, { origin: origins.wechat, signal })
        asked.ticket = { text, until: chinaTime(now() + seconds * 1000) }
        return '微信接受了AppID、AppSecret和服务器的IP。请再用微信打开网站，转发一次看看'
      }),
    )
    // The server stops: that says nothing about WeChat.
    if (jobs.stopping.aborted) return result
    const answer = { at: chinaTime(asked.at), words: result.message, ...(!result.ok && { failed: true as const }) }
    const { ticket } = asked
    await store.wechat.update(weChatId, (stored) =>
      sameAccount(stored, account) ? { ...stored, answer, ...(ticket && { ticket }) } : stored,
    )
    return result
  }

  const failed = 'wechat: the ticket for sharing was not written down; it is asked for again'
  jobs.add({ failed, next: dueAt, run: check, onlyLeader: true })

  return {
    problem,
    host,
    current,
    check,
    /** Undefined while there is nothing to sign with. Only pages of this site are signed. */
    sign(address: string): WeChatSignature | undefined {
      const account = current()
      const ticket = account?.on && problem === undefined && ticketFor(account)
      if (!ticket) return undefined
      const [url = ''] = address.split('#')
      if (!URL.canParse(url) || new URL(url).hostname !== host) throw fieldFailure('url', '只能是本站的网址')
      const nonceStr = randomBytes(8).toString('hex')
      const timestamp = Math.floor(now() / 1000)
      const signature = signatureOf({ ticket: ticket.text, nonceStr, timestamp, url })
      return { appId: account.appId, timestamp, nonceStr, signature }
    },
  }
}
