import { useSignals } from '@preact/signals-react/runtime'
import { ListTabs, type Shown } from '../list/ListTabs.tsx'
import type { UsedList } from '../list/useList.ts'
import { may } from '../session.ts'
import { kindNames } from './agentWords.ts'
import { doubtfulAgents } from './newAgents.ts'
import { stateOptions } from './StateSelect.tsx'

type Filters = Shown & { state: string; kind: string }
interface Props<F extends Filters> {
  list: Pick<UsedList<never, F>, 'typed' | 'searched' | 'type' | 'query'>
}

/** Which ones are shown: the tabs, and beside them the selects; on a phone, a button for these and the search. */
export function AgentTabs<F extends Filters>({ list, onFilter }: Props<F> & { onFilter(): void }) {
  useSignals()
  const { value: doubtful } = doubtfulAgents
  const { show, ...searched } = list.searched
  const set = Object.values(searched).filter((word) => word !== '').length
  const tabs = { '': '全部', doubtful: doubtful > 0 ? `隔离 ${doubtful}` : '隔离', ...(may('agent:delete') && { trash: '已删除' }) }
  return (
    <ListTabs list={list} tabs={tabs}>
      {list.typed.show === '' && (
        <>
          <AgentSelects list={list} />
          <button type="button" className="agent-filter push" onClick={onFilter}>{set > 0 ? `筛选 (${set})` : '筛选'}</button>
        </>
      )}
    </ListTabs>
  )
}

export function AgentSelects<F extends Filters>({ list }: Props<F>) {
  const narrow = (changes: Partial<Filters>): void => {
    list.type(changes as Partial<F>)
    void list.query()
  }
  const { state, kind } = list.typed
  return (
    <div className="agent-filters row push">
      <select className="input" aria-label="状态" value={state} onChange={({ target }) => narrow({ state: target.value })}>
        <option value="">全部状态</option>
        {stateOptions.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select>
      <select className="input" aria-label="类型" value={kind} onChange={({ target }) => narrow({ kind: target.value })}>
        <option value="">全部类型</option>
        {Object.entries(kindNames).map(([value, words]) => <option key={value} value={value}>{words}</option>)}
      </select>
    </div>
  )
}
