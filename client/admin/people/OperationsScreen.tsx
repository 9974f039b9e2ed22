import { adminScreens } from '../../../contract/adminPaths.ts'
import type { Operation } from '../../../contract/operations.ts'
import { api } from '../api.ts'
import { clamped, minute, RowButton } from '../list/cells.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useList, useLostFocus, useOperationEnd } from '../list/useList.ts'
import { askToUndo, changeOperation } from '../operations/operations.ts'
import {
  failureWords,
  firstWords,
  hasEnded,
  isUndone,
  operationNames,
  stateWords,
} from '../operations/operationWords.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { ViewProps } from '../viewProps.ts'

const path = adminScreens.operations
const empty = {}
const rowId = ({ id }: Operation): string => id
const rowName = ({ what, titles }: Operation): string => operationNames[what] + (titles[0] ?? '')

/** 最近的操作: what was done to records in the last 30 days, each of which can be undone as a whole. */
export function OperationsScreen({ active }: ViewProps) {
  const { box, recoverFocus } = useLostFocus()
  const list = useList<Operation, typeof empty>(
    { path, empty, rowId, load: ({ page, limit }, signal) => api('operationList', { page, limit }, signal) },
    active,
  )
  useOperationEnd(list.refresh, recoverFocus)
  return (
    <div className="list-screen short-cards stack" ref={box}>
      <ListTable
        list={list}
        path={path}
        label="最近的操作列表"
        empty="还没有操作。导入、发布、下线、删除、移动以后显示在这里，30 天内可以撤销"
        rowId={rowId}
        rowName={rowName}
        columns={columns}
        removing={undefined}
      />
    </div>
  )
}

/** What has failed or was left, and who has undone it. */
const notesOf = (operation: Operation): string =>
  [
    failureWords(isUndone(operation) ? operation.left : operation.failed),
    ...(isUndone(operation) ? [] : firstWords(operation.words)),
    operation.undoneBy ? `撤销的人：${operation.undoneBy}` : '',
  ]
    .filter(Boolean)
    .join('。')

const columns: readonly Column<Operation>[] = [
  { key: 'at', title: '时间', width: '10rem', always: true, card: 'fact', cell: ({ at }) => minute(at) },
  { key: 'by', title: '账号', width: '8rem', always: true, card: 'fact', cell: ({ by }) => clamped(by) },
  {
    key: 'operation',
    title: '做了什么',
    always: true,
    card: 'title',
    cell: (operation) => (
      <div className="title-cell">
        {clamped(contentOf(operation), 'strong')}
        {notesOf(operation) && <span className="tiny muted">{notesOf(operation)}</span>}
      </div>
    ),
  },
  { key: 'state', title: '结果', width: '16rem', card: 'fact', cell: (operation) => clamped(stateWords(operation)) },
  {
    key: 'actions',
    title: '操作',
    width: '9rem',
    always: true,
    cell: (operation) => (
      <div className="row-actions">
        {operation.failedCount > 0 && hasEnded(operation) && !isUndone(operation) && (
          <RowButton
            label="再试失败的"
            row={rowName(operation)}
            onClick={() => void changeOperation('Retry', operation.id)}
          />
        )}
        {operation.canUndo && (
          <RowButton label="撤销" row={rowName(operation)} onClick={() => void askToUndo(operation.id)} />
        )}
      </div>
    ),
  },
]

/** What was done, and to what. */
function contentOf({ what, titles, total }: Operation): string {
  const names = titles.map((title) => `“${title}”`).join('、')
  return total > 1 ? `${operationNames[what]} ${total} 条：${names}` : operationNames[what] + names
}
