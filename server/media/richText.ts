import { Failure, tooManyTries } from '../failure.ts'
import { LimitExceeded } from '../system/jobWorker.ts'
import { oneAtATime, TooManyWaiting } from '../system/oneAtATime.ts'
import { workerProgram } from '../system/workerProgram.ts'
import { clean } from './clean.ts'
import type { Job, JobResult } from './richTextWorker.ts'

/** Both reject with a Failure that names `field` when they refuse a text. */
export interface RichText {
  clean(html: string, field?: string): Promise<string>
  /** The result is not cleaned. */
  htmlOfMarkdown(text: string, field?: string): Promise<string>
}

/**
 * Cleaning 2 MB may take a third of a second, and the cost of Markdown is unbounded. So each runs in a thread of its own: neither delays
 * pages, and Markdown does not delay saves. The young generation is small, or each thread would let it grow to 48 MB.
 */
const young = 8
const cleaning = { name: 'cleaner', timeoutMs: 10_000, maxWaiting: 250, old: 96 }
const converting = { name: 'markdown', timeoutMs: 3_000, maxWaiting: 5, old: 64 }
/** In MB; docs/running.md counts it. */
export const richTextMemory = cleaning.old + converting.old + 2 * young

/** In characters. Texts up to this length are cleaned in a few milliseconds, whatever they contain, and need no thread. */
const maxShortText = 16_384

const startWorker = workerProgram(new URL('./richTextWorker.ts', import.meta.url))

export function createRichText(): RichText {
  const cleanLong = thread(cleaning, '内容过于复杂，无法保存')
  const convert = thread(converting, 'Markdown内容过于复杂，无法转换')
  return {
    clean: async (html, field) =>
      html.length <= maxShortText ? clean(html, field) : cleanLong({ from: 'html', text: html }, field),
    htmlOfMarkdown: (text, field) => convert({ from: 'markdown', text }, field),
  }
}

function thread(limits: typeof cleaning, tooComplex: string): (job: Job, field?: string) => Promise<string> {
  const resourceLimits = { maxOldGenerationSizeMb: limits.old, maxYoungGenerationSizeMb: young }
  const run = oneAtATime<Job, JobResult>(limits, () => startWorker({ name: limits.name, resourceLimits }))
  return async (job, field) => {
    const result = await run(job, limits.timeoutMs).catch((error: unknown): JobResult => {
      if (error instanceof LimitExceeded) return { refused: '' }
      throw error instanceof TooManyWaiting ? tooManyTries('服务器繁忙，请稍后再试', 5) : error
    })
    if ('html' in result) return result.html
    throw new Failure(400, result.refused || tooComplex, field === undefined ? {} : { data: { field } })
  }
}
