import { parentPort } from 'node:worker_threads'
import { limits } from '../../contract/calls/rules.ts'
import { Failure } from '../failure.ts'
import { clean } from './clean.ts'
import { marked } from 'marked'

/** Markdown to be converted, or HTML to be cleaned. */
export interface Job {
  from: 'markdown' | 'html'
  text: string
}
/** `refused` is a message for the user; '' when the text is too large or complex. */
export type JobResult = { html: string } | { refused: string }

parentPort?.on('message', (job: Job) => parentPort?.postMessage(run(job)))

function run({ from, text }: Job): JobResult {
  try {
    const html = from === 'html' ? clean(text) : htmlOfMarkdown(text)
    return html.length > limits.richText ? { refused: '' } : { html }
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message }
    // A stack overflow.
    if (error instanceof RangeError) return { refused: '' }
    throw error
  }
}

/** Keeps any HTML of the text: clean the result. Its cost is unbounded, and so is its depth: it recurses for every level of a quote or a list. */
const htmlOfMarkdown = (text: string): string => marked.parse(text, { async: false, gfm: true })
