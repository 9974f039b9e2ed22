import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { type Call, calls } from '../contract/calls.ts'
import { variantField } from '../contract/rules.ts'
import { siteFields } from '../contract/siteFields.ts'

const rows = readFileSync(new URL('../docs/wire.md', import.meta.url), 'utf8').matchAll(
  /^\| (GET|POST|PUT) (\S+) \| (\S+) \|(.*?)\|.*\|$/gm,
)
const written = new Map([...rows].map(([, method, path, who, fields]) => [path, { method, who, fields: fields ?? '' }]))

test('docs/wire.md says what the contract says', () => {
  const paths = new Set<string | undefined>(Object.values(calls).map(({ path }) => path))
  const differing = [...written.keys()].filter((path) => !paths.has(path)).map((path) => `the page alone: ${path}`)
  for (const { path, method, who, input, staffInput, upload } of Object.values<Call>(calls)) {
    const row = written.get(path)
    const named = [...(row?.fields ?? '').matchAll(/`(\w+)(\??)`/g)].map(([, name, mark]) => `${name}${mark}`)
    // The page names the fields of the site record by the file that describes them.
    const own = Object.entries({ ...input, ...staffInput }).filter(
      ([name]) => !path.startsWith('/v1/site/') || !(name in siteFields),
    )
    const fields = own.map(([name, rule]) => `${name}${'optional' in rule ? '?' : ''}`)
    if (upload) fields.push(upload.field, ...(upload.variants?.widths ?? []).map((width) => `${variantField(width)}?`))
    const shown = `${row?.method} ${path} ${row?.who}: ${named.sort().join(' ')}`
    const wanted = `${method} ${path} ${who}: ${fields.sort().join(' ')}`
    if (shown !== wanted) differing.push(`the page: ${shown}`, `the contract: ${wanted}`)
  }
  assert.equal(differing.length, 0, differing.join('\n'))
})
