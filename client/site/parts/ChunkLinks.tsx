import { Icon } from '../../ui/Icon.tsx'
import type { Chunk } from '../pagination.ts'

interface Props {
  chunk: Chunk
  /** The address of a chunk. */
  to(number: number): string
  /** What the links to the chunk before and the chunk after say. */
  words: readonly [before: string, after: string]
}

/** From one chunk of a long list to the next, with a script and without; a list of one chunk shows nothing. */
export function ChunkLinks({ chunk: { number, total }, to, words: [before, after] }: Props) {
  if (total === 1) return null
  return (
    <nav className="chunk-links" aria-label="更多内容">
      {number > 1 && (
        <a className="button outline" href={to(number - 1)} rel="prev">
          <Icon name="chevron-left" />
          {before}
        </a>
      )}
      <span>
        {number} / {total}
      </span>
      {number < total && (
        <a className="button outline" href={to(number + 1)} rel="next">
          {after}
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}
