interface Props {
  label: string
  name?: string
  on: boolean
  disabled: boolean
  onChange(on: boolean): void
}

export const Toggle = ({ label, name, on, disabled, onChange }: Props) => (
  <label className="toggle row">
    <input
      type="checkbox" role="switch" name={name} checked={on} disabled={disabled}
      onChange={(event) => onChange(event.target.checked)}
    />
    {label}
  </label>
)
