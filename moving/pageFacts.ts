import { truncate } from '../contract/text/characters.ts'
import { chinaDate, readDate } from './dates.ts'
import { attribute, type Element, elementsIn, namesOf, type Parent, rawTextOf, tagOf, plainText } from './tree.ts'

/** What a page says of itself for machines. */
export interface PageFacts {
  /** By name or property in lower case. */
  metas: ReadonlyMap<string, string>
  /** Objects of JSON-LD. */
  objects: readonly Record<string, unknown>[]
  documentTitle: string
}

const largestJson = 200_000

export function pageFacts(document: Parent): PageFacts {
  const metas = new Map<string, string>()
  const objects: Record<string, unknown>[] = []
  let documentTitle = ''
  for (const element of elementsIn(document)) {
    const tag = tagOf(element)
    if (tag === 'title' && documentTitle === '') documentTitle = clean(rawTextOf(element))
    if (tag === 'meta') {
      const name = attribute(element, 'property') || attribute(element, 'name') || attribute(element, 'itemprop')
      const content = clean(attribute(element, 'content'))
      if (name !== '' && content !== '' && !metas.has(name.toLowerCase())) metas.set(name.toLowerCase(), content)
    }
    if (tag === 'script' && attribute(element, 'type').toLowerCase() === 'application/ld+json')
      objects.push(...objectsIn(rawTextOf(element)))
  }
  return { metas, objects, documentTitle }
}

const clean = (text: string): string => truncate(text, 4_000).replace(/\s+/g, ' ').trim()

/** The objects that stand at the top, in a list or in `@graph`. */
function objectsIn(json: string): Record<string, unknown>[] {
  if (json.length > largestJson) return []
  let value: unknown
  try {
    // Some systems write line breaks into texts.
    value = JSON.parse(json.replace(/[\r\n\t]+/g, ' '))
  } catch {
    return []
  }
  const isObject = (each: unknown): each is Record<string, unknown> => typeof each === 'object' && each !== null
  const top = (Array.isArray(value) ? value : [value]).filter(isObject)
  return top.flatMap((each) => [each, ...(Array.isArray(each['@graph']) ? each['@graph'].filter(isObject) : [])])
}

export const textIn = (value: unknown): string => (typeof value === 'string' ? clean(value) : '')

/** Where systems write the date of an article. */
const dateNames = [
  'article:published_time',
  'og:article:published_time',
  'og:release_date',
  'datepublished',
  'pubdate',
  'publishdate',
  'publish_date',
  'bytedance:published_time',
]
const writtenDate =
  /(?:19|20)\d{2}\s?[-/.年]\s?\d{1,2}\s?[-/.月]\s?\d{1,2}日?(?:\s{0,2}\d{1,2}[:：]\d{2}(?:[:：]\d{2})?)?/.source
const labelledDate = new RegExp(
  `(?:发布|更新|上架|发表|添加|录入|上传|创建)?(?:时间|日期|于)\\s{0,3}[：:]?\\s{0,3}(${writtenDate})`,
)

/** When the page was published, in China; '' if it does not say so. */
export function dateOf({ metas, objects }: PageFacts, document: Parent, title: string): string {
  const stated = [
    ...dateNames.map((name) => metas.get(name) ?? ''),
    ...objects.flatMap((object) => [textIn(object.datePublished), textIn(object.pubDate), textIn(object.dateCreated)]),
  ]
  return firstDate(stated) || dateOfTimes(document) || dateOfWeChat(document) || dateBeside(plainText(document), title)
}

function firstDate(texts: readonly string[]): string {
  for (const text of texts) {
    const date = readDate(text)
    if (date !== '') return date
  }
  return ''
}

/** An element for times that is not of a comment or of another article. */
function dateOfTimes(document: Parent): string {
  const times = [...elementsIn(document)].filter(
    (element) => tagOf(element) === 'time' || attribute(element, 'itemprop') === 'datePublished',
  )
  const [only] = times
  const named = times.find((time) => /publish|entry-date|post-date|pubdate/.test(namesOf(time)) || hasPubdate(time))
  const time = named ?? (times.length === 1 ? only : undefined)
  return time ? firstDate([attribute(time, 'datetime'), attribute(time, 'content'), plainText(time)]) : ''
}
const hasPubdate = (element: Element): boolean => element.attrs.some(({ name }) => name === 'pubdate')

/** WeChat writes it by a script, in seconds. */
function dateOfWeChat(document: Parent): string {
  for (const element of elementsIn(document)) {
    if (tagOf(element) !== 'script') continue
    const [, seconds] = /\bvar ct\s*=\s*["'](\d{10})["']/.exec(rawTextOf(element)) ?? []
    if (seconds !== undefined) return chinaDate(Number(seconds) * 1_000)
  }
  return ''
}

/** A date near the title, with words in front of it or without; else one with such words anywhere. */
function dateBeside(text: string, title: string): string {
  for (let at = text.indexOf(title); title !== '' && at >= 0; at = text.indexOf(title, at + 1)) {
    const after = text.slice(at + title.length, at + title.length + 300)
    const date = readDate(labelledDate.exec(after)?.[1] ?? '') || readDate(after.slice(0, 150))
    if (date !== '') return date
  }
  return readDate(labelledDate.exec(text)?.[1] ?? '')
}

export const introOf = ({ metas, objects }: PageFacts): string => {
  const description = metas.get('description') ?? metas.get('og:description') ?? ''
  return truncate(description || textIn(objects.find((object) => textIn(object.description) !== '')?.description), 500)
}

/** The picture that the page is shared with. */
export function coverOf({ metas, objects }: PageFacts): string {
  const shared = metas.get('og:image') ?? metas.get('og:image:url') ?? metas.get('twitter:image') ?? ''
  if (shared !== '') return shared
  for (const { image, images } of objects) {
    for (const each of [image, images].flat()) {
      const address = typeof each === 'object' && each !== null && 'url' in each ? each.url : each
      if (typeof address === 'string' && address !== '') return address
    }
  }
  return ''
}
