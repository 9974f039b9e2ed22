import { crc32 } from 'node:zlib'
import { csv } from '../../contract/text/csv.ts'
import { escapeHtml } from '../../contract/text/escapeHtml.ts'
import { pagedKinds } from '../../contract/kinds/kinds.ts'
import { sentAddress } from '../../contract/calls/redirects.ts'
import { sheetFields } from '../../contract/kinds/sheetColumns.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { textOf } from '../store/kind.ts'
import { recordPage, shownRecords } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { inSlices } from '../system/timeSlices.ts'
import type { ZipEntry } from '../system/zip.ts'

/**
 * The texts that visitors see, a file of HTML for each page, the files that their records name, and the old addresses. A text is made when it
 * is measured and again when it is sent, and kept between never.
 */
export async function pageFiles({ store, site }: { store: Store; site: CurrentSite }) {
  const entries: ZipEntry[] = []
  const urls = new Map<string, string>()
  for (const kind of pagedKinds) {
    await inSlices(shownRecords(kind, { store, site }), (record) => {
      const { address, title } = recordPage(kind, record, site)
      // A site of files has none behind a question mark.
      const slug = address.includes('?') ? record.id : address.slice(address.lastIndexOf('/') + 1)
      const url = address.includes('?') ? `/${kind}/${slug}/` : address
      const html = (): string => documentOf(title, textOf(record, sheetFields[kind].body))
      entries.push(entryOf(`content/${kind}/${slug}.html`, html))
      urls.set(sentAddress(address), url)
    })
  }
  const pages = entries.length
  const old = store.redirect.all().map(({ from, to }) => [from, urls.get(sentAddress(to)) ?? to])
  const addresses = [['旧地址', '新地址'], ...[...urls].filter(([from, to]) => from !== to), ...old]
  entries.push(entryOf('addresses.csv', () => csv(addresses, true)))
  return { entries, pages }
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

/** The rich text is as it is stored. */
const documentOf = (title: string, html: string): string =>
  `<!doctype html>\n<html lang="zh-CN">\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n${html}\n</html>\n`
