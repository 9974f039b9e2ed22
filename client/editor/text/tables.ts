import { lastOf } from '../../lib/lastOf.ts'
import type { Command, SelectionMarkers } from './selectionMarkers.ts'
import { create, rename, closestWithin } from './nodes.ts'

type Cell = HTMLElement
type SpanName = 'colspan' | 'rowspan'

const spanOf = (cell: Cell, name: SpanName): number => Math.max(1, Number(cell.getAttribute(name)) || 1)
function setSpan(cell: Cell, name: SpanName, span: number): void {
  if (span > 1) cell.setAttribute(name, `${span}`)
  else cell.removeAttribute(name)
}

export function createTable(rows: number, columns: number, head: boolean): HTMLElement {
  const row = (tag: string): HTMLElement => create('tr', ...Array.from({ length: columns }, () => emptyCell(tag)))
  const body = create('tbody', ...Array.from({ length: head ? rows - 1 : rows }, () => row('td')))
  return create('table', ...(head ? [create('thead', row('th'))] : []), ...(body.children.length > 0 ? [body] : []))
}

const emptyCell = (tag: string): Cell => create(tag, create('br'))

const rowsOf = (table: Element): HTMLElement[] =>
  [...table.querySelectorAll<HTMLElement>('tr')].filter((row) => row.closest('table') === table)

/** The cell at each position, row by row: a cell with a span is at several. */
export function gridOf(table: Element): Cell[][] {
  const rows = rowsOf(table)
  const grid: Cell[][] = rows.map(() => [])
  rows.forEach((row, y) => {
    let x = 0
    for (const cell of row.children as Iterable<Element>) {
      while (grid[y]?.[x]) x++
      for (let down = 0; down < spanOf(cell as Cell, 'rowspan'); down++) {
        for (let along = 0; along < spanOf(cell as Cell, 'colspan'); along++) {
          const gridRow = grid[y + down]
          if (gridRow) gridRow[x + along] = cell as Cell
        }
      }
    }
  })
  return grid
}

export type TableChange = keyof typeof tableChanges | keyof typeof cellChanges

export const changeTable =
  (change: TableChange): Command =>
  (markers, root) => {
    const table = closestWithin(root, markers.start, 'table')
    if (!table) return
    if (isTableChange(change)) return tableChanges[change](table, markers)
    const area = areaOf(closestWithin(root, markers.start, 'td, th'), gridOf(table))
    if (area) cellChanges[change](table, area, markers)
  }

const tableChanges = {
  lineBefore: (table: HTMLElement, markers: SelectionMarkers) => table.before(paragraphWith(markers)),
  lineAfter: (table: HTMLElement, markers: SelectionMarkers) => table.after(paragraphWith(markers)),
  removeTable: (table: HTMLElement, markers: SelectionMarkers) => table.replaceWith(paragraphWith(markers)),
  toggleHead,
}
const isTableChange = (change: TableChange): change is keyof typeof tableChanges => change in tableChanges

const paragraphWith = ({ start, end }: SelectionMarkers): HTMLElement => create('p', start, end, create('br'))

/** The rows and columns that a cell covers. */
interface Area {
  grid: Cell[][]
  top: number
  bottom: number
  left: number
  right: number
}

function areaOf(cell: Cell | undefined, grid: Cell[][]): Area | undefined {
  const top = grid.findIndex((row) => cell && row.includes(cell))
  if (!cell || top < 0) return undefined
  const left = grid[top]?.indexOf(cell) ?? -1
  return { grid, top, bottom: top + spanOf(cell, 'rowspan') - 1, left, right: left + spanOf(cell, 'colspan') - 1 }
}

const cellChanges = {
  rowAbove: (table: HTMLElement, { grid, top }: Area) => addRow(table, grid, top),
  rowBelow: (table: HTMLElement, { grid, bottom }: Area) => addRow(table, grid, bottom + 1),
  columnBefore: (table: HTMLElement, { grid, left }: Area) => addColumn(table, grid, left),
  columnAfter: (table: HTMLElement, { grid, right }: Area) => addColumn(table, grid, right + 1),
  removeRow(table: HTMLElement, { grid, top, bottom, left }: Area, markers: SelectionMarkers) {
    moveCaret((grid[bottom + 1] ?? grid[top - 1])?.[left], table, markers)
    for (let index = bottom; index >= top; index--) removeRow(table, index)
    removeIfWithoutCells(table)
  },
  removeColumn(table: HTMLElement, { grid, top, left, right }: Area, markers: SelectionMarkers) {
    moveCaret(grid[top]?.[right + 1] ?? grid[top]?.[left - 1], table, markers)
    for (let index = right; index >= left; index--) removeColumn(table, index)
    removeIfWithoutCells(table)
  },
}

/** Moves the caret into a cell that stays, or below the table. */
function moveCaret(cell: Cell | undefined, table: HTMLElement, markers: SelectionMarkers): void {
  if (cell) cell.prepend(markers.start, markers.end)
  else table.after(paragraphWith(markers))
}

function removeIfWithoutCells(table: HTMLElement): void {
  if (!table.querySelector('td, th')) table.remove()
}

/** Adds a row before the row `at`, or after the last; cells that span across grow. */
function addRow(table: HTMLElement, grid: Cell[][], index: number): void {
  const rows = rowsOf(table)
  const above = grid[index - 1] ?? []
  const beside = rows[index] ?? lastOf(rows)
  const inHead = rows[index]?.parentElement?.localName === 'thead'
  const row = create('tr')
  const model = grid[index] ?? above
  model.forEach((cell, x) => {
    if (above[x] === cell && grid[index]?.[x] === cell) {
      if (model.indexOf(cell) === x) setSpan(cell, 'rowspan', spanOf(cell, 'rowspan') + 1)
    } else row.append(emptyCell(inHead || cell.getAttribute('scope') === 'row' ? 'th' : 'td'))
  })
  if (rows[index]) rows[index].before(row)
  else if (beside?.parentElement?.localName === 'thead') table.append(create('tbody', row))
  else beside?.after(row)
}

function addColumn(table: HTMLElement, grid: Cell[][], index: number): void {
  rowsOf(table).forEach((row, y) => {
    const left = grid[y]?.[index - 1]
    const right = grid[y]?.[index]
    if (left && left === right) {
      if (left.parentElement === row) setSpan(left, 'colspan', spanOf(left, 'colspan') + 1)
      return
    }
    const cell = emptyCell(row.parentElement?.localName === 'thead' ? 'th' : 'td')
    const next = grid[y]?.slice(index).find((other) => other.parentElement === row)
    if (next) next.before(cell)
    else row.append(cell)
  })
}

function removeRow(table: HTMLElement, y: number): void {
  const grid = gridOf(table)
  const rows = rowsOf(table)
  const row = rows[y]
  const below = rows[y + 1]
  for (const cell of new Set(grid[y])) {
    const span = spanOf(cell, 'rowspan')
    if (span === 1) continue
    setSpan(cell, 'rowspan', span - 1)
    if (cell.parentElement !== row || !below) continue
    // It began in this row; now it begins in the next.
    const x = grid[y]?.indexOf(cell) ?? 0
    const next = grid[y + 1]?.slice(x).find((other) => other !== cell && other.parentElement === below)
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

/** Turns the first row into a head, or back. */
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
