import type { KeyboardEvent } from 'react'

interface RowActions {
  onOpen?: ((id: string) => void) | undefined
  onPick?: ((id: string) => void) | undefined
}

/** The keys of a table, listed in keys.ts. Arrows move between rows from anywhere inside; the other keys need the focus on a row or the table. */
export function rowKeys({ onOpen, onPick }: RowActions): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return
    const box = event.currentTarget
    const target = event.target as Element
    const row = target.closest<HTMLElement>('tbody tr[data-id]')
    if (!row && target !== box) return
    const rows = [...box.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
    const at = row ? rows.indexOf(row) : -1
    const id = target === row ? row.dataset.id : undefined
    const notInCell = target === row || target === box

    let action: (() => void) | undefined
    if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && row)) {
      const next = rows[event.key === 'ArrowDown' ? at + 1 : at - 1]
      action = () => next?.focus()
    } else if (notInCell && (event.key === 'Home' || event.key === 'End')) action = () => rows[event.key === 'Home' ? 0 : rows.length - 1]?.focus()
    else if (id !== undefined && event.key === 'Enter' && onOpen && !event.repeat) action = () => onOpen(id)
    else if (id !== undefined && event.key === ' ' && onPick) action = () => onPick(id)
    if (!action) return
    event.preventDefault()
    action()
  }
}
