import { useMemo } from 'react'
import type { LeadKind } from '../../../contract/leads/leads.ts'
import { dayMs } from '../../../contract/text/durations.ts'
import type { TrashKind, TrashRow } from '../../../contract/kinds/entities.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { isoOf } from '../../lib/relativeTime.ts'
import { api } from '../session/api.ts'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { Button } from '../ui/buttons.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { useStable } from '../ui/useStable.ts'
import { actionsColumn, clamped, minute, nameOr, RowButton } from './cells.tsx'
import type { Shown } from './ListTabs.tsx'
import type { UsedList } from './useList.ts'
import { useRemoving } from './useRemoving.ts'

const keptDays = 30

export const trashNote = '会移到回收站（列表上方的“已删除”），30 天内可以恢复。'

export const isDeleted = (row: object): row is TrashRow => 'deletedAt' in row
const rowId = ({ id }: TrashRow): string => id
const rowName = ({ title }: TrashRow): string => nameOr(title)

interface TrashQuery {
  page: number
  limit: number
  agentKind?: LeadKind
}

/** The deleted ones of a kind, for the load of its list. */
export const loadTrash = (kind: TrashKind, { page, limit, agentKind }: TrashQuery, signal: AbortSignal) =>
  api('trashList', { kind, page, limit, ...(agentKind && { agentKind }) }, signal)

/**
 * What the table of a list is given while its rows are deleted records; undefined while they are others. Rows stay until the reply: they
 * decide, not the search.
 */
export function useTrash<Row extends object, F extends Shown>(
  kind: TrashKind,
  list: UsedList<Row | TrashRow, F>,
  recoverFocus: (index?: number) => void,
) {
  const { rows, selected, searched } = list
  const [first] = rows
  const removing = useRemoving<TrashRow, F>({
    list: list as UsedList<TrashRow, F>,
    rowId,
    rowName,
    erases: true,
    question: (row) => `是否确认彻底删除“${rowName(row)}”？`,
    note: kind === 'agent' ? '彻底删除后不能恢复。' : '历史版本也会一起删除，彻底删除后不能恢复。',
    remove: (ids) => api('trashDelete', { kind, ids: [...ids] }),
    message: messages.erased,
    onRemoved: recoverFocus,
  })
  const restoreRows = useStable((ids: readonly string[]): void => {
    const index = rows.findIndex((row) => isDeleted(row) && ids.includes(row.id))
    void startOperation('restore', rowsOf(kind, ids)).then(() => requestAnimationFrame(() => recoverFocus(index)))
  })
  const { removeRow } = removing
  const columns = useMemo(() => trashColumns(restoreRows, removeRow), [])
  const bulk = useMemo(
    () => <Button icon="refresh" onClick={() => restoreRows([...selected])}>{`恢复所选 (${selected.size})`}</Button>,
    [selected],
  )
  if (first ? !isDeleted(first) : searched.show !== 'trash') return undefined
  return { rowId, rowName, columns, removing, bulk }
}

const trashColumns = (
  restoreRows: (ids: readonly string[]) => void,
  remove: (row: TrashRow) => Promise<void>,
): Column<TrashRow>[] => [
  { key: 'index', title: '序号', width: '3.25rem', always: true, cell: (_row, index) => index + 1 },
  { key: 'title', title: '标题', always: true, cell: (row) => clamped(rowName(row), 'strong') },
  { key: 'deletedBy', title: '删除人', width: '8rem', always: true, cell: ({ deletedBy }) => clamped(deletedBy) },
  { key: 'deletedAt', title: '删除时间', width: '9.5rem', always: true, cell: ({ deletedAt }) => minute(deletedAt) },
  { key: 'left', title: '自动清除', width: '6.5rem', always: true, cell: ({ deletedAt }) => daysLeft(deletedAt) },
  actionsColumn('9rem', (row) => (
    <>
      <RowButton label="恢复" row={rowName(row)} onClick={() => restoreRows([row.id])} />
      <RowButton label="彻底删除" row={rowName(row)} bad onClick={() => void remove(row)} />
    </>
  )),
]

function daysLeft(deletedAt: string): string {
  const days = Math.ceil((Date.parse(isoOf(deletedAt)) - Date.now()) / dayMs) + keptDays
  return days > 1 ? `${days} 天后` : '一天以内'
}

/** Instead of the search, which the deleted ones do not have. */
export const TrashNote = () => (
  <p className="trash-note muted">{`回收站里的内容保留 ${keptDays} 天，随时可以恢复，之后自动彻底删除。`}</p>
)
