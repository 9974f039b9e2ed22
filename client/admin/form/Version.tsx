import { type ReactNode, useMemo } from 'react'
import { blocksOf } from './blocksOf.ts'
import { type Block, compareBlocks, compareWords, type Row } from './compare.ts'
import type { Hunk } from '../../../contract/diff.ts'
import type { FieldDisplay } from './record.ts'

interface Props {
  display: FieldDisplay
  value: string
  /** The value before: the differences are marked. */
  before: string
}

const identity = (text: string): string => text

/** One version of a field. */
export function Version({ display: { label, kind = 'text', render, read = identity }, value, before }: Props) {
  const empty = value === '' && <em className="muted">（空）</em>
  if (kind === 'rich') return <RichVersion value={value} before={before} empty={empty} />
  if (kind === 'picture') {
    return <div className="version">{empty || read(value).split('\n').map((src, index) => <img key={index} src={src} alt={label} />)}</div>
  }
  return (
    <div className="version">
      <p>{render ? render(value) || empty : hunksOf(compareWords(read(before), read(value)))}</p>
      {!render && empty}
    </div>
  )
}

function RichVersion({ value, before, empty }: { value: string; before: string; empty: ReactNode }) {
  const rows = useMemo(() => compareBlocks(blocksOf(before), blocksOf(value)), [before, value])
  return <div className="version">{rows.length > 0 ? rows.map(renderRow) : empty}</div>
}

function renderRow(row: Row, index: number): ReactNode {
  if (row.is === 'skipped') {
    return (
      <p key={index} className="muted">
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
      {is === 'format' && <span className="muted">（文字相同，格式不同）</span>}
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
