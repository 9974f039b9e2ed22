import { useRef } from 'react'
import { type AdminIconName, Button } from './buttons.tsx'

interface Props {
  label: string
  /** What its field is called, where that says more. */
  fieldLabel?: string
  /** The types and the ends of names, as a field for files has them. */
  accept: readonly string[]
  kind?: 'primary' | false
  icon?: AdminIconName
  busy?: boolean
  disabled?: boolean
  /** A folder is chosen, and all files in it. */
  folder?: boolean
  take(files: File[]): void
}

/** A button that chooses files. */
export function FileButton({
  label,
  fieldLabel = label,
  accept,
  busy = false,
  disabled = false,
  folder = false,
  take,
  ...look
}: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...look} busy={busy} disabled={disabled} onClick={() => busy || input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-label={fieldLabel}
        accept={accept.join()}
        {...(folder && { webkitdirectory: '' })}
        onChange={({ currentTarget }) => {
          take([...(currentTarget.files ?? [])])
          // Otherwise choosing the same file again would be no change.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
