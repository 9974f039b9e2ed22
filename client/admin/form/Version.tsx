import { type ReactNode, useMemo } from 'react'
import type { Hunk } from '../../../contract/diff.ts'
import { type Block, blocksOf, compareBlocks, compareWords, type Row } from './compare.ts'
import { type ChangedField, type Display, type FieldDisplay, fieldIn } from './record.ts'

interface ListProps {
  changes: readonly ChangedField[]
  display: Display
  /** What becomes of them. */
  note?: string
}

/** Fields, each with what was changed in it. */
export const ChangeList = ({ changes, display, note }: ListProps) =>
  changes.map(({ name, ...change }) => {
    const field = fieldIn(display, name)
    return (
      <section key={name}>
        <h3>
          {field.label} {note && <small>{note}</small>}
        </h3>
        <Version display={field} {...change} />
      </section>
    )
  })

interface Props {
  display: FieldDisplay
  value: string
  /** The value before: the differences are marked. */
  before: string
}

const identity = (text: string): string => text

export function Version({ display: { label, kind = 'text', read = identity }, value, before }: Props) {
  if (kind === 'rich') return <RichVersion value={value} before={before} />
  const text = read(value)
  const isPicture = kind === 'picture' && text !== ''
  return (
    <div className="version">
      {isPicture ? (
        text.split('\n').map((src, index) => <img key={index} src={src} alt={label} />)
      ) : (
        <p>{hunksOf(compareWords(read(before), text))}</p>
      )}
      {text === '' && empty}
    </div>
  )
}

const empty = <em className="muted">（空）</em>

function RichVersion({ value, before }: Omit<Props, 'display'>) {
  const rows = useMemo(() => compareBlocks(blocksOf(before), blocksOf(value)), [before, value])
  return <div className="version">{rows.length > 0 ? rows.map(renderRow) : empty}</div>
}

const tags = { removed: 'del', added: 'ins', format: 'span', kept: 'span' } as const

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
  const Tag = tags[is]
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
