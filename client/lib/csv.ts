/** Without it Excel reads a file in the system's legacy encoding, which garbles Chinese. */
const byteOrderMark = '\uFEFF'

/**
 * Text that a spreadsheet takes for a formula by its first character, also full-width or after blanks; a leading tab or line break is
 * enough.
 */
const formula = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** A digit, and no letters but those of dates and exponents: a spreadsheet may convert it to a number or a date. */
const numeric = /^(?=.*\p{Nd})(?:\P{L}|[eE年月日时分秒])+$/su

/**
 * Text stays text. A formula gets a leading apostrophe, which makes every spreadsheet show it unchanged. What looks like a number gets a
 * tab at its end, inside the quotes: Excel and WPS then keep all digits of a phone number and the format of a date, and the tab is
 * invisible. `="138…"` would do the same, but is a formula, which careful settings block; an apostrophe would be visible in every cell.
 */
function cell(text: string | number): string {
  if (typeof text === 'number') return `${text}`
  const kept = formula.test(text) ? `'${text}` : numeric.test(text) ? `${text}\t` : text
  return `"${kept.replaceAll('"', '""')}"`
}

/** A table as a file that Excel, WPS and Numbers open correctly by a double click. */
export const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
