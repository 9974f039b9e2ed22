import { within } from './text/nodes.ts'
import { nodeAt } from './text/status.ts'
import type { Surface } from './surface.ts'
import { gridOf } from './text/tables.ts'

/**
 * The arrows up and down in a table: Chromium goes through the cells as they come in the text, but people mean the column. From its
 * end they lead out of the table. Says whether it has moved the caret.
 */
export function moveInColumn(surface: Surface, step: 1 | -1): boolean {
  const { root } = surface
  const { startContainer, startOffset } = surface.here()
  const cell = within(root, startContainer, 'td, th')
  const table = cell?.closest('table')
  if (!cell || !table || !surface.state().collapsed || !isOnLastLine(cell, nodeAt(startContainer, startOffset), step)) return false
  const grid = gridOf(table)
  const holds = (row: readonly Element[]): boolean => row.includes(cell)
  const y = step === 1 ? grid.length - 1 - [...grid].reverse().findIndex(holds) : grid.findIndex(holds)
  const next = grid[y + step]?.[grid[y]?.indexOf(cell) ?? 0]
  const target = next ?? (step === 1 ? table.nextElementSibling : table.previousElementSibling)
  if (!target) return false
  surface.enter(target, step === 1 ? 'start' : 'end')
  surface.reveal()
  return true
}

/** Whether no line of the cell is beyond the caret's. */
function isOnLastLine(cell: Element, at: Node, step: 1 | -1): boolean {
  const caret = getSelection()?.getRangeAt(0).getClientRects()[0] ?? (at.nodeType === 1 ? (at as Element).getBoundingClientRect() : undefined)
  const range = document.createRange()
  range.selectNodeContents(cell)
  const lines = range.getBoundingClientRect()
  if (!caret || lines.height === 0) return true
  return (step === 1 ? lines.bottom - caret.bottom : caret.top - lines.top) < caret.height / 2
}
