import { marked } from 'marked'

/** Keeps any HTML of the text: clean the result. Its cost is unbounded: call it in a thread only. */
export const htmlOfMarkdown = (text: string): string => marked.parse(text, { async: false, gfm: true })
