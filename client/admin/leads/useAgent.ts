import type { AgentRow } from '../../../contract/entities.ts'
import { normalPhone } from '../../../contract/phone.ts'
import { api } from '../api.ts'
import { useLoaded } from '../ui/useLoaded.ts'

export interface OpenedAgent {
  id: string
  /** The row of the list is shown until the record is loaded. */
  row?: AgentRow | undefined
  /** The note has the focus. */
  toNote?: boolean | undefined
}

const maxOthers = 50

/** One application or inquiry with the others of the same telephone number; undefined when it has been deleted. */
export const useAgent = ({ id, row }: OpenedAgent) => useLoaded((signal) => load(id, row?.doubtful === true, signal), [])

async function load(id: string, doubtful: boolean, signal: AbortSignal) {
  const { data: [row] } = await api('agentList', { agentId: id, doubtful }, signal)
  if (!row) return undefined
  const { data } = await api('agentList', { word: row.phone, limit: maxOthers }, signal)
  return { row, others: data.filter(({ agentId, phone }) => agentId !== id && normalPhone(phone) === normalPhone(row.phone)) }
}
