import assert from 'node:assert/strict'
import type { createForm } from '../../client/admin/form/form.ts'
import type { Change, MergedFields } from '../../contract/kinds/merge.ts'

const names = (changes: readonly Change[]): string[] => changes.map(({ name }) => name)

/** A merge by the names of its fields. */
export const merged = ({ values, theirs, both }: MergedFields) => ({
  values,
  theirs: names(theirs),
  both: names(both),
})

/** What a form asks about. */
export function asked({ view }: Pick<ReturnType<typeof createForm>, 'view'>) {
  const { conflict, values } = view.value
  assert.ok(conflict)
  return { changedBy: conflict.changedBy, ...merged(conflict.merged(values)) }
}
