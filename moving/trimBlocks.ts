import { type Block, linksDocument } from './blocks.ts'

const label = '\\s*[：:（(\\s]'
/** Words about the text, in front of it: when it was written, where it is from, how often it was read. */
const aboutText = new RegExp(
  [
    `(?:浏览|点击|阅读|访问|查看|关注)(?:次数|人数|率|数|量)?${label}`,
    `(?:人气|热度)${label}`,
    `\\d+\\s*(?:次|人)?(?:浏览|阅读|点击|观看)`,
    `字(?:体|号)(?:大小)?${label}`,
    '【?打印(?:本页|此页)?】?',
    '分享(?:到|至)?[：:]',
    '(?:当前|您的|所在|您现在的|你现在的|现在)位置',
    '位置[：:]',
    '^(?:详细|产品|商品)(?:说明|介绍|详情|描述|内容)[：:]$',
    `^(?:发布|更新|上架|发表|添加|录入)(?:时间|日期|于)`,
    `^(?:来源|信息来源|文章来源|作者|发布人|发布者|编辑|责任编辑|栏目|分类|所属分类|类别)${label}`,
    `^(?:时间|日期)?[：:]?\\s*\\d{4}\\s*[-/.年]\\s*\\d{1,2}\\s*[-/.月]\\s*\\d{1,2}日?(?:\\s*\\d{1,2}:\\d{2}(?::\\d{2})?)?$`,
  ].join('|'),
)
const longestAbout = 120
export const isAboutText = (text: string): boolean => text.length <= longestAbout && aboutText.test(text)

/** What one might read besides: the neighbours of a text, and others. */
const neighbours =
  /^[\s【[（(<«‹←]*(?:上一|下一|前一|后一)(?:篇|条|个|页|则|产品|新闻|案例|文章|项)|^(?:相关|推荐|热门|最新|更多)(?:文章|新闻|产品|阅读|推荐|案例|资讯|内容|链接|评论|信息)|^(?:猜你喜欢|延伸阅读|发表评论|网友评论|评论列表|返回列表|本文(?:网址|链接|地址))/
const aroundEnd =
  /^[\s【[（(]*(?:返回|关闭|打印|分享|收藏|标签|关键[词字]|tags?\s*[：:]|版权|免责|微信扫一扫|copyright|©|责任编辑|责编|编辑\s*[：:]|扫码|扫一扫|长按|点赞|举报|阅读原文|下一页|上一页|首页|本文标签|文章标签)/i
const longestEnd = 100

/** Without the title, which the page has above, and without the lines about the text in front of it and behind it. */
export function trimBlocks(text: readonly Block[], title: string): Block[] {
  let start = 0
  while (start < text.length && isLead(text[start], title)) start++
  let end = text.length
  while (end > start && isEnd(text[end - 1])) end--
  return text.slice(start, end).filter(({ tag, text }) => !(tag === 'h2' && isSame(text, title)))
}

/** Without links to other pages and what stands above them. A text may go on behind them. */
export function withoutNeighbours(blocks: readonly Block[]): Block[] {
  let above: Block | undefined
  const follows = (block: Block): boolean =>
    isOfLinks(block) || (above?.inLinks === 0 && block.pictures > 0 && block.text.length <= longestName)
  return blocks.filter((block, index) => {
    const isAbove = index > 0 && isNeighbour(block)
    if (isAbove || (above && !follows(block))) above = isAbove ? block : undefined
    return !above
  })
}
const longestName = 40

const isNeighbour = ({ text, inLinks }: Block): boolean =>
  neighbours.test(text) && (text.length <= longestHeading || inLinks > 0.3 * text.length)
/** Without a link a longer one is a sentence. */
const longestHeading = 15

function isLead(block: Block | undefined, title: string): boolean {
  if (!block || block.pictures > 0) return false
  const { text } = block
  if (isSame(text, title) || isOfLinks(block)) return true
  return isAboutText(text)
}

function isEnd(block: Block | undefined): boolean {
  if (!block || block.pictures > 0) return false
  if (isOfLinks(block)) return true
  return block.text.length <= longestEnd && (aroundEnd.test(block.text) || isAboutText(block.text))
}

const isOfLinks = (block: Block): boolean =>
  block.text.length < 200 && block.inLinks > 0.7 * block.text.length && !linksDocument(block)

const isSame = (text: string, title: string): boolean => bare(text) === bare(title)
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{P}]+/gu, '')
    .toLowerCase()
