import type { ReactNode } from 'react'

interface Props {
  id: string
  label: string
  fault?: string | undefined
  hint?: ReactNode
  /** What can be done about the fault, beside its words. */
  remedy?: ReactNode
  /** The label stands before the field and no line is kept for a fault: for search bars. */
  inline?: boolean
  /** Where the place says what it is, and only those who hear it need the label. */
  labelHidden?: boolean
  /** What it labels is no form control of its own (picture, editor). */
  group?: boolean
  children: ReactNode
}

/** A label, what it labels, and a line for what is wrong with it, always there, so that nothing moves when it speaks. */
export function Field({ id, label, fault, hint, remedy, inline, labelHidden, group, children }: Props) {
  const Label = group ? 'span' : 'label'
  return (
    <div className={inline ? 'field inline' : 'field'} {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}>
      <Label id={`${id}-label`} className={labelHidden ? 'visually-hidden' : 'field-label'} {...(!group && { htmlFor: id })}>
        {label}
      </Label>
      {children}
      {!inline && (
        <p className={fault ? 'field-note bad' : 'field-note'} id={`${id}-note`} aria-live="polite">
          {fault ?? hint}
          {remedy}
        </p>
      )}
    </div>
  )
}

/** What ties a control to its Field. */
export const tied = (id: string, fault: string | undefined, inline?: boolean) => ({
  id,
  ...(fault !== undefined && { 'aria-invalid': true }),
  ...(!inline && { 'aria-describedby': `${id}-note` }),
})

export interface FieldProps {
  label: string
  /** Also how a fault that the server names finds its field. */
  name: string
  value: string
  onChange(value: string): void
  fault?: string | undefined
  hint?: ReactNode
  inline?: boolean
  disabled?: boolean
  onBlur?(): void
}
