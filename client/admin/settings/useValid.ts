import { useMemo, useRef } from 'react'
import type { InputOf } from '../../../contract/calls.ts'
import type { FieldValues } from '../../../contract/merge.ts'
import { mapFields, problemsOf, type SiteField } from '../../../contract/siteFieldKinds.ts'
import type { SiteGroup } from '../../../contract/siteFields.ts'
import { decode } from '../described/settingsForm.ts'

/** The values that a preview can show: in place of what is invalid, what was valid before. */
export function useValid(group: SiteGroup, texts: FieldValues) {
  const last = useRef<Partial<Record<string, unknown>>>({})
  return useMemo(() => {
    const invalid: string[] = []
    const values = mapFields(group.fields, (name, field) => {
      const value = decode(field, texts[name])
      const valid = validPart(field, value, last.current[name])
      if (valid !== value) invalid.push(field.label)
      return valid
    })
    last.current = values
    return { values: values as Partial<InputOf<'siteUpdate'>>, invalid }
  }, [texts])
}

/**
 * The value with what was valid before in place of what is invalid; undefined where nothing was. Items that have just been added are left
 * out.
 */
function validPart(field: SiteField, value: unknown, last: unknown): unknown {
  const isValid = (candidate: unknown): boolean => problemsOf(field, candidate, '').length === 0
  if (isValid(value)) return value
  const mended = mendedPart(field, value, last)
  return isValid(mended) ? mended : last
}

function mendedPart(field: SiteField, value: unknown, last: unknown): unknown {
  if (field.kind === 'object') {
    const parts = value as Readonly<Record<string, unknown>> | undefined
    const lastParts = last as Readonly<Record<string, unknown>> | undefined
    return Object.fromEntries(
      Object.entries(field.fields).map(([name, part]) => [name, validPart(part, parts?.[name], lastParts?.[name])]),
    )
  }
  if (field.kind !== 'list') return last
  const items = value as readonly unknown[] | undefined
  const lastItems = (last ?? []) as readonly unknown[]
  if (items?.length === lastItems.length) return items.map((item, index) => validPart(field.of, item, lastItems[index]))
  return items?.filter((item) => problemsOf(field.of, item, '').length === 0)
}
