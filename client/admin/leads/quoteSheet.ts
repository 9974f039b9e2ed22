import { withoutFormula } from '../../../contract/text/csv.ts'
import { escapeHtml } from '../../../contract/text/escapeHtml.ts'
import type { AskedRow } from '../../../contract/leads/quoteList.ts'
import { cellsOf } from './leadExport.ts'

/** Prices are for staff to fill in. */
const titles = ['序号', '产品', '型号', '数量', '单位', '单价', '金额', '备注']

/** Nothing of a cell may run, break its line or, by a quotation mark at its beginning, take the cells behind it. */
const safe = (cell: string | number): string | number =>
  typeof cell === 'number' ? cell : withoutFormula(cell.replace(/\s+/g, ' ')).replace(/^"/, '\'"')

/** The products of an inquiry as a table that is pasted into a sheet: as text, and as HTML, which keeps the digits of a model. */
export function quoteSheet(items: readonly AskedRow[]): { text: string; html: string } {
  const rows = items.map((item, index) => {
    const [product = '', model = '', quantity = '', unit = '', note = ''] = cellsOf(item).map(safe)
    return [index + 1, product, model, quantity, unit, '', '', note]
  })
  const cell = (value: string | number): string =>
    // What staff type into an empty cell of text is no number.
    typeof value === 'number' || value === ''
      ? `<td>${value}</td>`
      : `<td style="mso-number-format:'\\@'">${escapeHtml(value)}</td>`
  const table = [titles, ...rows]
  return {
    text: table.map((row) => row.join('\t')).join('\r\n'),
    html: `<table>${table.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`,
  }
}
