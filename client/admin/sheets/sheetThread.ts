import { maxFile, readCsv, type Rows } from './rows.ts'
import { SheetProblem } from './sheetProblem.ts'
import { readWorkbook } from './workbook.ts'

/** This file is loaded twice: by the page, which starts it as a thread, and by the thread. */
const address = import.meta.url

type Answer = { rows: Rows } | { problem: string }

/** Reads a sheet in a thread, so that nothing waits for it. */
export function readSheet(file: File): Promise<Rows> {
  if (file.size > maxFile) return Promise.reject(new SheetProblem('表格超过10MB，请分成几份导入'))
  if (/\.xls$/i.test(file.name))
    return Promise.reject(new SheetProblem('旧的.xls读不了，请在Excel或WPS里另存为.xlsx再导入'))
  return new Promise((resolve, reject) => {
    const thread = new Worker(address, { type: 'module' })
    const end = (): void => thread.terminate()
    thread.onmessage = ({ data }: MessageEvent<Answer>) => {
      end()
      if ('rows' in data) resolve(data.rows)
      else reject(new SheetProblem(data.problem))
    }
    thread.onerror = () => {
      end()
      reject(new SheetProblem('表格没有读成，请换新版的浏览器，或者另存为CSV再试'))
    }
    thread.postMessage(file)
  })
}

const rowsOf = async (file: File): Promise<Rows> => {
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Every zip archive begins so.
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? readWorkbook(bytes) : readCsv(bytes)
}

if (typeof document === 'undefined' && typeof self !== 'undefined')
  self.onmessage = ({ data }: MessageEvent<File>) =>
    void rowsOf(data).then(
      (rows) => self.postMessage({ rows } satisfies Answer),
      (cause: unknown) =>
        self.postMessage({ problem: cause instanceof SheetProblem ? cause.message : '表格没有读成' } satisfies Answer),
    )
