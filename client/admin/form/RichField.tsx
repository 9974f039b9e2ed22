import { useId } from 'react'
import { Editor } from '../../editor/Editor.tsx'
import type { PickMedia } from '../../editor/importer.ts'
import type { FetchPictures } from '../../editor/outsidePictures.ts'
import type { Target } from '../../lib/uploads.ts'
import { api } from '../api.ts'
import { Field, type FieldProps } from '../ui/fields.tsx'
import { uploads } from './uploads.ts'

interface Props extends FieldProps {
  target: Target
  pick: PickMedia
  /** It is called with the current content. */
  onPreview(latest: Readonly<Record<string, string>>): void
}

const markdown = async (text: string): Promise<string> => (await api('markdown', { text })).html
export const fetchPictures: FetchPictures = (addresses) => api('mediaFetch', { addresses })

export function RichField({ label, name, value, onChange, target, pick, onPreview, error, disabled = false }: Props) {
  const id = useId()
  return (
    <Field id={id} label={label} labelHidden group error={error}>
      <Editor
        {...{ label, value, onChange, uploads, target, markdown, pick, fetchPictures, disabled }}
        onPreview={(html) => onPreview({ [name]: html })}
      />
    </Field>
  )
}
