import { recordPath } from '../../../contract/kinds/kinds.ts'
import { OperationLine } from '../acts/OperationBar.tsx'
import { stateWords } from '../acts/operationWords.ts'
import { Button, Link } from '../ui/buttons.tsx'
import { alongsideNotes } from './staged.ts'
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
  const { operation, outcome, rows, publication, isPublished, leftOut, count, linked } = run
  const failures = outcome?.failed ?? []
  const places = new Map(rows.map(({ row, id }) => [id, `第${row.line}${unit} `]))
  const failed = new Set(failures.map(({ id }) => id))
  const drafts = run.drafts.filter(({ id }) => !failed.has(id))
  const open = drafts.filter(({ id }) => leftOut.every((each) => each.id !== id))
  const updates = open.filter(({ row }) => row.existing && !row.made).length
  const added = count > updates ? `新增${count - updates}份、` : ''
  const made = (updates > 0 ? `${added}更新${updates}份` : `${count}份`) + noun
  const statusWords = (): string => {
    if (isPublished) return `已发布${updates > 0 ? '：' : ''}${made}`
    if (count === 0) return linked > 0 ? '旧地址跳过去了，没有新的草稿' : `没有${noun}存成草稿`
    return `${made}存成了草稿，发布以后访客才看得到。看过以后，可以全部发布`
  }
  const words = [...lost, ...(operation?.words ?? [])]
  return (
    <>
      <p role="status" className="strong">
        {operation?.state === 'stopped' ? `${stateWords(operation)}。${statusWords()}` : statusWords()}
      </p>
      <Lines
        title={`没有成功的${outcome?.failedCount}${unit}`}
        lines={failures.map(({ id, title, note }) => `${places.get(id) ?? ''}${title}：${note}`)}
        end={again}
      />
      <Lines
        title={publication ? stateWords(publication) : ''}
        lines={(publication?.left ?? []).map(({ title, note }) => `${title}：${note}`)}
      />
      <Lines
        title={`${leftOut.length}份没有一起发布，还是草稿`}
        lines={leftOut.map(({ title, words }) => `${title}：${words}`)}
      />
      <Lines title="没有带过来的" lines={words} />
      {drafts.length > 0 && (
        <ul className="stack tight small" aria-label="导入的草稿">
          {[...drafts]
            // They may be made from the last to the first.
            .sort((one, other) => one.row.line - other.row.line)
            .slice(0, mostListed)
            .map(({ row, id }) => (
              <li key={id}>
                <Link className="inline-link" href={recordPath(row.kind, id)}>
                  {row.title}
                </Link>
                <span className="muted">{` ${[...row.facts, ...(isPublished ? [] : alongsideNotes(row))].join(' · ')}`}</span>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}

function Lines({ title, lines, end }: { title: string; lines: readonly string[]; end?: string }) {
  if (lines.length === 0) return null
  return (
    <section className="stack tight">
      <h3>{title}</h3>
      <ul className="small">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {end && <p className="muted small">{end}</p>}
    </section>
  )
}

interface SendingProps extends Pick<Run, 'offline'> {
  progress: NonNullable<Run['progress']>
}

function Sending({ progress: { done, total }, offline }: SendingProps) {
  return (
    <>
      <p role="status" className="strong">
        {`正在传 ${done}/${total}`}
      </p>
      <progress className="import-progress" value={done} max={total} aria-label="导入进度" />
      {offline && <p className="import-note">网络断开了，连上以后会自动继续，不用重新开始。</p>}
    </>
  )
}

/** What can be done while it runs, and with what came of it. */
export function RunButtons({ run, onClose }: { run: Run; onClose(): void }) {
  if (run.progress) return <Button onClick={() => void run.stop()}>停止</Button>
  if (run.running) return <Button onClick={onClose}>关闭</Button>
  const count = run.drafts.length
  const isOpen = !run.isPublished && count > 0
  const disabled = run.busy
  return (
    <>
      {run.outcome?.canUndo && (
        <Button disabled={disabled} onClick={run.undo}>
          {run.isPublished ? '撤销发布' : '撤销这次导入'}
        </Button>
      )}
      <Button disabled={disabled} onClick={onClose}>
        {isOpen ? '先留作草稿' : '完成'}
      </Button>
      {isOpen && (
        <Button kind="primary" disabled={disabled} onClick={run.publish}>
          {`全部发布（${count}）`}
        </Button>
      )}
    </>
  )
}
