import { useSignals } from '@preact/signals-react/runtime'
import { ListTabs, type Shown } from '../lists/ListTabs.tsx'
import type { UsedList } from '../lists/useList.ts'
import { may } from '../session.ts'
import { kindNames } from './agentWords.ts'
import { doubtfulAgents } from './newAgents.ts'
import { stateOptions } from './StateSelect.tsx'

type Filters = Shown & { state: string; kind: string }

/** Which ones are shown: the tabs, and beside them the selects, which search at once. */
export function AgentTabs<F extends Filters>({ list }: { list: Pick<UsedList<never, F>, 'typed' | 'type' | 'query'> }) {
  useSignals()
  const { value: doubtful } = doubtfulAgents
  const narrow = (changes: Partial<Filters>): void => {
    list.type(changes as Partial<F>)
    void list.query()
  }
  const { show, state, kind } = list.typed
  const tabs = { '': '全部', doubtful: doubtful > 0 ? `隔离 ${doubtful}` : '隔离', ...(may('agent:delete') && { trash: '已删除' }) }
  return (
    <ListTabs list={list} tabs={tabs}>
      {show === '' && (
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
      )}
    </ListTabs>
  )
}
