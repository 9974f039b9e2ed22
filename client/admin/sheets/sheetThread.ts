import { UnsafeXml } from '../../../contract/xml.ts'
import { readCsv, type Rows } from './rows.ts'
import { SheetProblem } from './sheetProblem.ts'
import { readWorkbook } from './workbook.ts'

/** What the thread answers to the file that it is sent. */
export type Answer = { rows: Rows } | { problem: string }

async function rowsOf(file: File): Promise<Rows> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Every zip archive begins so.
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? readWorkbook(bytes) : readCsv(bytes)
}

self.onmessage = ({ data }: MessageEvent<File>) =>
  void rowsOf(data).then(
    (rows) => self.postMessage({ rows } satisfies Answer),
    (cause: unknown) => {
      const isKnown = cause instanceof SheetProblem || cause instanceof UnsafeXml
      const problem = isKnown ? cause.message : '表格没有读成'
      self.postMessage({ problem } satisfies Answer)
    },
  )
