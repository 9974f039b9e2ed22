import { kinds, recordPath } from '../../../contract/kinds.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { Link } from '../ui/Link.tsx'
import type { Run } from './useRun.ts'

/** How far the import is, and what came of each row that is worth a look. */
export function ImportReport({ kind, run }: { kind: SheetKind; run: Run }) {
  const { noun } = kinds[kind]
  const { total, stage, paused, failure, published } = run
  // They are made from the last to the first.
  const results = [...run.results].sort((one, other) => one.line - other.line)
  const failed = results.filter((result) => result.failed !== '')
  const noted = results.filter(({ notes }) => notes.length > 0)
  const done = results.length - failed.length
  const words = {
    running: `${paused ? '已暂停' : '正在导入'} ${results.length}/${total}`,
    done: `${done}份${noun}存成了草稿，访客还看不到。看过以后，可以全部发布`,
    publishing: `正在发布 ${published}/${done}`,
    published: `已发布${done}份${noun}`,
  }
  const isPublishing = published !== undefined && published < results.length
  let now: keyof typeof words = stage ?? 'running'
  if (published !== undefined) now = isPublishing ? 'publishing' : 'published'
  return (
    <>
      <p role="status" className="strong">
        {words[now]}
      </p>
      <progress
        className="import-progress"
        value={isPublishing ? published : results.length}
        max={Math.max(total, 1)}
        aria-label="导入进度"
      />
      {failure !== '' && <FormFailed message={failure} autoFocus={false} />}
      {failed.length > 0 && (
        <section className="stack tight">
          <h3>{`没有成功的${failed.length}行`}</h3>
          <ul className="small">
            {failed.map(({ line, title, failed: why }) => (
              <li key={line}>{`第${line}行 ${title}：${why}`}</li>
            ))}
          </ul>
          <p className="muted small">关闭以后再放入同一个表格，只导入还没有成功的。</p>
        </section>
      )}
      {noted.length > 0 && (
        <section className="stack tight">
          <h3>没有传上的文件</h3>
          <ul className="small">
            {noted.flatMap(({ line, notes }) =>
              notes.map((note) => <li key={line + note}>{`第${line}行 ${note}`}</li>),
            )}
          </ul>
        </section>
      )}
      {stage === 'done' && done > 0 && (
        <ul className="import-done small" aria-label="导入的草稿">
          {results
            .filter((result) => result.failed === '')
            .slice(0, 100)
            .map(({ id, line, title, isNew }) => (
              <li key={line}>
                <Link className="inline-link" href={recordPath(kind, id)}>
                  {title}
                </Link>
                <span className="muted">{isNew ? '' : '（修改）'}</span>
              </li>
            ))}
        </ul>
      )}
    </>
  )
}
