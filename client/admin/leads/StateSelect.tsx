import { useEffect, useRef, useState } from 'react'
import { type FollowUpState, followUpStates } from '../../../contract/leads/leads.ts'
import type { LeadRow } from '../../../contract/kinds/entities.ts'
import { messageOf } from '../../lib/callError.ts'
import { Options } from '../ui/fields.tsx'
import { resultToast } from '../ui/Toast.tsx'
import { whoOf } from './leadWords.ts'
import { updateLead } from './updateLead.ts'

export const stateOptions = Object.entries(followUpStates)

const notify = resultToast()

/** The state in its row: saved at once, and back as it was when that fails. */
export function StateSelect({ row, onSaved }: { row: LeadRow; onSaved(): void }) {
  const { agentId, state = 'new' } = row
  const [chosen, setChosen] = useState<FollowUpState>()
  const nextState = useRef<FollowUpState>(state)
  const busy = useRef(false)
  useEffect(() => setChosen(undefined), [row])

  const save = async (to: FollowUpState): Promise<void> => {
    setChosen(to)
    nextState.current = to
    // The arrow keys choose faster than a call returns: one at a time, and the last one counts.
    if (busy.current) return
    busy.current = true
    let isChanged = true
    try {
      for (let stateBefore = state; isChanged && stateBefore !== nextState.current; ) {
        const next = nextState.current
        isChanged = await updateLead({ agentId, state: next, stateBefore })
        stateBefore = next
      }
      if (isChanged) notify(`${whoOf(row)}：已改为“${followUpStates[nextState.current]}”`)
      else setChosen(undefined)
      onSaved()
    } catch (cause) {
      setChosen(undefined)
      notify(`状态未能修改：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      busy.current = false
    }
  }

  const value = chosen ?? state
  return (
    <select
      className={value === 'new' ? 'input lead-state new' : 'input lead-state'}
      aria-label={`状态：${whoOf(row)}`}
      value={value}
      onChange={({ target }) => void save(target.value as FollowUpState)}
    >
      <Options of={stateOptions} />
    </select>
  )
}
