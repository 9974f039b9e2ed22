import type { SiteField } from '../../../contract/siteFieldKinds.ts'
import { messages, noticeNames } from '../../../contract/rules.ts'
import { RichField } from '../forms/RichField.tsx'
import { uploadPicture } from '../forms/uploadPicture.ts'
import { openPicker, pickPicture } from '../media/MediaPicker.tsx'
import { NumberField } from '../ui/NumberField.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useStable } from '../ui/useStable.ts'
import { AccentField } from './AccentField.tsx'
import type { InputProps } from './inputProps.ts'
import { FilmField } from './FilmField.tsx'
import { IconField } from './IconField.tsx'
import { KeptVersions } from './KeptVersions.tsx'
import { ListInput } from './ListInput.tsx'
import { MapPicker, type MapPickerProps } from './MapPicker.tsx'
import { ProductField } from './ProductField.tsx'

/** The input of any field that the contract describes. Long because each kind has a case. */
export function SiteFieldInput({ field, path, value, onChange: change, context }: InputProps) {
  // An upload ends later: it must not undo what was typed meanwhile.
  const onChange = useStable(change)
  const { disabled, problems, uploading, setMissing, preview } = context
  const common = { label: field.label, name: path, error: problems.get(path), hint: field.help, disabled, onChange }
  const text = value as string
  const notice = noticeNames.find((name) => name === path)
  switch (field.kind) {
    case 'object':
      return (
        <fieldset className="setting-object stack card">
          <legend>{field.label}</legend>
          {field.help && <p className="setting-help">{field.help}</p>}
          {field.position && (
            <MapPicker value={value as MapPickerProps['value']} disabled={disabled} onChange={(place) => onChange({ ...(value as object), ...place })} />
          )}
          <ObjectInputs {...{ field, path, value, onChange, context }} />
          {notice && <KeptVersions {...{ name: notice, field, value, onChange, context }} />}
        </fieldset>
      )
    case 'list':
      return <ListInput {...{ field, path, value: value as unknown[], onChange, context }} Inputs={ObjectInputs} />
    case 'number':
      return <NumberField {...common} value={value as number | null} unit={field.unit} />
    case 'flag':
      return (
        <label className="row">
          <input type="checkbox" checked={value === true} disabled={disabled} onChange={(event) => onChange(event.target.checked)} />
          {field.label}
        </label>
      )
    case 'choice':
      return <SelectField {...common} value={text} options={Object.entries(field.options)} />
    case 'icon':
      return <IconField {...common} value={text} />
    case 'product':
      return <ProductField {...common} value={text} />
    case 'accent':
      return <AccentField {...common} value={text} />
    case 'picture':
      return (
        <div>
          <PictureField {...common} value={text} pick={pickPicture} upload={uploadPicture('quill', uploading)} tooLarge={messages.coverTooLarge} />
          {field.shape && <p className="setting-help">{`显示为${field.shape[0]}×${field.shape[1]}`}</p>}
        </div>
      )
    case 'film':
      return <FilmField {...common} value={text} />
    case 'richText':
      return (
        <>
          <p className="field-label strong">{field.label}</p>
          <RichField {...common} value={text} upload={uploadPicture('quill', uploading)} pick={openPicker} onMissing={setMissing} onPreview={preview} />
        </>
      )
    case 'paragraph':
      return <TextArea {...common} value={text} rows={field.max > 120 ? 4 : 2} />
    default:
      return <TextField {...common} value={text} {...inputOf[field.kind]} />
  }
}

const inputOf: Partial<Record<SiteField['kind'], { type?: 'tel'; inputMode?: 'tel' | 'url'; placeholder?: string }>> = {
  phone: { type: 'tel', inputMode: 'tel' },
  link: { inputMode: 'url' },
  day: { placeholder: '2026-03-12' },
}

/** The inputs of an object, without a fieldset around them. */
function ObjectInputs({ field, path, value, onChange, context }: InputProps) {
  if (field.kind !== 'object') return <SiteFieldInput {...{ field, path, value, onChange, context }} />
  const values = value as Readonly<Record<string, unknown>>
  return Object.entries(field.fields).map(([name, each]) => (
    <SiteFieldInput key={name} field={each} path={`${path}.${name}`} value={values[name]} onChange={(changed) => onChange({ ...values, [name]: changed })} context={context} />
  ))
}
