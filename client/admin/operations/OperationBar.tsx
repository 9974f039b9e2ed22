import { useSignals } from '@preact/signals-react/runtime'
import type { Operation } from '../../../contract/operations.ts'
import { user } from '../session.ts'
import { useSessionCheck } from '../sessionCheck.ts'
import { IconButton, LinkButton } from '../ui/buttons.tsx'
import { changeOperation, closeOperation, loadOperations, operations } from './operations.ts'
import { failureWords, hasEnded, stateWords } from './operationWords.ts'

/** What the person has begun and goes on, above whatever screen is open, and what of it has failed. */
export function OperationBar() {
  useSignals()
  useSessionCheck(loadOperations)
  const own = operations.value.filter(({ by }) => by === user.value?.name)
  return (
    <div className="operations" role="group" aria-label="正在进行的操作">
      {own.map((operation) => (
        <Row key={operation.id} operation={operation} />
      ))}
    </div>
  )
}

function Row({ operation }: { operation: Operation }) {
  const { id, state, total, done, failed, waitsFor, pausedBecause, canUndo } = operation
  const isOpen = !hasEnded(operation)
  const button = (label: string, change: Parameters<typeof changeOperation>[0]) => (
    <LinkButton onClick={() => void changeOperation(change, id)}>{label}</LinkButton>
  )
  const words = [
    stateWords(operation),
    pausedBecause,
    waitsFor && `等${waitsFor}的操作先完成`,
    failed.length > 0 && failureWords(failed),
  ]
  return (
    <div className="row wraps">
      <p className="fill" role="status">
        {words.filter(Boolean).join('。')}
      </p>
      {isOpen && (
        <>
          <progress value={done} max={total} aria-label={stateWords(operation)} />
          <span className="digits nowrap">{`${done}/${total}`}</span>
          {state === 'running' && button('暂停', 'Pause')}
          {(state === 'paused' || state === 'staged') && button('继续', 'Go')}
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
