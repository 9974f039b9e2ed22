import { type ImportJob, type ImportResult, reasons } from '../contract/kinds/foreignReading.ts'
import { UnsafeXml } from '../contract/text/xml.ts'
import { answerJobs } from './answerJobs.ts'
import { listAddresses, sitemapsInRobots } from './listAddresses.ts'
import { readMovedFile } from './movedFile.ts'
import { readPage } from './readPage.ts'
import { TextTooLarge } from './sourceText.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** In characters. What the server is sent, it has to keep and to send on. */
const maxResult = 10_000_000

answerJobs(async (job: ImportJob): Promise<ImportResult> => {
  try {
    const result = await run(job)
    return JSON.stringify(result).length > maxResult ? { refused: reasons.tooLarge } : result
  } catch (error) {
    if (error instanceof TextTooLarge) return { refused: reasons.tooLarge }
    // A stack overflow, or a call with too many arguments.
    if (error instanceof RangeError) return { refused: reasons.tooComplex }
    // JSON that has lost its end.
    if (error instanceof SyntaxError) return { refused: '这个文件不完整，请从老网站重新下载' }
    if (error instanceof UnsafeXml || error instanceof UnreadableSource) return { refused: error.message }
    throw error
  }
})

async function run(job: ImportJob): Promise<ImportResult> {
  if (job.read === 'page') return readPage(job.source, job.beside)
  if (job.read === 'addresses') return { found: listAddresses(job.source, job.site) }
  if (job.read === 'robots') return { found: sitemapsInRobots(job.source, job.site) }
  return { part: await readMovedFile(job.path, job.after) }
}
