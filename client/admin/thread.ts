import { UnsafeXml } from '../../contract/xml.ts'
import type { DrawingAnswer, DrawingAsk } from '../lib/drawPicture.ts'
import { drawing } from '../lib/drawing.ts'
import { pastedType } from './sheets/pastedSheet.ts'
import type { SheetAnswer } from './sheets/readSheet.ts'
import { readCsv, readPasted, type Rows } from './sheets/rows.ts'
import { SheetProblem } from './sheets/sheetProblem.ts'
import { readWorkbook } from './sheets/workbook.ts'

// What takes long: it reads sheets, and draws pictures. Where a thread cannot draw, the page loads this script for that.

async function rowsOf(file: File): Promise<Rows> {
  if (file.type === pastedType) return readPasted(await file.text())
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Every zip archive begins so.
  return bytes[0] === 0x50 && bytes[1] === 0x4b ? readWorkbook(bytes) : readCsv(bytes)
}

const isKnown = (cause: unknown): cause is Error => cause instanceof SheetProblem || cause instanceof UnsafeXml

const answerSheet = (file: File): Promise<SheetAnswer> =>
  rowsOf(file).then(
    (rows) => ({ rows }),
    (cause: unknown) => ({ problem: isKnown(cause) ? cause.message : '表格没有读成' }),
  )

function drawAsked(ask: DrawingAsk): Promise<unknown> {
  if (ask.name === 'drawPicture') return drawing.drawPicture(...ask.args)
  return ask.name === 'drawShared' ? drawing.drawShared(...ask.args) : drawing.shrinkPicture(...ask.args)
}

const answerDrawing = (ask: DrawingAsk): Promise<DrawingAnswer> =>
  drawAsked(ask).then(
    (drawn) => ({ drawn }),
    (cause: unknown) => ({ problem: String(cause) }),
  )

if (typeof document !== 'undefined') Object.assign(globalThis, { drawAsked })
else
  self.onmessage = ({ data }: MessageEvent<File | DrawingAsk>) =>
    void (data instanceof File ? answerSheet(data) : answerDrawing(data)).then((answer) => self.postMessage(answer))
