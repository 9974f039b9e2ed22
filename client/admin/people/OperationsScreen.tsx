import { useSignals } from '@preact/signals-react/runtime'
import { useEffect } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { type Operation, operationNames } from '../../../contract/calls/operations.ts'
import { api } from '../session/api.ts'
import { actionsColumn, clamped, RowButton } from '../list/cells.tsx'
import { timeColumn } from './ActivityScreen.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useList, useLostFocus, useOperationEnd } from '../list/useList.ts'
import { askToUndo, changeOperation, closeOperation, operations } from '../acts/operations.ts'
import { failureWords, firstWords, hasEnded, isUndone, stateWords } from '../acts/operationWords.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { ViewProps } from '../ui/later.tsx'

const path = adminScreens.operations
const empty = {}
const rowId = ({ id }: Operation): string => id
const rowName = ({ what, titles }: Operation): string => operationNames[what] + (titles[0] ?? '')

/** 最近的操作: what was done to records and settings in the last 30 days, each of which can be undone as a whole. */
export function OperationsScreen({ active }: ViewProps) {
  const { box, recoverFocus } = useLostFocus()
  const list = useList<Operation, typeof empty>(
    { path, empty, rowId, load: ({ page, limit }, signal) => api('operationList', { page, limit }, signal) },
    active,
  )
  useOperationEnd(list.refresh, recoverFocus)
  useSignals()
  // What is seen here need not stay above every other screen.
  useEffect(() => {
    if (active) operations.value.filter(hasEnded).forEach(closeOperation)
  }, [active, operations.value])
  return (
    <div className="list-screen short-cards stack" ref={box}>
      <ListTable
        list={list}
        path={path}
        label="最近的操作列表"
        empty="还没有操作。导入、发布、下线、删除、移动、修改设置以后显示在这里，30 天内可以撤销"
        rowId={rowId}
        rowName={rowName}
        columns={columns}
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
  timeColumn,
  { key: 'by', title: '账号', width: '8rem', always: true, card: 'fact', cell: ({ by }) => clamped(by) },
  {
    key: 'operation',
    title: '做了什么',
    always: true,
    card: 'title',
    cell: (operation) => (
      <div className="title-cell">
        <span className="strong">{contentOf(operation)}</span>
        {notesOf(operation) && <span className="tiny muted">{notesOf(operation)}</span>}
      </div>
    ),
  },
  { key: 'state', title: '结果', width: '16rem', card: 'fact', cell: stateWords },
  actionsColumn('9rem', (operation) => (
    <>
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
    </>
  )),
]

/** What was done, and to what. */
function contentOf({ what, titles, total }: Operation): string {
  const names = titles.slice(0, 3).map((title) => `“${title}”`)
  return operationNames[what] + names.join('、') + (total > names.length ? `等 ${total} 条` : '')
}
