import { type ChangeEvent, type ReactNode, useId, useState } from 'react'
import { IconButton, LinkButton } from './buttons.tsx'

interface FieldFrame {
  id: string
  label: string
  error?: string | undefined
  hint?: ReactNode
  /** What can be done about the error, beside its message. */
  remedy?: ReactNode
  /** The label is before the field and there is no line for an error: for search bars. */
  inline?: boolean | undefined
  /** The label is only for screen readers; its position shows what the field is. */
  labelHidden?: boolean
  /** It labels several controls (picture, editor). */
  group?: boolean
  children: ReactNode
}

/** A label, its control, and a note. Its line is always there, so that nothing shifts when an error appears. */
export function Field({ id, label, error, hint, remedy, inline, labelHidden, group, children }: FieldFrame) {
  const Label = group ? 'span' : 'label'
  return (
    <div
      className={inline ? 'field stack tight inline' : 'field stack tight'}
      {...(group && { role: 'group', 'aria-labelledby': `${id}-label` })}
    >
      <Label
        id={`${id}-label`}
        className={labelHidden ? 'visually-hidden' : 'field-label strong'}
        {...(!group && { htmlFor: id })}
      >
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
  /** The server refers to the field by it, too. */
  name: string
  value: string
  onChange(value: string): void
  error?: string | undefined
  hint?: ReactNode
  inline?: boolean
  disabled?: boolean
  /** While it is being sent, or where it is only read: unlike a disabled one it keeps the focus and can be copied. */
  readOnly?: boolean
  onBlur?(): void
}

const attributesOf = (
  id: string,
  { name, value, onChange, error, inline, disabled, readOnly, onBlur }: FieldProps,
) => ({
  ...controlProps(id, error, inline),
  className: 'input',
  name,
  value,
  disabled,
  onBlur,
  ...(readOnly !== undefined && { readOnly }),
  onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
    onChange(target.value),
})

interface ControlProps extends FieldProps {
  remedy?: ReactNode
  children(attributes: ReturnType<typeof attributesOf>): ReactNode
}

/** A field of one native control, which `children` draws with the attributes that it is given. */
export function Control({ children, ...props }: ControlProps) {
  const id = useId()
  const { label, error, hint, remedy, inline } = props
  return <Field {...{ id, label, error, hint, remedy, inline }}>{children(attributesOf(id, props))}</Field>
}

export interface TextFieldProps extends FieldProps {
  type?: 'text' | 'search' | 'tel' | 'date'
  placeholder?: string
  /** Buttons beside its note. */
  remedy?: ReactNode
  autoComplete?: string
  inputMode?: 'url' | 'tel' | 'text' | 'numeric'
  autoFocus?: boolean
  /** The id of a datalist with suggestions. */
  list?: string
  /** What stands before the text and belongs to the value's meaning, such as the beginning of an address. */
  prefix?: string
}

export function TextField({
  type = 'text',
  placeholder,
  autoComplete = 'off',
  inputMode,
  autoFocus,
  list,
  prefix,
  ...field
}: TextFieldProps) {
  const inputProps = { type, placeholder, autoComplete, inputMode, autoFocus, list }
  return (
    <Control {...field}>
      {(attributes) =>
        prefix === undefined ? (
          <input {...attributes} {...inputProps} />
        ) : (
          <div className="row tight">
            <span className="muted">{prefix}</span>
            <input {...attributes} {...inputProps} className="input fill" />
          </div>
        )
      }
    </Control>
  )
}

interface TextAreaProps extends FieldProps {
  rows?: number
  placeholder?: string
}

export const TextArea = ({ rows = 3, placeholder, ...field }: TextAreaProps) => (
  <Control {...field}>{(attributes) => <textarea {...attributes} rows={rows} placeholder={placeholder} />}</Control>
)

type Choices = readonly (readonly [value: string, label: string])[]

/** Those of a select. */
export const Options = ({ of: choices }: { of: Choices }) =>
  choices.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

interface SelectFieldProps extends FieldProps {
  /** The empty choice comes first. */
  options: Choices
}

export const SelectField = ({ options, ...field }: SelectFieldProps) => (
  <Control {...field}>
    {(attributes) => (
      <select {...attributes}>
        <Options of={options} />
      </select>
    )}
  </Control>
)

interface RevealFieldProps extends FieldProps {
  autoComplete: 'current-password' | 'new-password'
  placeholder?: string | undefined
}

/** A password that can be shown. */
export function RevealField({ autoComplete, placeholder, ...field }: RevealFieldProps) {
  const [visible, setVisible] = useState(false)
  return (
    <Control {...field}>
      {(attributes) => (
        <div className="reveal">
          <input
            {...attributes}
            {...{ autoComplete, placeholder }}
            type={visible ? 'text' : 'password'}
            maxLength={200}
            spellCheck={false}
            autoCapitalize="off"
          />
          <IconButton
            icon={visible ? 'eye-off' : 'eye'}
            label={`${visible ? '隐藏' : '显示'}${field.label}`}
            onClick={() => setVisible(!visible)}
          />
        </div>
      )}
    </Control>
  )
}

interface NumberFieldProps extends Omit<FieldProps, 'value' | 'onChange' | 'onBlur'> {
  /** Null while what was typed is no number. */
  value: number | null
  onChange(value: number | null): void
  unit?: string | undefined
  /** It may be negative. */
  signed?: boolean
}

export function NumberField({ label, unit, signed, value, onChange, ...field }: NumberFieldProps) {
  // What is typed may not be a number yet, such as "118.".
  const [typed, setTyped] = useState<string>()
  const type = (text: string): void => {
    setTyped(text)
    const number = Number(text)
    onChange(text.trim() === '' || Number.isNaN(number) ? null : number)
  }
  return (
    <Control
      {...field}
      label={unit === undefined ? label : `${label}（${unit}）`}
      value={typed ?? String(value ?? '')}
      onChange={type}
      onBlur={() => setTyped(undefined)}
    >
      {/* The keys for numbers of an iPhone have no minus. */}
      {(attributes) => <input {...attributes} inputMode={signed ? 'text' : 'decimal'} autoComplete="off" />}
    </Control>
  )
}

interface DateRangeProps {
  /** Says what the dates are of, such as 时间. */
  label: string
  from: string
  to: string
  onChange(days: { from?: string; to?: string }): void
}

/** Two dates, both included. The wrong way round they are exchanged when the list is searched. */
export const DateRange = ({ label, onChange, ...days }: DateRangeProps) => (
  <div className="field inline range row" role="group" aria-label={label}>
    {(['from', 'to'] as const).map((name) => (
      <label key={name} className="row">
        <span className="field-label strong">{name === 'from' ? `${label}从` : '到'}</span>
        <input
          className="input"
          type="date"
          name={name}
          value={days[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      </label>
    ))}
  </div>
)

interface ToggleProps {
  label: string
  /** What is seen of the label, where its place says the rest. */
  placeholder?: string
  name?: string
  on: boolean
  disabled: boolean
  onChange(on: boolean): void
}

export const Toggle = ({ label, placeholder = label, name, on, disabled, onChange }: ToggleProps) => (
  <label className="toggle row">
    <input
      type="checkbox"
      role="switch"
      name={name}
      aria-label={label}
      checked={on}
      disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    {placeholder}
  </label>
)

type CodeFieldProps = Pick<FieldProps, 'name' | 'value' | 'onChange' | 'error'>

/** A code of an app or, for signing in, a recovery code, which has letters that a keyboard of digits lacks. */
export function CodeField({ recovery = false, ...props }: CodeFieldProps & { recovery?: boolean }) {
  const [isRecovery, setRecovery] = useState(false)
  return (
    <>
      <TextField
        {...props}
        label={isRecovery ? '恢复码' : '验证码'}
        autoFocus
        autoComplete="one-time-code"
        inputMode={isRecovery ? 'text' : 'numeric'}
        hint={isRecovery ? '开启二次验证时保存的10个恢复码之一，每个只能用一次' : '手机应用里显示的6位数字'}
      />
      {recovery && (
        <LinkButton onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? '改用手机上的验证码' : '手机不在身边？用恢复码'}
        </LinkButton>
      )}
    </>
  )
}
