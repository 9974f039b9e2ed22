import { parentPort } from 'node:worker_threads'
import { UnsafeXml } from '../../contract/xml.ts'
import { Failure } from '../failure.ts'
import type { Source } from './fetchSource.ts'
import { type FoundAddresses, listAddresses } from './listAddresses.ts'
import { type PageReading, readPage } from './readPage.ts'
import { reasons } from './reasons.ts'
import { TextTooLarge } from './sourceText.ts'

/** A page to be read, or one in which addresses of a site are looked for. `site` is any page of it. */
export type ImportJob = { read: 'page'; source: Source } | { read: 'addresses'; source: Source; site: string }
export type ImportResult = PageReading | { found: FoundAddresses }

parentPort?.on('message', (job: ImportJob) => parentPort?.postMessage(run(job)))

function run(job: ImportJob): ImportResult {
  try {
    return job.read === 'page' ? readPage(job.source) : { found: listAddresses(job.source, job.site) }
  } catch (error) {
    if (error instanceof TextTooLarge) return { refused: reasons.tooLarge }
    // A stack overflow, or a call with too many arguments.
    if (error instanceof RangeError) return { refused: reasons.tooComplex }
    if (error instanceof Failure || error instanceof UnsafeXml) return { refused: error.message }
    throw error
  }
}
