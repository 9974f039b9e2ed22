import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { calls } from '../contract/calls/calls.ts'
import type { Call } from '../contract/calls/callRow.ts'
import { deletable } from '../contract/kinds/entities.ts'
import type { Fields } from '../contract/calls/fields.ts'
import {
  contentOptionsOf,
  type KindName,
  kindNames,
  kinds,
  optionColumnsOf,
  pagedKinds,
  type RecordKind,
} from '../contract/kinds/kinds.ts'
import type { RecordField } from '../contract/kinds/recordFields.ts'
import { variantField } from '../contract/calls/rules.ts'
import { sheetKinds } from '../contract/kinds/sheetKinds.ts'
import type { SiteField, SiteFields } from '../contract/site/siteFieldKinds.ts'
import { siteFields } from '../contract/site/siteFields.ts'

const page = readFileSync(new URL('../docs/wire.md', import.meta.url), 'utf8')
const rows = page.matchAll(/^\*\*(GET|POST|PUT) (\S+)\*\* (\S+)\n\n(?:- takes ([^]*?)\n)?- replies /gm)
const written = new Map(
  [...rows].map(([, method, path, who, fields]) => [
    `${method} ${path}`,
    { who, fields: (fields ?? '').replace(/\s+/g, ' ') },
  ]),
)
const callsOfKinds = new Set(Object.values(kinds).flatMap(({ paths }) => Object.values<string>(paths)))
const otherCalls = Object.values<Call>(calls).filter(({ path }) => !callsOfKinds.has(path))
const ordered: readonly KindName[] = kindNames.filter((name) => 'ordered' in kinds[name])

const marked = ([name, rule]: [string, object]): string => `${name}${'optional' in rule ? '?' : ''}`
const quoted = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(' ')

test('docs/wire.md says what the contract says', () => {
  const paths = new Set(otherCalls.map(({ method, path }) => `${method} ${path}`))
  const differing = [...written.keys()].filter((path) => !paths.has(path)).map((path) => `the page alone: ${path}`)
  const ofRecords = Object.values<RecordKind>(kinds).flatMap(({ described }) => Object.keys(described))
  for (const { path, method, who, input, staffInput, upload } of otherCalls) {
    const row = written.get(`${method} ${path}`)
    const named = [...(row?.fields ?? '').matchAll(/`(\w+)(\??)`/g)].map(([, name, mark]) => `${name}${mark}`)
    // The page names the fields of the site record by the file that describes them, those of records in a section of their own.
    const own = Object.entries({ ...input, ...staffInput }).filter(
      ([name]) =>
        (!path.startsWith('/v1/site/') || !(name in siteFields)) &&
        (path !== calls.pagePreview.path || !ofRecords.includes(name)),
    )
    const fields = own.map(marked)
    if (upload) fields.push(upload.field, ...(upload.variants?.widths ?? []).map((width) => `${variantField(width)}?`))
    const shown = `${row && method} ${path} ${row?.who}: ${named.sort().join(' ')}`
    const wanted = `${method} ${path} ${who}: ${fields.sort().join(' ')}`
    if (shown !== wanted) differing.push(`the page: ${shown}`, `the contract: ${wanted}`)
  }
  assert.equal(differing.length, 0, differing.join('\n'))
})

test('where docs/wire.md lists the values of a field, these are all', () => {
  /** What rows say in place of names of kinds. */
  const groups: Readonly<Record<string, readonly string[]>> = {
    any: kindNames,
    'any, or agent': deletable,
    'any, or site': [...kindNames, 'site'],
    'with a page': pagedKinds,
    'in sheets': sheetKinds,
  }
  const said = new Set<string>()
  const differing: string[] = []
  const valued = otherCalls.flatMap(({ method, path, input, staffInput }) =>
    Object.entries<Fields[string]>({ ...input, ...staffInput }).flatMap(([name, { values }]) =>
      values === undefined ? [] : [{ method, path, name, values: [...values].sort().join(', ') }],
    ),
  )
  for (const { method, path, name, values } of valued) {
    const [, list] =
      new RegExp(`\`${name}\\??\`:? \\(([^;:)]+)`).exec(written.get(`${method} ${path}`)?.fields ?? '') ?? []
    if (list === undefined) continue
    said.add(values)
    const listed = [...(groups[list] ?? list.split(', '))].sort().join(', ')
    if (listed !== values) differing.push(`${path} ${name}: the page: ${listed}; the contract: ${values}`)
  }
  for (const { path, name, values } of valued)
    if (!said.has(values) && !values.split(', ').every((value) => page.includes(`\`${value}\``)))
      differing.push(`${path} ${name}: nowhere on the page: ${values}`)
  assert.equal(differing.length, 0, differing.join('\n'))
})

const limit = (max: number | undefined): string => (max === undefined ? '' : `, ${max}`)
const members = (fields: SiteFields): string =>
  Object.entries(fields)
    .map(([name, member]) => `${name}${'required' in member || member.kind === 'number' ? '' : '?'}`)
    .join(', ')
function valueOf(field: RecordField | SiteField): string {
  if (field.kind === 'object') return `{${members(field.fields)}}`
  if (field.kind === 'list') return `list of ${valueOf(field.of)}${limit(field.max)}`
  return `${field.kind}${'max' in field && field.kind !== 'richText' ? limit(field.max) : ''}`
}

/** What docs/wire.md has to say of a kind. */
function sectionOf(name: KindName): string {
  const kind: RecordKind = kinds[name]
  const { noun, id, unique, body, described, fields, options, search, order, paths, page } = kind
  const isOwn = ([field]: readonly [string, unknown]): boolean =>
    field in fields || (contentOptionsOf(name) as string[]).includes(field)
  const inputs = Object.entries({ ...fields, ...options })
  const is = [page && 'page', ordered.includes(name) && 'order', sheetKinds.some((each) => each === name) && 'sheet']
  const words = Object.entries(search).filter(([field]) => field !== 'page' && field !== 'limit')
  const inRows = Object.keys(fields).filter((field) => field !== body)
  const alsoInRows = [...optionColumnsOf(name), ...(kind.listsInRow ?? []), 'createDate']
  return [
    `### \`${name}\`, ${noun}`,
    '',
    quoted(Object.values(paths)),
    '',
    `- has: ${is.filter(Boolean).join(', ') || 'none of these'}`,
    `- id: ${quoted(unique === undefined ? [id] : [id, unique])}`,
    `- searched by: ${quoted(words.map(marked))}`,
    `- sorted by: ${quoted(order.sort?.values ?? [])}`,
    `- rows: ${quoted([id, ...inRows, ...alsoInRows])}`,
    `- also: ${quoted(inputs.filter((each) => !isOwn(each)).map(marked))}`,
    '',
    '| field | | value |',
    '|---|---|---|',
    ...inputs.filter(isOwn).map((each) => {
      const description = described[each[0]]
      assert.ok(description)
      return `| \`${marked(each)}\` | ${description.label} | ${valueOf(description)} |`
    }),
  ].join('\n')
}

for (const name of kindNames)
  test(`docs/wire.md has what contract/kinds/kinds.ts says of ${name}`, () => {
    const [, shown] = new RegExp(`^(### \`${name}\`, [^]*?)\n\n#`, 'm').exec(page) ?? []
    const wanted = sectionOf(name)
    assert.ok(shown === wanted, `it has to say:\n${wanted}`)
  })
