import type { Claim } from '../../contract/calls/checks.ts'
import { settingsFieldPath } from '../../contract/calls/adminPaths.ts'
import { type KindName, kindNames, kinds, recordPath, recordKind } from '../../contract/kinds/kinds.ts'
import { plainText } from '../../contract/text/plainText.ts'
import { isObject, type SiteField } from '../../contract/site/siteFieldKinds.ts'
import { siteGroups } from '../../contract/site/siteFields.ts'
import { unescapeXml } from '../../contract/text/xml.ts'
import { siteFieldLabel } from '../media/fieldLabels.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { textOf } from '../store/kind.ts'
import type { AnyRecord } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import { claimsIn } from './superlatives.ts'

/** A record, or a field or list item of the site record: what visitors see of it. */
export interface Part {
  name: string
  link: string
  claims: Claim[]
  links: string[]
  /** The site leaves out those that lead to a page that is off. */
  menuLinks: string[]
  media: ShownFile[]
  /** The labels of fields for which another version of the program has stored a value of another type. */
  otherTypes: string[]
}

/** A picture or film at its place. */
export interface ShownFile {
  address: string
  /** Absent where words beside it say what it shows. */
  alt?: string
}

/** Reads everything that visitors see. */
export async function scan(store: Store, site: CurrentSite, read: (part: Part) => void): Promise<void> {
  await inSlices(siteParts(site), read)
  for (const kind of kindNames)
    await inSlices(store.states[kind].live.all(), (record) => read(recordPart(kind, record)))
}

/** Names a record as staff do. */
export const recordName = (kind: KindName, record: AnyRecord): string =>
  `${kinds[kind].noun}“${textOf(record, kinds[kind].title) || '未命名'}”`

function recordPart(kind: KindName, record: AnyRecord): Part {
  const { described } = recordKind(kind)
  const part = newPart(recordName(kind, record), recordPath(kind, record.id))
  readField(part, { kind: 'object', label: '', fields: described }, record)
  return part
}

/** Of the map only its tiles have an address, and the files for search engines are no content. */
const withoutContent = ['map', 'verifications', 'rootFiles']

function siteParts(site: CurrentSite): Part[] {
  return siteGroups.flatMap(({ id: group, fields }) =>
    Object.entries<SiteField>(fields).flatMap(([name, field]) => {
      const value: unknown = Reflect.get(site, name)
      if (withoutContent.includes(name)) return []
      const partOf = (path: string, each: SiteField, content: unknown): Part => {
        const part = newPart(siteFieldLabel(path.split('.'), site), settingsFieldPath(group, path))
        readField(part, each, content)
        // Legal texts advertise nothing.
        return group === 'legal' ? { ...part, claims: [] } : part
      }
      const isOther = `${name}?` in site
      const other = { ...newPart('网站设置', settingsFieldPath(group, name)), otherTypes: [field.label] }
      const parts =
        field.kind === 'list' && Array.isArray(value)
          ? value.map((item, index) => partOf(`${name}.${index}`, field.of, item))
          : [partOf(name, field, value)]
      return isOther ? [...parts, other] : parts
    }),
  )
}

const newPart = (name: string, link: string): Part => ({
  name,
  link,
  claims: [],
  links: [],
  menuLinks: [],
  media: [],
  otherTypes: [],
})

function readField(part: Part, field: SiteField, value: unknown, isItem = false): void {
  if (field.kind === 'list' && Array.isArray(value)) {
    for (const item of value) readField(part, field.of, item, true)
  } else if (field.kind === 'object' && isObject(value)) {
    for (const [name, each] of Object.entries(field.fields)) {
      readField(part, each, value[name])
      if (`${name}?` in value) part.otherTypes.push(each.label)
    }
  } else if (typeof value === 'string' && value !== '') {
    if (field.kind === 'richText') readRichText(part, value)
    else if (field.kind === 'picture' || field.kind === 'film') {
      // The pictures of a gallery have no words of their own.
      part.media.push({ address: value, ...(isItem && { alt: '' }) })
    } else if (field.kind === 'menuTarget') part.menuLinks.push(value)
    else if (linkKinds.includes(field.kind)) part.links.push(value)
    else part.claims.push(...claimsIn(value))
  }
}

/** Fields that lead somewhere. */
const linkKinds: readonly SiteField['kind'][] = ['link', 'document']

/** A tag as the cleaner writes it; nothing within a quoted value counts as one. */
const tags = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/g
const blocks = /<\/?(?:p|h[1-6]|li|t[dhr]|caption|div|figcaption|summary|blockquote|pre|br)\b[^>]*>/g

function readRichText(part: Part, html: string): void {
  for (const piece of html.split(blocks)) part.claims.push(...claimsIn(plainText(piece)))
  for (const [tag] of html.matchAll(tags)) {
    if (tag.startsWith('<a ')) part.links.push(attributeOf(tag, 'href'))
    else if (tag.startsWith('<img '))
      part.media.push({ address: attributeOf(tag, 'src'), alt: attributeOf(tag, 'alt') })
    else if (tag.startsWith('<video ')) {
      part.media.push(
        ...['src', 'poster']
          .map((name) => ({ address: attributeOf(tag, name) }))
          .filter(({ address }) => address !== ''),
      )
    }
  }
}

const attributeOf = (tag: string, name: string): string =>
  unescapeXml(new RegExp(`[ "]${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
