import { useState } from 'react'
import type { AgentRow } from '../../../contract/entities.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'

const words = { sent: '已通知', waiting: '未通知', failed: '失败' } as const
/** Usually enough for the answer of a service. */
const reloadMs = 3000

/** Which channels have sent the notice of its arrival; nothing where there are no channels. */
export function Deliveries({ row: { agentId, delivered = [] }, onResent }: { row: AgentRow; onResent(): Promise<void> }) {
  const [busy, setBusy] = useState(false)
  if (delivered.length === 0) return null
  const resend = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    try {
      await api('agentResend', { agentId })
      toast('已安排重发')
      await onResent()
      setTimeout(() => void onResent(), reloadMs)
    } catch (cause) {
      toast(`未能重发：${messageOf(cause, '请稍后重试')}`, 'bad')
    } finally {
      setBusy(false)
    }
  }
  return (
    <section className="stack tight">
      <header className="split">
        <h3>通知</h3>
        {delivered.some(({ state }) => state !== 'sent') && (
          <LinkButton aria-disabled={busy} onClick={() => void resend()}>重发</LinkButton>
        )}
      </header>
      <ul className="agent-deliveries">
        {delivered.map(({ channelId, label, state, at, reason }) => (
          <li key={channelId} className="row wraps">
            <span>{label}</span>
            <span className={state === 'failed' ? 'bad' : undefined}>{words[state]}</span>
            {at && <span className="muted small digits">{at.slice(0, 16)}</span>}
            {reason && <span className="bad small">{reason}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
