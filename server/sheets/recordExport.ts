import { crc32 } from 'node:zlib'
import type { Download } from '../../contract/calls/callRow.ts'
import { bytes as bytesText } from '../../contract/text/bytes.ts'
import { csv, csvLine } from '../../contract/text/csv.ts'
import { escapeHtml } from '../../contract/text/escapeHtml.ts'
import { kinds, pagedKinds } from '../../contract/kinds/kinds.ts'
import { sentAddress } from '../../contract/calls/redirects.ts'
import { sheetFields } from '../../contract/kinds/sheetColumns.ts'
import { type SheetKind, sheetKinds, sheetLimits } from '../../contract/kinds/sheetKinds.ts'
import type { HandlerInput, Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../media/storedFiles.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import { textOf } from '../store/kind.ts'
import { recordPage, shownRecords } from '../store/shown.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { inSlices, slicesOf } from '../system/timeSlices.ts'
import { maxZipBytes, maxZipEntries, zip, zipBytes, type ZipEntry } from '../system/zip.ts'
import { type RecordSheet, recordSheet, recordsFor, type SheetRecords } from './recordSheet.ts'

interface RecordExportParts {
  store: Store
  site: () => CurrentSite
  storedFiles: StoredFiles
  now: () => number
}

/**
 * 导出: the records of a kind as a sheet that an import reads, alone or with the pictures and documents that it names. 导出全部: sheets of all that
 * visitors see, with the texts as pages and the files.
 */
export function recordExportCalls({ store, site, storedFiles, now }: RecordExportParts) {
  /** What records show, without what has no file any more. */
  async function filesOf(records: readonly object[]): Promise<ZipEntry[]> {
    const addresses = new Set<string>()
    await inSlices(records, (record) => {
      for (const [address] of JSON.stringify(record).matchAll(uploadAddress)) addresses.add(address)
    })
    const entries: ZipEntry[] = []
    for (const address of addresses) {
      const size = await storedFiles.bytesOf(address)
      if (size !== undefined)
        entries.push({ name: `static${address}`, bytes: size, read: () => storedFiles.read(address) })
    }
    return entries
  }

  const sheetOf = (kind: SheetKind, records: SheetRecords): Promise<RecordSheet> =>
    recordSheet(kind, { records, site: site(), redirects: store.redirect.all() })
  let running = 0

  async function download({ kind, what, ...wanted }: HandlerInput<'recordExport'>): Promise<Download> {
    const { noun } = kinds[kind]
    const records = await recordsFor(kind, { store, site }, wanted)
    const sheet = await sheetOf(kind, records)
    const sheets = await partsOf(noun, sheet, records)
    const name = named(noun)
    const [only] = sheets
    if (what === 'sheet' && only && sheets.length === 1)
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes: only.bytes, chunks: only.read() }
    return archive(name, [...sheets, ...(what === 'all' ? await filesOf(records.all) : [])])
  }
  const named = (noun: string): string =>
    `${noun}-${chinaTime(now()).slice(0, 16).replace(/[-:]/g, '').replace('T', '-')}`
  function archive(name: string, entries: readonly ZipEntry[]): Download {
    refuseLarge(entries)
    return { name: `${name}.zip`, type: 'application/zip', bytes: zipBytes(entries), chunks: zip(entries, now()) }
  }

  async function allPages() {
    const visible = { store, site: site() }
    // Before anything is made of them.
    const count = sheetKinds.reduce((sum, kind) => sum + shownRecords(kind, visible).length, 0)
    if (count > maxZipEntries)
      throw new Failure(413, `网站有${count}条内容，一个压缩包装不下（最多${maxZipEntries}个文件）。请分类导出表格`)
    const { entries, pages } = await pageFiles(visible)
    const shown: object[] = []
    for (const kind of sheetKinds) {
      // An import puts the first one on top.
      const records = { all: shownRecords(kind, visible).reverse(), drafts: new Map() }
      const sheet = await sheetOf(kind, records)
      shown.push(...records.all)
      if (records.all.length > 0) entries.push(...(await partsOf(kinds[kind].noun, sheet, records)))
    }
    return { entries: [...entries, ...(await filesOf(shown))], pages }
  }

  const close = (): void => void (running -= 1)
  /** It counts until it is closed, or fails. */
  async function opened<T>(work: () => Promise<T>): Promise<T> {
    if (running === maxRunning) throw tooMany()
    running += 1
    try {
      return await work()
    } catch (error) {
      close()
      throw error
    }
  }
  const limited = (start: () => Promise<Download>): Promise<Download> =>
    opened(async () => ({ ...(await start()), close }))
  /** What a size is asked of costs as much as the export. */
  async function measured<T>(measure: () => Promise<T>): Promise<T> {
    const size = await opened(measure)
    close()
    return size
  }

  return {
    recordExportSize: ({ kind, what, ...wanted }) =>
      measured(async () => {
        const records = await recordsFor(kind, { store, site }, wanted)
        const files = what === 'all' ? await filesOf(records.all) : []
        refuseLarge(files)
        return { records: records.all.length, files: files.length, bytes: zipBytes(files) }
      }),

    recordExport: (input) => limited(() => download(input)),

    siteExportSize: () =>
      measured(async () => {
        const { entries, pages } = await allPages()
        refuseLarge(entries)
        return { pages, files: entries.length - pages, bytes: zipBytes(entries) }
      }),

    siteExport: () => limited(async () => archive(named('网站内容'), (await allPages()).entries)),
  } satisfies Partial<Handlers>
}

