import type { MouseEvent } from 'react'
import type { Section, SectionsField } from '../../../contract/siteFieldKinds.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { MoveHandle } from '../ui/MoveHandle.tsx'
import { Toggle } from './Toggle.tsx'

interface Props {
  field: SectionsField
  path: string
  value: readonly Section[]
  error: string | undefined
  disabled: boolean
  onChange(value: readonly Section[]): void
}

/** The sections of a page in their order, each with a switch. */
export function SectionsInput({ field: { label, help, options, fixed }, path, value, error, disabled, onChange }: Props) {
  const move = (from: number, to: number): void => {
    const others = value.filter((_, index) => index !== from)
    onChange([...others.slice(0, to), ...value.slice(from, from + 1), ...others.slice(to)])
  }
  const arrow = (by: 1 | -1, from: number, words: string) => {
    const isLast = from + by < 0 || from + by >= value.length
    const onClick = ({ currentTarget }: MouseEvent<HTMLElement>): void => {
      if (isLast) return
      move(from, from + by)
      // An element that is moved loses the focus.
      requestAnimationFrame(() => currentTarget.focus())
    }
    return (
      <button
        type="button" className="icon-button" aria-label={words} title={words} disabled={disabled} aria-disabled={isLast} onClick={onClick}
      >
        <AdminIcon name={by < 0 ? 'arrow-up' : 'arrow-down'} />
      </button>
    )
  }
  return (
    <fieldset className="setting-sections setting-list stack">
      <legend>{label}</legend>
      {help && <p className="setting-help muted">{help}</p>}
      {error !== undefined && <p className="field-note bad">{error}</p>}
      <ol className="boxed">
        {value.map(({ name, on }, index) => {
          const words = options[name] ?? name
          return (
            <li key={name} className="row">
              {!fixed && <MoveHandle name={words} disabled={disabled} onMove={move} />}
              <Toggle
                label={words} name={path} on={on} disabled={disabled}
                onChange={(next) => onChange(value.map((each) => (each.name === name ? { name, on: next } : each)))}
              />
              {!fixed && (
                <div className="setting-actions push" role="group" aria-label={words}>
                  {arrow(-1, index, '上移')}
                  {arrow(1, index, '下移')}
                </div>
              )}
            </li>
          )
        })}
      </ol>
    </fieldset>
  )
}
