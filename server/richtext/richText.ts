import { Failure, tooManyTries } from '../failure.ts'
import { workerProgram } from '../workerProgram.ts'
import { workerThread } from '../workerThread.ts'
import { clean } from './clean.ts'
import type { Job, Made } from './richTextWorker.ts'

/** A refusal is a Failure that names `field`. */
export interface RichText {
  clean(html: string, field?: string): Promise<string>
  /** Not cleaned. */
  htmlOfMarkdown(text: string, field?: string): Promise<string>
}

/**
 * Cleaning costs in proportion to the text, and 2 MB may take a third of a second; Markdown costs whatever its author likes. So
 * both run beside the main thread, each in a thread of its own, where neither can hold up a page and no Markdown a save.
 */
/** A small nursery: long texts do not belong in it, and a thread would let it grow to 48 MB. */
const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 }
const cleaning = { name: 'cleaner', timeoutMs: 10_000, mostWaiting: 250, resourceLimits }
const converting = { name: 'markdown', timeoutMs: 3_000, mostWaiting: 5, resourceLimits }

/** In characters. So short a text is cleaned in a few milliseconds, whatever is in it, and needs no thread. */
const short = 16_384

const startWorker = workerProgram(new URL('./richTextWorker.ts', import.meta.url))

export function createRichText(): RichText {
  const cleanLong = limitedThread(cleaning, '内容过于复杂，无法保存')
  const convert = limitedThread(converting, 'Markdown内容过于复杂，无法转换')
  return {
    clean: async (html, field) => (html.length <= short ? clean(html, field) : cleanLong({ from: 'html', text: html }, field)),
    htmlOfMarkdown: (text, field) => convert({ from: 'markdown', text }, field),
  }
}

type Limits = typeof cleaning

/** One job after the other. One that takes too long or too much memory ends with its thread, and the next starts anew. */
function limitedThread({ name, timeoutMs, mostWaiting, resourceLimits }: Limits, tooMuch: string): (job: Job, field?: string) => Promise<string> {
  const thread = workerThread<Job, Made>(startWorker, { name, resourceLimits })
  let last: Promise<unknown> = Promise.resolve()
  let waiting = 0

  const limited = async (job: Job): Promise<Made> => {
    const late = setTimeout(() => void thread.stop(new TooMuch()), timeoutMs)
    try {
      return await thread.ask(job)
    } catch (error) {
      if (error instanceof TooMuch || isOutOfMemory(error)) return { refused: '' }
      throw error
    } finally {
      clearTimeout(late)
    }
  }

  return async (job, field) => {
    if (waiting >= mostWaiting) throw tooManyTries('服务器繁忙，请稍后再试', 5)
    waiting++
    const mine = last.then(() => limited(job))
    last = mine.catch(() => {})
    const made = await mine.finally(() => waiting--)
    if ('html' in made) return made.html
    throw new Failure(400, made.refused || tooMuch, field === undefined ? {} : { data: { field } })
  }
}

class TooMuch extends Error {}

const isOutOfMemory = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
