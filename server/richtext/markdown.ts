import { marked } from 'marked'
import { clean } from './clean.ts'

/** As marked gives it: whatever HTML stood in the text is still in it. */
export const htmlOfMarkdown = (text: string): string => marked.parse(text, { async: false, gfm: true })

/** Markdown as rich text, under the same policy as everything else. */
export const fromMarkdown = (text: string): string => clean(htmlOfMarkdown(text))
