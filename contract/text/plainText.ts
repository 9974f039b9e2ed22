import { truncate } from './characters.ts'
/** Marks within a line; every other tag ends one. */
const marks = /<\/?(?:a|b|code|del|em|i|ins|mark|s|small|span|strong|sub|sup|u)(?: [^>]*)?>/g
const characters: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&nbsp;': ' ', '&amp;': '&' }

/** The text of a rich text as it is stored, on one line. */
export const plainText = (html: string): string =>
  unescapeHtml(html.replace(marks, '').replace(/<[^>]*>?/g, ' '))
    .replace(/\s+/g, ' ')
    .trim()

export const unescapeHtml = (html: string): string =>
  html.replace(/&(?:lt|gt|nbsp|amp);/g, (name) => characters[name] ?? '')

/** As much of a long text as a description needs. */
export const beginningOf = (html: string): string => plainText(truncate(html, 10_000))

/** A text as searches compare it. */
export const normalize = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Signs between letters and digits, and spaces between a letter and a digit, after the character before them. */
export const joints = /([a-z\d])[/_-]+(?=[a-z\d])|([a-z]) +(?=\d)|(\d) +(?=[a-z])/g

/** ZZ-T100, ZZ T100 and ZZT100 are one. */
export const compact = (normalized: string): string => normalized.replace(joints, '$1$2$3')
