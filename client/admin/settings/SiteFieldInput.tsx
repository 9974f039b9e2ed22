import { lazy, Suspense } from 'react'
import type { SiteField } from '../../../contract/siteFieldKinds.ts'
import { messages } from '../../../contract/rules.ts'
import { uploadPicture } from '../forms/uploadPicture.ts'
import { NumberField } from '../ui/NumberField.tsx'
import { PictureField } from '../ui/PictureField.tsx'
import { SelectField } from '../ui/SelectField.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { AccentField } from './AccentField.tsx'
import { IconField } from './IconField.tsx'
import { ListInput } from './ListInput.tsx'
import { MapPicker } from './MapPicker.tsx'
import { ProductField } from './ProductField.tsx'

/** What the inputs of a form share. */
export interface InputContext {
  disabled: boolean
  /** The messages of invalid values, by their paths. */
  problems: ReadonlyMap<string, string>
  /** Counts an upload, which a save waits for. */
  uploading<T>(work: Promise<T>): Promise<T>
  setMissing(pictures: number): void
  preview(): void
}

export interface InputProps {
  field: SiteField
  /** Leads from the record to this value, as in `cases.2.name`. */
  path: string
  value: unknown
  onChange(value: unknown): void
  context: InputContext
}

const RichField = lazy(async () => ({ default: (await import('../forms/RichField.tsx')).RichField }))

/** Draws any field that the contract describes. */
export function SiteFieldInput({ field, path, value, onChange, context }: InputProps) {
  const { disabled, problems, uploading, setMissing, preview } = context
  const common = { label: field.label, name: path, error: problems.get(path), hint: field.help, disabled, onChange }
  const text = value as string
  switch (field.kind) {
    case 'object':
      return (
        <fieldset className="setting-object">
          <legend>{field.label}</legend>
          {field.help && <p className="setting-help">{field.help}</p>}
          {field.position && <MapPicker value={value as Parameters<typeof MapPicker>[0]['value']} disabled={disabled} onChange={(place) => onChange({ ...(value as object), ...place })} />}
          <ObjectInputs {...{ field, path, value, onChange, context }} />
        </fieldset>
      )
    case 'list':
      return <ListInput {...{ field, path, value: value as unknown[], onChange, context }} />
    case 'number':
      return <NumberField {...common} value={value as number} unit={field.unit} />
    case 'flag':
      return (
        <label className="setting-flag">
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
        <div className="setting-picture">
          <PictureField {...common} value={text} upload={uploadPicture('quill', uploading)} tooLarge={messages.coverTooLarge} />
          {field.shape && <p className="setting-help">{`显示为${field.shape[0]}×${field.shape[1]}`}</p>}
        </div>
      )
    case 'richText':
      return (
        <Suspense fallback={<p className="setting-help">正在加载编辑器…</p>}>
          <p className="field-label">{field.label}</p>
          <RichField {...common} value={text} upload={uploadPicture('quill', uploading)} onMissing={setMissing} onPreview={preview} />
        </Suspense>
      )
    case 'paragraph':
      return <TextArea {...common} value={text} rows={field.max > 120 ? 4 : 2} />
    default:
      return <TextField {...common} value={text} {...inputOf[field.kind]} />
  }
}

const inputOf: Partial<Record<SiteField['kind'], { type?: 'tel' | 'url'; inputMode?: 'tel' | 'url' | 'numeric'; placeholder?: string }>> = {
  phone: { type: 'tel', inputMode: 'tel' },
  link: { inputMode: 'url' },
  day: { placeholder: '2026-03-12' },
  film: { inputMode: 'url' },
}

/** The inputs of an object without a frame of their own. */
export function ObjectInputs({ field, path, value, onChange, context }: InputProps) {
  if (field.kind !== 'object') return <SiteFieldInput {...{ field, path, value, onChange, context }} />
  const values = value as Readonly<Record<string, unknown>>
  return Object.entries(field.fields).map(([name, each]) => (
    <SiteFieldInput key={name} field={each} path={`${path}.${name}`} value={values[name]} onChange={(changed) => onChange({ ...values, [name]: changed })} context={context} />
  ))
}
