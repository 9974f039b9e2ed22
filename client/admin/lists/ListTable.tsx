import { memo, type ReactNode, useState } from 'react'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { type Column, DataTable, withoutSpare } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { ColumnMenu } from './ColumnMenu.tsx'
import type { Words } from './list.ts'
import { SortSelect } from './SortSelect.tsx'
import { useColumns } from './useColumns.ts'
import type { UsedList } from './useList.ts'
import type { Removing } from './useRemoving.ts'

interface Props<Row, F extends Words> {
  list: UsedList<Row, F>
  /** Of the view. */
  path: string
  label: string
  /** What to say when there is nothing at all. */
  empty: string
  rowId(row: Row): string
  rowName(row: Row): string
  columns: readonly Column<Row>[]
  onOpen?(id: string): void
  removing: Removing<Row>
}

/**
 * The rows of a list, and below them the button for the selected ones, the choice of columns, and the pages. Memoized: a dialog opens
 * without rendering it.
 */
export const ListTable = memo(function ListTable<Row, F extends Words>({
  list, path, label, empty, rowId, rowName, columns, onOpen, removing,
}: Props<Row, F>) {
  const { page, limit, searched, sort, selected } = list
  const { shown, choice } = useColumns(path, columns)
  const [spare, setSpare] = useState(0)
  const fitting = withoutSpare(shown, spare)
  return (
    <>
      <DataTable
        label={label}
        above={<SortSelect columns={columns} sort={sort} onSort={(to) => void list.setSort(to)} />}
        rows={list.rows}
        rowId={rowId}
        rowName={rowName}
        columns={shown}
        onSpare={setSpare}
        first={(page - 1) * limit}
        selected={selected}
        onSelect={list.select}
        {...(onOpen && { onOpen })}
        sort={sort}
        onSort={(key) => void list.sortBy(key)}
        state={removing.step ? 'loading' : list.state}
        error={list.error}
        onRetry={() => void list.refresh()}
        empty={empty}
        onReset={list.filtered ? () => void list.reset() : undefined}
        part={JSON.stringify([page, limit, searched, sort])}
      />
      <div className="list-foot row wraps">
        <ColumnMenu {...choice} leftOut={new Set(shown.filter((column) => !fitting.includes(column)).map(({ key }) => key))} />
        <RemoveSelected count={selected.size} step={removing.step} onClick={() => void removing.removeSelected()} />
        <Pager
          {...{ page, limit, count: list.count, counted: list.counted }} onPage={(to) => void list.goToPage(to)}
          onLimit={(size) => void list.setLimit(size)}
        />
      </div>
    </>
  )
}) as <Row, F extends Words>(props: Props<Row, F>) => ReactNode

interface RemoveSelectedProps {
  count: number
  /** While they are being deleted. */
  step: { done: number; of: number } | undefined
  onClick(): void
}

export function RemoveSelected({ count, step, onClick }: RemoveSelectedProps) {
  if (count === 0 && !step) return null
  return (
    <button type="button" className="button bad bulk" aria-disabled={step !== undefined} onClick={onClick}>
      <AdminIcon name="trash" />
      {step && step.of > 1 ? `正在删除 ${step.done + 1}/${step.of}` : `删除所选 (${count})`}
    </button>
  )
}
