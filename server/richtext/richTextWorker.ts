import { parentPort } from 'node:worker_threads'
import { limits } from '../../contract/rules.ts'
import { Failure } from '../failure.ts'
import { clean } from './clean.ts'
import { htmlOfMarkdown } from './markdown.ts'

/** What to make HTML of: Markdown, or HTML to be cleaned. */
export interface Job {
  from: 'markdown' | 'html'
  text: string
}
/** `refused` says why in words for a person; '' where the text is simply too much. */
export type Made = { html: string } | { refused: string }

parentPort?.on('message', (job: Job) => parentPort?.postMessage(made(job)))

function made({ from, text }: Job): Made {
  try {
    const html = from === 'html' ? clean(text) : htmlOfMarkdown(text)
    return html.length > limits.richText ? { refused: '' } : { html }
  } catch (error) {
    if (error instanceof Failure) return { refused: error.message }
    // Of a stack that is full: marked calls itself for every level of a quote or a list.
    if (error instanceof RangeError) return { refused: '' }
    throw error
  }
}
