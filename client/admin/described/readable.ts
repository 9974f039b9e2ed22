import { documentFacts } from '../../../contract/documents.ts'
import { fieldList } from '../../../contract/merge.ts'
import type { ListField, Section, SiteField } from '../../../contract/siteFieldKinds.ts'
import { blocksOf, textOf } from '../form/compare.ts'
import type { FieldDisplay } from '../form/record.ts'
import { groupNames } from '../session.ts'

/** A value as comparisons show it: one line for each part. */
export function readable(field: SiteField, value: unknown): string {
  switch (field.kind) {
    case 'list':
      return ((value ?? []) as unknown[])
        .map((item, index) => `${index + 1}. ${readable(field.of, item).replaceAll('\n', '；')}`)
        .join('\n')
    case 'object': {
      const parts = Object.entries(field.fields).map(([name, each]) => ({
        label: each.label,
        text: readable(each, (value as Record<string, unknown>)[name]),
      }))
      return parts
        .filter(({ text }) => text !== '')
        .map(({ label, text }) => `${label}：${text}`)
        .join('\n')
    }
    case 'choice':
      return field.options[value as string] ?? ''
    case 'sections':
      return (value as Section[]).map(({ name, on }) => `${field.options[name]}${on ? '' : '（关闭）'}`).join('、')
    case 'groupId':
      return ''
    case 'groupAbove':
      return nameOfGroup(value as string)
    case 'document':
      return documentFacts(value as string, undefined)
    case 'flag':
      return value === true ? '是' : '否'
    case 'number':
      return `${String(value)}${field.unit ?? ''}`
    case 'richText':
      return blocksOf(value as string)
        .map(({ tokens }) => textOf(tokens))
        .join('\n')
    default:
      return (value ?? '') as string
  }
}

/** The title of a folded item: its first required text that is not empty. */
export function titleOf(field: SiteField, value: unknown): string {
  if (field.kind === 'object') {
    const named = Object.entries(field.fields).filter(([, each]) => each.kind === 'text' && each.required)
    return named.map(([name]) => (value as Record<string, string>)[name] ?? '').find((text) => text !== '') ?? ''
  }
  return field.kind === 'list' || field.kind === 'picture' ? '' : readable(field, value)
}

export function pictureOf(field: SiteField, value: unknown): string {
  if (field.kind === 'picture') return value as string
  if (field.kind !== 'object') return ''
  const [name] = Object.entries(field.fields).find(([, each]) => each.kind === 'picture') ?? []
  return name === undefined ? '' : ((value as Record<string, string>)[name] ?? '')
}

/** What a comparison of two versions shows of a field of a record. */
export function recordDisplay(field: SiteField): FieldDisplay {
  const { label } = field
  switch (field.kind) {
    case 'richText':
      return { label, kind: 'rich' }
    case 'picture':
      return { label, kind: 'picture' }
    case 'group':
      return { label, read: nameOfGroup }
    case 'list':
      return {
        label,
        kind: field.of.kind === 'picture' ? 'picture' : 'text',
        read: (text) => linesOf(field, fieldList(text) as unknown[]),
      }
    default:
      return { label }
  }
}

const nameOfGroup = (id: string): string => groupNames().find(([groupId]) => groupId === id)?.[1] ?? id

const linesOf = ({ of }: ListField, items: readonly unknown[]): string =>
  items
    .map((item) =>
      of.kind !== 'object'
        ? readable(of, item)
        : Object.entries(of.fields)
            .map(([name, each]) => partOf(each, (item as Record<string, unknown>)[name]))
            .filter(Boolean)
            .join('：'),
    )
    .join('\n')

/** A switch is shown by its label where it is on. */
function partOf(field: SiteField, value: unknown): string {
  if (field.kind !== 'flag') return readable(field, value)
  return value === true ? field.label : ''
}
