import { useState } from 'react'
import type { MenuEntry } from '../../../contract/site/siteFields.ts'
import { moved } from '../../lib/moved.ts'
import { TextField } from '../ui/fields.tsx'
import { createGroupValues } from './groupValues.ts'
import { ListInput, type ListProps } from './ListInput.tsx'
import { entriesOf, isSameOnPhones, type MenuRow, phoneRowsOf, rowPathsOf, rowsOf, sameOnPhones } from './menuRows.ts'
import { PhoneOrder } from './PhoneOrder.tsx'

/** A menu as a list with one row for each page, and below it the order on phones, where that is another one. */
export function MenuInput(props: ListProps) {
  const { path, keyPath, value, context } = props
  const { values, problems, disabled } = context
  const entries = value as readonly MenuEntry[]
  const rows = rowsOf(entries)
  const [rowValues] = useState(() => rowValuesOf(props))
  const rowPaths = rowPathsOf(entries)
  const places = Array.from(rowPaths, ([stored, row]) => [`${path}.${stored}`, `${path}.${row}`])
  const rowProblems = new Map(
    [...problems].map(([place, message]) => {
      const rowPath = place.startsWith(`${path}.`) ? rowPaths.get(place.slice(path.length + 1)) : undefined
      return [rowPath === undefined ? place : `${path}.${rowPath}`, message] as const
    }),
  )

  const setRows = (next: readonly MenuRow[]): void => values.set(keyPath, entriesOf(next))
  const phoneRows = phoneRowsOf(rows)
  const movePhone = (from: number, to: number): void => {
    const order = moved(phoneRows, from, to)
    setRows(rows.map((row) => (row.phone ? { ...row, phonePlace: order.indexOf(row) } : row)))
  }
  const rename = (row: MenuRow, name: string): void => {
    const { phoneName: _name, ...same } = row
    const renamed = name === row.name ? same : { ...row, phoneName: name }
    setRows(rows.map((each) => (each === row ? renamed : each)))
  }
  return (
    <div className="stack" data-places={JSON.stringify(places)}>
      <ListInput {...props} value={rows} context={{ ...context, values: rowValues, problems: rowProblems }} />
      <PhoneOrder
        label="手机上的顺序或名称不同"
        differs={!isSameOnPhones(rows)}
        disabled={disabled}
        items={phoneRows.map((row) => {
          const index = rows.indexOf(row)
          return {
            key: rowValues.keysOf(keyPath, rows)[index] ?? index,
            name: row.name,
            input: (
              <TextField
                label={`手机上的名称：${row.name}`}
                name={`${path}.${index}.phoneName`}
                error={rowProblems.get(`${path}.${index}.phoneName`)}
                value={row.phoneName ?? row.name}
                disabled={disabled}
                onChange={(name) => rename(row, name)}
              />
            ),
          }
        })}
        onMove={movePhone}
        onFollow={() => setRows(sameOnPhones(rows))}
      />
    </div>
  )
}

/** The values of the rows, which are read from the entries and written as entries. */
function rowValuesOf({ field, path, keyPath, context: { values } }: ListProps): typeof values {
  const current = (): MenuRow[] => rowsOf(values.itemsOf(keyPath) as readonly MenuEntry[])
  const source = {
    view: { peek: () => ({ values: { [path]: current() } }) },
    set(_name: string, next: unknown): void {
      const rows = next as MenuRow[]
      values.set(keyPath, entriesOf(isSameOnPhones(current()) ? sameOnPhones(rows) : rows))
    },
  }
  return createGroupValues({ [path]: field }, source)
}
