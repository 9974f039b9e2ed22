import { DeliveryFailure, statusFailure } from './deliveryFailure.ts'
import type { SearchEngine } from './searchEngine.ts'
import { keyFile } from '../store/pushRecords.ts'
import { post } from './post.ts'

const origin = 'https://api.indexnow.org'

/** https://www.indexnow.org/documentation: one of the engines passes it on to the others. */
export const indexNow: SearchEngine = {
  removals: true,
  most: 10_000,
  async send(_record, urls, { siteUrl, key, origins, signal }) {
    const keyLocation = `${siteUrl}/${keyFile(key)}`
    const body = JSON.stringify({ host: new URL(siteUrl).host, key, keyLocation, urlList: urls })
    const response = await post({ url: new URL('/indexnow', origins.indexnow ?? origin), body, signal })
    response.close()
    const failure = failureOf(response.status, keyLocation) ?? statusFailure(response.status, response.headers)
    if (failure) throw failure
    return { refused: new Map() }
  },
}

function failureOf(status: number, keyLocation: string): DeliveryFailure | undefined {
  if (status === 403) return new DeliveryFailure(`搜索引擎没有读到密钥（HTTP 403），请确认在外网能打开${keyLocation}`, { permanent: true })
  if (status === 422) return new DeliveryFailure('网址与网站的域名不符（HTTP 422），请运维人员检查SITE_URL', { permanent: true })
  return undefined
}
