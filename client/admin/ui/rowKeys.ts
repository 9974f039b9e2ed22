import type { KeyboardEvent } from 'react'

interface RowActions {
  onOpen?: ((id: string) => void) | undefined
  onPick?: ((id: string) => void) | undefined
}

/**
 * The keys of a table, listed in keys.ts. Arrows move between rows from anywhere inside; the other keys need the focus on a row or the
 * table.
 */
export function rowKeys(actions: RowActions): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return
    const box = event.currentTarget
    const target = event.target as Element
    // Its arrows choose.
    if (target.matches('select')) return
    const row = target.closest<HTMLElement>('tbody tr[data-id]')
    if (!row && target !== box) return
    const action =
      actionOn(row, event, actions, target === row) ??
      moveFrom(
        row,
        event.key,
        [...box.querySelectorAll<HTMLElement>('tbody tr[data-id]')],
        target === row || target === box,
      )
    if (!action) return
    event.preventDefault()
    action()
  }
}

type Action = (() => void) | undefined

function actionOn(
  row: HTMLElement | null,
  { key, repeat }: KeyboardEvent,
  { onOpen, onPick }: RowActions,
  isFocused: boolean,
): Action {
  const id = isFocused ? row?.dataset.id : undefined
  if (id === undefined) return undefined
  if (key === 'Enter' && onOpen && !repeat) return () => onOpen(id)
  if (key === ' ' && onPick) return () => onPick(id)
  return undefined
}

function moveFrom(row: HTMLElement | null, key: string, rows: readonly HTMLElement[], notInCell: boolean): Action {
  const index = row ? rows.indexOf(row) : -1
  const moveTo = (to: number) => () => rows[to]?.focus()
  if (key === 'ArrowDown') return moveTo(index + 1)
  if (key === 'ArrowUp' && row) return moveTo(index - 1)
  if (key === 'Home' && notInCell) return moveTo(0)
  if (key === 'End' && notInCell) return moveTo(rows.length - 1)
  return undefined
}
