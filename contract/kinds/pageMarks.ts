import type { KindName } from './kinds.ts'
import { isObject, type SiteField, type SiteFields } from '../site/siteFieldKinds.ts'

/**
 * A page that is previewed says itself which field each of its texts comes from: the texts are between marks of characters that no font
 * draws, the tags of Unicode, which spell the path of the field. They stay with a text wherever the page shows it, also within another
 * one, and in two halves.
 */
const opening = '\u{E0001}'
const closing = '\u{E0002}'
const ending = '\u{E007F}'
const firstTag = 0xe0000
const markPattern = /([\u{E0001}\u{E0002}])([\u{E0020}-\u{E007E}]+)\u{E007F}/gu

const tagged = (path: string): string =>
  Array.from(path, (letter) => String.fromCodePoint(firstTag + letter.charCodeAt(0))).join('')
const untagged = (tags: string): string =>
  Array.from(tags, (tag) => String.fromCharCode((tag.codePointAt(0) ?? 0) - firstTag)).join('')

function markText(path: string, text: string): string {
  const tags = tagged(path)
  return text === '' ? text : `${opening}${tags}${ending}${text}${closing}${tags}${ending}`
}

const tag = /<[^<>"]*(?:"[^"]*"[^<>"]*)*>/g

/** Between the first letter and the last. */
function markRichText(path: string, html: string): string {
  const letters = html.replace(tag, (each) => ' '.repeat(each.length))
  const end = letters.trimEnd().length
  const start = Math.min(end, letters.length - letters.trimStart().length)
  return html.slice(0, start) + markText(path, html.slice(start, end)) + html.slice(end)
}

interface Mark {
  path: string
  opens: boolean
  /** Where it stands in the text without marks. */
  at: number
}

/** The text as visitors see it, and the marks that were in it. */
export function readMarks(text: string) {
  const marks: Mark[] = []
  let removed = 0
  const plain = text.replace(markPattern, (mark, kind: string, tags: string, offset: number) => {
    marks.push({ path: untagged(tags), opens: kind === opening, at: offset - removed })
    removed += mark.length
    return ''
  })
  return { text: plain, marks }
}

/** What the reply of a preview has besides: what cannot be marked, as it is an address. */
export interface PagePlaces {
  /** The pictures of the settings, by the paths of their fields. */
  pictures: { path: string; address: string }[]
  /** The records that the page shows, by the address of their page, or of the picture of a carousel. */
  records: { kind: KindName; id: string; title: string; address: string }[]
}

const markedKinds: readonly SiteField['kind'][] = [
  'text',
  'paragraph',
  'phone',
  'mailbox',
  'icp',
  'police',
  'creditCode',
  'timeSpan',
]

function mapField(
  field: SiteField,
  path: string,
  value: unknown,
  map: (field: SiteField, path: string, text: string) => string,
): unknown {
  if (field.kind === 'list' && Array.isArray(value))
    return value.map((item: unknown, index) => mapField(field.of, `${path}.${index}`, item, map))
  if (field.kind === 'object' && isObject(value)) {
    const members = Object.entries(field.fields).map(([name, member]) => [
      name,
      mapField(member, `${path}.${name}`, value[name], map),
    ])
    return { ...value, ...Object.fromEntries(members) }
  }
  return typeof value === 'string' ? map(field, path, value) : value
}

/** The site record with its texts marked. */
export function marked<S extends object>(fields: SiteFields, site: S): S {
  const entries = Object.entries(fields).map(([name, field]) => [
    name,
    mapField(field, name, Reflect.get(site, name), (each, path, text) => {
      if (each.kind === 'richText') return markRichText(path, text)
      return markedKinds.includes(each.kind) ? markText(path, text) : text
    }),
  ])
  return { ...site, ...Object.fromEntries(entries) }
}

/** Where its pictures are from. */
export function picturesOf(fields: SiteFields, site: object): PagePlaces['pictures'] {
  const pictures: PagePlaces['pictures'] = []
  for (const [name, field] of Object.entries(fields)) {
    mapField(field, name, Reflect.get(site, name), (each, path, address) => {
      if ((each.kind === 'picture' || each.kind === 'film') && address !== '') pictures.push({ path, address })
      return address
    })
  }
  return pictures
}
