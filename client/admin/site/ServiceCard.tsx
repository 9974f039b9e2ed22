import type { ReactNode } from 'react'
import { ChannelNote, type TestProps, TestResult } from './ChannelTest.tsx'

interface ServiceProps extends Pick<TestProps, 'label' | 'test'> {
  facts: readonly (string | false | undefined)[]
  on: boolean
  paused?: { reason: string } | undefined
  /** Absent while there is nothing to switch on. */
  onSwitch?: ((on: boolean) => void) | undefined
  /** Its buttons, and what stands below them. */
  children: ReactNode
  more?: ReactNode
}

/** A channel, or the service of a search engine: whether it works, its switch, and the result of its test. */
export function ServiceCard({ label, facts, on, paused, test, onSwitch, children, more }: ServiceProps) {
  const [state, tone] = !on ? ['已停用', 'muted'] : paused ? ['已暂停', 'bad'] : ['正常', 'good']
  return (
    <li className={on && paused ? 'channel card paused' : 'channel card'}>
      <div className="row wraps">
        <div className="channel-name">
          <b className="strong">{label}</b>
          <p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {onSwitch && (
          <label className="row nowrap">
            <input
              type="checkbox" role="switch" checked={on} aria-label={`启用：${label}`} onChange={({ target }) => onSwitch(target.checked)}
            />
            启用
          </label>
        )}
        <span className={`channel-state small ${tone}`}>{state}</span>
        <div className="channel-actions row">{children}</div>
      </div>
      {on && paused && !test && <ChannelNote words={`已暂停：${paused.reason}。处理好以后点“发送测试”，成功了就恢复。`} />}
      <TestResult test={test} />
      {more}
    </li>
  )
}
