import { type ReactNode, useState } from 'react'
import { messageOf } from '../../lib/callError.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { Toggle } from '../ui/fields.tsx'
import { ShownOnceDialog } from '../ui/ShownOnce.tsx'

interface SectionProps {
  title: string
  /** The settings' name for it. */
  path: string
  lead: string
  loaded: { data?: unknown; why: string; refresh(): Promise<void> }
  children: ReactNode
}

/** Services below a group of settings, which are saved by themselves. */
export const ServiceSection = ({ title, path, lead, loaded: { data, why, refresh }, children }: SectionProps) => (
  <section
    className="settings-form stack loose"
    aria-label={title}
    tabIndex={-1}
    aria-busy={!data && why === ''}
    data-path={path}
  >
    <h3>{title}</h3>
    <p className="muted">{lead}</p>
    <FormFailed message={why} onRetry={refresh} />
    {children}
  </section>
)

interface ServiceProps extends Pick<TestProps, 'label' | 'test'> {
  facts: readonly (string | false | undefined)[]
  on: boolean
  /** Why it does not work while it is on: in a word or two, and what to do. */
  problem?: { state: string; words: string } | undefined
  /** It is absent while there is nothing to switch on. */
  onSwitch?: ((on: boolean) => void) | undefined
  /** Its buttons, and what stands below them. */
  children: ReactNode
  more?: ReactNode
}

/** A channel, or an account at a platform: whether it works, its switch, and the result of its test. */
export function ServiceCard({ label, facts, on, problem, test, onSwitch, children, more }: ServiceProps) {
  const fault = on ? problem : undefined
  return (
    <li className={fault ? 'channel card faulty' : 'channel card'}>
      <div className="row wraps">
        <div className="channel-name">
          <b className="strong">{label}</b>
          <p className="muted small">{facts.filter(Boolean).join(' · ')}</p>
        </div>
        {onSwitch && (
          <Toggle label={`启用：${label}`} placeholder="启用" on={on} disabled={false} onChange={onSwitch} />
        )}
        {!on && <span className="channel-state small muted">已停用</span>}
        {on && <span className={`channel-state small ${fault ? 'bad' : 'good'}`}>{fault?.state ?? '已启用'}</span>}
        <div className="channel-actions row">{children}</div>
      </div>
      {fault && !test && <ChannelNote words={fault.words} />}
      <TestResult test={test} />
      {more}
    </li>
  )
}

export type TestState = 'running' | { ok: boolean; message: string }

interface TestProps {
  label: string
  test: TestState | undefined
  onTest(): void
}

interface TestButtonProps extends TestProps {
  primary?: boolean
  verb?: string
}

export function TestButton({ label, test, onTest, primary = false, verb = '发送测试' }: TestButtonProps) {
  const running = test === 'running'
  return (
    <Button
      kind={primary && 'primary'}
      icon={running && 'refresh'}
      busy={running}
      aria-label={`${verb}：${label}`}
      data-autofocus={primary || undefined}
      onClick={() => running || onTest()}
    >
      {running ? `正在${verb}…` : verb}
    </Button>
  )
}

/** It stays until the next test. */
const TestResult = ({ test }: Pick<TestProps, 'test'>) => (
  <div role="status">{typeof test === 'object' && <ChannelNote good={test.ok} words={test.message} />}</div>
)

export const ChannelNote = ({ good = false, words }: { good?: boolean; words: string }) => (
  <p className={good ? 'channel-note good row small' : 'channel-note bad row small'}>
    <AdminIcon name={good ? 'check' : 'warning'} />
    <span>{words}</span>
  </p>
)

export interface MadeChannel {
  channelId: string
  label: string
  /** The server has made it for a webhook that was saved without one. */
  secret?: string
}

/** Offers a test of a new channel, and shows its secret this once. */
export function SavedChannel({
  secret,
  onClose,
  ...props
}: TestProps & Pick<MadeChannel, 'secret'> & { onClose(): void }) {
  return (
    <ShownOnceDialog
      title="渠道已保存"
      width="36rem"
      onClose={onClose}
      shown={
        secret === undefined
          ? undefined
          : { words: '签名密钥只显示这一次，请复制给技术人员：', secret, copyLabel: '复制密钥' }
      }
    >
      <p>{`“${props.label}”已经启用。发一条测试消息，看看能不能收到：`}</p>
      <div>
        <TestButton {...props} primary />
      </div>
      <TestResult {...props} />
    </ShownOnceDialog>
  )
}

/** The last tests since the screen was opened, by what they are of. */
export function useTests<K extends string>(
  send: (key: K) => Promise<{ ok: boolean; message: string }>,
  reload: () => Promise<void>,
) {
  const [tests, setTests] = useState<ReadonlyMap<K, TestState>>(new Map())
  const setTest = (key: K, test: TestState): void => setTests((before) => new Map(before).set(key, test))
  const test = async (key: K): Promise<void> => {
    setTest(key, 'running')
    const failed = (cause: unknown): TestState => ({ ok: false, message: messageOf(cause, '测试没有完成，请稍后重试') })
    setTest(key, await send(key).catch(failed))
    // A success ends a pause.
    await reload()
  }
  return { tests, test }
}
