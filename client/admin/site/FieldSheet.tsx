import type { ReactNode } from 'react'
import type { SiteGroup } from '../../../contract/site/siteFields.ts'
import type { KeyPath } from '../fields/groupValues.ts'
import type { InputContext } from '../fields/inputProps.ts'
import { SiteFieldInput } from '../fields/SiteFieldInput.tsx'
import { Button } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { fieldAtPath, wordsOfPath } from '../../../contract/kinds/fieldPaths.ts'

interface Props {
  group: SiteGroup
  path: string
  context: InputContext
  /** Why the group was not saved: it may be another of its fields. */
  message: string
  /** Saves the group. */
  save: ReactNode
  onClose(): void
}

/** One field of a group over the page on which somebody has tapped its text. What is typed is in the form, too. */
export function FieldSheet({ group, path, context, message, save, onClose }: Props) {
  const field = fieldAtPath(path)
  const place = valueAt(path, context)
  if (!field || !place) return null
  return (
    <Modal
      open
      title={wordsOfPath(path).replace(`${group.title} · `, '')}
      width="32rem"
      onClose={onClose}
      footer={
        <>
          {message !== '' && (
            <p className="form-message bad" role="status">
              {message}
            </p>
          )}
          <Button onClick={onClose}>完成</Button>
          {save}
        </>
      }
    >
      <div className="settings-form">
        <SiteFieldInput {...{ field, path, context }} keyPath={place.keyPath} value={place.value} />
      </div>
    </Modal>
  )
}

/** Undefined where an item has gone. */
function valueAt(path: string, { values }: InputContext) {
  const [name = '', ...steps] = path.split('.')
  let keyPath: KeyPath = [name]
  let value = values.valueAt(keyPath)
  for (const step of steps) {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value
      const key = values.keysOf(keyPath, items)[Number(step)]
      if (key === undefined) return undefined
      keyPath = [...keyPath, key]
      value = items[Number(step)]
    } else {
      keyPath = [...keyPath, step]
      value = (value as Readonly<Record<string, unknown>> | undefined)?.[step]
    }
  }
  return value === undefined ? undefined : { keyPath, value }
}

/** A rich text has an editor of its own, which is in the form, and a long list is better seen there. */
export const hasSheet = (path: string): boolean => {
  const field = fieldAtPath(path)
  return field !== undefined && field.kind !== 'richText' && field.kind !== 'list' && field.kind !== 'sections'
}
