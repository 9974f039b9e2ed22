import type { SiteField } from '../../../contract/siteFieldKinds.ts'

/** What the inputs of a form share. */
export interface InputContext {
  disabled: boolean
  /** The messages of invalid values, by their paths. */
  problems: ReadonlyMap<string, string>
  /** Counts an upload, which a save waits for. */
  uploading<T>(work: Promise<T>): Promise<T>
  setMissing(pictures: number): void
  preview(): void
  /** How often the form was saved. */
  saves: number
}

export interface InputProps {
  field: SiteField
  /** The path from the record to this value, such as `cases.2.name`. */
  path: string
  value: unknown
  onChange(value: unknown): void
  context: InputContext
}
