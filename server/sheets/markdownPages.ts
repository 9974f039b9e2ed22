import { crc32 } from 'node:zlib'
import { csv } from '../../contract/csv.ts'
import { parentOf } from '../../contract/groups.ts'
import { type PagedKind, pagedKinds } from '../../contract/kinds.ts'
import { readableAddress, sentAddress } from '../../contract/redirects.ts'
import { sheetFields } from '../../contract/sheetColumns.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { createDate, textOf } from '../store/kind.ts'
import { recordPage, shownRecords } from '../store/recordPage.ts'
import { type AnyRecord, fieldsOf } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import type { ZipEntry } from '../system/zip.ts'
import type { SheetFile } from './fileNames.ts'
import { markdownOf } from '../richtext/markdownOf.ts'

/**
 * What visitors see as Markdown with front matter, a file for each page, and the files that these show. A text is made when it is measured and
 * again when it is sent, and kept between never.
 */
export async function markdownPages({ store, site }: { store: Store; site: CurrentSite }) {
  const oldOf = new Map<string, string[]>()
  for (const { from, to } of store.redirect.all()) {
    const address = sentAddress(to)
    oldOf.set(address, [...(oldOf.get(address) ?? []), from])
  }
  const entries: ZipEntry[] = []
  const files = new Map<string, SheetFile>()
  const addresses = [['旧地址', '新地址']]
  for (const kind of pagedKinds) {
    await inSlices(shownRecords(kind, { store, site }), (record) => {
      const { address } = recordPage(kind, record, site)
      const old = oldOf.get(sentAddress(address)) ?? []
      // A site of files has none behind a question mark.
      const slug = address.includes('?') ? record.id : address.slice(address.lastIndexOf('/') + 1)
      const url = address.includes('?') ? `/${kind}/${slug}/` : address
      entries.push(entryOf(`content/${kind}/${slug}.md`, () => pageOf(kind, record, { site, slug, url, old })))
      for (const from of [address, ...old]) if (from !== url) addresses.push([from, url])
      for (const [file] of JSON.stringify(record).matchAll(/\/(?:uploads|media)\/[\w/.-]+/g))
        files.set(file, { name: `static${file}`, address: file })
    })
  }
  const pages = entries.length
  entries.push(entryOf('addresses.csv', () => csv(addresses, true)))
  return { entries, files: [...files.values()], pages }
}

function entryOf(name: string, textOf: () => string): ZipEntry {
  const measured = Buffer.from(textOf())
  return {
    name,
    bytes: measured.length,
    crc: crc32(measured),
    async *read() {
      yield Buffer.from(textOf())
    },
  }
}

interface PageParts {
  site: CurrentSite
  slug: string
  url: string
  /** Addresses that lead to it. */
  old: readonly string[]
}

/** What programs know under names of their own has those; the other fields have their names here. JSON is YAML. */
function pageOf(kind: PagedKind, record: AnyRecord, { site, slug, url, old }: PageParts): string {
  const { title, intro, cover, body, group = '', date = '' } = sheetFields[kind]
  const page = recordPage(kind, record, site)
  const own = site.groups.find(({ id }) => id === textOf(record, group))
  const others: Record<string, unknown> = fieldsOf(kind, record)
  for (const name of [title, intro, cover, body, group, date]) delete others[name]
  const front = {
    title: page.title,
    date: `${createDate(record).replace(' ', 'T')}+08:00`,
    slug,
    url,
    aliases: old.filter((from) => !/[?*]/.test(from)).map(readableAddress),
    categories: own ? [parentOf(site.groups, own)?.name ?? '', own.name].filter((each) => each !== '') : [],
    description: page.text,
    cover: page.picture,
    draft: false,
    ...others,
  }
  const lines = Object.entries(front)
    .filter(([, value]) => value !== '' && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${name === 'date' ? value : JSON.stringify(value)}\n`)
  return `---\n${lines.join('')}---\n\n${markdownOf(textOf(record, body))}\n`
}
