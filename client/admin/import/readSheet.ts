import { bytes } from '../../../contract/text/bytes.ts'
import { sheetLimits } from '../../../contract/kinds/sheetKinds.ts'
import { threadAddress } from '../../lib/threadAddress.ts'
import { SheetProblem } from './sheetProblem.ts'
import type { SheetContent } from './workbook.ts'

/** What the thread answers to the sheet that it is sent. */
export type SheetAnswer = { content: SheetContent } | { problem: string }

/** Reads a sheet in a thread, so that nothing waits for it. */
export function readSheet(file: File): Promise<SheetContent> {
  const most = /\.xlsx$/i.test(file.name) ? sheetLimits.workbookBytes : sheetLimits.bytes
  if (file.size > most) return Promise.reject(new SheetProblem(`表格超过${bytes(most)}，请分成几份导入`))
  if (/\.xls$/i.test(file.name))
    return Promise.reject(new SheetProblem('旧的.xls读不了，请在Excel或WPS里另存为.xlsx再导入'))
  return new Promise((resolve, reject) => {
    const thread = new Worker(threadAddress)
    thread.onmessage = ({ data }: MessageEvent<SheetAnswer>) => {
      thread.terminate()
      if ('content' in data) resolve(data.content)
      else reject(new SheetProblem(data.problem))
    }
    thread.onerror = () => {
      thread.terminate()
      reject(new SheetProblem('表格没有读成，请换新版的浏览器，或者另存为CSV再试'))
    }
    thread.postMessage(file)
  })
}
