import { useRef, useState } from 'react'
import { usePastedPictures } from '../forms/usePastedPictures.ts'
import { useUploads } from '../work/uploads.ts'
import { filesOf, sendFiles, sentTo } from './listFiles.ts'
import { ListInput, type ListProps } from './ListInput.tsx'

/** A list of a record, folded while it is empty, since most records have none. */
export function FoldedList(props: ListProps) {
  const { field, path, value: { length }, context: { disabled, problems } } = props
  const box = useRef<HTMLDetailsElement>(null)
  const [opened, setOpened] = useState(false)
  const count = useUploads(() => sentTo(props).length) + length
  const invalid = [...problems.keys()].some((name) => name === path || name.startsWith(`${path}.`))
  usePastedPictures(box, false, (files) => sendFiles(files, props))
  return (
    <details
      className="list-fold" open={opened || count > 0 || invalid} ref={box}
      data-pastes={(!disabled && filesOf(field) === 'picture') || undefined}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{count > 0 ? `${field.label}（${length}）` : field.label}</summary>
      <ListInput {...props} folded />
    </details>
  )
}
