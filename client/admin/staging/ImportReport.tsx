import { recordPath } from '../../../contract/kinds.ts'
import { FormFailed } from '../form/FormFooter.tsx'
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
}

const mostListed = 100

/** How far the import is, and what came of each row that is worth a look. */
export function ImportReport({ run, noun, unit, again }: ReportProps) {
  const { total, stage, failure, activity, isPublished } = run
  // They may be made from the last to the first.
  const results = [...run.results].sort((one, other) => one.line - other.line)
  const failed = results.filter((result) => result.failed !== '')
  const noted = results.filter(({ notes }) => notes.length > 0)
  const done = results.length - failed.length
  const statusWords = (): string => {
    if (activity) return `正在${activity.word} ${activity.done}/${activity.total}`
    if (stage === 'running') return `${run.paused ? '已暂停' : '正在导入'} ${results.length}/${total}`
    if (isPublished) return `已发布${done}份${noun}`
    if (done === 0) return `没有${noun}存成草稿`
    return `${done}份${noun}存成了草稿，访客还看不到。看过以后，可以全部发布`
  }
  const progress = activity ?? { done: results.length, total }
  return (
    <>
      <p role="status" className="strong">
        {statusWords()}
      </p>
      <progress
        className="import-progress"
        value={progress.done}
        max={Math.max(progress.total, 1)}
        aria-label="导入进度"
      />
      {run.offline && <p className="import-note">网络断开了，连上以后会自动继续，不用重新开始。</p>}
      {failure !== '' && <FormFailed message={failure} autoFocus={false} />}
      {failed.length > 0 && (
        <section className="stack tight">
          <h3>{`没有成功的${failed.length}${unit}`}</h3>
          <ul className="small">
            {failed.slice(0, mostListed).map(({ line, title, failed: why }) => (
              <li key={line}>{`第${line}${unit} ${title}：${why}`}</li>
            ))}
          </ul>
          <p className="muted small">{again}</p>
        </section>
      )}
      {noted.length > 0 && (
        <section className="stack tight">
          <h3>没有传上的文件</h3>
          <ul className="small">
            {noted
              .slice(0, mostListed)
              .flatMap(({ line, notes }) =>
                notes.map((note) => <li key={line + note}>{`第${line}${unit} ${note}`}</li>),
              )}
          </ul>
        </section>
      )}
      {run.redirectCount > 0 && (
        <p className="small">
          {isPublished
            ? `${run.redirectCount}个旧地址跳到新的页面`
            : `${run.redirectCount}个旧地址会跳到新的页面，内容发布以后生效`}
        </p>
      )}
      {run.redirectNotes.length > 0 && (
        <ul className="small" aria-label="旧地址">
          {run.redirectNotes.slice(0, mostListed).map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      {stage === 'done' && done > 0 && (
        <ul className="import-done small" aria-label="导入的草稿">
          {results
            .filter((result) => result.failed === '')
            .slice(0, mostListed)
            .map(({ kind, id, line, title, before }) => (
              <li key={line}>
                <Link className="inline-link" href={recordPath(kind, id)}>
                  {title}
                </Link>
                <span className="muted">{before ? '（修改）' : ''}</span>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}

/** What can be done while it runs, and with what came of it. */
export function RunButtons({ run, onStop, onClose }: { run: Run; onStop(): void; onClose(): void }) {
  if (run.stage === 'running')
    return (
      <>
        <Button onClick={onStop}>停止</Button>
        <Button kind="primary" onClick={() => run.hold(!run.paused)}>
          {run.paused ? '继续' : '暂停'}
        </Button>
      </>
    )
  const count = run.results.filter(({ failed }) => failed === '').length
  const isOpen = !run.isPublished && count > 0
  const disabled = run.activity !== undefined
  return (
    <>
      {isOpen && (
        <Button disabled={disabled} onClick={() => void run.takeBack()}>
          撤销这次导入
        </Button>
      )}
      {run.canUnpublish && (
        <Button disabled={disabled} onClick={() => void run.unpublish()}>
          撤销发布
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
