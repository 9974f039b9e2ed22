import { type ReactNode, useMemo } from 'react'
import { blocksOf } from './blocksOf.ts'
import { type Block, compareBlocks, compareWords, type Row } from './compare.ts'
import type { Hunk } from './diff.ts'
import type { FieldLook } from './record.ts'

interface Props {
  look: FieldLook
  value: string
  /** What it was made from: what changed since is marked. */
  before: string
}

/** One version of a field. */
export function Version({ look: { label, kind = 'text', words }, value, before }: Props) {
  const shown = useMemo(() => (kind === 'rich' ? compareBlocks(blocksOf(before), blocksOf(value)).map(rowOf) : undefined), [kind, before, value])
  const empty = value === '' && <em className="version-note">（空）</em>
  if (shown) return <div className="version">{shown.length > 0 ? shown : empty}</div>
  if (kind === 'picture') return <div className="version">{empty || <img src={value} alt={label} />}</div>
  return (
    <div className="version">
      <p>{words ? words(value) || empty : hunksOf(compareWords(before, value))}</p>
      {!words && empty}
    </div>
  )
}

function rowOf(row: Row, index: number): ReactNode {
  if (row.is === 'skipped') {
    return (
      <p key={index} className="version-note">
        … {row.count} 段没有变化 …
      </p>
    )
  }
  if (row.is === 'changed') return <p key={index}>{hunksOf(row.words)}</p>
  const { is, block } = row
  const Tag = is === 'removed' ? 'del' : is === 'added' ? 'ins' : 'span'
  return (
    <p key={index}>
      <Tag>{contentOf(block)}</Tag>
      {is === 'format' && <small className="version-note">（文字相同，格式不同）</small>}
    </p>
  )
}

const contentOf = ({ text, picture }: Block): ReactNode => (
  <>
    {picture !== undefined && <img src={picture} alt="正文里的图片" loading="lazy" />}
    {text}
  </>
)

const hunksOf = (hunks: readonly Hunk<string>[]): ReactNode =>
  hunks.map((hunk, index) =>
    'same' in hunk ? (
      hunk.same.join('')
    ) : (
      <span key={index}>
        {hunk.removed.length > 0 && <del>{hunk.removed.join('')}</del>}
        {hunk.added.length > 0 && <ins>{hunk.added.join('')}</ins>}
      </span>
    ),
  )
