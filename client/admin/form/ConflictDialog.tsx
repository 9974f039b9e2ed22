import { type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { type Choice, type Clash, type FieldValues, isClash, joinBlocks } from '../../../contract/kinds/merge.ts'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { user } from '../session/session.ts'
import { Modal } from '../ui/Modal.tsx'
import type { Conflict } from './formState.ts'
import { type Display, type FieldDisplay, fieldIn, labelsOf } from './record.ts'
import { ChangeList, Version } from './Version.tsx'

interface Props {
  conflict: Conflict
  display: Display
  /** What the form holds. */
  values: FieldValues
  onCancel(): void
  /** `chosen` has the values of the fields that both changed. */
  onResolve(chosen: FieldValues): void
}

type Titles = Readonly<Record<Choice, string>>
const titles: Titles = { mine: '我的', theirs: '对方的', both: '两个都要' }
/** What a draft has may be anybody's. */
const titlesOfDraft: Titles = { ...titles, mine: '草稿里的', theirs: '已发布的' }

/**
 * The record has changed since it was opened, in fields that were changed here, too. Nothing is preselected: neither version is
 * given up without being read. Closing this goes back to the form, where everything is as it was.
 */
export function ConflictDialog({ conflict, display, values, onCancel, onResolve }: Props) {
  const { changedBy, changedAt, isOfDraft } = conflict
  const { mine, theirs, both } = useMemo(() => conflict.merged(values), [conflict, values])
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Choice>>>({})
  const questions = both.flatMap(({ name, base, pieces, isRich }) =>
    pieces.filter(isClash).map((clash, index, { length }) => ({
      name,
      clash,
      known: base !== undefined,
      isRich,
      key: clashKey(name, clash),
      place: length > 1 ? `（${index + 1} / ${length}）` : '',
    })),
  )
  const open = questions.filter(({ key }) => !chosen[key])
  const who = isOfDraft && changedBy === user.peek()?.name ? '您' : changedBy || '其他人'

  const save = (): void => {
    if (open.length > 0) return list.current?.querySelector<HTMLElement>('fieldset:not([data-chosen]) input')?.focus()
    const answers = both.map(({ name, pieces }) => [name, joinBlocks(pieces, (clash) => chosen[clashKey(name, clash)])])
    onResolve(Object.fromEntries(answers))
  }
  return (
    <Modal
      open
      title="内容已被修改"
      width="56rem"
      onClose={onCancel}
      footer={
        <>
          <p className="form-message" role="status">
            {open.length > 0 ? `还有 ${open.length} 项没有选择：${labelsOf(display, open)}` : '按您的选择保存'}
          </p>
          <Button onClick={onCancel}>返回编辑</Button>
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
          {isOfDraft ? '发布的和草稿里的不一样：' : '也修改了'}
          {labelsOf(display, both)}。您的修改还没有保存，请选择保留哪一个；标出的是各自的改动。
        </span>
      </p>
      <div className="conflicts stack" ref={list}>
        {questions.map(({ name, key, place, ...question }, index) => (
          <Choices
            key={key}
            {...{ ...question, who, place }}
            titles={isOfDraft ? titlesOfDraft : titles}
            display={fieldIn(display, name)}
            autoFocus={index === 0}
            chosen={chosen[key]}
            onChoose={(choice) => setChosen({ ...chosen, [key]: choice })}
          />
        ))}
        {both.map(({ name, pieces }) => {
          const merged = pieces.filter((piece) => !isClash(piece) && piece.by === 'theirs').length
          if (merged === 0) return null
          return (
            <p key={name} className="muted">{`${fieldIn(display, name).label}：对方还改了 ${merged} 处，已合并。`}</p>
          )
        })}
        <ChangeList
          display={display}
          note="对方已改，将保留"
          changes={theirs.map(({ name, base, theirs: value }) => ({ name, value, before: base }))}
        />
        {mine.length > 0 && <p className="muted">只有您修改了{labelsOf(display, mine)}，会一并保存。</p>}
      </div>
    </Modal>
  )
}

/** What is typed meanwhile, such as a picture that arrives, asks again. */
const clashKey = (name: string, { mine, theirs }: Clash): string => JSON.stringify([name, mine, theirs])

interface ChoicesProps {
  clash: Clash
  display: FieldDisplay
  place: string
  who: string
  titles: Titles
  /** What both have begun with is known. */
  known: boolean
  /** Both versions can be kept. */
  isRich: boolean
  autoFocus: boolean
  chosen: Choice | undefined
  onChoose(choice: Choice): void
}

function Choices({ clash, display, place, who, titles, known, isRich, autoFocus, chosen, onChoose }: ChoicesProps) {
  const id = useId()
  const { base, mine, theirs } = clash
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
  const version = (value: unknown, other: unknown) => (
    <Version display={display} value={value} before={known ? base : other} />
  )
  return (
    <fieldset data-chosen={chosen}>
      <legend>{display.label + place}</legend>
      {side('mine', version(mine, theirs))}
      {side('theirs', version(theirs, mine))}
      {isRich && mine !== '' && theirs !== '' && side('both')}
    </fieldset>
  )
}
