import type { MovedRecord } from '../contract/kinds/movedRecords.ts'
import {
  attribute,
  childrenOf,
  contentOf,
  type Element,
  elementsIn,
  isElement,
  parentOf,
  parsePage,
  remove,
  tagOf,
  plainText,
} from './tree.ts'

/** Words that companies hardly ever have in a text, by which whole sentences of advertisements are known. */
const strong =
  /百家乐|时时彩|六合彩(?!钢)|北京赛车|pk10|澳门[新老]?葡京|葡京|真人(?:娱乐|视讯|荷官)|娱乐城|bet365|彩金|老虎机|博彩|赌[场博]|体育投注|外围|私服|裸聊|成人(?:视频|电影)|一夜情|援交|代开发票|套现|黑户|代孕/gi
/** Words that are in advertisements as in other texts. */
const weak = /彩票|棋牌|投注|下注|开户|开奖|贷款|发票|娱乐|注册|官网|平台|手机版|下载|app|充值|提现|直播|看片|无码/gi

const wordsIn = (text: string, words: RegExp): number =>
  new Set(Array.from(text.matchAll(words), ([word]) => word.toLowerCase())).size

/** A word alone proves nothing: a company may build cabinets for 彩票. */
const signsIn = (text: string): number => {
  const sure = wordsIn(text, strong)
  return sure === 0 ? 0 : 2 * sure + wordsIn(text.replace(strong, ' '), weak)
}
const signsOfTitle = 3
const signsOfParagraph = 6

const hiding =
  /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|(?:left|top|text-indent)\s*:\s*-\d{3,}|height\s*:\s*[01](?:px)?\s*;.*overflow\s*:\s*hidden|overflow\s*:\s*hidden\s*;.*height\s*:\s*[01](?:px)?(?![.\d])/i
const isOutOfSight = (element: Element): boolean =>
  hiding.test(attribute(element, 'style').slice(0, 1_000)) ||
  (/^(?:iframe|frame|marquee)$/.test(tagOf(element)) && /^[0-4]$/.test(attribute(element, 'height').replace(/px$/, '')))

const paragraphs: ReadonlySet<string> = new Set(['p', 'div', 'li', 'td', 'span', 'font', 'a'])
const isAdvertisement = (element: Element): boolean =>
  paragraphs.has(tagOf(element)) &&
  childrenOf(element).every((child) => !isElement(child) || !paragraphs.has(tagOf(child)) || tagOf(child) === 'a') &&
  signsIn(plainText(element)) >= signsOfParagraph

/** What may be in a text that somebody has put something into. */
const suspicious =
  /<script|<iframe|<marquee|style\s*=[^>]*(?:display|visibility|font-size|opacity|left|top|indent|height)/i

/** Old sites were broken into, and others have hidden links, scripts and advertisements in them: these stay behind, and are counted. */
export function withoutInfection(record: MovedRecord): MovedRecord {
  const notes = [...record.notes]
  const text = record.html
  const isSpam = signsIn(record.title) >= signsOfTitle
  if (isSpam) notes.push('标题像博彩、贷款这类垃圾广告，先不选')
  const cleaned = suspicious.test(text) || text.search(strong) !== -1 ? cleanedText(text) : undefined
  if (!cleaned) return { ...record, hidden: record.hidden || isSpam, notes }
  const { scripts, hidden, advertisements } = cleaned
  if (scripts > 0) notes.push(`去掉了${scripts}段脚本`)
  if (hidden > 0) notes.push(`去掉了藏起来的内容${hidden}处`)
  if (advertisements > 0) notes.push(`去掉了像垃圾广告的内容${advertisements}处`)
  const isInfected = scripts + hidden + advertisements > 0
  return { ...record, html: isInfected ? cleaned.html : text, hidden: record.hidden || isSpam, notes }
}

/** Undefined for a text with too many elements: the cleaner leaves out its scripts all the same. */
function cleanedText(source: string) {
  const { document, complete } = parsePage(source)
  if (!complete) return undefined
  const all = [...elementsIn(document)]
  const body = all.find((element) => tagOf(element) === 'body')
  const counts = { scripts: 0, hidden: 0, advertisements: 0 }
  const gone = new Set<Element>()
  for (const element of all) {
    const parent = parentOf(element)
    const sort = sortOf(element)
    // What lies in one that has gone is gone, too.
    if (sort) counts[sort] += parent && gone.has(parent) ? 0 : 1
    if (sort || (parent && gone.has(parent))) gone.add(element)
  }
  for (const element of gone) remove(element)
  return { ...counts, html: body ? contentOf(body) : '' }
}

function sortOf(element: Element): 'scripts' | 'hidden' | 'advertisements' | undefined {
  if (tagOf(element) === 'script') return 'scripts'
  if (isOutOfSight(element)) return 'hidden'
  return isAdvertisement(element) ? 'advertisements' : undefined
}
