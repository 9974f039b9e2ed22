import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { isComposing } from '../../ui/composing.ts'
import { controlProps, Field, type FieldProps } from './fields.tsx'

/** What is offered for the words that somebody types. */
export interface Suggestion {
  value: string
  title: string
  /** What it is, where that does not follow from the field. */
  note?: string
}

interface Props extends FieldProps {
  /** What the chosen one is called, unless it was chosen here. */
  title: string
  placeholder: string
  /** What the list has. */
  noun: string
  suggestions: readonly Suggestion[]
  /** What is typed; undefined while nothing is. */
  typed: string | undefined
  onType(text: string | undefined): void
  /** What was typed is taken as it is: nothing is offered for it, or the field is left. */
  onTake?(typed: string): void
}

/** Something is chosen by its name. The focus stays in the field; aria-activedescendant names what Enter takes. */
export function SearchedField({
  label,
  name,
  error,
  hint,
  disabled,
  title,
  placeholder,
  noun,
  suggestions,
  typed,
  value,
  onChange,
  onType,
  onTake,
}: Props) {
  const id = useId()
  const [active, setActive] = useState(0)
  const [picked, setPicked] = useState<Suggestion>()
  const current = suggestions[Math.min(active, suggestions.length - 1)]

  useEffect(() => {
    if (current) document.getElementById(`${id}-${current.value}`)?.scrollIntoView({ block: 'nearest' })
  }, [current?.value])

  const type = (text: string | undefined): void => {
    setActive(0)
    onType(text)
  }
  const pick = (suggestion: Suggestion): void => {
    setPicked(suggestion)
    onChange(suggestion.value)
    type(undefined)
  }
  const take = (): void => {
    if (typed !== undefined) onTake?.(typed)
    type(undefined)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The input method handles its keys itself.
    if (typed === undefined || isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const { length } = suggestions
    if (step && current) setActive((suggestions.indexOf(current) + step + length) % length)
    else if (event.key === 'Enter' && current) pick(current)
    else if (event.key === 'Enter') take()
    else if (event.key === 'Escape') type(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <input
        {...controlProps(id, error)}
        className="input"
        name={name}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={suggestions.length > 0}
        aria-controls={`${id}-found`}
        aria-activedescendant={current && `${id}-${current.value}`}
        placeholder={placeholder}
        autoComplete="off"
        value={typed ?? (picked?.value === value ? picked.title : title)}
        disabled={disabled}
        onChange={(event) => type(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={take}
      />
      {/* A press on the list keeps the focus in the field. */}
      <ul
        id={`${id}-found`}
        className="found boxed"
        hidden={suggestions.length === 0}
        role="listbox"
        aria-label={noun}
        onMouseDown={(event) => event.preventDefault()}
      >
        {suggestions.map((suggestion) => (
          <li
            key={suggestion.value}
            id={`${id}-${suggestion.value}`}
            className="row"
            role="option"
            aria-selected={suggestion === current}
            onClick={() => pick(suggestion)}
          >
            <span className="fill">{suggestion.title}</span>
            {suggestion.note !== undefined && <small className="muted nowrap">{suggestion.note}</small>}
          </li>
        ))}
      </ul>
    </Field>
  )
}
