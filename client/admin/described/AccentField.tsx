import { useId } from 'react'
import { accentError } from '../../../contract/accent.ts'
import { Field, type FieldProps } from '../ui/fields.tsx'

const suggestions = [
  ['#ff6a13', '橙'],
  ['#f2b705', '黄'],
  ['#c62828', '红'],
  ['#0a6b5d', '墨绿'],
  ['#12a383', '青'],
  ['#1565c0', '蓝'],
  ['#7b4bbf', '紫'],
] as const

/** One of a few suggested colours, or any other on which text is readable. */
export function AccentField({ label, name, value, onChange, error, hint, disabled }: FieldProps) {
  const id = useId()
  return (
    <Field id={id} label={label} error={error ?? accentError(value)} hint={hint} group>
      <div className="accents row wraps">
        {suggestions.map(([color, word]) => (
          <button
            key={color} type="button" className="accent" aria-label={word} title={word} aria-pressed={value === color} disabled={disabled}
            onClick={() => onChange(color)}
          >
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <circle cx="12" cy="12" r="10" fill={color} />
            </svg>
          </button>
        ))}
        <input
          type="color" aria-label="自选颜色" name={name} value={/^#[\da-f]{6}$/.test(value) ? value : '#ff6a13'} disabled={disabled}
          onChange={(event) => onChange(event.target.value.toLowerCase())}
        />
        <input
          className="input" aria-label="颜色的值" value={value} maxLength={7} disabled={disabled}
          onChange={(event) => onChange(event.target.value.trim().toLowerCase())}
        />
      </div>
    </Field>
  )
}
