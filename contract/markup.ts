import { canParse, hasOwn } from './standIns.ts'

/**
 * What rich text may consist of: the editor writes nothing else and the server stores nothing else. Whatever is not named here is
 * taken away.
 */

export const alignClasses = ['align-left', 'align-center', 'align-right', 'align-justify'] as const
export const colorClasses = [
  'color-red', 'color-orange', 'color-yellow', 'color-green', 'color-blue', 'color-purple', 'color-grey',
] as const
export const widthClasses = ['width-25', 'width-50', 'width-75', 'width-100'] as const

/** What an attribute's value must be: free words, an address to go to, one to load from, one of a few words, or a number in a range. */
export type ValueRule = 'words' | 'link' | 'media' | readonly string[] | { readonly from: number; readonly to: number }

export interface ElementRule {
  /** Where it may stand: where blocks may, wherever text may, or only directly inside one of these. */
  readonly stands: 'blocks' | 'line' | readonly string[]
  /** What it may hold: blocks and text, a line of text, what its parent may, only the elements that stand in it, or nothing. */
  readonly holds: 'blocks' | 'line' | 'same' | 'parts' | 'nothing'
  readonly attributes?: Readonly<Record<string, ValueRule>>
  readonly classes?: readonly string[]
  /** The attribute without which it is not worth keeping. */
  readonly needs?: string
  /** Attributes it always carries, or, with `beside`, whenever it carries that one. */
  readonly adds?: Readonly<Record<string, { readonly value: string; readonly beside?: string }>>
  /** Never inside another of its kind, however deep. */
  readonly once?: true
}

const textClasses = [...alignClasses, ...colorClasses]
const boxClasses = [...textClasses, ...widthClasses]
const pixels = { from: 1, to: 9999 }
const span = { from: 1, to: 100 }
const line: ElementRule = { stands: 'blocks', holds: 'line', classes: textClasses }
const box: ElementRule = { stands: 'blocks', holds: 'blocks', classes: textClasses }
const phrase: ElementRule = { stands: 'line', holds: 'same', classes: colorClasses }
const rows: ElementRule = { stands: ['table'], holds: 'parts' }
const cell: ElementRule = { stands: ['tr'], holds: 'blocks', attributes: { colspan: span, rowspan: span }, classes: boxClasses }

export const elements: ReadonlyMap<string, ElementRule> = new Map<string, ElementRule>([
  ['h1', line], ['h2', line], ['h3', line], ['h4', line], ['h5', line], ['h6', line], ['p', line], ['pre', line],
  ['div', { ...box, classes: boxClasses }],
  ['blockquote', box],
  ['ul', box],
  ['ol', { ...box, attributes: { start: { from: 0, to: 9999 } } }],
  ['li', { ...box, stands: ['ul', 'ol'] }],
  ['figure', { ...box, classes: boxClasses }],
  ['figcaption', { ...box, stands: ['figure'] }],
  ['hr', { stands: 'blocks', holds: 'nothing' }],

  ['table', { stands: 'blocks', holds: 'parts', classes: boxClasses }],
  ['caption', { ...box, stands: ['table'] }],
  ['colgroup', { ...rows, attributes: { span } }],
  ['col', { stands: ['colgroup'], holds: 'nothing', attributes: { span }, classes: widthClasses }],
  ['thead', rows], ['tbody', rows], ['tfoot', rows],
  ['tr', { stands: ['thead', 'tbody', 'tfoot'], holds: 'parts' }],
  ['th', { ...cell, attributes: { ...cell.attributes, scope: ['row', 'col', 'rowgroup', 'colgroup'] } }],
  ['td', cell],

  ['strong', phrase], ['b', phrase], ['em', phrase], ['i', phrase], ['u', phrase], ['s', phrase], ['del', phrase], ['ins', phrase],
  ['sub', phrase], ['sup', phrase], ['mark', phrase], ['small', phrase], ['code', phrase], ['span', phrase],
  ['a', {
    ...phrase,
    attributes: { href: 'link', title: 'words', target: ['_blank'] },
    needs: 'href',
    adds: { rel: { value: 'noopener noreferrer', beside: 'target' } },
    once: true,
  }],
  ['br', { stands: 'line', holds: 'nothing' }],
  ['img', {
    stands: 'line',
    holds: 'nothing',
    attributes: { src: 'media', alt: 'words', width: pixels, height: pixels },
    classes: [...alignClasses, ...widthClasses],
    needs: 'src',
  }],
  ['video', {
    stands: 'line',
    holds: 'nothing',
    attributes: { src: 'media', poster: 'media', width: pixels, height: pixels, preload: ['none', 'metadata'] },
    classes: [...alignClasses, ...widthClasses],
    needs: 'src',
    adds: { controls: { value: '' } },
  }],
])

