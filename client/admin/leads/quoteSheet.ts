import { withoutFormula } from '../../../contract/csv.ts'
import { escapeHtml } from '../../../contract/escapeHtml.ts'
import type { AskedRow } from '../../../contract/quoteList.ts'

/** Prices are for staff to fill in. */
const titles = ['序号', '产品', '型号', '数量', '单位', '单价', '金额', '备注'] as const

type Cell = string | number

const cellsOf = (items: readonly AskedRow[]): Cell[][] =>
  items.map(({ productId, productName = productId, model = '', quantity = '', unit = '', note = '' }, index) => [
    index + 1,
    ...[productName, model, quantity, unit, '', '', note].map((cell) =>
      typeof cell === 'string' ? withoutFormula(cell.replace(/\s+/g, ' ')) : cell,
    ),
  ])

/** A quotation mark at the beginning would take the cells behind it into its own. */
const inText = (cell: Cell): Cell => (`${cell}`.startsWith('"') ? `"${`${cell}`.replaceAll('"', '""')}"` : cell)

/** The products of an inquiry as a table that is pasted into a sheet: as text, and as HTML, which keeps the digits of a model. */
export function quoteSheet(items: readonly AskedRow[]): { text: string; html: string } {
  const rows = [titles, ...cellsOf(items)]
  const cell = (value: Cell): string =>
    typeof value === 'number' ? `<td>${value}</td>` : `<td style="mso-number-format:'\\@'">${escapeHtml(value)}</td>`
  return {
    text: rows.map((row) => row.map(inText).join('\t')).join('\r\n'),
    html: `<table>${rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('')}</table>`,
  }
}
