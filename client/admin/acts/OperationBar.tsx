import { useSignals } from '@preact/signals-react/runtime'
import { sendsNothing } from '../../../contract/calls/channels.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { user } from '../session/session.ts'
import { useSessionCheck } from '../session/sessionCheck.ts'
import { IconButton, LinkButton } from '../ui/buttons.tsx'
import { changeOperation, closeOperation, loadOperations, operations, sending } from './operations.ts'
import { failureWords, hasEnded, notSent, stateWords } from './operationWords.ts'

/** What the person has begun and goes on, above whatever screen is open, and what of it has failed. */
export function OperationBar() {
  useSignals()
  useSessionCheck(loadOperations)
  const mine = operations.value.filter(({ by }) => by === user.value?.name)
  return (
    <section
      className="operations"
      aria-label={mine.length > 0 || user.value?.sendsNothing ? '正在进行的操作' : undefined}
    >
      {user.value?.sendsNothing && (
        <p className="row" role="status">
          {sendsNothing}：通知、回执和推送都等着，客户和同事收不到。
        </p>
      )}
      {mine.map((operation) => (
        <OperationLine key={operation.id} operation={operation} />
      ))}
    </section>
  )
}

/** How far one is, what of it has failed, and what can be done about it. */
export function OperationLine({ operation }: { operation: Operation }) {
  useSignals()
  const { id, state, failed, waitsFor, pausedBecause, canUndo } = operation
  const isOpen = !hasEnded(operation)
  const isSending = sending.value.has(id)
  const missing = notSent(operation)
  const isPart = state === 'staged' && missing > 0
  const button = (label: string, change: Parameters<typeof changeOperation>[0]) => (
    <LinkButton onClick={() => void changeOperation(change, id)}>{label}</LinkButton>
  )
  const title = isSending ? '正在传要导入的内容' : stateWords(operation)
  const words = [
    title,
    isPart && !isSending && '再放入同一个表格和文件会接着传',
    pausedBecause,
    waitsFor && `等${waitsFor}的操作先完成`,
    failed.length > 0 && failureWords(failed),
  ]
  const done = isPart ? operation.total : operation.done
  const total = isPart ? operation.total + missing : operation.total
  return (
    <div className="row wraps">
      <p className="fill" role="status">
        {words.filter(Boolean).join('。')}
      </p>
      {isOpen && (
        <>
          <progress value={done} max={total} aria-label={title} />
          <span className="digits nowrap">{`${done}/${total}`}</span>
        </>
      )}
      {isOpen && !isSending && (
        <>
          {state === 'running' && button('暂停', 'Pause')}
          {(state === 'paused' || (state === 'staged' && !isPart)) && button('继续', 'Go')}
          {isPart && done > 0 && button('导入已传的', 'Go')}
          {state !== 'undoing' && button('停止', 'Stop')}
        </>
      )}
      {!isOpen && (
        <>
          {failed.length > 0 && button('再试失败的', 'Retry')}
          {canUndo && button('撤销', 'Undo')}
          <IconButton icon="close" label="关闭" onClick={() => closeOperation(operation)} />
        </>
      )}
    </div>
  )
}
