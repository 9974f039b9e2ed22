import { canParse, hasOwn } from './standIns.ts'

/**
 * What rich text may consist of: the editor writes nothing else and the server stores nothing else. Whatever is not named here is
 * removed.
 */

export const alignClasses = ['align-left', 'align-center', 'align-right', 'align-justify'] as const
export const colorClasses = [
  'color-red',
  'color-orange',
  'color-yellow',
  'color-green',
  'color-blue',
  'color-purple',
  'color-grey',
] as const
export const widthClasses = ['width-25', 'width-50', 'width-75', 'width-100'] as const

/** What an attribute's value must be: any text, an address to go to, one to load from, one of a few small words, or a number in a range. */
type ValueRule = 'text' | 'link' | 'media' | readonly string[] | { readonly from: number; readonly to: number }

/** In `allowedIn`: the top of the text, in no element. */
export const top = ''

export interface ElementRule {
  /** Where it is allowed: where blocks are, wherever text is, or only directly inside one of these. */
  readonly allowedIn: 'blocks' | 'line' | readonly string[]
  /** What it may contain: blocks and text, a line of text, what its parent may, only the elements whose parent it is, or nothing. */
  readonly content: 'blocks' | 'line' | 'same' | 'parts' | 'nothing'
  readonly attributes?: Readonly<Record<string, ValueRule>>
  readonly classes?: readonly string[]
  /** The element is left out without this attribute. */
  readonly needs?: string
  /** Attributes that it always has, or, with `beside`, whenever it has that one. */
  readonly adds?: Readonly<Record<string, { readonly value: string; readonly beside?: string }>>
  /** Never inside another of its kind, however deep. */
  readonly noNesting?: true
  /** The element that it begins with, or it is left out. That one is nowhere else in it. */
  readonly first?: string
}

const textClasses = [...alignClasses, ...colorClasses]
const containerClasses = [...textClasses, ...widthClasses]
const direction = { dir: ['ltr', 'rtl', 'auto'] } as const
const pixels = { from: 1, to: 9999 }
const span = { from: 1, to: 100 }
const textBlock: ElementRule = { allowedIn: 'blocks', content: 'line', attributes: direction, classes: textClasses }
const container: ElementRule = { allowedIn: 'blocks', content: 'blocks', attributes: direction, classes: textClasses }
const mark: ElementRule = { allowedIn: 'line', content: 'same', classes: colorClasses }
const rows: ElementRule = { allowedIn: ['table'], content: 'parts' }
const cell: ElementRule = {
  allowedIn: ['tr'],
  content: 'blocks',
  attributes: { ...direction, colspan: span, rowspan: span },
  classes: containerClasses,
}

export const elements: ReadonlyMap<string, ElementRule> = new Map<string, ElementRule>([
  ['h1', textBlock],
  ['h2', textBlock],
  ['h3', textBlock],
  ['h4', textBlock],
  ['h5', textBlock],
  ['h6', textBlock],
  ['p', textBlock],
  ['pre', textBlock],
  ['div', { ...container, classes: containerClasses }],
  ['blockquote', container],
  ['ul', container],
  ['ol', { ...container, attributes: { ...direction, start: { from: 0, to: 9999 } } }],
  ['li', { ...container, allowedIn: ['ul', 'ol'] }],
  ['figure', { ...container, classes: containerClasses }],
  ['figcaption', { ...container, allowedIn: ['figure'] }],
  ['hr', { allowedIn: 'blocks', content: 'nothing' }],
  ['details', { allowedIn: [top], content: 'blocks', first: 'summary' }],
  ['summary', { allowedIn: ['details'], content: 'line' }],

  ['table', { allowedIn: 'blocks', content: 'parts', attributes: direction, classes: containerClasses }],
  ['caption', { ...container, allowedIn: ['table'] }],
  ['colgroup', { ...rows, attributes: { span } }],
  ['col', { allowedIn: ['colgroup'], content: 'nothing', attributes: { span }, classes: widthClasses }],
  ['thead', rows],
  ['tbody', rows],
  ['tfoot', rows],
  ['tr', { allowedIn: ['thead', 'tbody', 'tfoot'], content: 'parts' }],
  ['th', { ...cell, attributes: { ...cell.attributes, scope: ['row', 'col', 'rowgroup', 'colgroup'] } }],
  ['td', cell],

  ['strong', mark],
  ['b', mark],
  ['em', mark],
  ['i', mark],
  ['u', mark],
  ['s', mark],
  ['del', mark],
  ['ins', mark],
  ['sub', mark],
  ['sup', mark],
  ['mark', mark],
  ['small', mark],
  ['code', mark],
  ['span', mark],
  [
    'a',
    {
      ...mark,
      attributes: { href: 'link', title: 'text', target: ['_blank'] },
      needs: 'href',
      adds: { rel: { value: 'noopener noreferrer', beside: 'target' } },
      noNesting: true,
    },
  ],
  ['br', { allowedIn: 'line', content: 'nothing' }],
  [
    'img',
    {
      allowedIn: 'line',
      content: 'nothing',
      attributes: { src: 'media', alt: 'text', width: pixels, height: pixels },
      classes: [...alignClasses, ...widthClasses],
      needs: 'src',
    },
  ],
  [
    'video',
    {
      allowedIn: 'line',
      content: 'nothing',
      attributes: { src: 'media', poster: 'media', width: pixels, height: pixels, preload: ['none', 'metadata'] },
      classes: [...alignClasses, ...widthClasses],
      needs: 'src',
      adds: { controls: { value: '' } },
    },
  ],
])

