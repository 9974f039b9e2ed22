import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from 'react'
import { AdminIcon } from './AdminIcon.tsx'

export interface Column<Row> {
  key: string
  title: string
  /** A CSS width; columns without one share the rest. `var(--time)` fits a date and time, on two lines where room is short. */
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
  onReset?: (() => void) | undefined
  /** What the list is, for those who hear it. */
  label?: string
  /** Which part of the list this is; another part is read from its top. */
  part?: string
  /** As CSS; without it the window's height minus 219. */
  height?: string
}

/** Rows in a box that scrolls by itself under a header that stays; in a narrow box each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, columns, selected, onSelect, state, why, onRetry, label = '列表', part = '', height } = props
  const box = useRef<HTMLDivElement>(null)
  const shown = useRef(part)

  // Once its rows are there; until then the old ones stay where they are.
  useLayoutEffect(() => {
    if (state !== 'ready' || shown.current === part) return
    shown.current = part
    box.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [state, part])

  const extra = selected ? 1 : 0
  const bare = rows.length === 0
  return (
    <div className="data" aria-busy={state === 'loading'} style={height === undefined ? undefined : { blockSize: height }}>
      {state === 'failed' && !bare && (
        <p className="data-stale" role="alert">
          <AdminIcon name="warning" />
          {why}，下面是上次的内容
          <button type="button" className="link" onClick={onRetry}>
            重试
          </button>
        </p>
      )}
      <div className="data-box" ref={box} role="region" aria-label={label} tabIndex={0}>
        {/* The roles are said because as cards these are no longer laid out as a table. */}
        <table role="table" style={{ '--least': leastWidth(columns, selected !== undefined) } as CSSProperties}>
          <colgroup>
            {selected && <col style={{ inlineSize: '2.75rem' }} />}
            {columns.map(({ key, width }) => (
              <col key={key} style={width === undefined ? undefined : { inlineSize: width }} />
            ))}
          </colgroup>
          <thead role="rowgroup">
            <tr role="row">
              {selected && onSelect && <AllBox {...props} selected={selected} onSelect={onSelect} />}
              {columns.map(({ key, title }) => (
                <th key={key} role="columnheader" scope="col" data-column={key}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <BodyRow key={props.rowId(row)} {...props} row={row} index={index} />
            ))}
            {bare && state === 'loading' && <Skeleton columns={columns.length + extra} />}
          </tbody>
        </table>
        {bare && state !== 'loading' && <Nothing {...props} />}
      </div>
    </div>
  )
}

/** Under it the box scrolls sideways. */
const leastWidth = <Row,>(columns: readonly Column<Row>[], picks: boolean): string =>
  `calc(${[...(picks ? ['2.75rem'] : []), ...columns.map(({ width }) => width ?? '10rem')].join(' + ')})`

function BodyRow<Row>({ row, index, rowId, rowName, columns, selected, onSelect }: DataTableProps<Row> & { row: Row; index: number }) {
  const id = rowId(row)
  const picked = selected?.has(id) ?? false
  const pick = (): void => onSelect?.(picked ? new Set([...(selected ?? [])].filter((each) => each !== id)) : new Set([...(selected ?? []), id]))
  return (
    <tr role="row" data-id={id} className={picked ? 'picked' : undefined}>
      {selected && (
        <td role="cell" data-column="pick">
          <label className="pick">
            <input type="checkbox" checked={picked} aria-label={`选择：${rowName?.(row) || `第 ${index + 1} 行`}`} onChange={pick} />
          </label>
        </td>
      )}
      {columns.map(({ key, title, cell }) => (
        <td key={key} role="cell" data-column={key} data-title={title}>
          {cell(row, index)}
        </td>
      ))}
    </tr>
  )
}

interface AllBoxProps<Row> extends DataTableProps<Row> {
  selected: ReadonlySet<string>
  onSelect(ids: ReadonlySet<string>): void
}

function AllBox<Row>({ rows, rowId, selected, onSelect }: AllBoxProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selected.has(rowId(row)))
  return (
    <th role="columnheader" scope="col" data-column="pick">
      <label className="pick">
        <input
          type="checkbox"
          aria-label="全选本页"
          checked={all}
          disabled={rows.length === 0}
          ref={(element) => {
            if (element) element.indeterminate = !all && selected.size > 0
          }}
          onChange={() => onSelect(new Set(all ? [] : rows.map(rowId)))}
        />
      </label>
    </th>
  )
}

/** Seen only when the answer takes longer than a moment; the styles hold it back. */
function Skeleton({ columns }: { columns: number }) {
  return Array.from({ length: 8 }, (_, row) => (
    <tr key={row} className="skeleton" aria-hidden="true">
      {Array.from({ length: columns }, (_, column) => (
        <td key={column}>
          <span />
        </td>
      ))}
    </tr>
  ))
}

function Nothing<Row>({ state, why, onRetry, empty, onReset }: DataTableProps<Row>) {
  if (state === 'failed')
    return (
      <div className="data-nothing bad" role="alert">
        <AdminIcon name="warning" />
        <p>{why}</p>
        <button type="button" className="button" onClick={onRetry}>
          <AdminIcon name="refresh" />
          重试
        </button>
      </div>
    )
  return (
    <div className="data-nothing" role="status">
      <AdminIcon name={onReset ? 'search' : 'box'} />
      <p>{onReset ? '没有符合条件的内容' : empty}</p>
      {onReset && (
        <button type="button" className="button" onClick={onReset}>
          重置
        </button>
      )}
    </div>
  )
}
