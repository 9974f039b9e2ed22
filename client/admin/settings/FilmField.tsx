import { useId } from 'react'
import { openPicker } from '../media/MediaPicker.tsx'
import { controlProps, Field, type FieldProps } from '../ui/Field.tsx'

/** A film of the media library, where films are uploaded, or an address. */
export function FilmField({ label, name, value, onChange, error, hint, disabled }: FieldProps) {
  const id = useId()
  const pick = async (): Promise<void> => {
    const film = await openPicker('film')
    if (film) onChange(film.address)
  }
  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <div className="film-field row wraps">
        <input
          {...controlProps(id, error)} className="input" name={name} inputMode="url" autoComplete="off" value={value} disabled={disabled}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" className="button" disabled={disabled} onClick={() => void pick()}>
          从素材库选择
        </button>
        {value !== '' && (
          <button type="button" className="button" disabled={disabled} onClick={() => onChange('')}>
            移除
          </button>
        )}
      </div>
    </Field>
  )
}
