import type { OutsideKind } from '../contract/kinds/outsidePages.ts'
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
}

/** What sort of page it is: by what it says of itself, or by the first step to it that is telling. */
export function toldKind({ metas, objects }: PageFacts, { place, address }: PageSigns): OutsideKind | undefined {
  const types = objects.flatMap((object) => object['@type']).map(String)
  const shared = metas.get('og:type') ?? ''
  if (types.includes('Product') || /^(?:og:)?product/.test(shared)) return 'product'
  if (types.some((type) => /^(?:NewsArticle|BlogPosting|Report)$/.test(type)) || shared === 'news') return 'news'
  if (new URL(address).hostname === 'mp.weixin.qq.com') return 'news'
  const told = place.steps.slice(0, 3).flatMap((step) => words.find(({ text }) => text.test(step)) ?? [])
  return told[0]?.kind
}
