import { marked } from 'marked'

/** As marked gives it: whatever HTML stood in the text is still in it. What it costs has no bound, so only a thread may call it. */
export const htmlOfMarkdown = (text: string): string => marked.parse(text, { async: false, gfm: true })
