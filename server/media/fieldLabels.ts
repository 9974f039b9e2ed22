import { fieldLabels } from '../../contract/kinds/fieldLabels.ts'
import type { MediaUser } from '../../contract/media/media.ts'
import type { SiteField } from '../../contract/site/siteFieldKinds.ts'
import { groupOfPath } from '../../contract/kinds/fieldPaths.ts'
import { siteFields } from '../../contract/site/siteFields.ts'

/** What staff call a field that holds the address of an upload: the last of its path, since drafts and lists hold it deeper. */
export function fieldLabel(kind: MediaUser, path: readonly string[]): string {
  const name = path.findLast((part) => !/^\d+$/.test(part)) ?? ''
  return fieldLabels[kind]?.[name] ?? name
}

/** Labels a kept version of a legal text. */
export const noticeLabel = (date: string): string => (date === '' ? '历史版本' : `历史版本（${date}生效）`)

/** The group of settings that has this field. */
export const siteGroupOf = ([field = '']: readonly string[]): string | undefined => groupOfPath(field)?.id

/** Includes the name of the list's item: 项目案例·黄河建工. */
export function siteFieldLabel([field = '', ...rest]: readonly string[], site: object): string {
  const label = Object.entries<SiteField>(siteFields).find(([name]) => name === field)?.[1].label ?? field
  const [item] = rest
  const list = (site as Readonly<Record<string, unknown>>)[field]
  const entry: unknown = Array.isArray(list) && item !== undefined ? list[Number(item)] : undefined
  const { name: own, title }: { name?: unknown; title?: unknown } =
    typeof entry === 'object' && entry !== null ? entry : {}
  const name = own ?? title
  return typeof name === 'string' && name !== '' ? `${label}·${name}` : label
}
