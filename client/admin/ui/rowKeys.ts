import type { KeyboardEvent } from 'react'

interface RowActs {
  onOpen?: ((id: string) => void) | undefined
  onPick?: ((id: string) => void) | undefined
}

/** The keys of a table, listed in keys.ts: arrows move through its rows from wherever the focus is in it, the others act on the row itself. */
export function rowKeys({ onOpen, onPick }: RowActs): (event: KeyboardEvent<HTMLElement>) => void {
  return (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey || event.nativeEvent.isComposing) return
    const box = event.currentTarget
    const target = event.target as Element
    const row = target.closest<HTMLElement>('tbody tr[data-id]')
    if (!row && target !== box) return
    const rows = [...box.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
    const at = row ? rows.indexOf(row) : -1
    const id = target === row ? row.dataset.id : undefined
    const whole = target === row || target === box

    let act: (() => void) | undefined
    if (event.key === 'ArrowDown' || (event.key === 'ArrowUp' && row)) {
      const next = rows[event.key === 'ArrowDown' ? at + 1 : at - 1]
      act = () => next?.focus()
    } else if (whole && (event.key === 'Home' || event.key === 'End')) act = () => rows[event.key === 'Home' ? 0 : rows.length - 1]?.focus()
    else if (id !== undefined && event.key === 'Enter' && onOpen && !event.repeat) act = () => onOpen(id)
    else if (id !== undefined && event.key === ' ' && onPick) act = () => onPick(id)
    if (!act) return
    event.preventDefault()
    act()
  }
}
