import { useId } from 'react'
import type { PickMedia } from '../../editor/importer.ts'
import type { FetchPictures } from '../../editor/outsidePictures.ts'
import { withSheet } from '../../lib/sheets.ts'
import type { Target } from '../../lib/uploads.ts'
import { api } from '../session/api.ts'
import { Failing } from '../ui/Failing.tsx'
import { Field, type FieldProps } from '../ui/fields.tsx'
import { later } from '../ui/later.tsx'
import { uploads } from './uploads.ts'

const editorFile = () => withSheet(import('../../editor/Editor.tsx'))
const Editor = later(async () => (await editorFile()).Editor)

/** For a form that is likely to be opened next, which then has it at once. Without it the form says why. */
export const loadEditor = (): void => void editorFile().catch(() => {})

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
      <Failing>
        <Editor
          {...{ label, value, onChange, uploads, target, markdown, pick, fetchPictures, disabled }}
          onPreview={(html) => onPreview({ [name]: html })}
        />
      </Failing>
    </Field>
  )
}
