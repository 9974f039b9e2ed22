import { lastOf } from '../../lib/lastOf.ts'
import type { Command } from './selectionMarkers.ts'
import { create, rename, within } from './nodes.ts'

export type TableChange =
  | 'rowAbove' | 'rowBelow' | 'columnBefore' | 'columnAfter' | 'removeRow' | 'removeColumn' | 'toggleHead' | 'lineBefore' | 'lineAfter' | 'removeTable'

type Cell = HTMLElement
type Way = 'colspan' | 'rowspan'

const spanOf = (cell: Cell, way: Way): number => Math.max(1, Number(cell.getAttribute(way)) || 1)
function setSpan(cell: Cell, way: Way, span: number): void {
  if (span > 1) cell.setAttribute(way, `${span}`)
  else cell.removeAttribute(way)
}

export function createTable(rows: number, columns: number, head: boolean): HTMLElement {
  const row = (tag: string): HTMLElement => create('tr', ...Array.from({ length: columns }, () => emptyCell(tag)))
  const body = create('tbody', ...Array.from({ length: head ? rows - 1 : rows }, () => row('td')))
  return create('table', ...(head ? [create('thead', row('th'))] : []), ...(body.children.length > 0 ? [body] : []))
}

const emptyCell = (tag: string): Cell => create(tag, create('br'))

const rowsOf = (table: Element): HTMLElement[] => [...table.querySelectorAll<HTMLElement>('tr')].filter((row) => row.closest('table') === table)

/** Which cell covers each place, row by row: one that spans is there several times. */
export function gridOf(table: Element): Cell[][] {
  const rows = rowsOf(table)
  const grid: Cell[][] = rows.map(() => [])
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.children as Iterable<Element>) {
      while (grid[y]?.[x]) x++
      for (let down = 0; down < spanOf(cell as Cell, 'rowspan'); down++) {
        for (let along = 0; along < spanOf(cell as Cell, 'colspan'); along++) {
          const line = grid[y + down]
          if (line) line[x + along] = cell as Cell
        }
      }
    }
  })
  return grid
}

export const changeTable =
  (change: TableChange): Command =>
  ({ start, end }, root) => {
    const table = within(root, start, 'table')
    const cell = within(root, start, 'td, th')
    if (!table) return
    const line = create('p', create('br'))
    if (change === 'removeTable' || change === 'lineBefore' || change === 'lineAfter') {
      if (change === 'lineBefore') table.before(line)
      else table.after(line)
      line.prepend(start, end)
      if (change === 'removeTable') table.remove()
      return
    }
    if (change === 'toggleHead') return toggleHead(table)
    const grid = gridOf(table)
    const y = grid.findIndex((row) => cell && row.includes(cell))
    const x = grid[y]?.indexOf(cell as Cell) ?? -1
    if (!cell || y < 0) return
    const lastX = x + spanOf(cell, 'colspan') - 1
    const lastY = y + spanOf(cell, 'rowspan') - 1
    if (change === 'rowAbove') addRow(table, grid, y)
    else if (change === 'rowBelow') addRow(table, grid, lastY + 1)
    else if (change === 'columnBefore') addColumn(table, grid, x)
    else if (change === 'columnAfter') addColumn(table, grid, lastX + 1)
    else {
      const byRow = change === 'removeRow'
      const stay = byRow ? (grid[lastY + 1] ?? grid[y - 1])?.[x] : (grid[y]?.[lastX + 1] ?? grid[y]?.[x - 1])
      if (stay) stay.prepend(start, end)
      else {
        table.after(line)
        line.prepend(start, end)
      }
      if (byRow) for (let at = lastY; at >= y; at--) removeRow(table, at)
      else for (let at = lastX; at >= x; at--) removeColumn(table, at)
      if (!table.querySelector('td, th')) table.remove()
    }
  }

/** Before the row `at`, or after the last; cells that reach over the seam grow. */
function addRow(table: HTMLElement, grid: Cell[][], at: number): void {
  const rows = rowsOf(table)
  const above = grid[at - 1] ?? []
  const beside = rows[at] ?? lastOf(rows)
  const inHead = rows[at]?.parentElement?.localName === 'thead'
  const row = create('tr')
  const like = grid[at] ?? above
  like.forEach((cell, x) => {
    if (above[x] === cell && grid[at]?.[x] === cell) {
      if (like.indexOf(cell) === x) setSpan(cell, 'rowspan', spanOf(cell, 'rowspan') + 1)
    } else row.append(emptyCell(inHead || cell.getAttribute('scope') === 'row' ? 'th' : 'td'))
  })
  if (rows[at]) rows[at].before(row)
  else if (beside?.parentElement?.localName === 'thead') table.append(create('tbody', row))
  else beside?.after(row)
}

function addColumn(table: HTMLElement, grid: Cell[][], at: number): void {
  rowsOf(table).forEach((row, y) => {
    const [left, right] = [grid[y]?.[at - 1], grid[y]?.[at]]
    if (left && left === right) {
      if (left.parentElement === row) setSpan(left, 'colspan', spanOf(left, 'colspan') + 1)
      return
    }
    const cell = emptyCell(row.parentElement?.localName === 'thead' ? 'th' : 'td')
    const next = grid[y]?.slice(at).find((each) => each.parentElement === row)
    if (next) next.before(cell)
    else row.append(cell)
  })
}

function removeRow(table: HTMLElement, y: number): void {
  const grid = gridOf(table)
  const [row, below] = [rowsOf(table)[y], rowsOf(table)[y + 1]]
  for (const cell of new Set(grid[y])) {
    const span = spanOf(cell, 'rowspan')
    if (span === 1) continue
    setSpan(cell, 'rowspan', span - 1)
    if (cell.parentElement !== row || !below) continue
    // It began in this row; what is left of it begins in the next.
    const x = grid[y]?.indexOf(cell) ?? 0
    const next = grid[y + 1]?.slice(x).find((each) => each !== cell && each.parentElement === below)
    if (next) next.before(cell)
    else below.append(cell)
  }
  const section = row?.parentElement
  row?.remove()
  if (section?.children.length === 0) section.remove()
}

function removeColumn(table: HTMLElement, x: number): void {
  for (const cell of new Set(gridOf(table).flatMap((row) => row[x] ?? []))) {
    const span = spanOf(cell, 'colspan')
    if (span > 1) setSpan(cell, 'colspan', span - 1)
    else cell.remove()
  }
}

/** The first row as a head, or as a row like the others. */
function toggleHead(table: HTMLElement): void {
  const head = table.querySelector(':scope > thead')
  const first = rowsOf(table)[0]
  const body = table.querySelector<HTMLElement>(':scope > tbody') ?? table.appendChild(create('tbody'))
  if (head) {
    for (const row of [...head.children].reverse()) {
      for (const cell of [...row.children]) renameCell(cell as Cell, 'td')
      body.prepend(row)
    }
    head.remove()
  } else if (first) {
    for (const cell of [...first.children]) renameCell(cell as Cell, 'th')
    body.before(create('thead', first))
    if (body.children.length === 0) body.remove()
  }
}

function renameCell(cell: Cell, tag: string): void {
  const other = rename(cell, tag)
  for (const { name, value } of cell.attributes) if (name.endsWith('span')) other.setAttribute(name, value)
}
