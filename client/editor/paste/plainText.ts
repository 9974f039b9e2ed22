import { textHtml } from '../../../contract/text/writeRich.ts'

/** A paragraph for every line. */
export function htmlOfText(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (lines.length === 1) return textHtml(lines[0] ?? '')
  return (
    tableFromTabs(lines) ??
    lines
      .filter((line) => line.trim() !== '')
      .map((line) => `<p>${textHtml(line)}</p>`)
      .join('')
  )
}

/** Rows of a spreadsheet copied as text have the same number of tabs in every line. */
function tableFromTabs(lines: readonly string[]): string | undefined {
  const rows = lines.map((line) => line.split('\t'))
  const columns = rows[0]?.length ?? 0
  if (columns < 2 || rows.some((row) => row.length !== columns)) return undefined
  return `<table><tbody>${rows.map((row) => `<tr>${row.map((cell) => `<td>${textHtml(cell.trim())}</td>`).join('')}</tr>`).join('')}</tbody></table>`
}

/** Patterns that are rare in plain text, each with its weight in favour of Markdown. */
const markdownPatterns: readonly (readonly [RegExp, number])[] = [
  [/^#{1,6} \S/, 2],
  [/^(```|~~~)/, 2],
  [/^\|?\s*:?-{3,}:?\s*(\|\s*:?-{3,}:?\s*)+\|?\s*$/, 3],
  [/^\s*[-*+] \[[ x]\] /i, 2],
  [/^\s*[-*+] \S/, 1],
  [/^\s*\d{1,3}\. \S/, 1],
  [/^> \S/, 1],
  [/\*\*[^*\s][^*]*\*\*/, 1],
  [/!?\[[^\]\n]*\]\([^)\s]+\)/, 2],
  [/(^|\s)`[^`\n]+`/, 1],
]

/** Some patterns take quadratic time in the length of a line, so only the beginning of each line is tested. */
export function looksLikeMarkdown(text: string): boolean {
  let total = 0
  for (const line of text.split(/\r?\n/, 400)) {
    for (const [pattern, weight] of markdownPatterns) if (pattern.test(line.slice(0, 1_000))) total += weight
  }
  return total >= 2
}

/** Markdown files may begin with metadata between two lines of dashes. */
export const withoutFrontMatter = (text: string): string => text.replace(/^\uFEFF?---\r?\n[\s\S]*?\n---\r?\n/, '')
