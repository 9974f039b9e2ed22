import { UnsafeXml } from '../../../contract/text/xml.ts'
import type { DrawingAnswer, DrawingAsk } from '../../lib/drawPicture.ts'
import { drawing } from '../../lib/drawing.ts'
import type { SheetAnswer } from './readSheet.ts'
import { SheetProblem } from './sheetProblem.ts'
import { readSheetFile } from './workbook.ts'

// What takes long: it reads sheets, and draws pictures. Where a thread cannot draw, the page loads this script for that.

const isKnown = (cause: unknown): cause is Error => cause instanceof SheetProblem || cause instanceof UnsafeXml

const answerSheet = (file: File): Promise<SheetAnswer> =>
  readSheetFile(file).then(
    (content) => ({ content }),
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
