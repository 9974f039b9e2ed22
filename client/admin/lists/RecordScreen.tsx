import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import type { Page } from '../../../contract/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { RecordDialog } from '../forms/RecordDialog.tsx'
import type { Mode, Opened, RecordKind } from '../forms/record.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { rememberRecent } from '../recent.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Picture } from '../ui/Picture.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { type ListQuery, filledAfterFirst, type Words } from './list.ts'
import { ListTable } from './ListTable.tsx'
import { RowButton } from './RowButton.tsx'
import { type UsedList, useList } from './useList.ts'
import { useLostFocus } from './useLostFocus.ts'
import { useRecordFromAddress } from './useRecordFromAddress.ts'
import { useRemoving } from './useRemoving.ts'
import { useStarterIds } from './useStarterIds.ts'

/** What makes one list of records different from another. */
export interface RecordSource<Row extends object, F extends Words> {
  label: string
  /** What to say when there is nothing at all. */
  empty: string
  search: F
  rowId(row: Row): string
  rowName(row: Row): string
  picture(row: Row): string
  load(query: ListQuery<F>, signal: AbortSignal): Promise<Page<Row>>
  question(row: Row): string
  remove(id: string): Promise<unknown>
  /** `thumbnail` is the row's picture. */
  columns(thumbnail: (row: Row) => ReactNode): readonly Column<Row>[]
  /** Where visitors see it; undefined when they do not. */
  sitePath(id: string, values: { locationId?: unknown }): string | undefined
}

/** What the fields of a record's form are given. */
export interface FieldsProps<V extends Words> {
  form: UsedForm<V>
  disabled: boolean
  preview(latest: Partial<V>): void
}

interface Props<Row extends object, F extends Words, V extends Words> {
  active: boolean
  source: RecordSource<Row, F>
  kind: RecordKind<V>
  /** The button that adds one. */
  add: { label: string; icon: 'plus' | 'upload' }
  viewable?: boolean
  searchFields(list: UsedList<Row, F>): ReactNode
  fields(form: UsedForm<V>, disabled: boolean, preview: FieldsProps<V>['preview']): ReactNode
}

/** The search, list and dialog of one kind of record. */
export function RecordScreen<Row extends object, F extends Words, V extends Words>(props: Props<Row, F, V>) {
  const { active, source, kind, add, searchFields, fields } = props
  const { rowId, rowName, sitePath } = source
  const { box, recoverFocus } = useLostFocus()
  const [opened, setOpened] = useState<Opened>()
  const list = useList<Row, F>({ path: kind.path, empty: source.search, rowId, load: source.load }, active)
  const { rows } = list
  const removing = useRemoving({
    list,
    rowId,
    rowName,
    question: source.question,
    remove: source.remove,
    onRemoved: recoverFocus,
  })

  useRecordFromAddress(active, opened, setOpened)
  useEffect(() => {
    const row = opened && rows.find((each) => rowId(each) === opened.id)
    if (row) rememberRecent({ key: `${kind.name}/${rowId(row)}`, title: rowName(row) })
  }, [opened])

  // A hidden view cannot open a form again.
  useEffect(() => withdrawUndo, [])

  const edit = useCallback((id: string) => setOpened({ mode: 'edit', id }), [])
  const { columns, preview } = useRecordColumns(props, rows, removing.removeRow, setOpened)

  const onSaved = (id: string, values: V): ToastAction | undefined => {
    void list.refresh()
    const href = sitePath(id, values)
    return href === undefined ? undefined : { label: siteLinkLabel, href }
  }

  return (
    <div className="list-screen stack" ref={box}>
      <SearchBar
        onQuery={() => void list.query()}
        onReset={() => void list.reset()}
        more={filledAfterFirst(list.typed)}
        extra={
          <button type="button" className="button primary" onClick={() => setOpened({ mode: 'add', id: '' })}>
            <AdminIcon name={add.icon} />
            {add.label}
          </button>
        }
      >
        {searchFields(list)}
      </SearchBar>
      <ListTable
        list={list} path={kind.path} label={source.label} empty={source.empty} rowId={rowId} rowName={rowName} columns={columns}
        removing={removing}
        onOpen={edit}
      />
      {opened && (
        <RecordDialog
          key={`${opened.mode}${opened.id}`}
          kind={kind}
          opened={opened}
          onClose={() => {
            setOpened(undefined)
            requestAnimationFrame(recoverFocus)
          }}
          onReopen={(resume) => setOpened({ ...opened, resume })}
          onSaved={onSaved}
        >
          {fields}
        </RecordDialog>
      )}
      {preview}
    </div>
  )
}

/** The columns of the list, with its pictures and the buttons of its rows; `preview` shows a picture in full. */
function useRecordColumns<Row extends object, F extends Words, V extends Words>(
  { source, kind, viewable = false }: Props<Row, F, V>, rows: readonly Row[], removeRow: (row: Row) => Promise<void>,
  open: (opened: Opened) => void,
): { columns: Column<Row>[]; preview: ReactNode } {
  const { rowId, rowName, picture, sitePath } = source
  const withPicture = rows.filter((row) => picture(row) !== '')
  const preview = usePreview(withPicture.map((row) => ({ image: picture(row), name: rowName(row) })))

  const showPicture = useStable((row: Row) => preview.open(withPicture.indexOf(row)))
  const starter = useStarterIds(kind.name, rows)
  const columns = useMemo((): Column<Row>[] => {
    const button = (label: string, mode: Mode, row: Row) =>
      <RowButton label={label} row={rowName(row)} onClick={() => open({ mode, id: rowId(row) })} />
    return [
      { key: 'index', title: '序号', width: '3.25rem', spare: 3, cell: (row, index) => <IndexCell
        index={index} starter={starter.has(rowId(row))}
      /> },
      ...source.columns((row) => <Picture src={picture(row)} name={rowName(row)} onOpen={() => showPicture(row)} />),
      {
        key: 'actions', title: '操作', width: viewable ? '10.75rem' : '8rem', always: true,
        cell: (row) => (
          <div className="row-actions">
            {viewable && button('查看', 'view', row)}
            {button('编辑', 'edit', row)}
            <RowButton label="删除" row={rowName(row)} bad onClick={() => void removeRow(row)} />
            <SiteLink path={sitePath(rowId(row), row)} row={rowName(row)} />
          </div>
        ),
      },
    ]
  }, [source, viewable, starter])
  return { columns, preview: preview.dialog }
}

const siteLinkLabel = '在网站上查看'

interface SiteLinkProps {
  /** Undefined where visitors do not see it. */
  path: string | undefined
  /** What the row is called. */
  row: string
}

/** The record as visitors see it, in a tab of its own. */
function SiteLink({ path, row }: SiteLinkProps) {
  if (path === undefined) return null
  // Its arrow is drawn by the styles: a list has a hundred of them.
  return <a
    className="link site-link center" href={path} target="_blank" rel="noreferrer" title={siteLinkLabel}
    aria-label={`${siteLinkLabel}：${row}`}
  />
}

function IndexCell({ index, starter }: { index: number; starter: boolean }) {
  return (
    <span>
      <span>{index + 1}</span>
      {starter && <small className="starter-note tiny">示例</small>}
    </span>
  )
}
