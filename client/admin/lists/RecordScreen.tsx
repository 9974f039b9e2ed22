import { type ReactNode, useEffect, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import type { Page } from '../../../contract/entities.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { RecordDialog } from '../forms/RecordDialog.tsx'
import type { Opened, RecordKind } from '../forms/record.ts'
import type { UsedForm } from '../forms/useForm.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { Picture } from '../ui/Picture.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import type { Asked, Words } from './list.ts'
import { RemoveSelected } from './RemoveSelected.tsx'
import { RowButton } from './RowButton.tsx'
import { type UsedList, useList } from './useList.ts'
import { useLostFocus } from './useLostFocus.ts'
import { useRemoving } from './useRemoving.ts'

/** What makes one list of records different from another. */
export interface RecordSource<Row, F extends Words> {
  label: string
  /** What to say when there is nothing at all. */
  empty: string
  search: F
  rowId(row: Row): string
  rowName(row: Row): string
  picture(row: Row): string
  load(asked: Asked<F>, signal: AbortSignal): Promise<Page<Row>>
  question(row: Row): string
  remove(id: string): Promise<unknown>
  /** `shot` is the row's picture. */
  columns(shot: (row: Row) => ReactNode): readonly Column<Row>[]
}

interface Props<Row, F extends Words, V extends Words> {
  active: boolean
  source: RecordSource<Row, F>
  kind: RecordKind<V>
  /** The button that adds one. */
  add: { words: string; icon: 'plus' | 'upload' }
  viewable?: boolean
  searchFields(list: UsedList<Row, F>): ReactNode
  fields(form: UsedForm<V>, disabled: boolean): ReactNode
}

/** Search, list, pages and the dialog of one kind of record. */
export function RecordScreen<Row, F extends Words, V extends Words>(props: Props<Row, F, V>) {
  const { active, source, kind, add, viewable, searchFields, fields } = props
  const { rowId, rowName, picture } = source
  const { box, takeLostFocus } = useLostFocus()
  const [opened, setOpened] = useState<Opened>()
  const list = useList<Row, F>({ empty: source.search, rowId, load: source.load }, active)
  const { rows, count, page, limit, searched, state, why, selected } = list
  const removing = useRemoving({
    list,
    rowId,
    question: source.question,
    remove: source.remove,
    onRemoved: takeLostFocus,
  })

  // The dashboard's shortcuts lead straight to a new record.
  const asked = useSearch()
  useEffect(() => {
    if (!active || asked !== '?add=1') return
    navigate(location.pathname, { replace: true })
    setOpened((now) => now ?? { mode: 'add', id: '' })
  }, [active, asked])

  const shots = rows.filter((row) => picture(row) !== '')
  const preview = usePreview(shots.map((row) => ({ image: picture(row), name: rowName(row) })))

  const columns: Column<Row>[] = [
    { key: 'index', title: '序号', width: '3.25rem', cell: (_, index) => (page - 1) * limit + index + 1 },
    ...source.columns((row) => (
      <Picture src={picture(row)} name={rowName(row)} onOpen={() => preview.open(shots.indexOf(row))} />
    )),
    {
      key: 'acts', title: '操作', width: viewable ? '9rem' : '6.5rem',
      cell: (row) => (
        <div className="row-acts">
          {viewable && <RowButton words="查看" row={rowName(row)} onClick={() => setOpened({ mode: 'view', id: rowId(row) })} />}
          <RowButton words="编辑" row={rowName(row)} onClick={() => setOpened({ mode: 'edit', id: rowId(row) })} />
          <RowButton words="删除" row={rowName(row)} bad onClick={() => void removing.removeRow(row)} />
        </div>
      ),
    },
  ]
  const filtered = Object.entries(searched).some(([name, word]) => word !== source.search[name])
  return (
    <div className="list-screen" ref={box}>
      <SearchBar
        onQuery={() => void list.query()}
        onReset={() => void list.reset()}
        extra={
          <>
            <RemoveSelected count={selected.size} step={removing.step} onClick={() => void removing.removeSelected()} />
            <button type="button" className="button primary" onClick={() => setOpened({ mode: 'add', id: '' })}>
              <AdminIcon name={add.icon} />
              {add.words}
            </button>
          </>
        }
      >
        {searchFields(list)}
      </SearchBar>
      <DataTable
        label={source.label}
        rows={rows}
        rowId={rowId}
        rowName={rowName}
        columns={columns}
        selected={selected}
        onSelect={list.select}
        state={state}
        why={why}
        onRetry={() => void list.refresh()}
        empty={source.empty}
        onReset={filtered ? () => void list.reset() : undefined}
        part={JSON.stringify([page, limit, searched])}
      />
      <Pager
        {...{ page, limit, count }} counted={list.counted} onPage={(to) => void list.turnTo(to)} onLimit={(size) => void list.take(size)}
      />
      {opened && (
        <RecordDialog
          key={`${opened.mode}${opened.id}`}
          kind={kind}
          opened={opened}
          onClose={() => {
            setOpened(undefined)
            requestAnimationFrame(takeLostFocus)
          }}
          onSaved={() => void list.refresh()}
        >
          {fields}
        </RecordDialog>
      )}
      {preview.dialog}
    </div>
  )
}
