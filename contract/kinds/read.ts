import { completeMembers, isObject, type SiteFields } from '../site/siteFieldKinds.ts'

export type StoredValues = Readonly<Record<string, unknown>>

/**
 * What is stored is older, or newer, than the program that reads it. So it is completed, and never refused for a rule: rules bind what is
 * sent. Names that no description has are kept, so that a return to another version loses nothing.
 */
interface Descriptions {
  /** What every record has: an absent text is '', an absent list []. */
  fields: SiteFields
  /** What may be absent, and then stays so. */
  options?: SiteFields
}

/** Of a record that lacks a field, or has it with another type, the value comes from `fallback`, or is empty. */
export function completed(
  { fields, options = {} }: Descriptions,
  stored: StoredValues,
  fallback: StoredValues = {},
): StoredValues {
  const present = Object.entries(options).filter(([name]) => (stored[name] ?? stored[`${name}?`]) !== undefined)
  return completeMembers({ ...fields, ...Object.fromEntries(present) }, { ...stored }, fallback)
}

/** `refusal`: why it cannot be served at all, for the log. */
type Reading = { record: StoredValues; refusal?: undefined } | { record?: undefined; refusal: string }

/** Reads what is stored as the record of this id. */
export function readRecord(complete: (stored: StoredValues) => object, id: string, stored: unknown): Reading {
  if (!isObject(stored)) return { refusal: 'it is not an object' }
  if (stored.id !== id) return { refusal: 'its id is not its file name' }
  if (typeof stored.createdAt !== 'string' || Number.isNaN(Date.parse(stored.createdAt)))
    return { refusal: 'its createdAt is not a time' }
  return { record: complete(stored) as StoredValues }
}
