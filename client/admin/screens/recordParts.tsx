import type { ReactNode } from 'react'
import { tooLarge } from '../../../contract/rules.ts'
import type { Sender } from '../../lib/uploads.ts'
import type { FieldsProps } from '../forms/RecordDialog.tsx'
import { PictureField } from '../forms/PictureField.tsx'
import { RichField } from '../forms/RichField.tsx'
import { clamped, minute, nameOr } from '../lists/cells.tsx'
import { openPicker, pickPicture } from '../media/MediaPicker.tsx'
import type { FieldProps } from '../ui/Field.tsx'
import { TextField } from '../ui/TextField.tsx'
import { pictures } from '../work/senders.ts'

/** The column that names the records. */
export const titleColumn = <K extends string>(key: K, title: string) => ({
  key, title, sortable: true, always: true, cell: (row: Readonly<Record<K, string>>): ReactNode => clamped(nameOr(row[key]), true),
} as const)

export const timeColumn = {
  key: 'createDate', title: '时间', width: '9.5rem', sortable: true,
  cell: ({ createDate }: { createDate: string }): ReactNode => minute(createDate),
} as const

interface TitleSearchProps<K extends string> {
  name: K
  label: string
  typed: Readonly<Record<K, string>>
  type(words: Readonly<Record<K, string>>): void
}

export const TitleSearch = <K extends string>({ name, label, typed, type }: TitleSearchProps<K>) => (
  <TextField
    inline label={label} name={name} type="search" value={typed[name]} onChange={(word) => type({ [name]: word } as Record<K, string>)}
  />
)

const textPictures = pictures('quill', tooLarge.quill)

interface FormField extends FieldProps {
  /** The name of the form. */
  form: string
}

export const BodyField = ({ form, preview, ...field }: FormField & { preview: FieldsProps<Record<string, string>>['preview'] }) => (
  <RichField {...field} target={{ form, field: field.name, sender: textPictures }} pick={openPicker} onPreview={preview} />
)

export const CoverField = ({ form, sender, ...field }: FormField & { sender: Sender }) => (
  <PictureField {...field} pick={pickPicture} target={{ form, field: field.name, sender }} />
)
