import { useMemo } from 'react'
import { adminScreens } from '../../../contract/adminPaths.ts'
import type { InputOf } from '../../../contract/calls.ts'
import type { AgentRow, TrashRow } from '../../../contract/entities.ts'
import { sources } from '../agents/agentCsv.ts'
import { Ago } from '../agents/Ago.tsx'
import { CopyPhone } from '../agents/CopyPhone.tsx'
import { ExportButton } from '../agents/ExportButton.tsx'
import { useNow } from '../agents/useNow.ts'
import { api } from '../api.ts'
import { filledAfterFirst } from '../lists/list.ts'
import { ListTable } from '../lists/ListTable.tsx'
import { agentTabs, emptyText, ListTabs } from '../lists/ListTabs.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { type UsedList, useList } from '../lists/useList.ts'
import { useLostFocus } from '../lists/useLostFocus.ts'
import { useRemoving } from '../lists/useRemoving.ts'
import { loadTrash, restore, TrashNote, trashNote, useTrash } from '../lists/useTrash.tsx'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange } from '../ui/DateRange.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'
import { clamped } from '../lists/cells.tsx'

const path = adminScreens.agents
const empty = { agentName: '', from: '', to: '', show: '' }
const rowId = ({ agentId }: AgentRow): string => agentId
const rowName = ({ agentName }: AgentRow): string => agentName

/** 代理加盟: applications to call back, and to delete when finished. */
export function AgentScreen({ active }: { active: boolean }) {
  const list = useList<AgentRow | TrashRow, typeof empty>(
    {
      path,
      empty,
      rowId: (row) => ('deletedAt' in row ? row.id : rowId(row)),
      load: ({ show, ...query }, signal) =>
        // The columns below sort by nothing else.
        (show === 'trash' ? loadTrash('agent', query, signal) : api('agentList', query as InputOf<'agentList'>, signal)),
    },
    active,
  )
  const now = useNow()
  const { sort } = list
  const { show, ...typed } = list.typed
  const { show: _show, ...searched } = list.searched
  const { box, recoverFocus } = useLostFocus()
  const trash = useTrash('agent', list, recoverFocus)
  const removing = useRemoving({
    list: list as UsedList<AgentRow, typeof empty>,
    rowId,
    rowName: ({ agentName, agentInfo }) => `${agentName}（${agentInfo}）`,
    question: ({ agentName }) => `是否确认删除名称为：${agentName} 的数据？`,
    note: trashNote,
    remove: (agentId) => api('agentDelete', { agentId }),
    removeSeveral: (agentIds) => api('agentDelete', { agentIds: [...agentIds] }),
    restore: (ids) => restore('agent', ids),
    onRemoved: recoverFocus,
  })

  const { removeRow } = removing
  const columns = useMemo(() => agentColumns(now, removeRow), [now])
  const tabs = useMemo(() => <ListTabs list={list} tabs={agentTabs} />, [list])

  return (
    <div className="list-screen stack" ref={box}>
      {show === 'trash' ? <TrashNote /> : (
        <SearchBar
          onQuery={() => void list.query()} onReset={() => void list.reset()} more={filledAfterFirst(typed)}
          extra={
            <ExportButton
              query={{ ...searched, ...(sort && { sort: sort.by, order: sort.order }) } as InputOf<'agentList'>} count={list.count}
            />
          }
        >
          <TextField
            inline label="代理商名称" name="agentName" type="search" value={typed.agentName} onChange={(agentName) => list.type({ agentName })}
          />
          <DateRange label="时间" from={typed.from} to={typed.to} onChange={list.type} />
        </SearchBar>
      )}
      <ListTable<AgentRow | TrashRow, typeof empty>
        list={list} path={path} label="代理加盟申请" empty={emptyText(list, '还没有代理加盟申请，网站访客提交后会显示在这里')} above={tabs}
        {...(trash ?? { rowId, rowName, columns, removing })}
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
