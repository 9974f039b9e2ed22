/** The values of a form, by the names of its fields. */
export type FieldValues = Readonly<Record<string, string>>

interface MergedFields<V extends FieldValues> {
  /** Mine where I changed something, theirs everywhere else. Where both did, mine, until a person has chosen. */
  values: V
  /** Fields that they changed and I did not. */
  theirs: readonly (keyof V & string)[]
  /** Fields that both changed, each to something else. */
  both: readonly (keyof V & string)[]
}

/**
 * Merges two versions of a record, field by field, by what both were made from. A field that `base` lacks counts as changed by
 * both: then nothing is overwritten without a question.
 */
export function mergeFields<V extends FieldValues>(base: Partial<V>, mine: V, theirs: V): MergedFields<V> {
  const names = Object.keys(theirs) as (keyof V & string)[]
  const theirsOnly = names.filter((name) => mine[name] === base[name] && theirs[name] !== base[name])
  const both = names.filter((name) => mine[name] !== base[name] && theirs[name] !== base[name] && mine[name] !== theirs[name])
  return { values: { ...mine, ...pick(theirs, theirsOnly) }, theirs: theirsOnly, both }
}

/** What an update sends. */
export const changedFields = <V extends FieldValues>(base: Partial<V>, values: V): Partial<V> =>
  pick(values, (Object.keys(values) as (keyof V & string)[]).filter((name) => values[name] !== base[name]))

export function pick<V extends FieldValues>(values: Partial<V>, names: readonly (keyof V & string)[]): Partial<V> {
  return Object.fromEntries(names.map((name) => [name, values[name]])) as Partial<V>
}
