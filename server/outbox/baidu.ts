import type { SearchEngineRecord } from '../store/pushRecords.ts'
import { DeliveryFailure, type FailureWords, statusFailure } from './deliveryFailure.ts'
import { type SearchEngine, type SearchEngineContext, QuotaUsed } from './searchEngine.ts'
import { parsedJson, post, type Posted } from './post.ts'

const host = 'data.zz.baidu.com'
/** What 普通收录 › API提交 replies until somebody corrects the settings. */
const failures: FailureWords = {
  'token is not valid': [
    '百度的推送密钥不对（token is not valid），请在百度搜索资源平台“普通收录 › 资源提交 › API提交”里重新复制', { permanent: true },
  ],
  'site error': ['这个站点没有在百度搜索资源平台验证过（site error），请照平台上的写法填写站点，例如https://www.example.com', { permanent: true }],
}

/** https://ziyuan.baidu.com/linksubmit */
export const baidu: SearchEngine = {
  removals: false,
  most: 2000,
  // This line counts as invalid, and uses nothing of the quota.
  quota: async (record, context) => (await submit(record, ['*'], context)).remain,
  async send(record, urls, context) {
    const { remain, notOfSite, notValid } = await submit(record, urls, context)
    return {
      remain,
      refused: new Map([
        ...notOfSite.map((url) => [url, '百度说这个网址不属于填写的站点，请检查站点和SITE_URL'] as const),
        ...notValid.map((url) => [url, '百度说这个网址无效'] as const),
      ]),
    }
  },
}

async function submit(record: SearchEngineRecord, urls: readonly string[], context: SearchEngineContext) {
  const response = await postTo(record, urls.join('\n'), context)
  const { remain, error, message, not_same_site: notOfSite, not_valid: notValid } = parsedJson(await response.text())
  const failed = statusFailure(response.status, response.headers)
  if (typeof remain === 'number' && !failed) return { remain, notOfSite: textsIn(notOfSite), notValid: textsIn(notValid) }
  if (message === 'over quota') throw new QuotaUsed('百度今天的额度用完了（over quota），明天继续')
  const [words, more] = failures[String(message)] ?? []
  if (words !== undefined) throw new DeliveryFailure(words, more)
  if (failed && !failed.permanent) throw failed
  if (typeof error === 'number') throw new DeliveryFailure(`百度返回错误码${error}，稍后自动重试`)
  throw new DeliveryFailure(`返回的不是百度的结果（HTTP ${response.status}），可能被代理或防火墙拦截，请检查服务器的网络`)
}

/** Baidu's own example is http, where the token can be read on the way: it is used where https does not connect. */
async function postTo(
  { site = '', token = '' }: SearchEngineRecord, body: string, { origins, signal }: SearchEngineContext,
): Promise<Posted> {
  const search = `site=${encodeURIComponent(site)}&token=${encodeURIComponent(token)}`
  const send = (origin: string): Promise<Posted> =>
    post({ url: new URL(`/urls?${search}`, origin), headers: { 'Content-Type': 'text/plain' }, body, signal })
  if (origins.baidu !== undefined) return send(origins.baidu)
  try {
    return await send(`https://${host}`)
  } catch (error) {
    if (signal.aborted) throw error
    return send(`http://${host}`)
  }
}

const textsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [])
