import { useId } from 'react'
import { Editor } from '../../editor/Editor.tsx'
import { Field, type FieldProps } from '../ui/Field.tsx'
import type { UploadPicture } from '../ui/PictureField.tsx'

interface Props extends FieldProps {
  upload: UploadPicture
}

export function RichField({ label, value, onChange, upload, fault, disabled = false }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} group fault={fault}>
      <Editor label={label} value={value} onChange={onChange} upload={upload} disabled={disabled} />
    </Field>
  )
}
