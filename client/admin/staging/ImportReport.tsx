import { recordPath } from '../../../contract/kinds.ts'
import { OperationLine } from '../operations/OperationBar.tsx'
import { stateWords } from '../operations/operationWords.ts'
import { Button } from '../ui/buttons.tsx'
import { Link } from '../ui/Link.tsx'
import type { Run } from './useRun.ts'

interface ReportProps {
  run: Run
  /** What one of the drafts is called. */
  noun: string
  /** What one of them was before, such as 行. */
  unit: string
  /** How to go on with those that were not made. */
  again: string
  /** What the source has, and no record of it. */
  lost?: readonly string[]
}

const mostListed = 100

/** How far the import is, and what came of each row that is worth a look. */
export function ImportReport({ run, noun, unit, again, lost = [] }: ReportProps) {
  if (run.progress) return <Sending {...run} progress={run.progress} />
  if (run.running) return <OperationLine operation={run.running} />
  const { operation, outcome, rows, isPublished, count, linked } = run
  const failures = outcome?.failed ?? []
  const places = new Map(rows.map(({ row, id }) => [id, `第${row.line}${unit} `]))
  const failed = new Set(failures.map(({ id }) => id))
  const drafts = run.drafts.filter(({ id }) => !failed.has(id))
  const statusWords = (): string => {
    if (isPublished) return `已发布${count}份${noun}`
    if (count === 0) return linked > 0 ? '旧地址跳过去了，没有新的草稿' : `没有${noun}存成草稿`
    return `${count}份${noun}存成了草稿，发布以后访客才看得到。看过以后，可以全部发布`
  }
  const words = [...lost, ...(operation?.words ?? [])]
  return (
    <>
      <p role="status" className="strong">
        {operation?.state === 'stopped' ? `${stateWords(operation)}。${statusWords()}` : statusWords()}
      </p>
      {failures.length > 0 && (
        <section className="stack tight">
          <h3>{`没有成功的${outcome?.failedCount}${unit}`}</h3>
          <ul className="small">
            {failures.map(({ id, title, note }) => (
              <li key={id}>{`${places.get(id) ?? ''}${title}：${note}`}</li>
            ))}
          </ul>
          <p className="muted small">{again}</p>
        </section>
      )}
      {words.length > 0 && (
        <section className="stack tight">
          <h3>没有带过来的</h3>
          <ul className="small">
            {words.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
      {rows.some(({ row }) => row.from.length > 0) && (
        <p className="small">
          {isPublished || drafts.length === 0 ? '旧地址跳到新的页面' : '旧地址会跳到新的页面，内容发布以后生效'}
        </p>
      )}
      {drafts.length > 0 && (
        <ul className="import-done small" aria-label="导入的草稿">
          {[...drafts]
            // They may be made from the last to the first.
            .sort((one, other) => one.row.line - other.row.line)
            .slice(0, mostListed)
            .map(({ row: { kind, line, title, existing, made }, id }) => (
              <li key={line}>
                <Link className="inline-link" href={recordPath(kind, id)}>
                  {title}
                </Link>
                <span className="muted">{existing && !made ? '（修改）' : ''}</span>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}

interface SendingProps extends Pick<Run, 'paused' | 'offline'> {
  progress: NonNullable<Run['progress']>
}

function Sending({ progress: { done, total }, paused, offline }: SendingProps) {
  return (
    <>
      <p role="status" className="strong">
        {`${paused ? '已暂停' : '正在传'} ${done}/${total}`}
      </p>
      <progress className="import-progress" value={done} max={total} aria-label="导入进度" />
      {offline && <p className="import-note">网络断开了，连上以后会自动继续，不用重新开始。</p>}
    </>
  )
}

/** What can be done while it runs, and with what came of it. */
export function RunButtons({ run, onStop, onClose }: { run: Run; onStop(): void; onClose(): void }) {
  if (run.progress)
    return (
      <>
        <Button onClick={onStop}>停止</Button>
        <Button kind="primary" onClick={() => run.hold(!run.paused)}>
          {run.paused ? '继续' : '暂停'}
        </Button>
      </>
    )
  if (run.running) return <Button onClick={onClose}>关闭</Button>
  const count = run.drafts.length
  const isOpen = !run.isPublished && count > 0
  const disabled = run.busy
  return (
    <>
      {run.outcome?.canUndo && (
        <Button disabled={disabled} onClick={() => void run.undo()}>
          {run.isPublished ? '撤销发布' : '撤销这次导入'}
        </Button>
      )}
      <Button disabled={disabled} onClick={onClose}>
        {isOpen ? '先留作草稿' : '完成'}
      </Button>
      {isOpen && (
        <Button kind="primary" disabled={disabled} onClick={() => void run.publish()}>
          {`全部发布（${count}）`}
        </Button>
      )}
    </>
  )
}
