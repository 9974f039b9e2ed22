import { documentFacts } from '../../../contract/media/documents.ts'
import type { ListField, Section, SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { blocksOf, textOf } from './compare.ts'
import type { FieldDisplay } from './record.ts'
import { groupNames } from '../session/session.ts'

/** A value as comparisons show it: one line for each part. */
export function readable(field: FieldDisplay, value: unknown): string {
  if ((value ?? '') === '') return ''
  switch (field.kind) {
    case 'list':
      // Those of records are short.
      if (field.measure !== undefined || field.of.kind === 'picture') return linesOf(field, value as unknown[])
      return (value as unknown[])
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
    case 'group':
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
      return value as string
  }
}

/** The title of a folded item: its first required text that is not empty. */
export function titleOf(field: SiteField, value: unknown): string {
  if (field.kind === 'object') {
    const named = Object.entries(field.fields).filter(([, each]) => each.kind === 'text' && each.required)
    return named.map(([name]) => (value as Record<string, string>)[name] ?? '').find((text) => text !== '') ?? ''
  }
  return ['list', 'picture', 'product'].includes(field.kind) ? '' : readable(field, value)
}

export function pictureIn(field: SiteField, value: unknown): string {
  if (field.kind === 'picture') return value as string
  if (field.kind !== 'object') return ''
  const [name] = Object.entries(field.fields).find(([, each]) => each.kind === 'picture') ?? []
  return name === undefined ? '' : ((value as Record<string, string>)[name] ?? '')
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
  if (field.kind === 'list') return linesOf(field, (value ?? []) as unknown[]).replaceAll('\n', '；')
  if (field.kind !== 'flag') return readable(field, value)
  return value === true ? field.label : ''
}
