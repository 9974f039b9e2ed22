import { type ReactNode, useMemo } from 'react'
import { type KindName, kinds, type RecordKind, type StateInRow } from '../../../contract/kinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { type Mode, type Opened, unfinishedOf } from '../forms/record.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Picture } from '../ui/Picture.tsx'
import { toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { RowActions } from './RowActions.tsx'
import { RowButton } from './RowButton.tsx'
import { isPinned, isPublished, RowState } from './RowState.tsx'
import { useStarterIds } from './useStarterIds.ts'

/** What makes the rows of one kind different from others. */
export interface RowSource<Row> {
  name: KindName
  rowId(row: Row): string
  rowName(row: Row): string
  picture(row: Row): string
  /** Puts it above the others, or back; absent where that cannot be. */
  pin?(id: string, state: Partial<StateInRow>): Promise<unknown>
  /** `thumbnail` is the row's picture. */
  columns(thumbnail: (row: Row) => ReactNode): readonly Column<Row>[]
  /** Where visitors see it; undefined when they do not. */
  sitePath(id: string, values: { locationId?: unknown; pagePath?: unknown }): string | undefined
}

interface Listed<Row> {
  viewable: boolean | undefined
  rows: readonly Row[]
  list: { refresh(): Promise<void> }
  /** The form that is open. */
  opened: Opened | undefined
  open(opened: Opened): void
  remove(row: Row): Promise<void>
  /** Moves a row; absent where rows have no order of their own. */
  handle: ((row: Row) => ReactNode) | undefined
}

/** The columns of the list, with its pictures and the buttons of its rows; `preview` shows a picture in full. */
export function useRecordColumns<Row extends object>(
  source: RowSource<Row>, { viewable = false, rows, list, opened, open, remove, handle }: Listed<Row>,
): { columns: Column<Row>[]; preview: ReactNode } {
  const { name, rowId, rowName, picture, sitePath, pin } = source
  const withPicture = rows.filter((row) => picture(row) !== '')
  const preview = usePreview(name, withPicture.map((row) => ({ image: picture(row), name: rowName(row) })))

  const showPicture = useStable((row: Row) => preview.open(withPicture.indexOf(row)))
  const togglePin = useStable(async (row: Row): Promise<void> => {
    try {
      await pin?.(rowId(row), row)
      toast(isPinned(row) ? '已取消置顶' : '已置顶')
    } catch (cause) {
      toast(messageOf(cause, '操作失败，请稍后重试'), 'bad')
    }
    await list.refresh()
  })
  const starter = useStarterIds(name, rows)
  // A form that closes may leave something unsaved.
  const unsaved = useMemo(() => new Set(unfinishedOf(name).map(({ id }) => id)), [rows, opened])
  const columns = useMemo((): Column<Row>[] => {
    const { title }: RecordKind = kinds[name]
    const button = (label: string, mode: Mode, row: Row) =>
      <RowButton label={label} row={rowName(row)} onClick={() => open({ mode, id: rowId(row) })} />
    return [
      { key: 'index', title: '序号', width: handle ? '4.75rem' : '3.25rem', ...(!handle && { spare: 3 }), cell: (row, index) => (
        <span className="row tight">
          {handle?.(row)}
          <span>{index + 1}</span>
        </span>
      ) },
      ...source.columns((row) => <Picture src={picture(row)} name={rowName(row)} onOpen={() => showPicture(row)} />)
        .map((column) => (column.key !== title ? column : { ...column, cell: (row: Row, index: number) => (
          <div className="title-cell">
            <button type="button" className="row-title" onClick={() => open({ mode: 'edit', id: rowId(row) })}>
              {column.cell(row, index)}
            </button>
            <RowState row={row} starter={starter.has(rowId(row))} unsaved={unsaved.has(rowId(row))} />
          </div>
        ) })),
      {
        key: 'actions', title: '操作', width: `${8 + (viewable ? 2.75 : 0) + (pin ? 2 : 0)}rem`, always: true,
        cell: (row) => (
          <RowActions row={rowName(row)} first={viewable ? button('查看', 'view', row) : button('编辑', 'edit', row)}>
            {viewable && button('编辑', 'edit', row)}
            <RowButton label="删除" row={rowName(row)} bad onClick={() => void remove(row)} />
            {pin && <RowButton
              label={isPinned(row) ? '取消置顶' : '置顶'} row={rowName(row)} drawn={isPinned(row) ? 'pin pinned' : 'pin'}
              onClick={() => void togglePin(row)}
            />}
            <SiteLink path={isPublished(row) ? sitePath(rowId(row), row) : undefined} row={rowName(row)} />
          </RowActions>
        ),
      },
    ]
  }, [source, viewable, starter, unsaved, handle])
  return { columns, preview: preview.dialog }
}

export const siteLinkLabel = '在网站上查看'

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
