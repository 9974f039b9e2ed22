import { Children, type ReactNode, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { type KindName, kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import { textIn } from '../../../contract/kinds/merge.ts'
import { thumbnailOf } from '../../../contract/media/pictureName.ts'
import { customPage } from '../../../contract/kinds/recordPages.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { usePreview } from '../../ui/usePreview.tsx'
import { api } from '../session/api.ts'
import { type Mode, type Opened, unfinishedOf } from '../form/record.ts'
import { actionsColumn, clamped, isPinned, isPublished, minute, RowButton, RowState } from '../list/cells.tsx'
import type { RecordRow, RecordSource } from '../list/recordSource.ts'
import type { Moving } from '../list/useMoving.tsx'
import { AdminIcon } from '../ui/buttons.tsx'
import { isLinked } from './offerMenu.ts'
import { attempt, siteLinkLabel, toast } from '../ui/Toast.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'

interface Listed {
  rows: readonly RecordRow[]
  list: { refresh(): Promise<void> }
  /** The form that is open. */
  opened: Opened | undefined
  open(opened: Opened): void
  remove(row: RecordRow): Promise<void>
  copy(id: string): Promise<void>
  toggle(row: RecordRow): Promise<void>
  /** It is absent where rows have no order of their own. */
  moving: Moving | undefined
}

/**
 * The columns of the list, with its pictures and the buttons of its rows; `preview` shows a picture in full, `onlyStarter` says that all
 * rows are as shipped.
 */
export function useRecordColumns(
  source: RecordSource,
  { rows, list, opened, open, remove, copy, toggle, moving }: Listed,
) {
  const { name, rowId, rowName, picture, pin } = source
  const withPicture = rows.filter((row) => picture(row) !== '')
  const preview = usePreview(
    name,
    withPicture.map((row) => ({ image: picture(row), name: rowName(row) })),
  )

  const showPicture = useStable((row: RecordRow) => preview.open(withPicture.indexOf(row)))
  const togglePin = useStable(async (row: RecordRow): Promise<void> => {
    await attempt(async () => {
      await pin?.(rowId(row), row)
      toast(isPinned(row) ? '已取消置顶' : '已置顶')
    }, '操作失败，请稍后重试')
    await list.refresh()
  })
  const starter = useStarterIds(name, rows)
  const unlinked = useUnlinkedIds(source, rows)
  // A form that closes may leave something unsaved. As long as it is the same, a form opens without rendering the rows again.
  const unsavedIds = useMemo(
    () =>
      unfinishedOf(name)
        .map(({ id }) => id)
        .join(),
    [rows, opened],
  )
  const unsaved = useMemo(() => new Set(unsavedIds.split(',')), [unsavedIds])
  const columns = useMemo(
    () =>
      columnsOf(source, {
        starter,
        unlinked,
        unsaved,
        moving,
        open,
        remove,
        copy,
        toggle,
        showPicture,
        togglePin: pin && togglePin,
      }),
    [source, starter, unlinked, unsaved, moving],
  )
  return {
    columns,
    preview: preview.dialog,
    onlyStarter: rows.length > 0 && rows.every((row) => starter.has(rowId(row))),
  }
}

const none: ReadonlySet<string> = new Set()

/** The ids of records that are still as shipped. `rows` are the list's rows: when they change, somebody may have edited a record. */
function useStarterIds(kind: KindName, rows: readonly object[]): ReadonlySet<string> {
  const load = async (signal: AbortSignal, known?: ReadonlySet<string>): Promise<ReadonlySet<string>> =>
    // There are never more of them than before.
    known?.size === 0 ? known : new Set((await api('siteSetup', {}, signal)).starterRecords[kind])
  return useLoaded(rows.length === 0 ? undefined : load, [rows]).data ?? none
}

/** The ids of the site's own pages that visitors find nowhere. */
function useUnlinkedIds({ name, rowId, sitePath }: RecordSource, rows: readonly RecordRow[]): ReadonlySet<string> {
  const load = async (signal: AbortSignal): Promise<ReadonlySet<string>> => {
    const site = await api('siteDetail', {}, signal)
    const isUnlinked = (row: RecordRow): boolean => {
      const path = isPublished(row) ? sitePath(rowId(row), row) : undefined
      return path !== undefined && !isLinked(site, path)
    }
    return new Set(rows.filter(isUnlinked).map(rowId))
  }
  return useLoaded(name === 'page' && rows.length > 0 ? load : undefined, [rows]).data ?? none
}

interface RowContext extends Pick<Listed, 'open' | 'remove' | 'copy' | 'toggle' | 'moving'> {
  starter: ReadonlySet<string>
  unlinked: ReadonlySet<string>
  unsaved: ReadonlySet<string>
  showPicture(row: RecordRow): void
  togglePin: ((row: RecordRow) => Promise<void>) | undefined
}

function columnsOf(source: RecordSource, context: RowContext): Column<RecordRow>[] {
  const { page, columns: listColumns } = recordKind(source.name)
  const { moving } = context
  return [
    {
      key: 'index',
      title: '序号',
      width: moving ? '4.75rem' : '3.25rem',
      // On a card of a phone the handle alone is there.
      ...(moving ? { card: 'handle' } : { spare: 3 }),
      cell: (row, index) => (
        <span className="row tight">
          {moving?.handle(row)}
          <span>{index + 1}</span>
        </span>
      ),
    },
    ...Object.keys(listColumns).map((field) => fieldColumn(source, field, context)),
    actionsColumn(page ? '11.75rem' : '9rem', (row) => <Actions {...{ source, row, context }} />),
  ]
}

function fieldColumn(
  { name, rowId, rowName, picture }: RecordSource,
  field: string,
  { starter, unlinked, unsaved, open, showPicture }: RowContext,
): Column<RecordRow> {
  const { title, described, order, columns: listColumns } = recordKind(name)
  const { shows: key = field, ...column } = listColumns[field] ?? {}
  const { label = '时间', kind = 'moment' } = described[field] ?? {}
  const text = (row: RecordRow): string => textIn(row, key)
  const sortable = order.sort !== undefined && order.sort.validate(key) === undefined
  const common = { key, title: label, sortable, ...column }
  if (field === title) {
    return {
      ...common,
      always: true,
      card: 'title',
      cell: (row) => (
        <div className="title-cell">
          {/* For the mouse: the keyboard has 编辑, and Enter on the row. */}
          <span className="row-title" onClick={() => open({ mode: 'edit', id: rowId(row) })}>
            {clamped(rowName(row), 'strong')}
          </span>
          <RowState
            row={row}
            starter={starter.has(rowId(row))}
            unlinked={unlinked.has(rowId(row))}
            unsaved={unsaved.has(rowId(row))}
          />
        </div>
      ),
    }
  }
  switch (kind) {
    case 'moment':
      return { ...common, width: '9.5rem', card: 'fact', cell: (row) => minute(text(row)) }
    case 'picture':
      return {
        ...common,
        card: 'picture',
        cell: (row) => <Picture src={picture(row)} onOpen={() => showPicture(row)} />,
      }
    case 'group':
      return { ...common, card: 'fact', cell: (row) => text(row) || '未设置' }
    case 'pagePath':
      return { ...common, card: 'fact', cell: (row) => clamped(text(row) && customPage(text(row))) }
    default:
      return { ...common, text, cell: (row) => clamped(text(row)) }
  }
}

function Actions({
  source: { name, rowId, rowName, picture, sitePath },
  row,
  context,
}: {
  source: RecordSource
  row: RecordRow
  context: RowContext
}) {
  const { open, remove, copy, toggle, moving, showPicture, togglePin } = context
  const called = rowName(row)
  const path = isPublished(row) ? sitePath(rowId(row), row) : undefined
  const button = (label: string, onClick: () => unknown, bad?: true) => (
    <RowButton label={label} row={called} {...(bad && { bad })} onClick={() => void onClick()} />
  )
  const opens = (mode: Mode) => () => open({ mode, id: rowId(row) })
  return (
    <RowActions
      row={called}
      first={
        <>
          {'page' in kinds[name] && button('查看', opens('view'))}
          {button('编辑', opens('edit'))}
          {button('删除', () => remove(row), true)}
        </>
      }
    >
      {'page' in kinds[name] && button('复制', () => copy(rowId(row)))}
      {button(isPublished(row) ? '下线' : '发布', () => toggle(row))}
      {togglePin && button(isPinned(row) ? '取消置顶' : '置顶', () => togglePin(row))}
      {moving && isPublished(row) && button('上移', () => moving.step(row, -1))}
      {moving && isPublished(row) && button('下移', () => moving.step(row, 1))}
      {picture(row) !== '' && button('查看大图', () => showPicture(row))}
      {path !== undefined && (
        <a className="link" href={path} target="_blank" rel="noreferrer" aria-label={`${siteLinkLabel}：${called}`}>
          {siteLinkLabel}
        </a>
      )}
    </RowActions>
  )
}

interface RowActionsProps {
  /** What the row is called. */
  row: string
  first: ReactNode
  children: ReactNode
}

/** The buttons of a row; all but the first are in a menu, and without others there is none. */
function RowActions({ row, first, children }: RowActionsProps) {
  const rest = Children.toArray(children)
  return (
    <>
      {first}
      {rest.length > 0 && (
        <MenuButton
          className="link row-more"
          aria-haspopup={undefined}
          aria-label={`更多操作：${row}`}
          title="更多操作"
          menu={(open) =>
            createPortal(
              <Menu
                {...open}
                role={undefined}
                className="row-menu menu card"
                place={(menu) => placeBeside(menu, open.opener?.current)}
              >
                {rest}
              </Menu>,
              document.body,
            )
          }
        >
          …
        </MenuButton>
      )}
    </>
  )
}

/** Below the button, or above it in the lower half of the window. */
function placeBeside({ style }: HTMLElement, button: HTMLElement | null | undefined): void {
  const { top = 0, bottom = 0, right = 0 } = button?.getBoundingClientRect() ?? {}
  style.right = `${innerWidth - right}px`
  if (bottom > innerHeight / 2) style.bottom = `${innerHeight - top}px`
  else style.top = `${bottom}px`
}

/** A small picture in a list; a click shows it in full, as the menu of its row does. */
function Picture({ src, onOpen }: { src: string; onOpen(): void }) {
  const [failed, setFailed] = useState('')
  if (src === '') return <span className="thumbnail none">未上传</span>
  if (failed === src)
    return (
      <span className="thumbnail none" title="图片无法显示">
        <AdminIcon name="image" />
        <span className="visually-hidden">图片无法显示</span>
      </span>
    )
  return (
    <span className="thumbnail" title="查看大图" onClick={onOpen}>
      <img
        src={thumbnailOf(src)}
        alt=""
        width={72}
        height={48}
        loading="lazy"
        decoding="async"
        onError={() => setFailed(src)}
      />
    </span>
  )
}