/** These have no end tag. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col'])

/**
 * These are left out with their content, which is code, another language or a fallback. Of every other unknown element the content is
 * kept.
 */
export const dropped: ReadonlySet<string> = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'title',
  'svg',
  'math',
  'iframe',
  'frame',
  'frameset',
  'noframes',
  'object',
  'embed',
  'noembed',
  'applet',
  'audio',
  'canvas',
  'select',
  'datalist',
  'textarea',
  'xmp',
  'plaintext',
])

/** Attributes with a longer value are left out. */
const maxValueLength = 2000

/** Removes control characters except tabs and line feeds, lone surrogates, noncharacters and byte order marks. */
export const stripInvisible = (text: string): string =>
  text.replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFEFF]/gu, '')

/**
 * A browser skips tabs, line ends and control characters in an address and reads a backslash as a slash, so an address that contains
 * one is refused.
 */
const ambiguous = /[\\\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]/u
const space = '\t\n\f\r '
const localPath = /^\/(?!\/)/
/** Up to / ? or # a relative address could be read as a scheme, so its first segment may contain no more than a file name needs. */
const relative = /^(?:[#?]|[\p{L}\p{M}\p{N}._~% -]+(?:[/?#]|$))/u
const web = /^https?:\/\/[^/]/i
const secureWeb = /^https:\/\/[^/]/i
const contact = /^(?:mailto|tel):[^/]/i

/** Not by a regular expression: one for the spaces at the end is tried again at every space inside. */
function trimSpace(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && space.includes(value.charAt(from))) from++
  while (to > from && space.includes(value.charAt(to - 1))) to--
  return value.slice(from, to)
}

function readAddress(value: string): string | undefined {
  const address = trimSpace(value)
  return address === '' || address.length > maxValueLength || ambiguous.test(address) ? undefined : address
}

/** Returns the address if it is http, https, mailto, tel or relative. `//host` is none of these. */
export function safeLink(value: string): string | undefined {
  const address = readAddress(value)
  if (address === undefined) return undefined
  const isSafe =
    localPath.test(address) ||
    relative.test(address) ||
    contact.test(address) ||
    (web.test(address) && canParse(address))
  return isSafe ? address : undefined
}

/** Returns the address if it is https or a path on this site. */
export function safeMedia(value: string): string | undefined {
  const address = readAddress(value)
  if (address === undefined) return undefined
  return localPath.test(address) || (secureWeb.test(address) && canParse(address)) ? address : undefined
}

const plainNumber = /^(?:0|[1-9]\d{0,5})$/

function keptValue(rule: ValueRule, value: string): string | undefined {
  if (rule === 'text') return stripInvisible(value)
  if (rule === 'link') return safeLink(value)
  if (rule === 'media') return safeMedia(value)
  if (!('from' in rule)) return rule.find((word) => word === value.toLowerCase())
  return plainNumber.test(value) && Number(value) >= rule.from && Number(value) <= rule.to ? value : undefined
}

const keptClasses = (allowed: readonly string[], value: string): string | undefined =>
  [...new Set(value.split(/[\t\n\f\r ]/))].filter((name) => allowed.includes(name)).join(' ') || undefined

/** Returns the attributes that an element keeps, in their order, with the values to write. */
export function keptAttributes(
  { attributes = {}, classes = [], adds = {} }: ElementRule,
  source: Iterable<{ readonly name: string; readonly value: string }>,
): Map<string, string> {
  const result = new Map<string, string>()
  for (const { name, value } of source) {
    if (value.length > maxValueLength) continue
    const rule = hasOwn(attributes, name) ? attributes[name] : undefined
    let text: string | undefined
    if (rule) text = keptValue(rule, value)
    else if (name === 'class') text = keptClasses(classes, value)
    else if (hasOwn(adds, name)) text = ''
    if (text !== undefined) result.set(name, text)
  }
  for (const [name, { value, beside }] of Object.entries(adds)) {
    if (beside === undefined || result.has(beside)) result.set(name, value)
    else result.delete(name)
  }
  return result
}
