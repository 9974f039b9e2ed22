import { useMemo, useState } from 'react'
import { user } from '../session.ts'
import type { Column } from '../ui/DataTable.tsx'

export interface ColumnChoice {
  /** Those that may be hidden. */
  columns: readonly { key: string; title: string }[]
  hidden: ReadonlySet<string>
  toggle(key: string): void
}

/**
 * The columns of a list that this person wants to see, as chosen in this browser. One that is empty in every row is hidden until it is
 * chosen, which is stored as its key after a plus.
 */
export function useColumns<Row>(
  path: string, columns: readonly Column<Row>[], rows: readonly Row[],
): { shown: readonly Column<Row>[]; choice: ColumnChoice } {
  const [chosen, setChosen] = useState(() => chosenOn(path))
  const hidden = useMemo(() => {
    const isHidden = ({ key, text }: Column<Row>): boolean =>
      chosen.has(key) || (text !== undefined && !chosen.has(`+${key}`) && rows.length > 0 && rows.every((row) => text(row) === ''))
    return columns.filter(isHidden).map(({ key }) => key).join()
  }, [columns, chosen, rows])
  const shown = useMemo(() => columns.filter(({ key, always }) => always || !hidden.split(',').includes(key)), [columns, hidden])
  return {
    shown,
    choice: {
      columns: columns.filter(({ always }) => !always),
      hidden: new Set(hidden.split(',')),
      toggle(key) {
        const others = new Set(chosen)
        const shows = hidden.split(',').includes(key)
        others.delete(shows ? key : `+${key}`)
        others.add(shows ? `+${key}` : key)
        setChosen(others)
        keep(path, others)
      },
    },
  }
}

const storedAs = (): string => `zhuzhan.columns.${user.peek()?.userId ?? ''}`

function stored(): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(localStorage.getItem(storedAs()) ?? '{}') as Record<string, unknown> | null) ?? {}
  } catch {
    // The stored value may not be ours.
    return {}
  }
}

function chosenOn(path: string): ReadonlySet<string> {
  const keys: unknown = stored()[path]
  return new Set(Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [])
}

function keep(path: string, chosen: ReadonlySet<string>): void {
  try {
    localStorage.setItem(storedAs(), JSON.stringify({ ...stored(), [path]: [...chosen] }))
  } catch {
    // A full storage forgets the choice, which still holds until the page is left.
  }
}
