import { type ReactNode, useMemo } from 'react'
import { kinds, type RecordKind } from '../../../contract/kinds.ts'
import { customPage } from '../../../contract/recordPages.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { type Mode, type Opened, unfinishedOf } from '../forms/record.ts'
import { attempt } from '../ui/attempt.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Picture } from '../ui/Picture.tsx'
import { toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { clamped, minute } from './cells.tsx'
import { type RecordRow, type RecordSource, textOf } from './recordSource.ts'
import { RowActions } from './RowActions.tsx'
import { RowButton } from './RowButton.tsx'
import { isPinned, isPublished, RowState } from './RowState.tsx'
import type { Moving } from './useMoving.tsx'
import { useStarterIds } from './useStarterIds.ts'

interface Listed {
  rows: readonly RecordRow[]
  list: { refresh(): Promise<void> }
  /** The form that is open. */
  opened: Opened | undefined
  open(opened: Opened): void
  remove(row: RecordRow): Promise<void>
  /** Absent where rows have no order of their own. */
  moving: Moving | undefined
}

/**
 * The columns of the list, with its pictures and the buttons of its rows; `preview` shows a picture in full, `onlyStarter` says that all
 * rows are as shipped.
 */
export function useRecordColumns(
  source: RecordSource, { rows, list, opened, open, remove, moving }: Listed,
): { columns: Column<RecordRow>[]; preview: ReactNode; onlyStarter: boolean } {
  const { name, rowId, rowName, picture, sitePath, pin } = source
  const withPicture = rows.filter((row) => picture(row) !== '')
  const preview = usePreview(name, withPicture.map((row) => ({ image: picture(row), name: rowName(row) })))

  const showPicture = useStable((row: RecordRow) => preview.open(withPicture.indexOf(row)))
  const togglePin = useStable(async (row: RecordRow): Promise<void> => {
    await attempt(async () => {
      await pin?.(rowId(row), row)
      toast(isPinned(row) ? '已取消置顶' : '已置顶')
    }, '操作失败，请稍后重试')
    await list.refresh()
  })
  const starter = useStarterIds(name, rows)
  // A form that closes may leave something unsaved.
  const unsaved = useMemo(() => new Set(unfinishedOf(name).map(({ id }) => id)), [rows, opened])
  const columns = useMemo((): Column<RecordRow>[] => {
    const { title, page, described, columns: shown }: RecordKind = kinds[name]
    const viewable = page !== undefined
    const button = (label: string, mode: Mode, row: RecordRow) =>
      <RowButton label={label} row={rowName(row)} onClick={() => open({ mode, id: rowId(row) })} />
    const ofTitle = (row: RecordRow) => (
      <div className="title-cell">
        {/* For the mouse: the keyboard has 编辑, and Enter on the row. */}
        <span className="row-title" onClick={() => open({ mode: 'edit', id: rowId(row) })}>
          {clamped(rowName(row), 'strong')}
        </span>
        <RowState row={row} starter={starter.has(rowId(row))} unsaved={unsaved.has(rowId(row))} />
      </div>
    )
    const ofField = (field: string): Column<RecordRow> => {
      const { shows: key = field, ...column } = shown[field] ?? {}
      const { label = '时间', kind = 'moment' } = described[field] ?? {}
      const text = (row: RecordRow): string => textOf(row, key)
      const common = { key, title: label, ...column }
      if (field === title) return { ...common, sortable: true, always: true, cell: ofTitle }
      switch (kind) {
        case 'moment':
          return { ...common, width: '9.5rem', sortable: true, cell: (row) => minute(text(row)) }
        case 'picture':
          return { ...common, cell: (row) => <Picture src={picture(row)} onOpen={() => showPicture(row)} /> }
        case 'group':
          return { ...common, sortable: true, cell: (row) => text(row) || '未设置' }
        case 'pagePath':
          return { ...common, cell: (row) => clamped(text(row) && customPage(text(row))) }
        default:
          return { ...common, text, cell: (row) => clamped(text(row)) }
      }
    }
    return [
      { key: 'index', title: '序号', width: moving ? '4.75rem' : '3.25rem', ...(!moving && { spare: 3 }), cell: (row, index) => (
        <span className="row tight">
          {moving?.handle(row)}
          <span>{index + 1}</span>
        </span>
      ) },
      ...Object.keys(shown).map(ofField),
      {
        key: 'actions', title: '操作', width: viewable ? '11.75rem' : '9rem', always: true,
        cell: (row) => {
          const called = rowName(row)
          const path = isPublished(row) ? sitePath(rowId(row), row) : undefined
          const own = (
            <>
              {viewable && button('查看', 'view', row)}
              {button('编辑', 'edit', row)}
              <RowButton label="删除" row={called} bad onClick={() => void remove(row)} />
            </>
          )
          return (
            <RowActions row={called} first={own}>
              {pin && <RowButton label={isPinned(row) ? '取消置顶' : '置顶'} row={called} onClick={() => void togglePin(row)} />}
              {moving && isPublished(row) && <RowButton label="上移" row={called} onClick={() => moving.step(row, -1)} />}
              {moving && isPublished(row) && <RowButton label="下移" row={called} onClick={() => moving.step(row, 1)} />}
              {picture(row) !== '' && <RowButton label="查看大图" row={called} onClick={() => showPicture(row)} />}
              {path !== undefined && (
                <a className="link" href={path} target="_blank" rel="noreferrer" aria-label={`${siteLinkLabel}：${called}`}>
                  {siteLinkLabel}
                </a>
              )}
            </RowActions>
          )
        },
      },
    ]
  }, [source, starter, unsaved, moving])
  return { columns, preview: preview.dialog, onlyStarter: rows.length > 0 && rows.every((row) => starter.has(rowId(row))) }
}

export const siteLinkLabel = '在网站上查看'
