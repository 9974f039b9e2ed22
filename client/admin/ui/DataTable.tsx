import type { ReactNode } from 'react'

export interface Column<Row> {
  key: string
  title: string
  /** A CSS width; columns without one share the rest. */
  width?: string
  cell(row: Row, index: number): ReactNode
}

export interface DataTableProps<Row> {
  rows: readonly Row[]
  rowId(row: Row): string
  /** What a row is called, for its checkbox. */
  rowName?(row: Row): string
  columns: readonly Column<Row>[]
  /** With these two a column of checkboxes stands first. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  state: 'loading' | 'ready' | 'failed'
  /** Why it failed. */
  why?: string
  onRetry(): void
  /** What to say when there is nothing at all. */
  empty: string
  /** Given when a search is on: an empty table then says that nothing fits and offers this. */
  onReset?(): void
  /** Taken off the window's height; 219 unless told. */
  label: string
}

export function DataTable<Row>({ rows, rowId, columns }: DataTableProps<Row>) {
  return (
    <table>
      <tbody>
        {rows.map((row, index) => (
          <tr key={rowId(row)}>
            {columns.map(({ key, cell }) => (
              <td key={key}>{cell(row, index)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
