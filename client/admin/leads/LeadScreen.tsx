import { useSignals } from '@preact/signals-react/runtime'
import { useMemo, useState } from 'react'
import { leadKindOf, leadKinds, leadPath, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import type { LeadRow, TrashRow } from '../../../contract/kinds/entities.ts'
import { messages } from '../../../contract/calls/rules.ts'
import { download } from '../../lib/download.ts'
import { navigate } from '../ui/navigation.ts'
import { api } from '../session/api.ts'
import { ExportButton } from '../list/ExportButton.tsx'
import { ListSearch, type SearchField, SortSelect } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { emptyText, ListTabs } from '../list/ListTabs.tsx'
import { type UsedList, useList, useLostFocus, useOperationEnd } from '../list/useList.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { loadTrash, TrashNote, trashNote, useTrash } from '../list/useTrash.tsx'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { may, user } from '../session/session.ts'
import { Options } from '../ui/fields.tsx'
import { useNow } from '../ui/useNow.ts'
import { Modal } from '../ui/Modal.tsx'
import { attempt, toast } from '../ui/Toast.tsx'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { useStable } from '../ui/useStable.ts'
import type { ViewProps } from '../ui/later.tsx'
import { leadColumns, doubtfulColumns } from './leadColumns.tsx'
import { leadCsv, leadCsvName, allRows } from './leadExport.ts'
import { LeadDialog, type OpenedLead } from './LeadDialog.tsx'
import { fieldWords, whoOf } from './leadWords.ts'
import { leadCounts, countNewLeads } from './newLeads.ts'
import { stateOptions } from './StateSelect.tsx'

const empty = { agentName: '', word: '', from: '', to: '', state: '', owner: '', show: '' }
const searchFields: Readonly<Record<LeadKind, readonly SearchField[]>> = {
  dealer: [
    { name: 'agentName', label: fieldWords.dealer.agentName },
    { name: 'word', label: '查找', placeholder: '公司、电话、编号、负责人' },
    'days',
  ],
  inquiry: [{ name: 'word', label: '查找', placeholder: '姓名、电话、编号、产品' }, 'days'],
}
const nothingYet: Readonly<Record<LeadKind, string>> = {
  dealer: '还没有加盟申请，访客在网站上申请后会显示在这里',
  inquiry: '还没有客户咨询，访客在网站上咨询后会显示在这里',
}
const rowId = ({ agentId }: LeadRow): string => agentId
type LeadList = UsedList<LeadRow | TrashRow, typeof empty>

/** 代理加盟 and 客户咨询: the applications or the inquiries, to call back and to follow up. */
export const leadScreen =
  (kind: LeadKind) =>
  ({ active }: ViewProps) => <LeadScreen {...{ kind, active }} />

interface Props extends ViewProps {
  kind: LeadKind
}

function LeadScreen({ kind, active }: Props) {
  const { screen, title } = leadKinds[kind]
  const leadList = useLeadList(kind, active)
  const { list, leads, isDoubtful } = leadList
  const [opened, setOpened] = useState<OpenedLead>()
  const [filtering, setFiltering] = useState(false)
  const now = useNow()
  const { sort } = list
  const mayDelete = may('agent:delete')
  // The address may be of another person.
  const show = list.typed.show === 'trash' && !mayDelete ? '' : list.typed.show
  const { box, recoverFocus } = useLostFocus()
  const trash = useTrash('agent', list, recoverFocus)
  const { refresh, removing, onSaved, release } = useLeadActions(leadList, recoverFocus)

  // Notices and the dashboard link to one, to what is due, or to what is about a product.
  useFromAddress(active, ['open', 'show', 'word'], ({ open: id, show, word }) => {
    if (show || word) {
      list.type({ ...empty, ...(show && { show }), ...(word && { word }) })
      void list.query()
    }
    if (id) setOpened({ id })
  })
  const open = useStable((id: string, toNote?: boolean) =>
    setOpened({ id, row: leads.find(({ agentId }) => agentId === id), toNote }),
  )
  // An address of an earlier release, or another one of the same telephone number.
  const openElsewhere = (row: LeadRow): void => {
    setOpened(undefined)
    navigate(leadPath(row.agentId, leadKindOf(row)))
  }
  const removeRow = mayDelete ? removing.removeRow : undefined
  const columns = useMemo(
    () => (isDoubtful ? doubtfulColumns : leadColumns)({ kind, now, open, remove: removeRow, release, onSaved }),
    [now, isDoubtful, opened],
  )
  const tabs = useMemo(() => <LeadTabs kind={kind} list={list} onFilter={() => setFiltering(true)} />, [list])
  const owners = [...new Set([user.peek()?.name ?? '', ...leads.map(({ owner = '' }) => owner)])].filter(
    (name) => name !== '',
  )

  const extra = (
    <ExportButton
      count={list.count}
      save={() =>
        exportLeads(kind, queryOf(kind, { ...list.searched, ...(sort && { sort: sort.by, order: sort.order }) }))
      }
    />
  )
  return (
    <div className={trash ? 'list-screen stack' : 'list-screen lead-list stack'} ref={box}>
      {show === 'trash' && <TrashNote />}
      {show === 'doubtful' && <DoubtfulNote />}
      {show !== 'trash' && show !== 'doubtful' && (
        <ListSearch list={list} fields={searchFields[kind]} unfolded extra={extra} />
      )}
      <ListTable<LeadRow | TrashRow, typeof empty>
        list={list}
        path={screen}
        label={`${title}列表`}
        above={tabs}
        empty={list.searched.show === 'doubtful' ? '没有被隔离的内容' : emptyText(list, nothingYet[kind])}
        {...(trash ?? { rowId, rowName: whoOf, columns, removing: mayDelete ? removing : undefined, onOpen: open })}
      />
      <Modal open={filtering} title="筛选" width="30rem" onClose={() => setFiltering(false)}>
        <ListSearch list={list} fields={searchFields[kind]} unfolded extra={extra} onQuery={() => setFiltering(false)}>
          <StateFilter list={list} />
          <SortSelect columns={columns} sort={sort} onSort={(to) => void list.setSort(to)} />
        </ListSearch>
      </Modal>
      {opened && (
        <LeadDialog
          key={opened.id}
          {...{ kind, opened, owners }}
          onOpen={setOpened}
          onOtherKind={openElsewhere}
          onClose={() => setOpened(undefined)}
          onChanged={refresh}
          onRelease={release}
        />
      )}
    </div>
  )
}

/** The leads that were searched for: those to follow up, those in quarantine, or what is in the trash. */
function useLeadList(kind: LeadKind, active: boolean) {
  const list = useList<LeadRow | TrashRow, typeof empty>(
    {
      path: leadKinds[kind].screen,
      empty,
      rowId: (row) => ('deletedAt' in row ? row.id : rowId(row)),
      load(query, signal) {
        const { show } = query
        if (show === 'trash' && may('agent:delete')) return loadTrash('agent', { ...query, agentKind: kind }, signal)
        if (show === 'doubtful') return api('leadList', { ...pageOf(query), kind, doubtful: true }, signal)
        return api('leadList', queryOf(kind, query), signal)
      },
    },
    active,
  )
  // Rows stay until the reply: they decide, not the search.
  const leads = list.rows.filter((row) => !('deletedAt' in row)) as readonly LeadRow[]
  return { list, leads, isDoubtful: leads[0]?.doubtful ?? list.searched.show === 'doubtful' }
}

/** What is done with a lead in the list or in its dialog; the list is loaded again after it. */
function useLeadActions(
  { list, leads, isDoubtful }: ReturnType<typeof useLeadList>,
  recoverFocus: (index?: number) => void,
) {
  const refresh = async (): Promise<void> => {
    void countNewLeads()
    await list.refresh()
  }
  useOperationEnd(refresh, recoverFocus)
  const removing = useRemoving({
    list: { ...list, refresh } as UsedList<LeadRow, typeof empty>,
    rowId,
    rowName: whoOf,
    question: ({ agentName }) => `是否确认删除名称为：${agentName} 的数据？`,
    ...(isDoubtful
      ? {
          erases: true,
          note: '彻底删除后不能恢复。',
          remove: (agentIds) => api('leadDelete', { agentIds: [...agentIds] }),
          message: messages.erased,
        }
      : { note: trashNote, remove: (ids) => startOperation('delete', rowsOf('agent', ids)) }),
    onRemoved: recoverFocus,
  })
  const onSaved = useStable(async (row: LeadRow): Promise<void> => {
    const index = leads.indexOf(row)
    await refresh()
    recoverFocus(index)
  })
  const release = useStable(async (row: LeadRow): Promise<void> => {
    await attempt(async () => {
      await api('leadUpdate', { agentId: row.agentId, doubtful: false })
      toast(`已放行：${whoOf(row)}`)
    }, '未能放行，请稍后重试')
    await onSaved(row)
  })
  return { refresh, removing, onSaved, release }
}

/** What is due is in the order of its day, unless another one is chosen. The columns sort by nothing else. */
const queryOf = (kind: LeadKind, { show, ...query }: { show: string }): InputOf<'leadList'> =>
  ({ kind, ...(show === 'due' && { due: true, sort: 'nextAt', order: 'asc' }), ...query }) as InputOf<'leadList'>

const pageOf = ({ page, limit }: { page: number; limit: number }) => ({ page, limit })

const DoubtfulNote = () => (
  <p className="trash-note muted">
    这里是可能由程序自动提交的内容，没有发出通知。是真实客户的，请点“放行”，会移到“全部”并发出通知
    {may('agent:delete') ? '；不是的可以删除。' : '；不是的不用管。'}
  </p>
)

/** Which ones are shown: the tabs, and beside them the state; on a phone, a button for this and the search. */
function LeadTabs({ kind, list, onFilter }: { kind: LeadKind; list: LeadList; onFilter(): void }) {
  useSignals()
  const { doubtful } = leadCounts.value[kind]
  const { show: _show, owner: _owner, ...searched } = list.searched
  const set = Object.values(searched).filter((word) => word !== '').length
  const tabs = {
    '': '全部',
    due: '今天要联系',
    doubtful: doubtful > 0 ? `隔离 ${doubtful}` : '隔离',
    ...(may('agent:delete') && { trash: '已删除' }),
  }
  const toggleOwn = (): void => {
    list.type({ owner: list.typed.owner === '' ? (user.peek()?.name ?? '') : '' })
    void list.query()
  }
  return (
    <ListTabs list={list} tabs={tabs}>
      {(list.typed.show === '' || list.typed.show === 'due') && (
        <>
          <button type="button" aria-pressed={list.typed.owner !== ''} onClick={toggleOwn}>
            我的
          </button>
          <StateFilter list={list} />
          <button type="button" className="lead-filter push" onClick={onFilter}>
            {set > 0 ? `筛选 (${set})` : '筛选'}
          </button>
        </>
      )}
    </ListTabs>
  )
}

function StateFilter({ list }: { list: LeadList }) {
  const narrow = (state: string): void => {
    list.type({ state })
    void list.query()
  }
  return (
    <div className="lead-filters row push">
      <select
        className="input"
        aria-label="状态"
        value={list.typed.state}
        onChange={({ target }) => narrow(target.value)}
      >
        <option value="">全部状态</option>
        <Options of={stateOptions} />
      </select>
    </div>
  )
}

async function exportLeads(kind: LeadKind, query: InputOf<'leadList'>): Promise<void> {
  const rows = await allRows((page) => api('leadList', page), query)
  download(leadCsv(rows), leadCsvName(kind, Date.now()))
  toast(`已导出 ${rows.length} 条${leadKinds[kind].noun}`)
}
