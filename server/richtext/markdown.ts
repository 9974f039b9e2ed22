import { marked } from 'marked'

/** Keeps any HTML of the text: clean the result. Its cost is unbounded, and so is its depth: it recurses for every level of a quote or a list. */
export const htmlOfMarkdown = (text: string): string => marked.parse(text, { async: false, gfm: true })
