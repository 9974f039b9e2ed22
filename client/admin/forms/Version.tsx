import { memo, type ReactNode, useLayoutEffect, useState } from 'react'
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

/** Rows that are rendered in one task. */
const chunkRows = 20
/** Milliseconds that a task may compare for, before it renders what it has. */
const chunkMs = 8

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

/** Comparing and rendering 100,000 characters takes too long for one task: the rows appear in chunks, the first one at once. */
function RichVersion({ value, before, empty }: { value: string; before: string; empty: ReactNode }) {
  const [{ chunks, done }, setState] = useState<{ chunks: readonly (readonly Row[])[]; done: boolean }>({ chunks: [], done: false })

  useLayoutEffect(() => {
    let active = true
    void compareInChunks(before, value, (chunks, done) => {
      if (active) setState({ chunks, done })
      return active
    })
    return () => {
      active = false
    }
  }, [before, value])

  return (
    <div className="version" aria-busy={!done}>
      {chunks.map((rows, index) => (
        <Chunk key={index} rows={rows} />
      ))}
      {done && chunks.length === 0 && empty}
    </div>
  )
}

/** Memoized: a new chunk must not render those before it again. */
const Chunk = memo(function Chunk({ rows }: { rows: readonly Row[] }) {
  return rows.map(renderRow)
})

/** Calls `show` with all chunks so far, until it returns false. */
async function compareInChunks(
  before: string, value: string, show: (chunks: readonly (readonly Row[])[], done: boolean) => boolean,
): Promise<void> {
  let chunks: readonly (readonly Row[])[] = []
  let chunk: Row[] = []
  let end = performance.now() + chunkMs
  const old = blocksOf(before)
  if (performance.now() > end) await nextTask()
  const blocks = blocksOf(value)
  if (performance.now() > end) await nextTask()
  for (const row of compareBlocks(old, blocks)) {
    chunk.push(row)
    if (chunk.length < chunkRows && performance.now() < end) continue
    chunks = [...chunks, chunk]
    chunk = []
    if (!show(chunks, false)) return
    await nextTask()
    end = performance.now() + chunkMs
  }
  show(chunk.length > 0 ? [...chunks, chunk] : chunks, true)
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

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
