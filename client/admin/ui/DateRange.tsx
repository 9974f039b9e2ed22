interface Props {
  /** Such as 时间. */
  label: string
  from: string
  to: string
  onChange(days: { from: string } | { to: string }): void
}

/** Two dates, both included. The wrong way round they are exchanged when the list is searched. */
export function DateRange({ label, from, to, onChange }: Props) {
  return (
    <div className="field inline range row" role="group" aria-label={label}>
      <label className="row">
        <span className="field-label strong">{label}从</span>
        <input className="input" type="date" name="from" value={from} onChange={(event) => onChange({ from: event.target.value })} />
      </label>
      <label className="row">
        <span className="field-label strong">到</span>
        <input className="input" type="date" name="to" value={to} onChange={(event) => onChange({ to: event.target.value })} />
      </label>
    </div>
  )
}
