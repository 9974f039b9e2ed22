import { useMemo, useState } from 'react'
import { stored } from '../../lib/stored.ts'
import { user } from '../session.ts'
import type { Column } from '../ui/DataTable.tsx'

export interface ColumnChoice {
  /** Those that may be hidden. */
  columns: readonly { key: string; title: string }[]
  hidden: ReadonlySet<string>
  toggle(key: string): void
}

/** The columns of a list that this person wants to see, as chosen in this browser. */
export function useColumns<Row>(
  path: string, columns: readonly Column<Row>[],
): { shown: readonly Column<Row>[]; choice: ColumnChoice } {
  const [hidden, setHidden] = useState(() => hiddenOn(path))
  const shown = useMemo(() => columns.filter(({ key, always }) => always || !hidden.has(key)), [columns, hidden])
  return {
    shown,
    choice: {
      columns: columns.filter(({ always }) => !always),
      hidden,
      toggle(key) {
        const others = new Set(hidden)
        if (!others.delete(key)) others.add(key)
        setHidden(others)
        keep(path, others)
      },
    },
  }
}

const store = () => stored(`zhuzhan.columns.${user.peek()?.userId ?? ''}`, 'localStorage')
const hiddenByPath = (): Readonly<Record<string, unknown>> => (store().read() ?? {}) as Record<string, unknown>

function hiddenOn(path: string): ReadonlySet<string> {
  const keys: unknown = hiddenByPath()[path]
  return new Set(Array.isArray(keys) ? keys.filter((key): key is string => typeof key === 'string') : [])
}

const keep = (path: string, hidden: ReadonlySet<string>): void => store().write({ ...hiddenByPath(), [path]: [...hidden] })
