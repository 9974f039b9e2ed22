interface Props {
  /** Such as 时间. */
  label: string
  from: string
  to: string
  onChange(days: { from: string } | { to: string }): void
}

/** Two dates, both included; each limits the other. */
export function DateRange({ label, from, to, onChange }: Props) {
  return (
    <div className="field inline range" role="group" aria-label={label}>
      <label>
        <span className="field-label">{label}从</span>
        <input className="input" type="date" name="from" value={from} max={to} onChange={(event) => onChange({ from: event.target.value })} />
      </label>
      <label>
        <span className="field-label">到</span>
        <input className="input" type="date" name="to" value={to} min={from} onChange={(event) => onChange({ to: event.target.value })} />
      </label>
    </div>
  )
}
