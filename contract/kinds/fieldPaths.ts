import type { SiteField } from '../site/siteFieldKinds.ts'
import { type SiteGroup, siteGroups } from '../site/siteFields.ts'

/** The group that has the field at this path. */
export const groupOfPath = (path: string): SiteGroup | undefined =>
  siteGroups.find(({ fields }) => path.split('.', 1)[0]! in fields)

/** The field at a path such as `scenarios.2.name`; undefined where there is none. */
export function fieldAtPath(path: string): SiteField | undefined {
  const [name = '', ...steps] = path.split('.')
  let field = groupOfPath(path)?.fields[name]
  for (const step of steps) field = field && memberOf(field, step)
  return field
}

function memberOf(field: SiteField, step: string): SiteField | undefined {
  if (field.kind === 'list') return field.of
  return field.kind === 'object' ? field.fields[step] : undefined
}

/** What staff call the field: 首页 · 标题与引言 · 产品 · 标题. */
export function wordsOfPath(path: string): string {
  const group = groupOfPath(path)
  const [name = '', ...steps] = path.split('.')
  let field = group?.fields[name]
  const words = [group?.title ?? '', field?.label ?? '']
  for (const step of steps) {
    const isItem = field?.kind === 'list'
    field = field && memberOf(field, step)
    if (!isItem) words.push(field?.label ?? '')
    else words.push(`第${Number(step) + 1}项`)
  }
  return words.filter((word, index) => word !== '' && word !== words[index - 1]).join(' · ')
}
