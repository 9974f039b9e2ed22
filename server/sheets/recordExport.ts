import type { Download } from '../../contract/calls.ts'
import { bytes as bytesText } from '../../contract/bytes.ts'
import { csv } from '../../contract/csv.ts'
import { kinds } from '../../contract/kinds.ts'
import type { SheetKind } from '../../contract/sheetKinds.ts'
import { sheetLimits } from '../../contract/sheetKinds.ts'
import type { Handlers } from '../call.ts'
import { Failure } from '../failure.ts'
import type { StoredFiles } from '../media/storedFiles.ts'
import type { CurrentSite } from '../store/currentSite.ts'
import type { Store } from '../store/store.ts'
import { chinaTime } from '../system/chinaTime.ts'
import { maxZipBytes, maxZipEntries, zip, zipBytes, type ZipEntry } from '../system/zip.ts'
import { type RecordSheet, recordSheet } from './recordSheet.ts'

interface RecordExportParts {
  store: Store
  site: () => CurrentSite
  storedFiles: StoredFiles
  now: () => number
}

type ExportCalls = 'recordExport' | 'recordExportSize'

/** 导出: the records of a kind as a sheet that an import reads, alone or with the pictures and documents that it names. */
export function recordExportCalls({ store, site, storedFiles, now }: RecordExportParts): Pick<Handlers, ExportCalls> {
  const sheetOf = (kind: SheetKind): RecordSheet => recordSheet(kind, { store, site: site() })

  /** Without those that have no file any more. */
  async function filesOf({ files }: RecordSheet): Promise<ZipEntry[]> {
    const entries: ZipEntry[] = []
    for (const { name, address } of files) {
      const size = await storedFiles.bytesOf(address)
      if (size !== undefined) entries.push({ name, bytes: size, read: () => storedFiles.read(address) })
    }
    return entries
  }

  return {
    async recordExportSize({ kind, what }) {
      const sheet = sheetOf(kind)
      const files = what === 'all' ? await filesOf(sheet) : []
      refuseLarge(files)
      return { records: sheet.rows.length, files: files.length, bytes: zipBytes(files) }
    },

    async recordExport({ kind, what }) {
      const sheet = sheetOf(kind)
      const { noun } = kinds[kind]
      const texts = sheetTexts(sheet)
      const name = `${noun}-${chinaTime(now()).slice(0, 16).replace(/[-:]/g, '').replace('T', '-')}`
      const [only] = texts
      if (what === 'sheet' && only && texts.length === 1) return sheetFile(`${name}.csv`, only)
      const sheets = texts.map((text, index) =>
        entryOf(texts.length === 1 ? `${noun}.csv` : `${noun}-${index + 1}.csv`, text),
      )
      const entries = [...sheets, ...(what === 'all' ? await filesOf(sheet) : [])]
      refuseLarge(entries)
      return {
        name: `${name}.zip`,
        type: 'application/zip',
        bytes: zipBytes(entries),
        chunks: zip(entries, now()),
      }
    },
  }
}

function refuseLarge(entries: readonly ZipEntry[]): void {
  const size = zipBytes(entries)
  if (size <= maxZipBytes && entries.length <= maxZipEntries) return
  throw new Failure(
    413,
    `图片和资料共${bytesText(size)}，一个压缩包装不下（最多4GB）。请只导出表格，图片用“zhuzhan backup”的备份文件`,
  )
}

/** In parts that an import accepts, each with the headings. */
function sheetTexts({ heads, rows }: RecordSheet): Buffer[] {
  const headBytes = Buffer.byteLength(csv([heads]))
  const parts: (readonly string[])[][] = [[]]
  let size = headBytes
  for (const row of rows) {
    const rowBytes = Buffer.byteLength(csv([row]))
    const part = parts[parts.length - 1] ?? []
    if (part.length > 0 && (part.length === sheetLimits.rows || size + rowBytes > sheetLimits.bytes)) {
      parts.push([row])
      size = headBytes + rowBytes
    } else {
      part.push(row)
      size += rowBytes
    }
  }
  return parts.map((part) => Buffer.from(csv([heads, ...part])))
}

async function* once(text: Buffer): AsyncGenerator<Buffer, void, undefined> {
  yield text
}

const entryOf = (name: string, text: Buffer): ZipEntry => ({ name, bytes: text.length, read: () => once(text) })
const sheetFile = (name: string, text: Buffer): Download => ({
  name,
  type: 'text/csv; charset=utf-8',
  bytes: text.length,
  chunks: once(text),
})
