import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  memo,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSize } from '../../ui/useSize.ts'
import { AdminIcon, Button, RetryButton } from './buttons.tsx'
import { rowKeys } from './rowKeys.ts'
import { useStable } from './useStable.ts'

export interface Column<Row> {
  key: string
  title: string
  /** Columns without one share the rest. */
  width?: `${number}rem`
  /** It has more of the rest than the others, this many times as much; `width` is then the least. */
  grow?: number
  /** Its place on a short card, which leaves the others out: beside the checkbox, or in the line below. */
  card?: 'handle' | 'title' | 'picture' | 'fact'
  cell(row: Row, index: number): ReactNode
  /** Its text, if that may be empty: a card leaves it out. */
  text?(row: Row): string
  sortable?: boolean
  /** Everybody needs it: it cannot be hidden. */
  always?: true
  /** It is left out where not all columns fit; the lowest number first. */
  spare?: number
}

interface DataTableProps<Row> {
  rows: readonly Row[]
  rowId(row: Row): string
  /** What a row is called, for its checkbox. */
  rowName?(row: Row): string
  /** As long as this list is the same one, rows that have not changed are not rendered again. */
  columns: readonly Column<Row>[]
  /** How many columns are left out, for want of room. */
  onSpare?(count: number): void
  /** The place of the first row in the whole list. */
  first?: number
  /** Above the rows, such as a select that sorts them where the headers are hidden. */
  above?: ReactNode
  /** With these two a column of checkboxes is first. */
  selected?: ReadonlySet<string>
  onSelect?(ids: ReadonlySet<string>): void
  /** It is called when Enter is pressed on a row. */
  onOpen?(id: string): void
  sort?: { by: string; order: 'asc' | 'desc' } | undefined
  /** Called with the key of a column whose header was pressed. */
  onSort?(key: string): void
  state: 'loading' | 'ready' | 'failed'
  error?: string
  /** It is undefined where it cannot help. */
  onRetry: (() => void) | undefined
  /** What to say when there is nothing at all. */
  empty: string
  /** Given when a search is on: an empty table then says that nothing matches and offers this. */
  onReset?: (() => void) | undefined
  /** The name of the list, for screen readers. */
  label?: string
  /** Identifies the page of the list; another page starts scrolled to its top. */
  part?: string
}

/** Rows in a box that scrolls by itself under a header that stays; in a narrow box each row is a card. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    rows,
    columns: allColumns,
    onSpare,
    first = 0,
    selected,
    onSelect,
    onOpen,
    state,
    error,
    onRetry,
    label = '列表',
    above,
  } = props
  const box = useRef<HTMLDivElement>(null)
  useTopOfPart(box, props)

  const pick = useStable((id: string): void => onSelect?.(toggled(selected, id)))
  const selectable = selected !== undefined
  const leftOut = spared(allColumns, selectable, useWidth(box))
  const columns = useMemo(() => withoutSpare(allColumns, leftOut), [allColumns, leftOut])
  useLayoutEffect(() => onSpare?.(leftOut), [leftOut])
  const widths = useMemo(() => widthsOf(columns, selectable), [columns, selectable])

  const extra = selected ? 1 : 0
  const isEmpty = rows.length === 0
  return (
    <div className="data boxed column clipped" aria-busy={state === 'loading'}>
      {state === 'failed' && !isEmpty && <StaleNote error={error} onRetry={onRetry} />}
      {above}
      <div
        className="data-box fill scroll"
        ref={box}
        role="region"
        aria-label={label}
        tabIndex={0}
        onKeyDown={rowKeys({ onOpen, ...(selected && { onPick: pick }) })}
      >
        {/* The roles are stated because these are not laid out as a table. */}
        <table role="table" style={widths as CSSProperties}>
          <thead role="rowgroup">
            <tr role="row">
              {selected && onSelect && <SelectAll {...props} selected={selected} onSelect={onSelect} />}
              {columns.map((column) => (
                <Head key={column.key} column={column} {...props} />
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => {
              const id = props.rowId(row)
              return (
                <BodyRow
                  key={id}
                  row={row}
                  id={id}
                  name={props.rowName?.(row) || `第 ${index + 1} 行`}
                  index={first + index}
                  columns={columns}
                  picked={selected?.has(id)}
                  onPick={pick}
                />
              )
            })}
            {isEmpty && state === 'loading' && <Skeleton columns={columns.length + extra} />}
          </tbody>
        </table>
        {isEmpty && state !== 'loading' && <EmptyState {...props} />}
      </div>
    </div>
  )
}

export function toggled(ids: Iterable<string> | undefined, id: string): ReadonlySet<string> {
  const others = new Set(ids)
  if (!others.delete(id)) others.add(id)
  return others
}

/** Another page of the list starts at its top, but not before its rows are there: the old ones keep their place. */
function useTopOfPart<Row>(box: RefObject<HTMLElement | null>, { state, part = '' }: DataTableProps<Row>): void {
  const lastPart = useRef(part)
  useLayoutEffect(() => {
    if (state !== 'ready' || lastPart.current === part) return
    lastPart.current = part
    box.current?.scrollTo({ top: 0, behavior: 'instant' })
  }, [state, part])
}

/** The minimum width of a column that shares the rest. */
const sharedWidth = '7rem'

/** In a box narrower than this, in rem, each row is a card, which shows all columns. */
const cardsUnder = 48
const pickWidth = '2.75rem'

