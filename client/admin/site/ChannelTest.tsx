import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { ShownOnceDialog } from '../ui/ShownOnce.tsx'

export type TestState = 'running' | { ok: boolean; message: string }

export interface TestProps {
  label: string
  test: TestState | undefined
  onTest(): void
}

export function TestButton({ label, test, onTest, primary = false }: TestProps & { primary?: boolean }) {
  const running = test === 'running'
  return (
    <Button
      kind={primary && 'primary'} icon={running && 'refresh'} busy={running} aria-label={`发送测试：${label}`}
      data-autofocus={primary || undefined} onClick={() => running || onTest()}
    >
      {running ? '正在发送…' : '发送测试'}
    </Button>
  )
}

/** It stays until the next test. */
export const TestResult = ({ test }: Pick<TestProps, 'test'>) => (
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
  /** Of a webhook that was saved without one. */
  secret?: string
}

/** Offers a test of a new channel, and shows its secret this once. */
export function SavedChannel({ secret, onClose, ...props }: TestProps & Pick<MadeChannel, 'secret'> & { onClose(): void }) {
  return (
    <ShownOnceDialog
      title="渠道已保存" width="36rem" onClose={onClose}
      shown={secret === undefined ? undefined : { words: '签名密钥只显示这一次，请复制给技术人员：', secret, copyLabel: '复制密钥' }}
    >
      <p>{`“${props.label}”已经启用。发一条测试消息，看看能不能收到：`}</p>
      <div><TestButton {...props} primary /></div>
      <TestResult {...props} />
    </ShownOnceDialog>
  )
}
