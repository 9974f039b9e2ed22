import { useRef, useState } from 'react'
import { documentFacts } from '../../../contract/media/documents.ts'
import { customPage } from '../../../contract/kinds/recordPages.ts'
import type { Model } from '../../../contract/kinds/sheetColumns.ts'
import { messages, tooLarge, withScheme } from '../../../contract/calls/rules.ts'
import type { ObjectField, Section, SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { PictureField } from './PictureField.tsx'
import { RichField } from '../form/RichField.tsx'
import { usePastedPictures } from '../form/usePastedPictures.ts'
import { openPicker, pickPicture } from '../media/MediaPicker.tsx'
import { groupNames, may, proofChoices } from '../session/session.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import {
  Control,
  type FieldProps,
  NumberField,
  SelectField,
  TextArea,
  TextField,
  type TextFieldProps,
  Toggle,
} from '../ui/fields.tsx'
import { pictures } from '../form/senders.ts'
import { useUploads } from '../form/uploads.ts'
import { toast } from '../ui/Toast.tsx'
import type { KeyPath } from './groupValues.ts'
import { AccentField, GroupAboveField, IconField, MenuTargetField } from './choiceFields.tsx'
import { Inputs } from './Inputs.tsx'
import type { InputProps } from './inputProps.ts'
import { filesOf, sendFiles, sentTo } from './listFiles.tsx'
import { ListInput, type ListProps } from './ListInput.tsx'
import { MenuInput } from './MenuInput.tsx'
import { ModelsInput } from './ModelsInput.tsx'
import type { Place } from '../../lib/tiles.ts'
import { PastedPlace } from './PastedPlace.tsx'
import { FiguresInput } from './FiguresInput.tsx'
import { ProductField } from './ProductField.tsx'
import { SectionsInput } from './SectionsInput.tsx'

const textSender = pictures('quill', tooLarge.quill)

const looks: Partial<Record<SiteField['kind'], string>> = {
  object: ' setting-part',
  list: ' setting-part',
  sections: ' setting-part',
  document: ' setting-file',
}

/** Draws the input of any field of the settings, with its label. */
export function SiteFieldInput(props: InputProps) {
  const { field, path } = props
  const input = <FieldInput {...props} {...(field.kind === 'paragraph' && { rows: field.max > 120 ? 4 : 2 })} />
  return (
    <div className={`setting-value${looks[field.kind] ?? ''} stack`} data-path={path}>
      {field.kind === 'richText' && <p className="field-label strong">{field.label}</p>}
      {input}
      {field.kind === 'picture' && field.help && <p className="setting-help muted">{field.help}</p>}
    </div>
  )
}

/** The input alone, as forms of records have it. */
export function FieldInput(props: InputProps) {
  const { field, path, keyPath, value, rows, context } = props
  const { problems, form, values, pictureType, preview, check } = context
  const locked = field.permission !== undefined && !may(field.permission)
  const disabled = context.disabled || locked
  const help = locked ? `${field.help ?? ''}您的账号不能修改这一项。` : field.help
  const onChange = (changed: unknown): void => values.set(keyPath, changed)
  const text = value as string
  const onBlur = (): void => {
    const whole = field.kind === 'link' ? withScheme(text.trim()) : text
    if (whole !== text) onChange(whole)
    check?.(path)
  }
  const common = {
    label: field.label,
    name: path,
    value: text,
    error: problems.get(path),
    hint: help,
    disabled,
    onChange,
    onBlur,
  }
  const target = { form, field: keyPath.join('.') }
  switch (field.kind) {
    case 'object':
      return <ObjectFieldset {...props} field={field} />
    case 'sections':
      return <SectionsInput {...props} field={field} value={value as Section[]} />
    case 'list': {
      const list = { ...props, value: value as unknown[], Inputs: ObjectInputs }
      if (field.more) return <FiguresInput {...list} field={field} more={field.more} />
      if (field.phoneOrder) return <MenuInput {...list} field={field} />
      const folded = field.measure !== undefined
      return folded ? <FoldedList {...list} field={field} /> : <ListInput {...list} field={field} />
    }
    case 'number':
      return <NumberField {...common} value={value as number | null} unit={field.unit} signed={field.min < 0} />
    case 'flag':
      return (
        <div>
          <Toggle
            label={field.label}
            {...placeholderOf(field)}
            on={value === true}
            disabled={disabled}
            onChange={onChange}
          />
          {help && <p className="setting-help muted">{help}</p>}
        </div>
      )
    case 'document':
      return field.required ? (
        <DocumentLink address={text} label={field.label} />
      ) : (
        <FileField {...common} type="document" />
      )
    case 'menuTarget':
      return <MenuTargetField {...common} pages={context.menuPages} />
    case 'choice':
      return <SelectField {...common} options={Object.entries(field.options)} />
    case 'icon':
      return <IconField {...common} />
    case 'product':
      return <ProductField {...common} />
    case 'proof':
      return <SelectField {...common} options={proofChoices(text)} />
    case 'accent':
      return <AccentField {...common} />
    case 'groupAbove':
      return <GroupAboveField {...common} {...{ keyPath, values }} />
    case 'group':
      return <SelectField {...common} options={[['', '请选择'], ...groupNames()]} />
    case 'picture': {
      const sender = pictures(pictureType, pictureType === 'quill' ? messages.coverTooLarge : tooLarge[pictureType])
      return (
        <PictureField
          {...common}
          pick={pickPicture}
          required={field.required !== undefined}
          target={{ ...target, sender }}
          onDark={field.onDark}
          shape={field.shape}
          brief={pictureType === 'quill'}
        />
      )
    }
    case 'film':
      return <FileField {...common} type="film" />
    case 'richText':
      return <RichField {...common} target={{ ...target, sender: textSender }} pick={openPicker} onPreview={preview} />
    case 'paragraph':
      return <TextArea {...common} {...placeholderOf(field)} {...(rows && { rows })} />
    default:
      return <TextField {...common} {...placeholderOf(field)} {...inputOf[field.kind]} />
  }
}

