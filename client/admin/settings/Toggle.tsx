interface Props {
  label: string
  on: boolean
  disabled: boolean
  onChange(on: boolean): void
}

export const Toggle = ({ label, on, disabled, onChange }: Props) => (
  <label className="toggle row">
    <input type="checkbox" role="switch" checked={on} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
    {label}
  </label>
)
