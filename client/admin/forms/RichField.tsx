import { useId } from 'react'
import { Editor } from '../../editor/Editor.tsx'
import type { PickMedia } from '../../editor/importer.ts'
import { api } from '../api.ts'
import { Field, type FieldProps } from '../ui/Field.tsx'
import type { UploadPicture } from '../ui/PictureField.tsx'

interface Props extends FieldProps {
  upload: UploadPicture
  pick: PickMedia
  onMissing(pictures: number): void
  /** Called with the current content. */
  onPreview(latest: Readonly<Record<string, string>>): void
}

const markdown = async (text: string): Promise<string> => (await api('markdown', { text })).html

export function RichField({ label, name, value, onChange, upload, pick, onMissing, onPreview, error, disabled = false }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden group error={error}>
      <Editor {...{ label, value, onChange, upload, markdown, pick, onMissing, disabled }} onPreview={(html) => onPreview({ [name]: html })} />
    </Field>
  )
}
