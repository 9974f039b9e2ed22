import type { Claim } from '../../contract/checks.ts'
import { settingsFieldPath } from '../../contract/adminPaths.ts'
import { contentOptionsOf, type KindName, kindNames, kinds, type RecordKind, recordPath } from '../../contract/kinds.ts'
import { plainText } from '../../contract/plainText.ts'
import { siteGroups } from '../../contract/siteFields.ts'
import { siteFieldLabel } from '../media/fieldLabels.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { textOf } from '../store/kind.ts'
import type { AnyRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { timeSlices } from '../store/timeSlices.ts'
import { claimsIn } from './superlatives.ts'

/** A record, or a field or list item of the site record: what visitors see of it. */
export interface Part {
  /** What staff call it. */
  name: string
  /** Where it is edited. */
  link: string
  claims: Claim[]
  links: string[]
  media: ShownFile[]
}

/** A picture or film at its place. */
export interface ShownFile {
  address: string
  /** Absent where words beside it say what it shows. */
  alt?: string
}

/** Reads everything that visitors see. What was read of a record is kept until the record changes. */
export function createScan(store: Store, site: () => CurrentSite): () => Promise<Part[]> {
  const known = new WeakMap<object, Part[]>()
  const partsOf = (record: object, read: () => Part[]): Part[] => {
    const parts = known.get(record) ?? read()
    known.set(record, parts)
    return parts
  }
  return async () => {
    const slices = timeSlices()
    const current = site()
    const parts = [...partsOf(current, () => siteParts(current))]
    for (const kind of kindNames) {
      for (const record of store.states[kind].live.all()) {
        parts.push(...partsOf(record, () => [recordPart(kind, record)]))
        if (slices.isOver()) await slices.pause()
      }
    }
    return parts
  }
}

function recordPart(kind: KindName, record: AnyRecord): Part {
  const { fields, title }: RecordKind = kinds[kind]
  const part = newPart(`${kinds[kind].noun}“${textOf(record, title) || '未命名'}”`, recordPath(kind, record.id))
  for (const name of [...Object.keys(fields), ...contentOptionsOf(kind)]) read(part, record[name], name)
  return part
}

/** Of the map only its tiles have an address, and the files for search engines are no content. */
const withoutContent = ['map', 'verifications', 'rootFiles']

function siteParts(site: CurrentSite): Part[] {
  return siteGroups.flatMap(({ id: group, fields }) => Object.keys(fields).flatMap((field) => {
    const value: unknown = Reflect.get(site, field)
    if (withoutContent.includes(field)) return []
    const paths = Array.isArray(value) ? value.map((_, index) => `${field}.${index}`) : [field]
    return paths.map((path) => {
      const part = newPart(siteFieldLabel(path.split('.'), site), settingsFieldPath(group, path))
      read(part, Array.isArray(value) ? value[Number(path.slice(field.length + 1))] : value, field)
      // Legal texts advertise nothing.
      return group === 'legal' ? { ...part, claims: [] } : part
    })
  }))
}

const newPart = (name: string, link: string): Part => ({ name, link, claims: [], links: [], media: [] })

const richFields = new Set(['body', ...Object.values<RecordKind>(kinds).flatMap(({ body }) => body ?? [])])
/** Fields that lead somewhere; every other address is of a picture or film. */
const linkFields = ['jumpUrl', 'target', 'address']
const isAddress = (text: string): boolean => /^(?:\/(?!\/)|https?:\/\/)\S+$/.test(text)

function read(part: Part, value: unknown, field: string): void {
  if (typeof value === 'string') {
    if (value === '') return
    if (richFields.has(field)) readRichText(part, value)
    else if (!isAddress(value)) part.claims.push(...claimsIn(value))
    else if (linkFields.includes(field)) part.links.push(value)
    // The pictures of a gallery have no words of their own.
    else part.media.push({ address: value, ...(field === 'pictures' && { alt: '' }) })
  } else if (Array.isArray(value)) {
    for (const each of value) read(part, each, field)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, each] of Object.entries(value)) read(part, each, key)
  }
}

/** A tag as the cleaner writes it; nothing within a quoted value counts as one. */
const tags = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/g
const blocks = /<\/?(?:p|h[1-6]|li|t[dhr]|caption|div|figcaption|summary|blockquote|pre|br)\b[^>]*>/g

function readRichText(part: Part, html: string): void {
  for (const piece of html.split(blocks)) part.claims.push(...claimsIn(plainText(piece)))
  for (const [tag] of html.matchAll(tags)) {
    if (tag.startsWith('<a ')) part.links.push(attributeOf(tag, 'href'))
    else if (tag.startsWith('<img ')) part.media.push({ address: attributeOf(tag, 'src'), alt: attributeOf(tag, 'alt') })
    else if (tag.startsWith('<video ')) {
      part.media.push(...['src', 'poster'].map((name) => ({ address: attributeOf(tag, name) })).filter(({ address }) => address !== ''))
    }
  }
}

const attributeOf = (tag: string, name: string): string =>
  new RegExp(`[ "]${name}="([^"]*)"`).exec(tag)?.[1]?.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&') ?? ''
