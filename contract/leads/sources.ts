import type { LeadOrigin } from './leadOrigin.ts'
import { truncate } from '../text/characters.ts'
import { text } from '../calls/fields.ts'

/** Apps with a browser of their own, which names no site that led here. The first match counts: that of 企业微信 names 微信, too. */
const apps: readonly (readonly [RegExp, string])[] = [
  [/wxwork/i, '企业微信'],
  [/MicroMessenger/i, '微信'],
  [/DingTalk/i, '钉钉'],
  [/Lark|Feishu/i, '飞书'],
  [/aweme/i, '抖音'],
  [/ QQ\//, 'QQ'],
]
export const appOf = (userAgent: string): string => apps.find(([pattern]) => pattern.test(userAgent))?.[1] ?? ''

/** A host stands for all hosts below it, too. */
const sites: Readonly<Record<string, string>> = {
  'baidu.com': '百度',
  'sogou.com': '搜狗',
  'bing.com': '必应',
  'so.com': '360搜索',
  'sm.cn': '神马',
  'toutiao.com': '头条',
  'douyin.com': '抖音',
  'google.com': '谷歌',
  'google.com.hk': '谷歌',
  'google.cn': '谷歌',
  'weixin.qq.com': '微信',
  'zhihu.com': '知乎',
  'weibo.com': '微博',
}
const siteNames: ReadonlyMap<string, string> = new Map(Object.entries(sites))

function siteName(host: string): string {
  for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
    const name = siteNames.get(rest)
    if (name) return name
  }
  return host.replace(/^www\./, '')
}

/** The utm parameters of an address. */
export const campaignOf = (query: URLSearchParams): string =>
  ['utm_source', 'utm_medium', 'utm_campaign'].flatMap((name) => query.get(name) || []).join(' / ')

const maxSourceLength = 60
const label = text({ trim: true, max: [maxSourceLength, ''] })

/** The campaign, else the site or app, in a few words. */
export const sourceOf = ({ campaign, referrer }: Pick<LeadOrigin, 'campaign' | 'referrer'>): string =>
  (campaign && label.parse(truncate(campaign, maxSourceLength))) ||
  truncate(siteName(referrer.toLowerCase()), maxSourceLength) ||
  '直接访问'
