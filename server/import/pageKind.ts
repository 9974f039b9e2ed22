import { kindInAddress, type OutsideKind } from '../../contract/outsidePages.ts'
import type { PageFacts } from './pageFacts.ts'
import type { PagePlace } from './pagePlace.ts'

const words: readonly { kind: OutsideKind; text: RegExp }[] = [
  { kind: 'page', text: /案例|工程|项目|关于|简介|联系|企业文化|荣誉|资质|招聘|服务|留言/ },
  { kind: 'product', text: /产品|设备|商品|机型|系列/ },
  { kind: 'news', text: /新闻|动态|资讯|公告|通知|活动|文章|博客|知识/ },
]

interface PageSigns {
  place: PagePlace
  address: string
  date: string
}

/** What sort of page it is: by what it says of itself, by the first step to it that is telling, by its address. */
export function kindOf({ metas, objects }: PageFacts, { place, address, date }: PageSigns): OutsideKind {
  const types = objects.flatMap((each) => each['@type']).map(String)
  const shared = metas.get('og:type') ?? ''
  if (types.includes('Product') || /^(?:og:)?product/.test(shared)) return 'product'
  if (types.some((type) => /^(?:NewsArticle|BlogPosting|Report)$/.test(type)) || shared === 'news') return 'news'
  if (new URL(address).hostname === 'mp.weixin.qq.com') return 'news'
  const told = place.steps.slice(0, 3).flatMap((step) => words.find(({ text }) => text.test(step)) ?? [])
  return told[0]?.kind ?? kindInAddress(address) ?? (date === '' ? 'page' : 'news')
}
