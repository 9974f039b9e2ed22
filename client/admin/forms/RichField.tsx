import { useId } from 'react'
import { Editor } from '../../editor/Editor.tsx'
import { api } from '../api.ts'
import { Field, type FieldProps } from '../ui/Field.tsx'
import type { UploadPicture } from '../ui/PictureField.tsx'

interface Props extends FieldProps {
  upload: UploadPicture
  onMissing(pictures: number): void
  /** With the content as it is in this moment. */
  onPreview(latest: Readonly<Record<string, string>>): void
}

const markdown = async (text: string): Promise<string> => (await api('markdown', { text })).html

export function RichField({ label, name, value, onChange, upload, onMissing, onPreview, fault, disabled = false }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden group fault={fault}>
      <Editor {...{ label, value, onChange, upload, markdown, onMissing, disabled }} onPreview={(html) => onPreview({ [name]: html })} />
    </Field>
  )
}
