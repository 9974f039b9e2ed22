import { activityNames, type ActivityRow } from '../../../contract/calls/activity.ts'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import type { ListPage } from '../../../contract/kinds/entities.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import { limits } from '../../../contract/calls/rules.ts'
import { csv } from '../../../contract/text/csv.ts'
import { download } from '../../lib/download.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { AccountTabs, useAccounts } from './AccountsScreen.tsx'
import { api } from '../session/api.ts'
import { minute, RowButton } from '../list/cells.tsx'
import type { ListQuery } from '../list/list.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useList } from '../list/useList.ts'
import { askToUndo } from '../acts/operations.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Link } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import type { ViewProps } from '../ui/later.tsx'
import { fieldsOf, linkOf, operationOf, recordOf, resultOf, whatOf, whoOf } from './activityWords.ts'

const path = adminScreens.log
const empty = { user: '', action: '', from: '', to: '' }
/** Its place from the oldest: several may be of one moment. */
type Row = ActivityRow & { key: string }
const rowId = ({ key }: Row): string => key

const tabs = <AccountTabs path={path} />

/** 操作记录: who has done what. */
export function ActivityScreen({ active }: ViewProps) {
  const list = useList<Row, typeof empty>({ path, empty, rowId, load }, active)
  const { data: accounts = [] } = useAccounts()
  // Also those that are gone, as far as they are shown.
  const names = [
    ...new Set([...accounts.map(({ name }) => name), ...list.rows.map(({ user }) => user), list.typed.user]),
  ].filter(Boolean)
  return (
    <div className="list-screen short-cards stack">
      <ListSearch
        list={list}
        extra={<ExportButton count={list.count} save={() => exportLog(list.searched)} />}
        fields={[
          { name: 'user', label: '账号', options: [['', '全部'], ...names.map((name) => [name, name] as const)] },
          { name: 'action', label: '操作', options: [['', '全部'], ...Object.entries(activityNames)] },
          'days',
        ]}
      />
      <ListTable
        list={list}
        path={path}
        label="操作记录列表"
        empty={list.filtered ? undefined : '还没有操作记录'}
        rowId={rowId}
        rowName={whatOf}
        columns={columns}
        above={tabs}
      />
    </div>
  )
}

async function exportLog(query: typeof empty): Promise<void> {
  const rows = await allRows(query)
  const headers = ['时间', '账号', '操作', '名称', '编号', '字段', '结果']
  const lines = rows.map((row) => [
    row.at,
    whoOf(row),
    whatOf(row),
    row.title ?? '',
    row.id ?? '',
    fieldsOf(row),
    resultOf(row),
  ])
  download(csv([headers, ...lines]), `操作记录-${chinaTime(Date.now()).slice(0, 10).replaceAll('-', '')}.csv`)
  toast(`已导出 ${rows.length} 条操作记录`)
}

async function load({ action, ...query }: ListQuery<typeof empty>, signal?: AbortSignal): Promise<ListPage<Row>> {
  // The select has nothing else to choose.
  const { data, count } = await api('logList', { ...query, ...(action && { action }) } as InputOf<'logList'>, signal)
  const first = count - (query.page - 1) * query.limit
  return { count, data: data.map((row, index) => ({ ...row, key: `${first - index}` })) }
}

/** What is logged meanwhile moves the others to later pages. */
async function allRows(query: typeof empty): Promise<Row[]> {
  const limit = limits.listLimit
  const rows = new Map<string, Row>()
  for (let page = 1; ; page++) {
    const { data } = await load({ ...query, page, limit })
    for (const row of data) rows.set(row.key, row)
    if (data.length < limit) return [...rows.values()]
  }
}

export const timeColumn: Column<{ at: string }> = {
  ...{ key: 'at', title: '时间', width: '10rem', always: true, card: 'fact' },
  cell: ({ at }) => minute(at),
}

const columns: readonly Column<Row>[] = [
  timeColumn,
  {
    key: 'user',
    title: '账号',
    width: '8rem',
    always: true,
    card: 'fact',
    cell: (row) => <span className={row.user ? 'clamped' : 'clamped muted'}>{whoOf(row)}</span>,
  },
  { key: 'what', title: '操作', width: '10rem', always: true, card: 'title', cell: (row) => whatOf(row) },
  {
    key: 'record',
    title: '内容',
    card: 'title',
    text: (row) => recordOf(row) + fieldsOf(row),
    cell: (row) => <What row={row} />,
  },
  {
    key: 'ok',
    title: '结果',
    width: '9rem',
    card: 'fact',
    cell: (row) => (
      <span className={row.ok ? 'row muted' : 'row bad'}>
        {resultOf(row)}
        <UndoButton row={row} />
      </span>
    ),
  },
]

/** Undoes all of the operation that the row is a part of. */
function UndoButton({ row }: { row: Row }) {
  const operation = operationOf(row)
  if (operation === undefined) return null
  return <RowButton label="撤销" row={`${whatOf(row)} ${recordOf(row)}`} onClick={() => void askToUndo(operation)} />
}

/** The record, and below it the names of the fields. */
function What({ row }: { row: Row }) {
  const name = recordOf(row)
  const link = linkOf(row)
  const fields = fieldsOf(row)
  return (
    <div className="title-cell">
      {name &&
        (link ? (
          <Link className="row-title clamped strong" href={link} title={name}>
            {name}
          </Link>
        ) : (
          <span className="muted clamped" title={row.title === undefined ? `已经不在：${name}` : name}>
            {name}
          </span>
        ))}
      {fields && (
        <span className="tiny muted clamped" title={fields}>
          {fields}
        </span>
      )}
    </div>
  )
}
