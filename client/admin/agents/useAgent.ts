import { useEffect, useState } from 'react'
import type { AgentRow } from '../../../contract/entities.ts'
import { normalPhone } from '../../../contract/phone.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'

export interface OpenedAgent {
  id: string
  /** As it was in the list, until it is loaded. */
  row?: AgentRow | undefined
  /** The note has the focus. */
  toNote?: boolean | undefined
}

interface View {
  row: AgentRow | undefined
  /** Others with the same telephone number. */
  others: readonly AgentRow[]
  state: 'loading' | 'ready' | 'gone' | 'failed'
  why: string
}

const maxOthers = 50

/** One application or inquiry with the others of the same telephone number. */
export function useAgent({ id, row }: OpenedAgent): View & { reload(): Promise<void> } {
  const [view, setView] = useState<View>({ row, others: [], state: 'loading', why: '' })
  const show = async (signal?: AbortSignal): Promise<void> => {
    try {
      const loaded = await load(id, row?.doubtful === true, signal)
      if (signal?.aborted) return
      setView((before) => (loaded ? { ...loaded, state: 'ready', why: '' } : { ...before, state: 'gone' }))
    } catch (cause) {
      if (!signal?.aborted) setView((before) => ({ ...before, state: 'failed', why: messageOf(cause, '加载失败，请稍后重试') }))
    }
  }
  useEffect(() => {
    const leaving = new AbortController()
    void show(leaving.signal)
    return () => leaving.abort()
  }, [])
  return { ...view, reload: () => show() }
}

async function load(id: string, doubtful: boolean, signal?: AbortSignal): Promise<Pick<View, 'row' | 'others'> | undefined> {
  const { data: [row] } = await api('agentList', { agentId: id, doubtful }, signal)
  if (!row) return undefined
  const { data } = await api('agentList', { word: row.phone, limit: maxOthers }, signal)
  return { row, others: data.filter(({ agentId, phone }) => agentId !== id && normalPhone(phone) === normalPhone(row.phone)) }
}
