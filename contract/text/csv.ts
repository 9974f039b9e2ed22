/** Without it Excel reads a file in the system's legacy encoding, which garbles Chinese. */
const byteOrderMark = '\uFEFF'

/**
 * Text that a spreadsheet takes for a formula by its first character, also full-width or after blanks; a leading tab or line break is
 * enough. What looks like such a text with its mark gets another one, so that `unmarked` gives back every text.
 */
const formula = /^'*(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A digit, and no letters but those of dates and exponents: a spreadsheet may convert it to a number or a date. */
const numeric = /^(?=.*\p{Nd})(?:\P{L}|[eE年月日时分秒])+$/su

/** A telephone number as somebody writes it. */
const number = /^[+\d][\d ()-]*$/

/**
 * Text stays text. A formula gets a leading apostrophe, which makes every spreadsheet show it unchanged. What looks like a number gets a
 * tab at its end, inside the quotes: Excel and WPS then keep all digits of a phone number and the format of a date, and the tab is
 * invisible. `="138…"` would do the same, but is a formula, which careful settings block; an apostrophe would be visible in every cell.
 */
function cell(text: string | number, plain: boolean): string {
  if (typeof text === 'number') return `${text}`
  const isUnchanged = plain && (number.test(text) || !formula.test(text))
  return `"${(isUnchanged ? text : marked(text)).replaceAll('"', '""')}"`
}

/** For where a text must not become a formula. */
export const withoutFormula = (text: string): string => (formula.test(text) ? `'${text}` : text)

function marked(text: string): string {
  if (formula.test(text)) return withoutFormula(text)
  return numeric.test(text) ? `${text}\t` : text
}

/** A text as it was before it was marked in a table, also after a spreadsheet has saved that. */
export function unmarked(text: string): string {
  const typed = text.replace(/\t$/, '')
  return typed.startsWith("'") && formula.test(typed) ? typed.slice(1) : typed
}

/** A row of a table. */
export const csvLine = (row: readonly (string | number)[], plain = false): string =>
  `${row.map((text) => (text === '' ? '""' : cell(text, plain))).join(',')}\r\n`

/**
 * A table as a file that Excel, WPS and Numbers open correctly by a double click. A plain one is for programs: numbers as they are, and no
 * byte order mark.
 */
export const csv = (rows: readonly (readonly (string | number)[])[], plain = false): string =>
  (plain ? '' : byteOrderMark) + rows.map((row) => csvLine(row, plain)).join('')
