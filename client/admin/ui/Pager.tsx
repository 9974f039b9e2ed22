import { useState } from 'react'
import { limits } from '../../../contract/calls/rules.ts'
import { AdminIcon } from './buttons.tsx'

interface Props {
  page: number
  limit: number
  count: number
  /** False before the first response, when the count is unknown. */
  counted: boolean
  onPage(page: number): void
  onLimit(limit: number): void
}

/** The count, the page size, and the pages: the first, the last, and those around this one. */
export function Pager({ page, limit, count, counted, onPage, onLimit }: Props) {
  const last = Math.max(1, Math.ceil(count / limit))
  const [typed, setTyped] = useState('')
  const go = (): void => {
    const target = Math.min(last, Math.max(1, Number.parseInt(typed, 10) || page))
    setTyped('')
    if (target !== page) onPage(target)
  }
  return (
    <nav className="pager row wraps digits" aria-label="分页">
      <span className="pager-count muted">{counted && `共 ${count} 条`}</span>
      <select aria-label="每页条数" value={limit} onChange={(event) => onLimit(Number(event.target.value))}>
        {limits.pageSizes.map((size) => (
          <option key={size} value={size}>
            {size} 条/页
          </option>
        ))}
      </select>
      <div className="pager-pages row">
        <button
          type="button"
          aria-label="上一页"
          aria-disabled={page <= 1}
          onClick={() => page > 1 && onPage(page - 1)}
        >
          <AdminIcon name="chevron-left" />
        </button>
        {pagesAround(page, last).map((each, index) =>
          each === 0 ? (
            <span key={`gap${index}`} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={each}
              type="button"
              aria-label={`第 ${each} 页`}
              aria-current={each === page ? 'page' : undefined}
              onClick={() => each !== page && onPage(each)}
            >
              {each}
            </button>
          ),
        )}
        <button
          type="button"
          aria-label="下一页"
          aria-disabled={page >= last}
          onClick={() => page < last && onPage(page + 1)}
        >
          <AdminIcon name="chevron-right" />
        </button>
      </div>
      {last > 7 && (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            go()
          }}
        >
          <label>
            跳至
            <input
              inputMode="numeric"
              value={typed}
              placeholder={`${page}`}
              onChange={(event) => setTyped(event.target.value.replace(/\D/g, ''))}
            />
            页
          </label>
        </form>
      )}
    </nav>
  )
}

/** 0 is an ellipsis. The number of entries is constant, so that no button moves under the pointer. */
function pagesAround(page: number, last: number): number[] {
  if (last <= 7) return Array.from({ length: last }, (_, index) => index + 1)
  if (page <= 4) return [1, 2, 3, 4, 5, 0, last]
  if (page >= last - 3) return [1, 0, last - 4, last - 3, last - 2, last - 1, last]
  return [1, 0, page - 1, page, page + 1, 0, last]
}
