import type { ReactNode } from 'react'

interface Props {
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** What can be done about the error, beside its message. */
  remedy?: ReactNode
  /** The label is before the field and there is no line for an error: for search bars. */
  inline?: boolean
  /** The label is only for screen readers; its position shows what the field is. */
  labelHidden?: boolean
  /** It labels several controls (picture, editor). */
  group?: boolean
  children: ReactNode
}

/** A label, its control, and a note. Its line is always there, so that nothing shifts when an error appears. */
export function Field({ id, label, error, hint, remedy, inline, labelHidden, group, children }: Props) {
  const Label = group ? 'span' : 'label'
  return (
    <div
      className={inline ? 'field stack tight inline' : 'field stack tight'}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      <Label id={`${id}-label`} className={labelHidden ? 'visually-hidden' : 'field-label strong'} {...(!group && { htmlFor: id })}>
        {label}
      </Label>
      {children}
      {!inline && (
        <p className={error ? 'field-note bad' : 'field-note muted'} id={`${id}-note`} aria-live="polite">
          {error ?? hint}
          {remedy}
        </p>
      )}
    </div>
  )
}

/** The attributes that connect a control to its Field. */
export const controlProps = (id: string, error: string | undefined, inline?: boolean) => ({
  id,
  ...(error !== undefined && { 'aria-invalid': true }),
  ...(!inline && { 'aria-describedby': `${id}-note` }),
})

export interface FieldProps {
  label: string
  /** Also the name by which the server refers to the field. */
  name: string
  value: string
  onChange(value: string): void
  error?: string | undefined
  hint?: ReactNode
  inline?: boolean
  disabled?: boolean
  /** While it is being sent: unlike a disabled one it keeps the focus. */
  readOnly?: boolean
  onBlur?(): void
}
