import { problemsOf, type SiteField } from '../../../contract/siteFieldKinds.ts'

/**
 * The value with what was valid before in place of what is invalid; undefined where nothing was. Items that have just been added are left
 * out.
 */
export function validPart(field: SiteField, value: unknown, last: unknown): unknown {
  const isValid = (each: unknown): boolean => problemsOf(field, each, '').length === 0
  if (isValid(value)) return value
  const mended = mendedPart(field, value, last)
  return isValid(mended) ? mended : last
}

function mendedPart(field: SiteField, value: unknown, last: unknown): unknown {
  if (field.kind === 'object') {
    const [given, before] = [value, last] as Readonly<Record<string, unknown>>[]
    return Object.fromEntries(Object.entries(field.fields).map(([name, each]) => [name, validPart(each, given?.[name], before?.[name])]))
  }
  if (field.kind !== 'list') return last
  const [given, before] = [value, last ?? []] as (readonly unknown[])[]
  if (given?.length === before?.length) return given?.map((item, index) => validPart(field.of, item, before?.[index]))
  return given?.filter((item) => problemsOf(field.of, item, '').length === 0)
}
