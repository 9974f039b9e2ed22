import type { FieldValues } from '../../../contract/kinds/merge.ts'
import type { UploadType } from '../../../contract/calls/rules.ts'
import type { SiteField } from '../../../contract/site/siteFieldKinds.ts'
import type { MenuPages } from './choiceFields.tsx'
import type { GroupValues, KeyPath } from './groupValues.ts'

export interface InputContext {
  form: string
  values: GroupValues
  disabled: boolean
  /** The messages of invalid values, by their paths. */
  problems: ReadonlyMap<string, string>
  /** What menus can lead to. */
  menuPages: MenuPages
  /** What its pictures are uploaded as. */
  pictureType: UploadType
  /** Shows the page, with the current content of a text. */
  preview(latest: FieldValues): void
  /** It is called when a field is left. */
  check?(name: string): void
}

export interface InputProps {
  field: SiteField
  /** The path from the record to this value as the server names it, such as `scenarios.2.name`. */
  path: string
  /** The same with the keys of the items. */
  keyPath: KeyPath
  value: unknown
  /** Only a text area has rows. */
  rows?: number
  context: InputContext
}
