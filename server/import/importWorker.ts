import type { MovedPart } from '../../contract/movedRecords.ts'
import { UnsafeXml } from '../../contract/xml.ts'
import { Failure } from '../failure.ts'
import { answerJobs } from '../system/expendableProcess.ts'
import type { Source } from './fetchSource.ts'
import { type FoundAddresses, listAddresses, sitemapsInRobots } from './listAddresses.ts'
import { readMovedFile } from './movedFile.ts'
import { type PageReading, readPage } from './readPage.ts'
import { reasons } from './reasons.ts'
import { TextTooLarge } from './sourceText.ts'
import { UnreadableSource } from './unreadableSource.ts'

/**
 * A page to be read, or an answer in which addresses of a site are looked for: `site` is any page of it. Or a file, and what the last part
 * of it has said of where to go on.
 */
export type ImportJob =
  | { read: 'page'; source: Source; beside?: Source | undefined }
  | { read: 'addresses'; source: Source; site: string }
  | { read: 'robots'; source: Source; site: string }
  | { read: 'file'; path: string; after: string }
/** `refused` is a message for the user. */
export type ImportResult = PageReading | { found: FoundAddresses } | { part: MovedPart }

/** In characters. What the server is sent, it has to keep and to send on. */
const maxResult = 10_000_000

answerJobs(async (job: ImportJob): Promise<ImportResult> => {
  try {
    const result = await run(job)
    return JSON.stringify(result).length > maxResult ? { refused: reasons.tooLarge } : result
  } catch (error) {
    // The cleaner refuses what would be too large a text of this site.
    if (error instanceof TextTooLarge || error instanceof Failure) return { refused: reasons.tooLarge }
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
