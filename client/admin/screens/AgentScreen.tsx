import type { AgentRow } from '../../../contract/entities.ts'
import { sources } from '../agents/agentCsv.ts'
import { Ago } from '../agents/Ago.tsx'
import { CopyPhone } from '../agents/CopyPhone.tsx'
import { ExportButton } from '../agents/ExportButton.tsx'
import { useNow } from '../agents/useNow.ts'
import { api } from '../api.ts'
import { RemoveSelected } from '../lists/RemoveSelected.tsx'
import { RowButton } from '../lists/RowButton.tsx'
import { useList } from '../lists/useList.ts'
import { useLostFocus } from '../lists/useLostFocus.ts'
import { useRemoving } from '../lists/useRemoving.ts'
import { type Column, DataTable } from '../ui/DataTable.tsx'
import { Pager } from '../ui/Pager.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import { TextField } from '../ui/TextField.tsx'

const rowId = ({ agentId }: AgentRow): string => agentId

/** 代理加盟: who applied, to be called back, and deleted once done with. */
export default function AgentScreen({ active }: { active: boolean }) {
  const list = useList(
    {
      empty: { agentName: '' },
      rowId,
      load: (asked, signal) => api('agentList', asked, signal),
    },
    active,
  )
  const now = useNow()
  const { page, limit, count, searched, selected } = list
  const { box, takeLostFocus } = useLostFocus()
  const removing = useRemoving({
    list,
    rowId,
    question: ({ agentName }) => `是否确认删除名称为：${agentName} 的数据？`,
    remove: (agentId) => api('agentDelete', { agentId }),
    removeSeveral: (agentIds) => api('agentDelete', { agentIds: [...agentIds] }),
    onRemoved: takeLostFocus,
  })

  const columns: Column<AgentRow>[] = [
    { key: 'index', title: '序号', width: '3.25rem', cell: (_row, index) => (page - 1) * limit + index + 1 },
    { key: 'agentName', title: '代理商名称', width: '6.25rem', cell: (row) => row.agentName },
    { key: 'agentInfo', title: '公司 / 描述', cell: (row) => row.agentInfo },
    { key: 'phone', title: '联系方式', width: '9.5rem', cell: (row) => <CopyPhone phone={row.phone} /> },
    {
      key: 'source', title: '来源', width: '5rem',
      cell: ({ source }) => <span className={`source ${source}`}>{sources[source] ?? source}</span>,
    },
    { key: 'createDate', title: '时间', width: '9.75rem', cell: (row) => <Ago date={row.createDate} now={now} /> },
    {
      key: 'acts', title: '操作', width: '4rem',
      cell: (row) => (
        <div className="row-acts">
          <RowButton words="删除" row={row.agentName} bad onClick={() => void removing.removeRow(row)} />
        </div>
      ),
    },
  ]

  return (
    <div className="list-screen" ref={box}>
      <SearchBar
        onQuery={() => void list.query()} onReset={() => void list.reset()}
        extra={
          <>
            <RemoveSelected count={selected.size} step={removing.step} onClick={() => void removing.removeSelected()} />
            <ExportButton agentName={searched.agentName} count={count} />
          </>
        }
      >
        <TextField inline label="代理商名称" name="agentName" value={list.typed.agentName} onChange={(agentName) => list.type({ agentName })} />
      </SearchBar>
      <DataTable
        label="代理加盟申请"
        rows={list.rows}
        rowId={rowId}
        rowName={(row) => row.agentName}
        columns={columns}
        selected={selected}
        onSelect={list.select}
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
