import { type ReactNode, useMemo } from 'react'
import type { Hunk } from '../../../contract/text/diff.ts'
import { blocksOf, compareBlocks, compareWords, isPicture, textOf } from './compare.ts'
import { readable } from './readable.ts'
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
          {field.label}
          {note && <small> {note}</small>}
        </h3>
        <Version display={field} {...change} />
      </section>
    )
  })

interface Props {
  display: FieldDisplay
  value: unknown
  /** The value before: the differences are marked. */
  before: unknown
}

export function Version({ display, value, before }: Props) {
  if (display.kind === 'richText') return <RichVersion value={String(value)} before={String(before ?? '')} />
  const text = readable(display, value)
  const { kind } = display.kind === 'list' ? display.of : display
  const isPicture = kind === 'picture' && text !== ''
  return (
    <div className={'onDark' in display ? 'version on-dark' : 'version'}>
      {isPicture ? (
        text.split('\n').map((src, index) => <img key={index} src={src} alt={display.label} />)
      ) : (
        <p>{hunksOf(compareWords(readable(display, before), text))}</p>
      )}
      {text === '' && empty}
    </div>
  )
}

const empty = <em className="muted">（空）</em>

function RichVersion({ value, before }: { value: string; before: string }) {
  const rows = useMemo(() => compareBlocks(blocksOf(before), blocksOf(value)), [before, value])
  return (
    <div className="version">
      {rows.map(({ hunks, note }, index) => (
        <p key={index}>
          {hunksOf(hunks)}
          {note && <span className="muted">{note}</span>}
        </p>
      ))}
      {rows.length === 0 && empty}
    </div>
  )
}

const hunksOf = (hunks: readonly Hunk<string>[]): ReactNode =>
  hunks.map((hunk, index) => (
    <span key={index}>
      {'same' in hunk ? contentOf(hunk.same) : [marked('del', hunk.removed), marked('ins', hunk.added)]}
    </span>
  ))

const marked = (Mark: 'del' | 'ins', tokens: readonly string[]): ReactNode =>
  tokens.length > 0 && <Mark key={Mark}>{contentOf(tokens)}</Mark>

const contentOf = (tokens: readonly string[]): ReactNode => (
  <>
    {tokens.filter(isPicture).map((token) => (
      <img key={token} src={token.slice(1)} alt="正文里的图片" loading="lazy" />
    ))}
    {textOf(tokens)}
  </>
)
