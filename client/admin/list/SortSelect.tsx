import { useId } from 'react'
import type { Column } from '../ui/DataTable.tsx'
import type { Sort } from './list.ts'

interface Props {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'sortable'>[]
  sort: Sort | undefined
  onSort(sort: Sort | undefined): void
}

const orders = { asc: '升序', desc: '降序' } as const
const orderKeys = ['asc', 'desc'] as const

/** Replaces the sorting headers where rows are shown as cards. The styles choose between them. */
export function SortSelect({ columns, sort, onSort }: Props) {
  const id = useId()
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => orderKeys.map((order) => ({ sort: { by: key, order }, label: `${title} ${orders[order]}` })))
  const chosen = options.findIndex((option) => option.sort.by === sort?.by && option.sort.order === sort.order)
  if (options.length === 0) return null
  return (
    <div className="sort-select row">
      <label className="nowrap" htmlFor={id}>排序</label>
      <select id={id} className="input" value={chosen} onChange={({ target }) => onSort(options[Number(target.value)]?.sort)}>
        <option value={-1}>默认</option>
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
