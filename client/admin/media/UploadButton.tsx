import { useRef } from 'react'
import { documentNames } from '../../../contract/documents.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { Button } from '../ui/buttons.tsx'
import { addFiles } from './library.ts'

const documentTypes = Object.keys(documentNames).map((extension) => `.${extension}`)
/** Films by their extensions, too: some systems do not report their type. */
const types = { picture: pictureTypes, film: ['video/mp4', 'video/webm', '.mp4', '.webm'], document: documentTypes } as const

interface Props {
  primary?: boolean
  /** All if none is given. */
  type?: keyof typeof types
  label?: string
  add?(files: File[]): void
}

export function UploadButton({ primary = false, type, label = '上传素材', add = addFiles }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button kind={primary && 'primary'} icon="upload" onClick={() => input.current?.click()}>{label}</Button>
      <input
        ref={input} type="file" multiple hidden tabIndex={-1} accept={(type ? types[type] : Object.values(types).flat()).join()}
        aria-label={label}
        onChange={({ currentTarget }) => {
          add([...(currentTarget.files ?? [])])
          // Otherwise choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
