import { Fragment } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { Chunk } from '../pagination.ts'

interface Props {
  label: string
  chunk: Chunk
  /** The address of a chunk. */
  hrefOf(number: number): string
}

/** Links to the chunks around this one, the first and the last; a list of one chunk shows nothing. */
export function Pager({ label, chunk: { number, total }, hrefOf }: Props) {
  if (total === 1) return null
  const near = Array.from({ length: total }, (_, index) => index + 1).filter(
    (page) => page === 1 || page === total || Math.abs(page - number) <= 2,
  )
  return (
    <nav className="pager row wraps" aria-label={label}>
      {number > 1 && (
        <a href={hrefOf(number - 1)} rel="prev" aria-label="上一页">
          <Icon name="chevron-left" />
        </a>
      )}
      {near.map((page, index) => (
        <Fragment key={page}>
          {page - (near[index - 1] ?? 0) > 1 && <span>…</span>}
          <a href={hrefOf(page)} aria-current={page === number ? 'page' : undefined} aria-label={`第${page}页`}>
            {page}
          </a>
        </Fragment>
      ))}
      {number < total && (
        <a href={hrefOf(number + 1)} rel="next" aria-label="下一页">
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}
