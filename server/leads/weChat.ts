import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import type { PlatformRecord } from '../store/platformRecords.ts'
import { DeliveryFailure, type FailureWords, foreignReply, statusFailure } from './deliveryFailure.ts'
import { get, parsedJson, post, type Posted } from './post.ts'

interface Access {
  origin: string | undefined
  signal: AbortSignal
}
type Reply = Readonly<Record<string, unknown>>

const ownOrigin = 'https://api.weixin.qq.com'
const whereItIs = '公众平台的“设置与开发 › 基本配置”'
/** https://developers.weixin.qq.com/doc/offiaccount/Getting_Started/Global_Return_Code.html */
const failures: FailureWords = {
  '-1': ['微信的系统繁忙（-1），稍后自动重试'],
  40001: [`AppSecret不对，或别的程序刚换了凭证（40001）：请在${whereItIs}里重新复制AppSecret，或稍后再试`],
  40013: [`AppID不对（40013），请在${whereItIs}里重新复制`],
  40125: [`AppSecret不对（40125），请在${whereItIs}里重新复制；重置过的，旧的已经失效`],
  40243: [`AppSecret被冻结（40243），请在${whereItIs}里解冻`],
  45009: ['微信今天的调用次数用完了（45009），明天恢复'],
}
/** The access token is no longer valid. */
const staleTokens: readonly unknown[] = [40001, 40014, 42001]

/** https://developers.weixin.qq.com/doc/offiaccount/OA_Web_Apps/JS-SDK.html. Rejects with a DeliveryFailure. */
export async function askForTicket(account: PlatformRecord, access: Access) {
  const first = await askOnce(account, access)
  // Once: another token is no better when the reason lies elsewhere.
  const reply = staleTokens.includes(first.errcode) ? await askOnce(account, access) : first
  const { ticket, expires_in: seconds } = reply
  if (typeof ticket !== 'string' || typeof seconds !== 'number') throw failureOf(reply)
  return { text: ticket, seconds }
}

/** WeChat repeats the token for as long as it is valid, so none is kept here. */
async function askOnce({ appId, secret }: PlatformRecord, { origin = ownOrigin, signal }: Access): Promise<Reply> {
  const body = JSON.stringify({ grant_type: 'client_credential', appid: appId, secret, force_refresh: false })
  const reply = await readReply(await post({ url: new URL('/cgi-bin/stable_token', origin), body, signal }))
  if (typeof reply.access_token !== 'string') throw failureOf(reply)
  const url = new URL('/cgi-bin/ticket/getticket?type=jsapi', origin)
  url.searchParams.set('access_token', reply.access_token)
  return readReply(await get({ url, signal }))
}

async function readReply(response: Posted): Promise<Reply> {
  const failure = statusFailure(response.status, response.headers)
  if (failure) throw failure
  return parsedJson(await response.text())
}

function failureOf({ errcode, errmsg }: Reply): DeliveryFailure {
  if (typeof errcode !== 'number') return foreignReply('微信', 200)
  if (errcode === 40164) return new DeliveryFailure(unlistedWords(String(errmsg)))
  const [words] = failures[errcode] ?? [`微信返回错误码${errcode}，稍后自动重试`]
  return new DeliveryFailure(words)
}

function unlistedWords(reason: string): string {
  const [, found = ''] = /invalid ip (\S+)/.exec(reason) ?? []
  const address = isIP(found) === 0 ? '' : found
  return `服务器的IP ${address}不在白名单里（40164），请在${whereItIs}的“IP白名单”里添加${address}；已经有的，请核对AppID和AppSecret是同一个公众号的`
}

interface Signed {
  ticket: string
  nonceStr: string
  timestamp: number
  /** As the browser has it, without what follows `#`. */
  url: string
}

export const signatureOf = ({ ticket, nonceStr, timestamp, url }: Signed): string =>
  createHash('sha1')
    .update(`jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`)
    .digest('hex')
