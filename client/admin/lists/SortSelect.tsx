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

/** Where rows are cards, the heads that sort are hidden; the styles show this instead. */
export function SortSelect({ columns, sort, onSort }: Props) {
  const id = useId()
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) => orderKeys.map((order) => ({ sort: { by: key, order }, words: `${title} ${orders[order]}` })))
  const chosen = options.findIndex((option) => option.sort.by === sort?.by && option.sort.order === sort.order)
  if (options.length === 0) return null
  return (
    <div className="sort-select">
      <label htmlFor={id}>排序</label>
      <select id={id} className="input" value={chosen} onChange={({ target }) => onSort(options[Number(target.value)]?.sort)}>
        <option value={-1}>默认</option>
        {options.map(({ words }, index) => (
          <option key={words} value={index}>
            {words}
          </option>
        ))}
      </select>
    </div>
  )
}
