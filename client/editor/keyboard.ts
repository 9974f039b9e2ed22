import { listen } from '../lib/listen.ts'
import type { Surface } from './surface.ts'
import { indent, outdent } from './text/lists.ts'
import type { MarkTag } from './text/marks.ts'
import { closestWithin, isCell } from './text/nodes.ts'
import { nodeAt } from './text/status.ts'
import { changeTable, gridOf } from './text/tables.ts'

const isMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')
export const modifier = isMac ? '⌘' : 'Ctrl+'
const markKeys: Readonly<Record<string, MarkTag>> = { b: 'strong', i: 'em', u: 'u' }

interface KeyboardParts {
  openLinkPrompt(): void
  focusToolbar(): void
  isComposing(): boolean
}

interface Chord {
  key: string
  alt: boolean
  shift: boolean
  /** Ctrl is pressed, on a Mac ⌘. */
  command: boolean
}

interface Shortcut {
  keys: readonly string[]
  when(chord: Chord): boolean
  /** `false` leaves the key to the browser. */
  act(chord: Chord): boolean | void
}

/** Listens to the keys that are not text. None of them acts while an input method composes. */
export function listenToKeyboard(
  surface: Surface,
  { openLinkPrompt, focusToolbar, isComposing }: KeyboardParts,
): () => void {
  /** After Escape the next Tab leaves the editor, also from a list or a table. */
  let tabLeaves = false
  const itemOrCell = (): HTMLElement | undefined =>
    closestWithin(surface.root, surface.points().startContainer, 'li, td, th')

  const withCommand = ({ command, alt, shift }: Chord): boolean => command && !alt && !shift
  const shortcuts: readonly Shortcut[] = [
    {
      keys: ['tab'],
      when: ({ command, alt }) => !tabLeaves && !alt && !command && itemOrCell() !== undefined,
      act: ({ shift }) => moveByTab(surface, itemOrCell(), shift ? -1 : 1),
    },
    { keys: ['f10'], when: ({ alt }) => alt, act: focusToolbar },
    {
      keys: ['arrowup', 'arrowdown'],
      when: ({ command, alt, shift }) => !command && !alt && !shift,
      act: ({ key }) => moveInColumn(surface, key === 'arrowdown' ? 1 : -1),
    },
    {
      keys: ['z'],
      when: ({ command, alt }) => command && !alt,
      act: ({ shift }) => (shift ? surface.redo() : surface.undo()),
    },
    { keys: ['y'], when: withCommand, act: () => surface.redo() },
    { keys: ['k'], when: withCommand, act: openLinkPrompt },
    // Only keys of markKeys get here.
    { keys: Object.keys(markKeys), when: withCommand, act: ({ key }) => surface.toggleMark(markKeys[key] as MarkTag) },
  ]

  return listen(surface.root, {
    keydown(event) {
      // Safari ends composing before the Enter that did it; only the key code still shows it.
      if (isComposing() || event.isComposing || event.keyCode === 229) return
      const key = event.key.toLowerCase()
      const command = isMac ? event.metaKey && !event.ctrlKey : event.ctrlKey && !event.metaKey
      const chord = { key, command, alt: event.altKey, shift: event.shiftKey }
      const shortcut = shortcuts.find(({ keys, when }) => keys.includes(key) && when(chord))
      if (shortcut) {
        surface.checkSelection()
        if (shortcut.act(chord) !== false) event.preventDefault()
      }
      // The first Escape is for the Tab after it; the second is left to the form around the editor.
      if (key === 'escape' && !tabLeaves && itemOrCell()) event.preventDefault()
      tabLeaves = key === 'escape' || (tabLeaves && key === 'shift')
    },
  })
}

/** Tab indents an item, goes to the next cell, and from the last cell to a new row. */
function moveByTab(surface: Surface, itemOrCell: HTMLElement | undefined, step: 1 | -1): void {
  if (!isCell(itemOrCell)) return surface.run(step === 1 ? indent : outdent)
  const table = itemOrCell.closest('table')
  const cells = [...(table?.querySelectorAll<HTMLElement>('td, th') ?? [])].filter(
    (each) => each.closest('table') === table,
  )
  const next = cells[cells.indexOf(itemOrCell) + step]
  if (next) return surface.selectContents(next)
  if (step !== 1) return
  surface.run(changeTable('rowBelow'))
  const below = itemOrCell.parentElement?.nextElementSibling ?? table?.querySelector('tbody tr')
  surface.selectContents(below?.firstElementChild)
}

/**
 * Moves the caret up or down in its column, and out of the table at the end of the column: Chromium would follow the order of the
 * cells in the source. Returns whether the caret has moved.
 */
function moveInColumn(surface: Surface, step: 1 | -1): boolean {
  const { root } = surface
  const { startContainer, startOffset } = surface.points()
  const cell = closestWithin(root, startContainer, 'td, th')
  const table = cell?.closest('table')
  if (!cell || !table || !surface.state().collapsed || !isOnOuterLine(cell, nodeAt(startContainer, startOffset), step))
    return false
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
    getSelection()?.getRangeAt(0).getClientRects()[0] ??
    (at.nodeType === 1 ? (at as Element).getBoundingClientRect() : undefined)
  const range = document.createRange()
  range.selectNodeContents(cell)
  const lines = range.getBoundingClientRect()
  if (!caret || lines.height === 0) return true
  return (step === 1 ? lines.bottom - caret.bottom : caret.top - lines.top) < caret.height / 2
}
