import type { SiteField } from '../../contract/siteFieldKinds.ts'

const written = new Set(['text', 'paragraph', 'richText', 'icp', 'police', 'creditCode', 'day'])

/** The value with every text replaced by Latin letters. */
export function marked(field: SiteField, value: unknown, path: string): unknown {
  if (field.kind === 'list')
    return (value as unknown[]).map((item, index) => marked(field.of, item, `${path}.${index}`))
  if (field.kind !== 'object') return written.has(field.kind) && value !== '' ? `x${path.replaceAll('.', '-')}x` : value
  return Object.fromEntries(
    Object.entries(field.fields).map(([name, each]) => [
      name,
      marked(each, (value as Record<string, unknown>)[name], `${path}.${name}`),
    ]),
  )
}
