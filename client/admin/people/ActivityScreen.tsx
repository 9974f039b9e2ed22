import { useState } from 'react'
import { activityNames, type ActivityRow } from '../../../contract/activity.ts'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { limits } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { csv } from '../../../contract/csv.ts'
import { download } from '../../lib/download.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { AccountTabs } from './AccountsScreen.tsx'
import { api } from '../api.ts'
import { minute, RowButton } from '../list/cells.tsx'
import { ListSearch } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { useList } from '../list/useList.ts'
import { askToUndo } from '../operations/operations.ts'
import { Button } from '../ui/buttons.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { Link } from '../ui/Link.tsx'
import { resultToast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import type { ViewProps } from '../viewProps.ts'
import { fieldsOf, linkOf, operationOf, recordOf, resultOf, whatOf, whoOf } from './activityWords.ts'

const path = adminScreens.log
const empty = { user: '', action: '', from: '', to: '' }
/** Its place from the oldest: several may be of one moment. */
type Row = ActivityRow & { key: string }
type Search = InputOf<'logList'>
const rowId = ({ key }: Row): string => key

const notify = resultToast()
const tabs = <AccountTabs path={path} />

/** 操作记录: who has done what. */
export function ActivityScreen({ active }: ViewProps) {
  const list = useList<Row, typeof empty>(
    {
      path,
      empty,
      rowId,
      async load(query, signal) {
        const { data, count } = await api('logList', searchOf(query), signal)
        return {
          count,
          data: data.map((row, index) => ({ ...row, key: `${count - (query.page - 1) * query.limit - index}` })),
        }
      },
    },
    active,
  )
  const { data: accounts = [] } = useLoaded((signal) => api('accountList', {}, signal), [], { onShow: true })
  // Also those that are gone, as far as they are shown.
  const names = [
    ...new Set([...accounts.map(({ name }) => name), ...list.rows.map(({ user }) => user), list.typed.user]),
  ].filter(Boolean)
  return (
    <div className="list-screen short-cards stack">
      <ListSearch
        list={list}
        extra={<ActivityExport query={searchOf(list.searched)} count={list.count} />}
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
        removing={undefined}
        above={tabs}
      />
    </div>
  )
}

/** Exports what matches the search, from all pages. */
function ActivityExport({ query, count }: { query: Search; count: number }) {
  const [busy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
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
      notify(`已导出 ${rows.length} 条操作记录`)
    } catch (cause) {
      notify(`导出失败：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button icon="download" busy={busy} disabled={count === 0} onClick={() => void save()}>
      {busy ? '正在导出…' : '导出'}
    </Button>
  )
}

/** What is logged meanwhile moves the others to later pages. */
async function allRows(query: Search): Promise<ActivityRow[]> {
  const limit = limits.listLimit
  const rows: ActivityRow[] = []
  let total: number | undefined
  for (let page = 1; ; page++) {
    const { data, count } = await api('logList', { ...query, page, limit })
    total ??= count
    const first = (page - 1) * limit - (count - total)
    for (const row of data.slice(page === 1 ? 0 : rows.length - first)) rows.push(row)
    if (data.length < limit) return rows
  }
}

/** The select has nothing else to choose. */
const searchOf = ({ action, ...query }: typeof empty): Search => ({ ...query, ...(action && { action }) }) as Search

const columns: readonly Column<Row>[] = [
  { key: 'at', title: '时间', width: '10rem', always: true, card: 'fact', cell: ({ at }) => minute(at) },
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
