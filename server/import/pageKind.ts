import type { OutsidePage } from '../../contract/outsidePages.ts'
import type { PageFacts } from './pageFacts.ts'
import { elementsIn, namesOf, type Parent, textOf } from './tree.ts'

type Kind = OutsidePage['kind']

const words: readonly { kind: Kind; text: RegExp; path: RegExp }[] = [
  {
    kind: 'page',
    text: /案例|工程|项目|关于|简介|联系|企业文化|荣誉|资质|招聘|服务|留言/,
    path: /(?:^|[/_-])(?:cases?|anli|projects?|about|guanyu|jianjie|contact|lianxi|honor|rongyu|service|jobs?|recruit|culture|message|gywm|lxwm)(?:$|[/_.-])/,
  },
  {
    kind: 'product',
    text: /产品|设备|商品|机型|系列/,
    path: /(?:^|[/_-])(?:products?|pro|proshow|productshow|productview|chanpin|cp|cpzx|goods|shop|item)(?:$|[/_.\d-])/,
  },
  {
    kind: 'news',
    text: /新闻|动态|资讯|公告|通知|活动|文章|博客|知识/,
    path: /(?:^|[/_-])(?:news|newsshow|newsview|newsinfo|xinwen|xwzx|xwdt|dongtai|gsdt|hydt|article|articles|zixun|blog|archives?|posts?|info|notice)(?:$|[/_.\d-])|\/(?:19|20)\d{2}[/-]?\d{2}\//,
  },
]

/** What sort of page it is: by what it says of itself, by where it stands on the site, by its address. */
export function kindOf({ metas, objects }: PageFacts, document: Parent, address: string, date: string): Kind {
  const types = objects.flatMap((each) => each['@type']).map(String)
  const shared = metas.get('og:type') ?? ''
  if (types.includes('Product') || /^(?:og:)?product/.test(shared)) return 'product'
  if (types.some((type) => /^(?:NewsArticle|BlogPosting|Report)$/.test(type)) || shared === 'news') return 'news'
  const url = new URL(address)
  if (url.hostname === 'mp.weixin.qq.com') return 'news'
  const place = breadcrumbs(document)
  const path = url.pathname.toLowerCase()
  const known =
    words.find(({ text }) => text.test(place)) ??
    words.find((each) => each.path.test(path)) ??
    words.find((each) => each.path.test(`/${url.search.slice(1).toLowerCase().replace(/[=&?]/g, '/')}/`))
  if (known) return known.kind
  return date === '' ? 'page' : 'news'
}

/** The last steps of the way to the page, as its head says them; '' if it does not. */
function breadcrumbs(document: Parent): string {
  for (const element of elementsIn(document)) {
    const isNamed = /crumb|weizhi|(?:^|[\s_-])(?:position|place|location|path|dqwz|pos)(?:$|[\s\d_-])/.test(
      namesOf(element),
    )
    const text = isNamed ? textOf(element) : ''
    if (text !== '' && text.length < 200 && /首页|主页|位置|>|»|›|\//.test(text)) return stepsOf(text)
  }
  const [, text = ''] = /(?:当前|您的|所在|现在的?)位置\s{0,2}[：:]?(.{0,100})/.exec(textOf(document)) ?? []
  return stepsOf(text)
}

/** Without the title of the page at its end. */
const stepsOf = (text: string): string =>
  text
    .split(/\s*[>»›/→]\s*/)
    .slice(0, 3)
    .join(' ')
