import type { ReactNode } from 'react'
import type { StateInRow } from '../../../contract/kinds/kinds.ts'
import { isoOf } from '../../lib/relativeTime.ts'
import { publishedText, stateText } from '../form/stateText.ts'
import { LinkButton } from '../ui/buttons.tsx'
import type { Column } from '../ui/DataTable.tsx'

/** What can be done to a row. */
export const actionsColumn = <Row,>(width: `${number}rem`, cell: (row: Row) => ReactNode): Column<Row> => ({
  ...{ key: 'actions', title: '操作', width, always: true },
  cell: (row) => <div className="row-actions">{cell(row)}</div>,
})

/** No field is required, so a record may have no name. */
export const nameOr = (name: string): string => name || '未命名'

/** Shows one line, and the full text on hover. */
export const clamped = (text: string, ink = ''): ReactNode =>
  text === '' ? (
    <span className="muted">—</span>
  ) : (
    <span className={`clamped ${ink}`.trim()} title={text}>
      {text}
    </span>
  )

/** Shows a time to the minute, and to the second on hover. */
export const minute = (date: string, words = date.slice(0, 16)): ReactNode => (
  <time className="digits nowrap" dateTime={isoOf(date)} title={date}>
    {words}
  </time>
)

interface RowButtonProps {
  label: string
  /** What the row is called. */
  row: string
  bad?: boolean
  onClick(): void
}

export const RowButton = ({ label, row, bad, onClick }: RowButtonProps) => (
  <LinkButton bad={bad} aria-label={`${label}：${row}`} onClick={onClick}>
    {label}
  </LinkButton>
)

interface RowStateProps {
  row: Readonly<Record<string, unknown>> & Partial<StateInRow>
  starter: boolean
  unlinked: boolean
  unsaved: boolean
}

/** What visitors see of a record, and when that changes. That it is published is the usual case, and quiet. */
export function RowState({ row, starter, unlinked, unsaved }: RowStateProps) {
  const words = stateText({ state: 'published', ...row })
  return (
    <span className="row-state row tight tiny">
      {isPinned(row) && <span className="tag pinned">置顶</span>}
      {row.model !== undefined && (
        <span className="clamped muted">{`${row.model}${row.modelCount ? `等${row.modelCount}个型号` : ''}`}</span>
      )}
      <span className={words === publishedText ? 'clamped muted' : 'clamped noted'} title={words}>
        {words}
      </span>
      {unlinked && (
        <span className="tag" title="在网站设置的“菜单”里添加，访客才找得到">
          不在菜单里
        </span>
      )}
      {starter && (
        <span className="tag starter" title="随网站安装的内容，还没有改过">
          示例
        </span>
      )}
      {unsaved && (
        <span className="tag" title="在这个浏览器里写了一些，还没有保存">
          没写完
        </span>
      )}
    </span>
  )
}

export const isPublished = ({ state = 'published' }: Partial<StateInRow>): boolean => state === 'published'
export const isPinned = ({ pinned }: Partial<StateInRow>): boolean => pinned === true
