import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Page, TrashRow } from '../../../contract/entities.ts'
import type { StateInRow } from '../../../contract/kinds.ts'
import { type FieldsProps, RecordDialog } from '../forms/RecordDialog.tsx'
import type { Opened, RecordKind } from '../forms/record.ts'
import { rememberRecent } from '../recent.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { type ListQuery, filledAfterFirst, type Words } from './list.ts'
import { ListTable } from './ListTable.tsx'
import { emptyText, ListTabs, recordTabs, type Shown } from './ListTabs.tsx'
import { type RowSource, siteLinkLabel, useRecordColumns } from './useRecordColumns.tsx'
import { type UsedList, useList } from './useList.ts'
import { useLostFocus } from './useLostFocus.ts'
import { useMoving } from './useMoving.tsx'
import { useRecordFromAddress } from './useRecordFromAddress.ts'
import { useRemoving } from './useRemoving.ts'
import { restore, TrashNote, trashNote, useTrash } from './useTrash.tsx'

/** What makes one list of records different from another. */
export interface RecordSource<Row extends object, F extends Shown> extends RowSource<Row> {
  label: string
  /** What to say when there is nothing at all. */
  empty: string
  search: F
  load(query: ListQuery<F>, signal: AbortSignal): Promise<Page<Row | TrashRow>>
  question(row: Row): string
  /** A draft that was never published is discarded. */
  remove(id: string, state: Partial<StateInRow>): Promise<unknown>
}

interface Props<Row extends object, F extends Shown, V extends Words> {
  active: boolean
  source: RecordSource<Row, F>
  kind: RecordKind<V>
  /** The button that adds one. */
  add: { label: string; icon: 'plus' | 'upload' }
  viewable?: boolean
  /** Where visitors see them. */
  where?: ReactNode
  searchFields(list: Pick<UsedList<Row, F>, 'typed' | 'type'>): ReactNode
  fields(props: FieldsProps<V>): ReactNode
}

/** The search, list and dialog of one kind of record. */
export function RecordScreen<Row extends object, F extends Shown, V extends Words>(props: Props<Row, F, V>) {
  const { active, source, kind, add, viewable, where, searchFields, fields } = props
  const { rowId, rowName, sitePath } = source
  const { box, recoverFocus } = useLostFocus()
  const [opened, setOpened] = useState<Opened>()
  const { list, live, trash, rows, removing } = useRecordList(source, kind.path, active, recoverFocus)

  useRecordFromAddress(active, opened, setOpened, (show) => {
    list.type({ ...source.search, show })
    void list.query()
  })
  useEffect(() => {
    const row = opened && rows.find((each) => rowId(each) === opened.id)
    if (row) rememberRecent({ key: `${kind.name}/${rowId(row)}`, title: rowName(row) })
  }, [opened])

  // A hidden view cannot open a form again.
  useEffect(() => withdrawUndo, [])

  const edit = useCallback((id: string) => setOpened({ mode: 'edit', id }), [])
  const moving = useMoving(source, live, trash === undefined)
  const { columns, preview } = useRecordColumns(source, {
    viewable, rows, list, opened, handle: moving.handle, remove: removing.removeRow, open: setOpened,
  })
  const tabs = useMemo(() => <ListTabs list={list} tabs={recordTabs} hint={moving.hint} />, [list, moving.hint])

  const onSaved = (id: string, values: V): ToastAction | undefined => {
    void list.refresh()
    const href = sitePath(id, values)
    return href === undefined ? undefined : { label: siteLinkLabel, href }
  }

  const { show, ...words } = list.typed
  return (
    <div className="list-screen stack" ref={box}>
      {show === 'trash' ? <TrashNote /> : (
        <SearchBar
          onQuery={() => void list.query()} onReset={() => void list.reset()} more={filledAfterFirst(words)}
          extra={
            <button type="button" className="button primary" onClick={() => setOpened({ mode: 'add', id: '' })}>
              <AdminIcon name={add.icon} />
              {add.label}
            </button>
          }
        >
          {searchFields(live)}
        </SearchBar>
      )}
      {where && <p className="muted small">{where}</p>}
      <ListTable<Row | TrashRow, F>
        list={list} path={kind.path} label={source.label} empty={emptyText(list, source.empty)} above={tabs}
        {...(trash ?? { rowId, rowName, columns, removing, onOpen: edit })}
      />
      {moving.status}
      {opened && (
        <RecordDialog
          key={`${opened.mode}${opened.id}`} kind={kind} opened={opened}
          onClose={() => {
            setOpened(undefined)
            requestAnimationFrame(recoverFocus)
          }}
          onReopen={(resume, id) => setOpened({ mode: id === '' ? 'add' : 'edit', id, resume })} onSaved={onSaved}
        >
          {fields}
        </RecordDialog>
      )}
      {preview}
    </div>
  )
}

const none: readonly never[] = []

/** The list, whose rows are records or, under 已删除, what is in the trash. */
function useRecordList<Row extends object, F extends Shown>(
  { name, search, rowId, rowName, question, load, remove }: RecordSource<Row, F>, path: string, active: boolean,
  recoverFocus: (index?: number) => void,
) {
  const list =
    useList<Row | TrashRow, F>({ path, empty: search, rowId: (row) => ('deletedAt' in row ? row.id : rowId(row)), load }, active)
  const trash = useTrash(name, list, recoverFocus)
  const live = list as UsedList<Row, F>
  const rows = trash ? none : live.rows
  const removing = useRemoving({
    list: live, rowId, rowName, question, note: trashNote,
    remove: (id) => remove(id, rows.find((row) => rowId(row) === id) ?? {}),
    restore: (ids) => restore(name, ids),
    onRemoved: recoverFocus,
  })
  return { list, live, trash, rows, removing }
}