/** How many columns are left out in a box of this width, so that none covers another. */
function spared<Row>(columns: readonly Column<Row>[], selectable: boolean, width: number): number {
  if (width < cardsUnder) return 0
  const least = (visibleColumns: readonly Column<Row>[]): number =>
    visibleColumns.reduce(
      (sum, column) => sum + parseFloat(column.width ?? sharedWidth),
      selectable ? parseFloat(pickWidth) : 0,
    )
  const most = columns.filter(({ spare }) => spare !== undefined).length
  let leftOut = 0
  while (leftOut < most && least(withoutSpare(columns, leftOut)) > width) leftOut++
  return leftOut
}

/** Leaves out this many of the spare columns. */
export function withoutSpare<Row>(columns: readonly Column<Row>[], leftOut: number): readonly Column<Row>[] {
  const spare = columns
    .filter(({ spare }) => spare !== undefined)
    .sort((one, other) => (one.spare ?? 0) - (other.spare ?? 0))
  return columns.filter((column) => !spare.slice(0, leftOut).includes(column))
}

/** Of the box, in rem; infinite until it is measured. A hidden view has no width and keeps the one that it had. */
function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Infinity)
  useSize(box, ({ clientWidth }) => {
    if (clientWidth > 0) setWidth(clientWidth / parseFloat(getComputedStyle(document.documentElement).fontSize))
  })
  return width
}

/** The tracks of every row, and the width under which the box scrolls sideways. */
function widthsOf<Row>(
  columns: readonly Column<Row>[],
  selectable: boolean,
): Record<'--tracks' | '--min-width', string> {
  const widths = columns.map(({ width }) => width)
  // Where no column shares the rest, the one with the name has it.
  const shares = columns.some(({ width, grow }) => width === undefined || grow !== undefined)
  const rest = shares ? undefined : columns.findIndex(({ always }) => always)
  const tracks = widths.map((width, index) => {
    const { grow } = columns[index] ?? {}
    if (width !== undefined && grow === undefined && index !== rest) return width
    return `minmax(${width ?? sharedWidth}, ${grow ?? 1}fr)`
  })
  const least = widths.map((width) => width ?? sharedWidth)
  const pick = selectable ? [pickWidth] : []
  return { '--tracks': [...pick, ...tracks].join(' '), '--min-width': `calc(${[...pick, ...least].join(' + ')})` }
}

function Head<Row>({ column: { key, title, sortable }, sort, onSort }: DataTableProps<Row> & { column: Column<Row> }) {
  const order = sort?.by === key ? sort.order : undefined
  return (
    <th
      role="columnheader"
      scope="col"
      data-column={key}
      aria-sort={order && (order === 'asc' ? 'ascending' : 'descending')}
    >
      {sortable && onSort ? (
        <button
          type="button"
          className={order ? `sort row tight ${order}` : 'sort row tight'}
          title={sortTitle(order)}
          onClick={() => onSort(key)}
        >
          {title}
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Says what a click does next: ascending, descending, and then as before. */
function sortTitle(order: 'asc' | 'desc' | undefined): string {
  if (order === undefined) return '点击升序'
  return order === 'asc' ? '点击降序' : '取消排序'
}

interface BodyRowProps<Row> {
  row: Row
  id: string
  name: string
  index: number
  columns: readonly Column<Row>[]
  /** It is undefined where rows cannot be selected. */
  picked: boolean | undefined
  onPick(id: string): void
}

/** Memoized: a change around a list of 100 rows, such as a dialog that opens, must not render them again. */
const BodyRow = memo(function BodyRow<Row>({ row, id, name, index, columns, picked, onPick }: BodyRowProps<Row>) {
  return (
    <tr role="row" data-id={id} className={picked ? 'picked' : undefined} tabIndex={-1}>
      {picked !== undefined && (
        <td role="cell" data-column="pick">
          <label className="pick center">
            <input type="checkbox" checked={picked} aria-label={`选择：${name}`} onChange={() => onPick(id)} />
          </label>
        </td>
      )}
      {columns.map(({ key, title, card, text, cell }) => (
        <td
          key={key}
          role="cell"
          data-column={key}
          data-title={title}
          data-card={card}
          data-blank={text?.(row) === '' || undefined}
        >
          {cell(row, index)}
        </td>
      ))}
    </tr>
  )
}) as <Row>(props: BodyRowProps<Row>) => ReactNode

interface SelectAllProps<Row> extends DataTableProps<Row> {
  selected: ReadonlySet<string>
  onSelect(ids: ReadonlySet<string>): void
}

function SelectAll<Row>({ rows, rowId, selected, onSelect }: SelectAllProps<Row>) {
  const all = rows.length > 0 && rows.every((row) => selected.has(rowId(row)))
  return (
    <th role="columnheader" scope="col" data-column="pick">
      <label className="pick center">
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

/** The styles show it only if the reply takes longer than a moment. */
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

/** Above the rows that a failed request would have replaced. */
export function StaleNote({ error, onRetry }: { error: string | undefined; onRetry: (() => void) | undefined }) {
  return (
    <p className="data-stale row wraps" role="alert">
      <AdminIcon name="warning" />
      <span>{error}，下面是上次的内容</span>
      {onRetry && <RetryButton onRetry={onRetry} />}
    </p>
  )
}

/** What is shown instead of rows. */
export function EmptyState({
  state,
  error,
  onRetry,
  empty,
  onReset,
}: Pick<DataTableProps<never>, 'state' | 'error' | 'onRetry' | 'empty' | 'onReset'>) {
  if (state === 'failed')
    return (
      <div className="data-empty message bad" role="alert">
        <AdminIcon name="warning" />
        <p>{error}</p>
        {onRetry && <RetryButton onRetry={onRetry} />}
      </div>
    )
  return (
    <div className="data-empty message" role="status">
      <AdminIcon name={onReset ? 'search' : 'box'} />
      <p>{onReset ? '没有符合条件的内容' : empty}</p>
      {onReset && <Button onClick={onReset}>重置</Button>}
    </div>
  )
}
