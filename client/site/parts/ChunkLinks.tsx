import { Icon } from '../../ui/Icon.tsx'
import type { Chunk } from '../pagination.ts'

interface Props {
  chunk: Chunk
  /** The address of a chunk. */
  hrefOf(number: number): string
}

/** Links to the chunks of a long list before and after this one; a list of one chunk shows nothing. */
export function ChunkLinks({ chunk: { number, total }, hrefOf }: Props) {
  if (total === 1) return null
  return (
    <nav className="chunk-links row wraps loose muted digits" aria-label="更多内容">
      {number > 1 && (
        <a className="button outline" href={hrefOf(number - 1)} rel="prev">
          <Icon name="chevron-left" />
          上一组
        </a>
      )}
      <span>
        {number} / {total}
      </span>
      {number < total && (
        <a className="button outline" href={hrefOf(number + 1)} rel="next">
          下一组
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}
