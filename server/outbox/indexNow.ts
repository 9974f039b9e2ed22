import { keyFile } from '../store/pushRecords.ts'
import { DeliveryFailure, statusFailure } from './deliveryFailure.ts'
import { post } from './post.ts'
import type { SearchEngine, SearchEngineContext } from './searchEngine.ts'

const origin = 'https://api.indexnow.org'
/** How many addresses one request may have. */
const most = 10_000

/** https://www.indexnow.org/documentation: one of the engines passes it on to the others. */
export const indexNow: SearchEngine = {
  async send(_record, urls, context) {
    const batch = urls.slice(0, most)
    await submit(batch, context)
    return { count: batch.length, words: `收到了${batch.length}个网址` }
  },
  async test(_record, context) {
    await submit([`${context.siteUrl}/`], context)
    return '首页已推送，搜索引擎收到了'
  },
}

async function submit(urls: readonly string[], { siteUrl, key, origins, signal }: SearchEngineContext): Promise<void> {
  const keyLocation = `${siteUrl}/${keyFile(key)}`
  const body = JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation, urlList: urls })
  const response = await post({ url: new URL('/indexnow', origins.indexnow ?? origin), body, signal })
  response.close()
  const failure = failureOf(response.status, keyLocation) ?? statusFailure(response.status, response.headers)
  if (failure) throw failure
}

function failureOf(status: number, keyLocation: string): DeliveryFailure | undefined {
  if (status === 403) return new DeliveryFailure(`搜索引擎没有读到密钥（HTTP 403），请确认在外网能打开${keyLocation}`)
  if (status === 422) return new DeliveryFailure('网址与网站的域名不符（HTTP 422），请运维人员检查SITE_URL')
  return undefined
}
