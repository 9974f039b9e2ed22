import { memo, type ReactNode, useMemo, useState } from 'react'
import { stored } from '../../lib/stored.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { user } from '../session/session.ts'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { type Column, DataTable, toggled, withoutSpare } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import type { Words } from './list.ts'
import { SortSelect } from './ListSearch.tsx'
import type { UsedList } from './useList.ts'
import type { Removing } from './useRemoving.ts'

interface Props<Row, F extends Words> {
  list: UsedList<Row, F>
  path: string
  label: string
  /** What to say when there is nothing at all; undefined where something is searched for, which can be reset. */
  empty: string | undefined
  rowId(row: Row): string
  rowName(row: Row): string
  columns: readonly Column<Row>[]
  onOpen?(id: string): void
  /** Undefined where nothing can be deleted: then no row is selected, either. */
  removing?: Removing<Row> | undefined
  /** It stands above the rows, such as the choice of drafts. */
  above?: ReactNode
  /** What else can be done with the selected rows. */
  bulk?: ReactNode
}

/**
 * The rows of a list, above them the buttons for the selected ones, and below them the choice of columns, and the pages. Memoized: a dialog opens
 * without rendering it.
 */
export const ListTable = memo(function ListTable<Row, F extends Words>({
  list,
  path,
  label,
  empty,
  rowId,
  rowName,
  columns,
  onOpen,
  removing,
  above,
  bulk,
}: Props<Row, F>) {
  const { page, limit, searched, sort, selected } = list
  const { shown, choice } = useColumns(path, columns)
  const [spare, setSpare] = useState(0)
  const fitting = withoutSpare(shown, spare)
  return (
    <>
      <DataTable
        label={label}
        above={
          <>
            {above}
            {removing && (
              <RemoveSelected count={selected.size} removing={removing}>
                {bulk}
              </RemoveSelected>
            )}
            <SortSelect columns={columns} sort={sort} onSort={(to) => void list.setSort(to)} />
          </>
        }
        rows={list.rows}
        rowId={rowId}
        rowName={rowName}
        columns={shown}
        onSpare={setSpare}
        first={(page - 1) * limit}
        {...(removing && { selected, onSelect: list.select })}
        {...(onOpen && { onOpen })}
        sort={sort}
        onSort={(key) => void list.sortBy(key)}
        state={removing?.busy ? 'loading' : list.state}
        error={list.error}
        onRetry={list.refused ? undefined : () => void list.refresh()}
        empty={empty ?? ''}
        onReset={empty === undefined ? () => void list.reset() : undefined}
        part={JSON.stringify([page, limit, searched, sort])}
      />
      <ListFoot list={list}>
        {choice.columns.length > 0 && (
          <ColumnMenu
            {...choice}
            leftOut={new Set(shown.filter((column) => !fitting.includes(column)).map(({ key }) => key))}
          />
        )}
      </ListFoot>
    </>
  )
}) as <Row, F extends Words>(props: Props<Row, F>) => ReactNode

/** What can be done with a list, and its pages. */
export const ListFoot = ({ list, children }: { list: PagedList; children: ReactNode }) => (
  <div className="list-foot row wraps">
    {children}
    <ListPager list={list} />
  </div>
)

type PagedList = Pick<UsedList<never, Words>, 'page' | 'limit' | 'count' | 'counted' | 'goToPage' | 'setLimit'>

export const ListPager = ({ list: { page, limit, count, counted, goToPage, setLimit } }: { list: PagedList }) => (
  <Pager
    {...{ page, limit, count, counted }}
    onPage={(to) => void goToPage(to)}
    onLimit={(size) => void setLimit(size)}
  />
)

interface RemoveSelectedProps {
  count: number
  removing: Pick<Removing<never>, 'word' | 'busy' | 'removeSelected'>
  children?: ReactNode
}

export function RemoveSelected({ count, removing: { word, busy, removeSelected }, children }: RemoveSelectedProps) {
  if (count === 0 && !busy) return null
  return (
    <div className="bulk row">
      {children}
      <Button kind="bad" icon="trash" aria-disabled={busy} onClick={() => void removeSelected()}>
        {`${word}所选 (${count})`}
      </Button>
    </div>
  )
}

interface ColumnMenuProps extends ColumnChoice {
  /** Chosen, but there is no room for them. */
  leftOut: ReadonlySet<string>
}

/** Which columns are shown. It stays open, since people often hide several. */
const ColumnMenu = ({ columns, hidden, leftOut, toggle }: ColumnMenuProps) => (
  <div className="foot-menu">
    <MenuButton
      className="button"
      menu={(open) => (
        <Menu {...open} stays className="menu card" aria-label="显示列">
          {columns.map(({ key, title }) => (
            <button
              key={key}
              type="button"
              role="menuitemcheckbox"
              aria-checked={!hidden.has(key)}
              onClick={() => toggle(key)}
            >
              <AdminIcon name="check" />
              {title}
              {leftOut.has(key) && <small className="push">窗口较窄，未显示</small>}
            </button>
          ))}
        </Menu>
      )}
    >
      <AdminIcon name="table" />
      {leftOut.size > 0 ? `显示列（${leftOut.size}列放不下）` : '显示列'}
    </MenuButton>
  </div>
)

interface ColumnChoice {
  /** Those that may be hidden. */
  columns: readonly { key: string; title: string }[]
  hidden: ReadonlySet<string>
  toggle(key: string): void
}

/** The columns of a list that this person wants to see, as chosen in this browser. */
function useColumns<Row>(
  path: string,
  columns: readonly Column<Row>[],
): { shown: readonly Column<Row>[]; choice: ColumnChoice } {
  const [hidden, setHidden] = useState(() => hiddenOn(path))
  const shown = useMemo(() => columns.filter(({ key, always }) => always || !hidden.has(key)), [columns, hidden])
  return {
    shown,
    choice: {
      columns: columns.filter(({ always }) => !always),
      hidden,
      toggle(key) {
        const others = toggled(hidden, key)
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

const keep = (path: string, hidden: ReadonlySet<string>): void =>
  store().write({ ...hiddenByPath(), [path]: [...hidden] })
