import { useId } from 'react'
import { Editor } from '../../editor/Editor.tsx'
import { api } from '../api.ts'
import { Field, type FieldProps } from '../ui/Field.tsx'
import type { UploadPicture } from '../ui/PictureField.tsx'

interface Props extends FieldProps {
  upload: UploadPicture
  onMissing(pictures: number): void
}

const markdown = async (text: string): Promise<string> => (await api('markdown', { text })).html

export function RichField({ label, value, onChange, upload, onMissing, fault, disabled = false }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} group fault={fault}>
      <Editor {...{ label, value, onChange, upload, markdown, onMissing, disabled }} />
    </Field>
  )
}
