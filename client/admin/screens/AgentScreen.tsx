import type { AgentRow } from '../../../contract/entities.ts'
import { sources } from '../agents/agentCsv.ts'
import { Ago } from '../agents/Ago.tsx'
import { CopyPhone } from '../agents/CopyPhone.tsx'
import { ExportButton } from '../agents/ExportButton.tsx'
import { useNow } from '../agents/useNow.ts'
import { api } from '../api.ts'
import { useList } from '../lists/useList.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'

/** 代理加盟: who applied, to be called back. */
export default function AgentScreen({ active }: { active: boolean }) {
  const list = useList(
    {
      empty: { agentName: '' },
      rowId: (row: AgentRow) => row.agentId,
      load: (asked, signal) => api('agentList', asked, signal),
    },
    active,
  )
  const now = useNow()
  const { page, limit, count, searched } = list

  const columns: Column<AgentRow>[] = [
    { key: 'index', title: '序号', width: '3.5rem', cell: (_row, index) => (page - 1) * limit + index + 1 },
    { key: 'agentName', title: '代理商名称', width: '7.5rem', cell: (row) => row.agentName },
    { key: 'agentInfo', title: '公司 / 描述', cell: (row) => row.agentInfo },
    { key: 'phone', title: '联系方式', width: '10rem', cell: (row) => <CopyPhone phone={row.phone} /> },
    {
      key: 'source', title: '来源', width: '5rem',
      cell: ({ source }) => <span className={`source ${source}`}>{sources[source] ?? source}</span>,
    },
    { key: 'createDate', title: '时间', width: '9.75rem', cell: (row) => <Ago date={row.createDate} now={now} /> },
  ]

  return (
    <div className="list-screen">
      <SearchBar
        onQuery={() => void list.query()} onReset={() => void list.reset()}
        extra={<ExportButton agentName={searched.agentName} count={count} />}
      >
        <TextField inline label="代理商名称" name="agentName" value={list.typed.agentName} onChange={(agentName) => list.type({ agentName })} />
      </SearchBar>
      <DataTable
        label="代理加盟申请"
        rows={list.rows}
        rowId={(row) => row.agentId}
        rowName={(row) => row.agentName}
        columns={columns}
        part={`${page} ${limit} ${searched.agentName}`}
        state={list.state}
        why={list.why}
        onRetry={() => void list.refresh()}
        empty="还没有代理加盟申请，网站访客提交后会显示在这里"
        {...(searched.agentName !== '' && { onReset: () => void list.reset() })}
      />
      <Pager
        {...{ page, limit, count }} counted={list.counted} onPage={(to) => void list.turnTo(to)} onLimit={(size) => void list.take(size)}
      />
    </div>
  )
}
