import { signal } from '@preact/signals-react'
import { useEffect } from 'react'
import { call } from '../../lib/call.ts'
import { listen } from '../../lib/listen.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { may } from '../session.ts'

const dayMs = 86_400_000
const everyMs = 60_000
/** A session ends when nobody has used it for hours; a window that somebody left open must not keep it alive. */
const usedMs = 10 * 60_000

/** How many of the last thirty days nobody has followed up. */
export const newAgents = signal(0)

/** A failure changes nothing, and asks nobody to sign in: the number is a help. */
export function countNewAgents(): void {
  if (!may('agent:update')) return
  const from = chinaTime(Date.now() - 30 * dayMs).slice(0, 10)
  call('agentList', { state: 'new', from, limit: 1 }).then(({ count }) => (newAgents.value = count), () => {})
}

/** Counts every minute while somebody works, and when the window is shown again. */
export function useNewAgents(): void {
  useEffect(() => {
    let usedAt = Date.now()
    const used = (): void => void (usedAt = Date.now())
    const count = (): void => {
      if (document.visibilityState === 'visible') countNewAgents()
    }
    count()
    const timer = setInterval(() => Date.now() - usedAt < usedMs && count(), everyMs)
    const unsubscribe = listen(document, { pointerdown: used, keydown: used, visibilitychange: count })
    return () => {
      clearInterval(timer)
      unsubscribe()
    }
  }, [])
}
