import { crc32 } from 'node:zlib'
import type { Download } from '../../contract/callRow.ts'
import { bytes as bytesText } from '../../contract/bytes.ts'
import { csv, csvLine } from '../../contract/csv.ts'
import { kinds } from '../../contract/kinds.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import { sheetLimits } from '../../contract/sheetKinds.ts'
import type { HandlerInput, Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../media/storedFiles.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { inSlices, slicesOf } from '../system/timeSlices.ts'
import { maxZipBytes, maxZipEntries, zip, zipBytes, type ZipEntry } from '../system/zip.ts'
import type { SheetFile } from './fileNames.ts'
import { markdownPages } from './markdownPages.ts'
import { type RecordSheet, recordSheet, recordsFor, type SheetRecords } from './recordSheet.ts'

interface RecordExportParts {
  store: Store
  site: () => CurrentSite
  storedFiles: StoredFiles
  now: () => number
}

type ExportCalls = 'recordExport' | 'recordExportSize' | 'siteExport' | 'siteExportSize'

/** 导出: the records of a kind as a sheet that an import reads, alone or with the pictures and documents that it names; 导出全部: all pages. */
export function recordExportCalls({ store, site, storedFiles, now }: RecordExportParts): Pick<Handlers, ExportCalls> {
  /** Without those that have no file any more. */
  async function filesOf(files: readonly SheetFile[]): Promise<ZipEntry[]> {
    const entries: ZipEntry[] = []
    for (const { name, address } of files) {
      const size = await storedFiles.bytesOf(address)
      if (size !== undefined) entries.push({ name, bytes: size, read: () => storedFiles.read(address) })
    }
    return entries
  }

  const sheetOf = (kind: SheetKind, records: SheetRecords, what: 'sheet' | 'all'): Promise<RecordSheet> =>
    recordSheet(kind, { records, site: site(), withTexts: what === 'all' })
  let running = 0

  async function download({ kind, what, ...wanted }: HandlerInput<'recordExport'>): Promise<Download> {
    const { noun } = kinds[kind]
    const records = await recordsFor(kind, { store, site }, wanted)
    const sheet = await sheetOf(kind, records, what)
    const sheets = await partsOf(sheet, records)
    const name = named(noun)
    const [only] = sheets
    if (what === 'sheet' && only && sheets.length === 1)
      return { name: `${name}.csv`, type: 'text/csv; charset=utf-8', bytes: only.bytes, chunks: only.read() }
    const entries = [
      ...sheets.map((part, index) => ({
        ...part,
        name: sheets.length === 1 ? `${noun}.csv` : `${noun}-${index + 1}.csv`,
      })),
      ...(what === 'all' ? await filesOf(sheet.files()) : []),
    ]
    return archive(name, entries)
  }
  const named = (noun: string): string =>
    `${noun}-${chinaTime(now()).slice(0, 16).replace(/[-:]/g, '').replace('T', '-')}`
  function archive(name: string, entries: readonly ZipEntry[]): Download {
    refuseLarge(entries)
    return { name: `${name}.zip`, type: 'application/zip', bytes: zipBytes(entries), chunks: zip(entries, now()) }
  }

  async function allPages() {
    const { entries, files, pages } = await markdownPages({ store, site: site() })
    return { entries: [...entries, ...(await filesOf(files))], pages }
  }

  function refuseMany(): void {
    if (running === maxRunning) throw tooMany()
  }
  async function limited(start: () => Promise<Download>): Promise<Download> {
    refuseMany()
    running += 1
    const close = (): void => void (running -= 1)
    try {
      return { ...(await start()), close }
    } catch (error) {
      close()
      throw error
    }
  }

  return {
    async recordExportSize({ kind, what, ...wanted }) {
      refuseMany()
      const records = await recordsFor(kind, { store, site }, wanted)
      const files: ZipEntry[] = []
      if (what === 'all') {
        const sheet = await sheetOf(kind, records, what)
        await inSlices(records.all, (record) => void sheet.rowOf(record))
        files.push(...(await filesOf(sheet.files())))
      }
      refuseLarge(files)
      return { records: records.all.length, files: files.length, bytes: zipBytes(files) }
    },

    recordExport: (input) => limited(() => download(input)),

    async siteExportSize() {
      refuseMany()
      const { entries, pages } = await allPages()
      refuseLarge(entries)
      return { pages, files: entries.length - pages, bytes: zipBytes(entries) }
    },

    siteExport: () => limited(async () => archive(named('网站内容'), (await allPages()).entries)),
  }
}

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

type SheetPart = Omit<ZipEntry, 'name'>

/** In parts that an import accepts, each with the headings. A row is made twice, to be measured and to be sent, and kept between never. */
async function partsOf({ heads, rowOf }: RecordSheet, { all }: SheetRecords): Promise<SheetPart[]> {
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
  return parts.map(({ from, rows, bytes, crc }) => ({
    bytes,
    crc,
    read: () => textOf(head, all.slice(from, from + rows), lineOf),
  }))
}

async function* textOf<R>(head: string, records: readonly R[], lineOf: (record: R) => string) {
  let text = head
  for await (const _ of slicesOf(records, (record) => void (text += lineOf(record)))) {
    yield Buffer.from(text)
    text = ''
  }
  yield Buffer.from(text)
}
