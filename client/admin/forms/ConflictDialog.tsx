import { useId, useRef, useState } from 'react'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Modal } from '../ui/Modal.tsx'
import type { Conflict } from './formState.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import type { RecordKind } from './record.ts'
import { Version } from './Version.tsx'

export interface ConflictProps<V extends FieldValues> {
  conflict: Conflict<V>
  display: RecordKind<V>['display']
  mine: V
  onCancel(message?: string): void
  /** With the fields in which my value is kept. */
  onResolve(mine: string[]): void
}

type Side = 'mine' | 'theirs'

/**
 * The record has changed since it was opened, in fields that were changed here, too. Nothing is preselected: neither version is
 * given up without being read. Closing this goes back to the form, where everything is as it was.
 */
export function ConflictDialog<V extends FieldValues>({ conflict, display, mine, onCancel, onResolve }: ConflictProps<V>) {
  const { changedBy, changedAt, base, latest, both, theirs } = conflict
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const open = both.filter((name) => !chosen[name])
  const who = changedBy || '其他人'
  const labels = (names: readonly (keyof V)[]): string => names.map((name) => display[name].label).join('、')
  const mineOnly = (Object.keys(display) as (keyof V & string)[]).filter(
    (name) => base[name] !== undefined && mine[name] !== base[name] && latest.values[name] === base[name],
  )

  const save = (): void => {
    if (open.length === 0) return onResolve(both.filter((name) => chosen[name] === 'mine'))
    list.current?.querySelector<HTMLElement>('fieldset:not([data-chosen]) input')?.focus()
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
            {open.length > 0 ? `还有 ${open.length} 项没有选择：${labels(open)}` : '按您的选择保存'}
          </p>
          <button type="button" className="button" onClick={() => onCancel()}>
            返回编辑
          </button>
          <button type="button" className="button primary" aria-disabled={open.length > 0} onClick={save}>
            保存
          </button>
        </>
      }
    >
      <p className="notice row wraps boxed">
        <AdminIcon name="warning" />
        <span>
          {who}
          {changedAt && ` 于 ${changedAt} `}
          也修改了{labels(both)}。您的修改还没有保存，请选择保留哪一个；标出的是各自的改动。
        </span>
      </p>
      <div className="conflicts stack" ref={list}>
        {both.map((name, index) => {
          const side = (of: Side, title: string, value: string, other: string) => (
            <label className="side boxed" htmlFor={`${id}${name}${of}`}>
              <span className="row">
                <input
                  id={`${id}${name}${of}`} type="radio" name={`${id}${name}`} checked={chosen[name] === of}
                  onChange={() => setChosen({ ...chosen, [name]: of })}
                  // The label holds the whole text; as a name it would be read out at each step.
                  aria-label={title} data-autofocus={(index === 0 && of === 'mine') || undefined}
                />
                {title}
              </span>
              <Version display={display[name]} value={value} before={base[name] ?? other} />
            </label>
          )
          const [own, their] = [mine[name] ?? '', latest.values[name] ?? '']
          return (
            <fieldset key={name} data-chosen={chosen[name]}>
              <legend>{display[name].label}</legend>
              {side('mine', '我的', own, their)}
              {side('theirs', `对方的（${who}）`, their, own)}
            </fieldset>
          )
        })}
        {theirs.map((name) => (
          <section key={name}>
            <h3>
              {display[name].label} <small>对方已改，将保留</small>
            </h3>
            <Version display={display[name]} value={latest.values[name] ?? ''} before={base[name] ?? ''} />
          </section>
        ))}
        {mineOnly.length > 0 && <p className="muted">只有您修改了{labels(mineOnly)}，会一并保存。</p>}
      </div>
    </Modal>
  )
}
