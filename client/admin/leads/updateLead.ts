import { type FollowUpState, followUpStates } from '../../../contract/leads/leads.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import type { StateData } from '../../../contract/calls/replies.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { confirm } from '../ui/confirm.tsx'

/** Resolves to whether it was changed: what a colleague has changed since it was seen only after a question, all else in any case. */
export async function updateLead(input: InputOf<'leadUpdate'>): Promise<boolean> {
  try {
    await api('leadUpdate', input)
    return true
  } catch (cause) {
    const { field, now } = Object(cause instanceof CallError && cause.data) as Partial<StateData>
    if (!(cause instanceof CallError) || !field || now === undefined) throw cause
    const { [field]: wanted = '', [`${field}Before` as const]: _before, ...others } = input
    const question = `${cause.message}。仍然改为“${followUpStates[wanted as FollowUpState] ?? (wanted || '没有')}”吗？`
    const isWanted = await confirm(question, { ok: '仍然修改', cancel: '不改' })
    if (!isWanted && Object.keys(others).length === 1) return false
    return updateLead(isWanted ? { ...input, [`${field}Before`]: now } : others)
  }
}