/** Of pictures, films and documents. */
export const uploadAddress = /\/(?:uploads|media)\/[\w/.-]+/g

/** Each holds a list of its records until it is sent, which may take as long as somebody's line is slow. */
const maxRunning = 3
const tooMany = (): Failure => new Failure(503, '正在进行的导出太多，请等前面的下载完再试')

function refuseLarge(entries: readonly ZipEntry[]): void {
  const size = zipBytes(entries)
  if (size <= maxZipBytes && entries.length <= maxZipEntries) return
  throw new Failure(
    413,
    `图片和资料共${bytesText(size)}，一个压缩包装不下（最多4GB）。请只导出表格，图片用“zhuzhan backup”的备份文件`,
  )
}

/** In parts that an import accepts, each with the headings. A row is made twice, to be measured and to be sent, and kept between never. */
async function partsOf(noun: string, { heads, rowOf }: RecordSheet, { all }: SheetRecords): Promise<ZipEntry[]> {
  const head = csv([heads])
  const lineOf = (record: (typeof all)[number]): string => csvLine(rowOf(record))
  const parts: { from: number; rows: number; bytes: number; crc: number }[] = []
  const begin = (from: number) => {
    const bytes = Buffer.from(head)
    const part = { from, rows: 0, bytes: bytes.length, crc: crc32(bytes) }
    parts.push(part)
    return part
  }
  let part = begin(0)
  await inSlices(all.entries(), ([index, record]) => {
    const line = Buffer.from(lineOf(record))
    const isFull = part.rows === sheetLimits.rows || part.bytes + line.length > sheetLimits.bytes
    if (isFull && part.rows > 0) part = begin(index)
    part.rows += 1
    part.bytes += line.length
    part.crc = crc32(line, part.crc)
  })
  return parts.map(({ from, rows, bytes, crc }, index) => ({
    name: parts.length === 1 ? `${noun}.csv` : `${noun}-${index + 1}.csv`,
    bytes,
    crc,
    read: () => sheetText(head, all.slice(from, from + rows), lineOf),
  }))
}

async function* sheetText<R>(head: string, records: readonly R[], lineOf: (record: R) => string) {
  let text = head
  for await (const _ of slicesOf(records, (record) => void (text += lineOf(record)))) {
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}

/**
 * The texts that visitors see, a file of HTML for each page, the files that their records name, and the old addresses. A text is made when it
 * is measured and again when it is sent, and kept between never.
 */
async function pageFiles({ store, site }: { store: Store; site: CurrentSite }) {
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

function entryOf(name: string, made: () => string): ZipEntry {
  const measured = Buffer.from(made())
  return {
    name,
    bytes: measured.length,
    crc: crc32(measured),
    async *read() {
      yield Buffer.from(made())
    },
  }
}

/** The rich text is as it is stored. */
const documentOf = (title: string, html: string): string =>
  `<!doctype html>\n<html lang="zh-CN">\n<meta charset="utf-8">\n<title>${escapeHtml(title)}</title>\n${html}\n</html>\n`
