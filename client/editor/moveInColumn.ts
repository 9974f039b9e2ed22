import type { Surface } from './surface.ts'
import { closestWithin } from './text/nodes.ts'
import { nodeAt } from './text/status.ts'
import { gridOf } from './text/tables.ts'

/**
 * Moves the caret up or down in its column, and out of the table at the end of the column: Chromium would follow the order of the
 * cells in the source. Returns whether the caret has moved.
 */
export function moveInColumn(surface: Surface, step: 1 | -1): boolean {
  const { root } = surface
  const { startContainer, startOffset } = surface.points()
  const cell = closestWithin(root, startContainer, 'td, th')
  const table = cell?.closest('table')
  if (!cell || !table || !surface.state().collapsed || !isOnOuterLine(cell, nodeAt(startContainer, startOffset), step)) return false
  const target = cellBeyond(cell, table, step) ?? (step === 1 ? table.nextElementSibling : table.previousElementSibling)
  if (!target) return false
  surface.selectContents(target, step === 1 ? 'start' : 'end')
  surface.scrollIntoView()
  return true
}

function cellBeyond(cell: HTMLElement, table: Element, step: 1 | -1): HTMLElement | undefined {
  const grid = gridOf(table)
  const hasCell = (row: readonly Element[]): boolean => row.includes(cell)
  const y = step === 1 ? grid.length - 1 - [...grid].reverse().findIndex(hasCell) : grid.findIndex(hasCell)
  return grid[y + step]?.[grid[y]?.indexOf(cell) ?? 0]
}

/** Whether the caret is on the last line of the cell, or upwards on the first. */
function isOnOuterLine(cell: Element, at: Node, step: 1 | -1): boolean {
  const caret =
    getSelection()?.getRangeAt(0).getClientRects()[0] ?? (at.nodeType === 1 ? (at as Element).getBoundingClientRect() : undefined)
  const range = document.createRange()
  range.selectNodeContents(cell)
  const lines = range.getBoundingClientRect()
  if (!caret || lines.height === 0) return true
  return (step === 1 ? lines.bottom - caret.bottom : caret.top - lines.top) < caret.height / 2
}
