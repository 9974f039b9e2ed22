import { Fragment, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import {
  type Choice,
  type Clash,
  type FieldValues,
  isClash,
  joinBlocks,
  mergeBlocks,
  type MergedBlocks,
} from '../../../contract/merge.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Button } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { Conflict } from './formState.ts'
import type { Display, FieldDisplay } from './record.ts'
import { Version } from './Version.tsx'

export interface ConflictProps {
  conflict: Conflict
  display: Display
  mine: FieldValues
  onCancel(message?: string): void
  /** `chosen` has the values of the fields that both changed. */
  onResolve(chosen: FieldValues): void
}

const titles: Readonly<Record<Choice, string>> = { mine: '我的', theirs: '对方的', both: '两个都要' }

/** A field that both changed: of rich text only the paragraphs, and how many of theirs are merged. */
interface Question {
  name: string
  pieces: MergedBlocks
  /** Of rich text whose paragraphs are known, both versions can be kept. */
  rich: boolean
  /** What both have begun with is known. */
  known: boolean
}

/**
 * The record has changed since it was opened, in fields that were changed here, too. Nothing is preselected: neither version is
 * given up without being read. Closing this goes back to the form, where everything is as it was.
 */
export function ConflictDialog({ conflict: whole, display, mine: typed, onCancel, onResolve }: ConflictProps) {
  const { changedBy, changedAt, both } = whole
  const conflict = useMemo(() => inPartsOf(whole), [whole])
  const mine = useMemo(() => whole.inParts(typed), [whole, typed])
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({})
  const questions = useMemo(() => both.map((name) => questionOf(conflict, display, mine, name)), [conflict, mine])
  const open = questions.flatMap(({ name, pieces }) =>
    pieces
      .filter(isClash)
      .filter((clash) => !chosen[keyOf(name, clash)])
      .map(() => name),
  )
  const who = changedBy || '其他人'

  const save = (): void => {
    if (open.length > 0) return list.current?.querySelector<HTMLElement>('fieldset:not([data-chosen]) input')?.focus()
    const texts = questions.map(({ name, pieces }) => [
      name,
      joinBlocks(
        pieces,
        pieces.filter(isClash).map((clash) => chosen[keyOf(name, clash)] ?? 'mine'),
      ),
    ])
    onResolve(Object.fromEntries(texts))
  }
  return (
    <Modal
      open
      title="内容已被修改"
      width="56rem"
      onClose={() => onCancel()}
      footer={
        <>
          <p className="form-message" role="status">
            {open.length > 0 ? `还有 ${open.length} 项没有选择：${labelsOf(display, open)}` : '按您的选择保存'}
          </p>
          <Button onClick={() => onCancel()}>返回编辑</Button>
          <Button kind="primary" aria-disabled={open.length > 0} onClick={save}>
            保存
          </Button>
        </>
      }
    >
      <p className="notice row wraps boxed">
        <AdminIcon name="warning" />
        <span>
          {who}
          {changedAt && ` 于 ${changedAt} `}
          也修改了{labelsOf(display, both)}。您的修改还没有保存，请选择保留哪一个；标出的是各自的改动。
        </span>
      </p>
      <div className="conflicts stack" ref={list}>
        {questions.map(({ name, pieces, rich, known }, question) => {
          const clashes = pieces.filter(isClash)
          const merged = pieces.filter((piece) => !isClash(piece) && piece.by === 'theirs').length
          const field = fieldIn(display, name)
          return (
            <Fragment key={name}>
              {clashes.map((clash, index) => (
                <Choices
                  key={keyOf(name, clash)}
                  {...{ clash, who, rich, known }}
                  display={field}
                  autoFocus={question + index === 0}
                  legend={clashes.length > 1 ? `${field.label}（${index + 1} / ${clashes.length}）` : field.label}
                  chosen={chosen[keyOf(name, clash)]}
                  onChoose={(choice) => setChosen({ ...chosen, [keyOf(name, clash)]: choice })}
                />
              ))}
              {merged > 0 && <p className="muted">{`${field.label}：对方还改了 ${merged} 处，已合并。`}</p>}
            </Fragment>
          )
        })}
        <Unasked {...{ conflict, display, mine }} />
      </div>
    </Modal>
  )
}

const inPartsOf = (conflict: Conflict): Conflict => {
  const { base, latest, inParts } = conflict
  return { ...conflict, base: inParts(base), latest: { ...latest, values: inParts(latest.values) } }
}

/** What is typed meanwhile, such as a picture that arrives, asks again. */
const keyOf = (name: string, { mine, theirs }: Clash): string => [name, mine, theirs].join('\0')
const fieldIn = (display: Display, name: string): FieldDisplay => display[name] ?? { label: name }
const labelsOf = (display: Display, names: readonly string[]): string =>
  [...new Set(names)].map((name) => fieldIn(display, name).label).join('、')

/** What only one of the two has changed. */
function Unasked({
  conflict: { base, latest, theirs },
  display,
  mine,
}: Pick<ConflictProps, 'conflict' | 'display' | 'mine'>) {
  const mineOnly = Object.keys(display).filter(
    (name) => base[name] !== undefined && mine[name] !== base[name] && latest.values[name] === base[name],
  )
  return (
    <>
      {theirs.map((name) => (
        <section key={name}>
          <h3>
            {fieldIn(display, name).label} <small>对方已改，将保留</small>
          </h3>
          <Version display={fieldIn(display, name)} value={latest.values[name] ?? ''} before={base[name] ?? ''} />
        </section>
      ))}
      {mineOnly.length > 0 && <p className="muted">只有您修改了{labelsOf(display, mineOnly)}，会一并保存。</p>}
    </>
  )
}

function questionOf({ base, latest }: Conflict, display: Display, mine: FieldValues, name: string): Question {
  const before = base[name]
  const myText = mine[name] ?? ''
  const theirText = latest.values[name] ?? ''
  const rich = display[name]?.kind === 'rich' && before !== undefined
  const pieces = rich
    ? mergeBlocks(before, myText, theirText)
    : [{ base: before ?? '', mine: myText, theirs: theirText }]
  return { name, pieces, rich, known: before !== undefined }
}

interface ChoicesProps {
  clash: Clash
  legend: string
  who: string
  display: FieldDisplay
  rich: boolean
  known: boolean
  autoFocus: boolean
  chosen: Choice | undefined
  onChoose(choice: Choice): void
}

function Choices({ clash, legend, who, display, rich, known, autoFocus, chosen, onChoose }: ChoicesProps) {
  const id = useId()
  const side = (of: Choice, version?: ReactNode) => {
    const title = of === 'theirs' ? `${titles[of]}（${who}）` : titles[of]
    return (
      <label className="side boxed column" data-side={of} htmlFor={id + of}>
        <span className="row">
          <input
            id={id + of}
            type="radio"
            name={id}
            checked={chosen === of}
            onChange={() => onChoose(of)}
            // The label holds the whole text; as a name it would be read out at each step.
            aria-label={title}
            data-autofocus={(autoFocus && of === 'mine') || undefined}
          />
          {title}
        </span>
        {version}
      </label>
    )
  }
  const { base, mine, theirs } = clash
  const version = (value: string, other: string) => (
    <Version display={display} value={value} before={known ? base : other} />
  )
  return (
    <fieldset data-chosen={chosen}>
      <legend>{legend}</legend>
      {side('mine', version(mine, theirs))}
      {side('theirs', version(theirs, mine))}
      {rich && mine !== '' && theirs !== '' && side('both')}
    </fieldset>
  )
}