const placeholderOf = (field: SiteField) =>
  'placeholder' in field && field.placeholder !== undefined && { placeholder: field.placeholder }

const inputOf: Partial<
  Record<SiteField['kind'], Pick<TextFieldProps, 'type' | 'inputMode' | 'placeholder' | 'prefix'>>
> = {
  phone: { type: 'tel', inputMode: 'tel' },
  link: { inputMode: 'url' },
  pagePath: { inputMode: 'url', prefix: customPage('') },
  day: { type: 'date' },
}

/** It is replaced by another item, not by another file. */
function DocumentLink({ address, label }: { address: string; label: string }) {
  const facts = documentFacts(address, undefined)
  return (
    <a className="link row" href={address} target="_blank" rel="noreferrer" aria-label={`${facts}，${label}`}>
      {facts}
    </a>
  )
}

function ObjectFieldset(props: InputProps & { field: ObjectField }) {
  const { field, path, keyPath, value, context } = props
  const { disabled, problems, values } = context
  const onChange = (changed: unknown): void => values.set(keyPath, changed)
  return (
    <fieldset className={field.beside ? 'setting-object setting-beside stack' : 'setting-object stack'}>
      <legend>{field.label}</legend>
      {field.help && (
        <p className="setting-help muted">
          {field.help}
          {field.page && (
            <a className="inline-link" href={field.page} target="_blank" rel="noreferrer">
              查看页面
            </a>
          )}
        </p>
      )}
      {problems.has(path) && <p className="field-note bad">{problems.get(path)}</p>}
      {field.position && (
        <PastedPlace
          place={value as Place}
          disabled={disabled}
          onChange={(position) => onChange({ ...(value as object), ...position })}
        />
      )}
      <ObjectInputs {...props} />
      {field.insteadOf && <InsteadOfOwn {...props} paths={field.insteadOf} />}
    </fieldset>
  )
}

/** Lets the pictures beside it give way, so that it is shown in their places. */
function InsteadOfOwn({
  field,
  keyPath,
  context: { values, disabled },
  paths,
}: InputProps & { paths: readonly string[] }) {
  const around = keyPath.slice(0, -1)
  const placeOf = (path: string): KeyPath => [...around, ...path.split('.')]
  const filled = paths.filter((path) => values.valueAt(placeOf(path)))
  if (filled.length === 0) return null
  const clear = (): void => {
    const before = values.valueAt(around)
    for (const path of filled) values.set(placeOf(path), '')
    toast(`都用${field.label}的这一张了，保存后生效`, 'info', { undo: () => values.set(around, before) })
  }
  return (
    <p className="muted">
      {`${filled.length}个页面有自己的横幅。`}
      {!disabled && <LinkButton onClick={clear}>都改用这一张</LinkButton>}
    </p>
  )
}

/** Draws the inputs of an object, without a fieldset around them. */
function ObjectInputs(props: InputProps) {
  const { field, path, keyPath, value, context } = props
  if (field.kind !== 'object') return <SiteFieldInput {...props} />
  const values = value as Readonly<Record<string, unknown>>
  return (
    <Inputs {...props} fields={field.fields}>
      {(name, each) =>
        each.kind !== 'groupId' && (
          <SiteFieldInput
            key={name}
            field={each}
            path={`${path}.${name}`}
            keyPath={[...keyPath, name]}
            value={values[name]}
            context={context}
          />
        )
      }
    </Inputs>
  )
}

/** A film or document of the media library, where these are uploaded, or its address. */
function FileField({ type, ...props }: FieldProps & { type: 'film' | 'document' }) {
  const { value, disabled, onChange } = props
  const pick = async (): Promise<void> => {
    const picked = await openPicker(type)
    if (picked) onChange(picked.address)
  }
  return (
    <Control {...props}>
      {(attributes) => (
        <div className="film-field row wraps">
          <input {...attributes} inputMode="url" autoComplete="off" />
          <Button disabled={disabled} onClick={() => void pick()}>
            从素材库选择
          </Button>
          {value !== '' && (
            <Button disabled={disabled} onClick={() => onChange('')}>
              移除
            </Button>
          )}
        </div>
      )}
    </Control>
  )
}

/** A list of a record, folded while it is empty, since most records have none. */
function FoldedList(props: ListProps) {
  const {
    field,
    path,
    value: { length },
    context: { disabled, problems },
  } = props
  const box = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(false)
  const count = useUploads(() => sentTo(props).length) + length
  const invalid = [...problems.keys()].some((name) => name === path || name.startsWith(`${path}.`))
  usePastedPictures(box, false, (files) => sendFiles(files, props))
  return (
    <details
      className="list-fold"
      open={opened || count > 0 || invalid}
      ref={box}
      data-pastes={(!disabled && filesOf(field) === 'picture') || undefined}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{count > 0 ? `${field.label}（${length}）` : field.label}</summary>
      {field.columns ? (
        <ModelsInput {...props} field={field} value={props.value as Model[]} />
      ) : (
        <ListInput {...props} folded />
      )}
    </details>
  )
}
