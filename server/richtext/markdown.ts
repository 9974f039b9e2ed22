import { marked } from 'marked'
import { clean } from './clean.ts'

/** Markdown as rich text, under the same policy as everything else. */
export const fromMarkdown = (text: string): string => clean(marked.parse(text, { async: false, gfm: true }))
