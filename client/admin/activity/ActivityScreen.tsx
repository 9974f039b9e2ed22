import { activityNames, type ActivityRow } from '../../../contract/activity.ts'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import { AccountTabs } from '../accounts/AccountTabs.tsx'
import { api } from '../api.ts'
import { minute } from '../lists/cells.tsx'
import { filledAfterFirst } from '../lists/list.ts'
import { useList } from '../lists/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { DateRange, SelectField } from '../ui/fields.tsx'
import { Link } from '../ui/Link.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import type { ViewProps } from '../viewProps.ts'
import { ActivityExport } from './ActivityExport.tsx'
import { fieldsOf, linkOf, recordOf, resultOf, whatOf, whoOf } from './activityWords.ts'

const path = adminScreens.log
const empty = { user: '', action: '', from: '', to: '' }
/** Its place from the oldest: several may be of one moment. */
type Row = ActivityRow & { key: string }
type Search = InputOf<'logList'>

/** 操作记录: who has done what. */
export function ActivityScreen({ active }: ViewProps) {
  const list = useList<Row, typeof empty>(
    {
      path,
      empty,
      rowId: ({ key }) => key,
      async load(query, signal) {
        const { data, count } = await api('logList', searchOf(query), signal)
        return { count, data: data.map((row, index) => ({ ...row, key: `${count - (query.page - 1) * query.limit - index}` })) }
      },
    },
    active,
  )
  const { data: accounts = [] } = useLoaded((signal) => api('accountList', {}, signal), [], { onShow: true })
  // Also those that are gone, as far as they are shown.
  const names = [...new Set([...accounts.map(({ name }) => name), ...list.rows.map(({ user }) => user), list.typed.user])].filter(Boolean)
  const { typed, searched, page, limit, count, counted } = list
  return (
    <div className="list-screen stack">
      <AccountTabs path={path} />
      <SearchBar
        onQuery={() => void list.query()} onReset={() => void list.reset()} more={filledAfterFirst(typed)}
        extra={<ActivityExport query={searchOf(searched)} count={count} />}
      >
        <SelectField
          inline label="账号" name="user" value={typed.user} options={[['', '全部'], ...names.map((name) => [name, name] as const)]}
          onChange={(user) => list.type({ user })}
        />
        <SelectField
          inline label="操作" name="action" value={typed.action} options={[['', '全部'], ...Object.entries(activityNames)]}
          onChange={(action) => list.type({ action })}
        />
        <DateRange label="时间" from={typed.from} to={typed.to} onChange={list.type} />
      </SearchBar>
      <DataTable
        label="操作记录列表" rows={list.rows} rowId={({ key }) => key} columns={columns} first={(page - 1) * limit} state={list.state}
        error={list.error} onRetry={list.refused ? undefined : () => void list.refresh()} empty="还没有操作记录"
        onReset={list.filtered ? () => void list.reset() : undefined} part={JSON.stringify([page, limit, searched])}
      />
      <div className="list-foot row wraps">
        <Pager {...{ page, limit, count, counted }} onPage={(to) => void list.goToPage(to)} onLimit={(size) => void list.setLimit(size)} />
      </div>
    </div>
  )
}

/** The select has nothing else to choose. */
const searchOf = ({ action, ...query }: typeof empty): Search => ({ ...query, ...(action && { action }) } as Search)

const columns: readonly Column<Row>[] = [
  { key: 'at', title: '时间', width: '10rem', always: true, cell: ({ at }) => minute(at) },
  {
    key: 'user', title: '账号', width: '8rem', always: true,
    cell: (row) => <span className={row.user ? 'clamped' : 'clamped muted'}>{whoOf(row)}</span>,
  },
  { key: 'what', title: '操作', width: '10rem', always: true, cell: (row) => whatOf(row) },
  { key: 'record', title: '内容', text: (row) => recordOf(row) + fieldsOf(row), cell: (row) => <What row={row} /> },
  { key: 'ok', title: '结果', width: '9rem', cell: (row) => <span className={row.ok ? 'muted' : 'bad'}>{resultOf(row)}</span> },
]

/** The record, and below it the names of the fields. */
function What({ row }: { row: Row }) {
  const [name, link, fields] = [recordOf(row), linkOf(row), fieldsOf(row)]
  return (
    <div className="title-cell">
      {name && (link ? <Link className="row-title clamped strong" href={link} title={name}>{name}</Link> : (
        <span className="muted clamped" title={row.title === undefined ? `已经不在：${name}` : name}>{name}</span>
      ))}
      {fields && <span className="tiny muted clamped" title={fields}>{fields}</span>}
    </div>
  )
}
