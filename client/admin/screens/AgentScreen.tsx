import { useMemo } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import type { AgentRow } from '../../../contract/entities.ts'
import { sources } from '../agents/agentCsv.ts'
import { Ago } from '../agents/Ago.tsx'
import { CopyPhone } from '../agents/CopyPhone.tsx'
import { ExportButton } from '../agents/ExportButton.tsx'
import { useNow } from '../agents/useNow.ts'
import { api } from '../api.ts'
import { filledAfterFirst } from '../lists/list.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useList } from '../lists/useList.ts'
import { useLostFocus } from '../lists/useLostFocus.ts'
import { useRemoving } from '../lists/useRemoving.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'
import { clamped } from '../lists/cells.tsx'

const path = adminScreens.agents
const empty = { agentName: '', from: '', to: '' }
const rowId = ({ agentId }: AgentRow): string => agentId
const rowName = ({ agentName }: AgentRow): string => agentName

/** 代理加盟: applications to call back, and to delete when finished. */
export function AgentScreen({ active }: { active: boolean }) {
  const list = useList(
    {
      path,
      empty,
      rowId,
      // The columns below sort by nothing else.
      load: (query, signal) => api('agentList', query as InputOf<'agentList'>, signal),
    },
    active,
  )
  const now = useNow()
  const { typed, searched, sort } = list
  const { box, recoverFocus } = useLostFocus()
  const removing = useRemoving({
    list,
    rowId,
    rowName: ({ agentName, agentInfo }) => `${agentName}（${agentInfo}）`,
    question: ({ agentName }) => `是否确认删除名称为：${agentName} 的数据？`,
    remove: (agentId) => api('agentDelete', { agentId }),
    removeSeveral: (agentIds) => api('agentDelete', { agentIds: [...agentIds] }),
    onRemoved: recoverFocus,
  })

  const { removeRow } = removing
  const columns = useMemo(() => agentColumns(now, removeRow), [now])

  return (
    <div className="list-screen stack" ref={box}>
      <SearchBar
        onQuery={() => void list.query()} onReset={() => void list.reset()} more={filledAfterFirst(typed)}
        extra={<ExportButton query={{ ...searched, ...(sort && { sort: sort.by, order: sort.order }) } as InputOf<'agentList'>} count={list.count} />}
      >
        <TextField
          inline label="代理商名称" name="agentName" type="search" value={typed.agentName} onChange={(agentName) => list.type({ agentName })}
        />
        <DateRange label="时间" from={typed.from} to={typed.to} onChange={list.type} />
      </SearchBar>
      <ListTable
        list={list} path={path} label="代理加盟申请" empty="还没有代理加盟申请，网站访客提交后会显示在这里" rowId={rowId} rowName={rowName} columns={columns}
        removing={removing}
      />
    </div>
  )
}

const agentColumns = (now: number, removeRow: (row: AgentRow) => Promise<void>): Column<AgentRow>[] => [
  { key: 'index', title: '序号', width: '3.25rem', cell: (_row, index) => index + 1 },
  { key: 'agentName', sortable: true, title: '代理商名称', width: '8rem', always: true, cell: (row) => clamped(row.agentName, true) },
  { key: 'agentInfo', sortable: true, title: '公司 / 描述', cell: (row) => clamped(row.agentInfo) },
  { key: 'phone', title: '联系方式', width: '10rem', cell: (row) => <CopyPhone phone={row.phone} /> },
  {
    key: 'source', sortable: true, title: '来源', width: '6.5rem', spare: 1,
    cell: ({ source }) => <span className={`source muted small nowrap ${source}`}>{sources[source] ?? source}</span>,
  },
  { key: 'createDate', sortable: true, title: '时间', width: '9.75rem', cell: (row) => <Ago date={row.createDate} now={now} /> },
  {
    key: 'actions', title: '操作', width: '4rem', always: true,
    cell: (row) => (
      <div className="row-actions">
        <RowButton label="删除" row={row.agentName} bad onClick={() => void removeRow(row)} />
      </div>
    ),
  },
]
