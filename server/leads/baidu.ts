import type { PlatformRecord } from '../store/platformRecords.ts'
import { DeliveryFailure, foreignReply, statusFailure } from './deliveryFailure.ts'
import { parsedJson, post, type Posted } from './post.ts'

interface Context {
  /** What the operator has set in place of Baidu's own. */
  origin: string | undefined
  signal: AbortSignal
}

const host = 'data.zz.baidu.com'
/** How many addresses one request may have. */
const most = 2000
/** What one answer names of the addresses that were refused. */
const maxNamed = 3
/** What 普通收录 › API提交 replies. */
const failures: Readonly<Record<string, string>> = {
  'token is not valid':
    '百度的推送密钥不对（token is not valid），请在百度搜索资源平台“普通收录 › 资源提交 › API提交”里重新复制',
  'site error':
    '这个站点没有在百度搜索资源平台验证过（site error），请照平台上的写法填写站点，例如https://www.example.com',
  'over quota': '百度今天的额度用完了（over quota），明天继续',
}

/**
 * Sends as many of the addresses as Baidu accepts now (https://ziyuan.baidu.com/linksubmit). Resolves to how many of them it has dealt
 * with, from the first, and to words for staff; rejects with a DeliveryFailure.
 */
export async function pushToBaidu(record: PlatformRecord, urls: readonly string[], context: Context) {
  // Of more than the rest of the quota, it accepts nothing.
  const quota = await askQuota(record, context)
  const batch = urls.slice(0, Math.min(quota, most))
  if (batch.length === 0) return { count: 0, words: '今天的额度用完了，明天继续' }
  const { remain, notOfSite, notValid } = await submit(record, batch, context)
  const refused = [
    ...notOfSite.map((url) => `${url}（百度说这个网址不属于填写的站点，请检查站点和SITE_URL）`),
    ...notValid.map((url) => `${url}（百度说这个网址无效）`),
  ]
  const received = `收到了${batch.length - refused.length}个网址，今天还可以推送${remain}个`
  return { count: batch.length, words: refused.length === 0 ? received : `${received}；${refusedWords(refused)}` }
}

/** Resolves to what staff read; rejects with a DeliveryFailure. */
export const testBaidu = async (record: PlatformRecord, context: Context): Promise<string> =>
  `连接成功，今天还可以推送${await askQuota(record, context)}个网址`

function refusedWords(refused: readonly string[]): string {
  const others = refused.length > maxNamed ? '等' : ''
  return `没有接受${refused.length}个：${refused.slice(0, maxNamed).join('、')}${others}`
}

/** The line `*` counts as invalid, and uses nothing of the quota. */
async function askQuota(record: PlatformRecord, context: Context): Promise<number> {
  return (await submit(record, ['*'], context)).remain
}

async function submit(record: PlatformRecord, urls: readonly string[], context: Context) {
  const response = await postTo(record, urls.join('\n'), context)
  const { remain, error, message, not_same_site: notOfSite, not_valid: notValid } = parsedJson(await response.text())
  const failure = statusFailure(response.status, response.headers)
  if (typeof remain === 'number' && !failure)
    return { remain, notOfSite: textsIn(notOfSite), notValid: textsIn(notValid) }
  const words = failures[String(message)]
  if (words !== undefined) throw new DeliveryFailure(words)
  if (failure && !failure.permanent) throw failure
  if (typeof error === 'number') throw new DeliveryFailure(`百度返回错误码${error}，稍后自动重试`)
  throw foreignReply('百度', response.status)
}

/** Baidu's own example is http, where the token can be read on the way: it is used where https does not connect. */
async function postTo(
  { site = '', token = '' }: PlatformRecord,
  body: string,
  { origin: chosen, signal }: Context,
): Promise<Posted> {
  const search = `site=${encodeURIComponent(site)}&token=${encodeURIComponent(token)}`
  const send = (origin: string): Promise<Posted> =>
    post({ url: new URL(`/urls?${search}`, origin), headers: { 'Content-Type': 'text/plain' }, body, signal })
  if (chosen !== undefined) return send(chosen)
  try {
    return await send(`https://${host}`)
  } catch (error) {
    if (signal.aborted) throw error
    return send(`http://${host}`)
  }
}

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
