/** Excel takes a file without it for one in the system's old encoding, and Chinese turns to rubbish. */
const byteOrderMark = '\uFEFF'

/** What makes a spreadsheet run a cell: its first sign, also full-width, also after blanks that it passes over; a tab or a line end by itself. */
const formula = /^(?:[\s\p{Cf}]*[=+\-@＝＋－＠]|[\t\r\n])/u

/** No letters but those of dates and powers of ten, and a digit: a spreadsheet may make a number or a date of it. */
const numeric = /^(?=.*\p{Nd})(?:\P{L}|[eE年月日时分秒])+$/su

/**
 * Text that somebody typed stays text. A formula gets an apostrophe in front, by which every spreadsheet shows it as it is.
 * What looks like a number gets a tab at its end, inside the quotes: Excel and WPS then keep all digits of a phone number and the form of a
 * date, and nothing is seen. `="138…"` would do the same as a formula, which careful settings block; an apostrophe would be seen in each cell.
 */
function cell(text: string | number): string {
  if (typeof text === 'number') return `${text}`
  const kept = formula.test(text) ? `'${text}` : numeric.test(text) ? `${text}\t` : text
  return `"${kept.replaceAll('"', '""')}"`
}

/** A table as a file that opens in Excel, WPS and Numbers by a double click. */
export const csv = (rows: readonly (readonly (string | number)[])[]): string =>
  byteOrderMark + rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