/** These have no end tag. */
export const voids: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col'])

/**
 * These go with all they contain: what is in them is code, or another language, or meant for where they do not work. Every other
 * unknown element leaves its content.
 */
export const dropped: ReadonlySet<string> = new Set([
  'script', 'style', 'template', 'noscript', 'title', 'svg', 'math',
  'iframe', 'frame', 'frameset', 'noframes', 'object', 'embed', 'noembed', 'applet', 'audio', 'canvas',
  'select', 'datalist', 'textarea', 'xmp', 'plaintext',
])

/** No attribute longer than this is kept. */
export const longestValue = 2000

/**
 * Text without what is never seen and only confuses: control characters, halves of surrogate pairs, noncharacters, byte order marks.
 * Tabs and line feeds stay.
 */
export const plain = (text: string): string => text.replace(/(?![\t\n])[\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\uFEFF]/gu, '')

/**
 * A browser reads an address past tabs, line ends and control characters, and a backslash as a slash; so an address that holds one
 * is not judged but refused.
 */
const unreadable = /[\\\p{Cc}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029\uFEFF]/u
const space = '\t\n\f\r '
const localPath = /^\/(?!\/)/
/** Until / ? or # a relative address could still turn out to be a scheme, so its first segment holds no more than a file name needs. */
const relative = /^(?:[#?]|[\p{L}\p{M}\p{N}._~% -]+(?:[/?#]|$))/u
const web = /^https?:\/\/[^/]/i
const secureWeb = /^https:\/\/[^/]/i
const contact = /^(?:mailto|tel):[^/]/i

/** By hand: a regular expression for the spaces at the end starts anew at every space within. */
function withoutSpacesAround(value: string): string {
  let from = 0
  let to = value.length
  while (from < to && space.includes(value.charAt(from))) from++
  while (to > from && space.includes(value.charAt(to - 1))) to--
  return value.slice(from, to)
}

function readable(value: string): string | undefined {
  const address = withoutSpacesAround(value)
  return address === '' || address.length > longestValue || unreadable.test(address) ? undefined : address
}

/** The address, when it is http, https, mailto, tel or a relative one. `//host` is none of these. */
export function safeLink(value: string): string | undefined {
  const address = readable(value)
  if (address === undefined) return undefined
  const fine = localPath.test(address) || relative.test(address) || contact.test(address) || (web.test(address) && canParse(address))
  return fine ? address : undefined
}

/** The address, when it is a path on this site or https. */
export function safeMedia(value: string): string | undefined {
  const address = readable(value)
  if (address === undefined) return undefined
  return localPath.test(address) || (secureWeb.test(address) && canParse(address)) ? address : undefined
}

const plainNumber = /^(?:0|[1-9]\d{0,5})$/

function keptValue(rule: ValueRule, value: string): string | undefined {
  if (rule === 'words') return plain(value)
  if (rule === 'link') return safeLink(value)
  if (rule === 'media') return safeMedia(value)
  const fine = 'from' in rule ? plainNumber.test(value) && Number(value) >= rule.from && Number(value) <= rule.to : rule.includes(value)
  return fine ? value : undefined
}

const keptClasses = (allowed: readonly string[], value: string): string | undefined =>
  [...new Set(value.split(/[\t\n\f\r ]/))].filter((name) => allowed.includes(name)).join(' ') || undefined

/** The attributes that an element keeps, in the order they came, each with its value as it is to be written. */
export function keptAttributes(
  { attributes = {}, classes = [], adds = {} }: ElementRule,
  given: Iterable<{ readonly name: string; readonly value: string }>,
): Map<string, string> {
  const kept = new Map<string, string>()
  for (const { name, value } of given) {
    if (value.length > longestValue) continue
    const rule = hasOwn(attributes, name) ? attributes[name] : undefined
    const said = rule ? keptValue(rule, value) : name === 'class' ? keptClasses(classes, value) : hasOwn(adds, name) ? '' : undefined
    if (said !== undefined) kept.set(name, said)
  }
  for (const [name, { value, beside }] of Object.entries(adds)) {
    if (beside === undefined || kept.has(beside)) kept.set(name, value)
    else kept.delete(name)
  }
  return kept
}
